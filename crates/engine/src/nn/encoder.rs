//! The shape of the convolutional encoder of a network that sees: two layers h ← relu(W * h + b) from what moves in a stack of
//! pictures to features, which stand in place of the pictures' numbers in the inputs of the dense layers. Its parameters come
//! before theirs in a member's row.

use super::Layer;
use worlds::data::PictureStack;

/// What features are multiplied by. They are many, and Adam moves all weights by as much, so that at first they would drown
/// the few numbers of the window.
pub(super) const FEATURE_SCALE: f32 = 0.1;

/// Filters, kernel and stride of the two layers. Filters come in whole vectors (see `cpu/product.rs`).
const LAYERS: [(usize, usize, usize); 2] = [(16, 6, 3), (32, 4, 2)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoder {
    pub stack: PictureStack,
    /// Where the numbers of the pictures stand among the inputs.
    pub at: usize,
}

/// One layer: `[height, width, channels]` to `[positions, filters]`, where positions are those of the kernel, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convolution {
    pub height: usize,
    pub width: usize,
    pub channels: usize,
    pub kernel: usize,
    pub stride: usize,
    pub filters: usize,
    /// Offset of its parameters in a member's row: weights `[kernel, kernel, channels, filters]`, then biases.
    pub at: usize,
}

impl Convolution {
    /// Rows and columns of positions.
    pub fn grid(&self) -> (usize, usize) {
        let places = |size: usize| (size - self.kernel) / self.stride + 1;
        (places(self.height), places(self.width))
    }

    pub fn positions(&self) -> usize {
        let (rows, columns) = self.grid();
        rows * columns
    }

    /// The product of a patch with all filters.
    pub fn layer(&self) -> Layer {
        Layer { inputs: self.kernel * self.kernel * self.channels, outputs: self.filters, at: self.at }
    }
}

impl Encoder {
    /// Turns scaled pictures, `[height, width, depth]` with the newest first, into what moves: each minus the one before it; of
    /// the oldest, which there is none before, nothing. What stands still (the dots that are left, the score) identifies a stretch
    /// of a game, and with it its label and what was done there: networks would learn stretches by heart.
    #[inline(always)]
    pub fn see(&self, pictures: &mut [f32]) {
        for pixel in pictures.chunks_exact_mut(self.stack.depth) {
            for place in 1..pixel.len() {
                pixel[place - 1] -= pixel[place];
            }
            if let Some(oldest) = pixel.last_mut() {
                *oldest = 0.0;
            }
        }
    }

    pub fn convolutions(&self) -> [Convolution; 2] {
        let PictureStack { width, height, depth } = self.stack;
        let (mut size, mut at) = ((height, width, depth), 0);
        LAYERS.map(|(filters, kernel, stride)| {
            let (height, width, channels) = size;
            // A kernel is not larger than its picture.
            let kernel = kernel.min(height).min(width).max(1);
            let layer = Convolution { height, width, channels, kernel, stride, filters, at };
            let (rows, columns) = layer.grid();
            (size, at) = ((rows, columns, filters), layer.layer().end());
            layer
        })
    }

    /// Numbers that stand for the pictures of a decision.
    pub fn features(&self) -> usize {
        let [_, last] = self.convolutions();
        last.positions() * last.filters
    }

    /// Parameters per member.
    pub fn parameters(&self) -> usize {
        self.convolutions()[1].layer().end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_by_hand() {
        let of = |width, height, depth| Encoder { stack: PictureStack { width, height, depth }, at: 0 };
        let encoder = of(40, 42, 4);
        let [first, second] = encoder.convolutions();
        assert_eq!((first.grid(), second.grid()), ((13, 12), (5, 5)));
        assert_eq!(first.layer(), Layer { inputs: 144, outputs: 16, at: 0 });
        assert_eq!(second.layer(), Layer { inputs: 256, outputs: 32, at: 144 * 16 + 16 });
        assert_eq!((encoder.features(), encoder.parameters()), (800, 2320 + 256 * 32 + 32));
        assert!(of(1, 3, 1).features() > 0);
    }

    #[test]
    fn networks_see_what_moves() {
        let encoder = Encoder { stack: PictureStack { width: 2, height: 1, depth: 3 }, at: 0 };
        let mut seen = [5.0, 5.0, 5.0, 4.0, 1.0, 2.0];
        encoder.see(&mut seen);
        assert_eq!(seen, [0.0, 0.0, 0.0, 3.0, -1.0, 0.0]);
    }
}
