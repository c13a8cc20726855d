//! Pictures on the GPU: uploaded once, four pixels per number. A recording is larger than the largest buffer of many
//! devices, so that pictures are in up to four buffers.

use burn::tensor::Bytes;
use cubecl::prelude::*;
use worlds::data::{PictureStack, Pictures};

use super::layer::LANES;
use crate::nn::gpu::layout::Adapter;
use crate::nn::gpu::{Buffer, Gpu};

/// Pixels per number.
pub const PACKED: usize = 4;
/// Buffers of pictures.
pub const BUFFERS: usize = 4;
/// Pictures that are uploaded at once: a worker's memory never shrinks, so there is no second copy of all of them.
const PART: usize = 4096;

/// Where the pixels of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PictureLayout {
    pub count: usize,
    /// Pixels of a picture, and numbers that they are packed into.
    pub area: usize,
    pub words: usize,
    /// Pictures per buffer.
    pub each: usize,
}

impl PictureLayout {
    /// None where these pictures do not fit into the buffers.
    fn new(stack: PictureStack, count: usize, largest_buffer: u64) -> Option<Self> {
        let words = stack.area().div_ceil(PACKED).max(1);
        let most = (largest_buffer / (words * PACKED) as u64).min(count as u64) as usize;
        let layout = Self { count, area: stack.area(), words, each: most.max(1) };
        (count <= BUFFERS * most).then_some(layout)
    }
}

/// The pictures of a table.
#[derive(Clone)]
pub struct GpuPictures {
    pub layout: PictureLayout,
    /// `[pictures, words]` each, the first pixel in the lowest byte; those that are not needed have one number.
    pub packed: [Buffer; BUFFERS],
    /// What differences of bytes are multiplied by: `[1]`. The mean picture is in no difference.
    pub scale: Buffer,
}

impl GpuPictures {
    /// None where the device has no room for them.
    pub fn new(pictures: &Pictures, gpu: &Gpu) -> Option<Self> {
        let layout = gpu.picture_layout(pictures.stack, pictures.count())?;
        Some(Self {
            packed: std::array::from_fn(|buffer| upload(pictures, layout, buffer, gpu)),
            scale: gpu.upload_f32(&[pictures.scaling.scale / 255.0]),
            layout,
        })
    }
}

/// The pictures of one buffer.
fn upload(pictures: &Pictures, layout: PictureLayout, buffer: usize, gpu: &Gpu) -> Buffer {
    let pack = |pixels: &[u8]| {
        let mut bytes = [0; PACKED];
        bytes[..pixels.len()].copy_from_slice(pixels);
        u32::from_le_bytes(bytes)
    };
    let (start, end) = (buffer * layout.each, ((buffer + 1) * layout.each).min(layout.count));
    let all = gpu.allocate((end.saturating_sub(start) * layout.words).max(1));
    let bytes = |pictures: usize| (pictures * layout.words * PACKED) as u64;
    for from in (start..end).step_by(PART) {
        let to = (from + PART).min(end);
        let mut part: Vec<u32> = Vec::with_capacity((to - from) * layout.words);
        part.extend((from..to).flat_map(|number| pictures.get(number).chunks(PACKED)).map(pack));
        let place = all.handle.clone().offset_start(bytes(from - start)).offset_end(bytes(end - to));
        gpu.client.write(&place, Bytes::from_elems(part));
        // Else all parts would wait in memory until the first read. A device that is lost is noticed there.
        let _ = gpu.client.flush();
    }
    all
}

/// The buffers of pictures.
#[derive(CubeLaunch, CubeType)]
pub struct PictureBuffers {
    pub first: Box<[u32]>,
    pub second: Box<[u32]>,
    pub third: Box<[u32]>,
    pub fourth: Box<[u32]>,
}

impl GpuPictures {
    pub fn arguments(&self) -> PictureBuffersLaunch {
        let [first, second, third, fourth] = self.packed.each_ref().map(Buffer::argument);
        PictureBuffersLaunch { first, second, third, fourth }
    }
}

/// Four pixels of a picture; black for a number that there is no picture of.
#[cube]
pub fn four_pixels(pictures: &PictureBuffers, number: usize, word: usize, #[comptime] layout: PictureLayout) -> u32 {
    let at = number % comptime!(layout.each) * comptime!(layout.words) + word;
    let buffer = number / comptime!(layout.each);
    let mut pixels = 0u32;
    if number < comptime!(layout.count) {
        if buffer == 0 {
            pixels = pictures.first[at];
        }
        if buffer == 1 {
            pixels = pictures.second[at];
        }
        if buffer == 2 {
            pixels = pictures.third[at];
        }
        if buffer == 3 {
            pixels = pictures.fourth[at];
        }
    }
    pixels
}

impl Gpu {
    /// Bytes of the largest buffer.
    fn largest_buffer(&self) -> u64 {
        self.client.properties().memory.max_page_size
    }

    /// Whether the device has buffers that are large enough for this many pictures.
    pub fn holds(&self, stack: PictureStack, count: usize) -> bool {
        self.picture_layout(stack, count).is_some()
    }

    fn picture_layout(&self, stack: PictureStack, count: usize) -> Option<PictureLayout> {
        PictureLayout::new(stack, count, self.adapter.picture_bytes.min(self.largest_buffer()))
    }

    /// Whether a buffer may have this many numbers.
    pub(super) fn fits(&self, numbers: usize) -> bool {
        (numbers * LANES) as u64 <= self.largest_buffer()
    }

    /// The same device with small buffers, so that tests reach what large recordings and many members need: with
    /// `picture_bytes` per buffer of pictures, and values of `rows_at_once` rows.
    pub fn with_small_buffers(&self, picture_bytes: u64, rows_at_once: usize) -> Self {
        Self { adapter: Adapter { picture_bytes, rows_at_once, ..self.adapter }, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_fits_where_buffers_have_128_mb() {
        let (stack, limit) = (PictureStack { width: 40, height: 70, depth: 4 }, 128 << 20);
        let layout = PictureLayout::new(stack, 116_000, limit).unwrap();
        assert_eq!((layout.words, layout.count.div_ceil(layout.each)), (700, 3));
        assert!(layout.each as u64 * 2800 <= limit);
        assert!(PictureLayout::new(stack, 4 * layout.each, limit).is_some());
        assert!(PictureLayout::new(stack, 4 * layout.each + 1, limit).is_none());
        assert!(PictureLayout::new(stack, 10, 100).is_none());
    }

    /// Two buffers, of which the first is uploaded in two parts; pictures of 15 pixels take 16 bytes.
    #[test]
    fn pictures_are_uploaded_part_by_part() {
        let Ok(gpu) = Gpu::native() else { return };
        let (stack, each, count) = (PictureStack { width: 5, height: 3, depth: 1 }, PART + 900, PART + 1700);
        let pictures = Pictures::new(stack, (0..count * 15).map(|at| (at * 7 % 251) as u8).collect());
        let gpu = gpu.with_small_buffers(16 * each as u64, 1);
        let GpuPictures { packed: [first, second, third, _], .. } = GpuPictures::new(&pictures, &gpu).unwrap();
        assert_eq!([first.length, second.length, third.length], [4 * each, 4 * (count - each), 1]);
        let read = cubecl::future::block_on(gpu.read([&first, &second])).unwrap();
        let mut words = read.iter().flatten().map(|word| word.to_bits().to_le_bytes());
        for number in 0..count {
            let bytes: Vec<u8> = words.by_ref().take(4).flatten().collect();
            assert_eq!(&bytes[..15], pictures.get(number), "picture {number}");
        }
    }
}
