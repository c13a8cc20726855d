//! Pictures on the GPU: uploaded once, four pixels per number, and looked up there by the numbers that rows name.

use burn::tensor::{Device as BurnDevice, Int, Tensor, TensorData};
use worlds::data::{PictureStack, Pictures};

/// Pixels per number.
const PACKED: usize = 4;
/// Pictures that are uploaded at once: a worker's memory never shrinks, so there is no second copy of all of them.
const PART: usize = 4096;

/// The pictures of a table.
#[derive(Clone)]
pub struct GpuPictures {
    stack: PictureStack,
    /// `[pictures, area / 4]`, the first pixel in the lowest byte.
    packed: Tensor<2, Int>,
    /// The mean picture, `[1, 1, height, width]`.
    mean: Tensor<4>,
    scale: f32,
}

impl GpuPictures {
    /// Bytes of the largest buffer that they need.
    pub fn bytes(pictures: &Pictures) -> u64 {
        let packed = pictures.stack.area().div_ceil(PACKED) * PACKED;
        pictures.count() as u64 * packed as u64
    }

    pub fn new(pictures: &Pictures, device: &BurnDevice) -> Self {
        let (stack, count) = (pictures.stack, pictures.count());
        let pack = |pixels: &[u8]| {
            let mut bytes = [0; PACKED];
            bytes[..pixels.len()].copy_from_slice(pixels);
            i32::from_le_bytes(bytes)
        };
        let words = stack.area().div_ceil(PACKED);
        let mut packed: Tensor<2, Int> = Tensor::zeros([count, words], device);
        for from in (0..count).step_by(PART) {
            let to = (from + PART).min(count);
            let part: Vec<i32> = (from..to).flat_map(|number| pictures.get(number).chunks(PACKED)).map(pack).collect();
            let part = Tensor::from_data(TensorData::new(part, [to - from, words]), device);
            packed = packed.slice_assign([from..to, 0..words], part);
        }
        let mean: Vec<f32> = pictures.scaling.mean().collect();
        Self {
            stack,
            packed,
            mean: Tensor::from_data(TensorData::new(mean, [1, 1, stack.height, stack.width]), device),
            scale: pictures.scaling.scale,
        }
    }

    /// The pictures that observations name, as networks read them: numbers `[rows, depth]` to `[rows, depth, height, width]`.
    pub fn look(&self, numbers: Tensor<2>) -> Tensor<4> {
        let PictureStack { width, height, depth } = self.stack;
        let rows = numbers.dims()[0];
        let named = self.packed.clone().select(0, numbers.int().reshape([rows * depth]));
        let words = named.dims()[1];
        let byte = |place: usize| named.clone().bitwise_right_shift_scalar(8 * place as i32).bitwise_and_scalar(255);
        let bytes: Tensor<3, Int> = Tensor::stack((0..PACKED).map(byte).collect(), 2);
        let pixels = bytes.reshape([rows * depth, words * PACKED]).slice([0..rows * depth, 0..width * height]);
        let pixels = pixels.float().reshape([rows, depth, height, width]) * (1.0 / 255.0);
        (pixels - self.mean.clone()) * self.scale
    }
}
