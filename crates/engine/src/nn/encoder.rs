//! The shape of the convolutional encoder of a network that sees: two layers h ← relu(W * h + b) from a stack of pictures to
//! features, which stand in place of the pictures' numbers in the inputs of the dense layers. Its parameters come before
//! theirs in a member's row.

use super::Layer;
use worlds::data::PictureStack;

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
        let encoder = Encoder { stack: PictureStack { width: 40, height: 42, depth: 4 }, at: 0 };
        let [first, second] = encoder.convolutions();
        assert_eq!((first.grid(), second.grid()), ((13, 12), (5, 5)));
        assert_eq!(first.layer(), Layer { inputs: 144, outputs: 16, at: 0 });
        assert_eq!(second.layer(), Layer { inputs: 256, outputs: 32, at: 144 * 16 + 16 });
        assert_eq!((encoder.features(), encoder.parameters()), (800, 2320 + 256 * 32 + 32));
        let tiny = Encoder { stack: PictureStack { width: 1, height: 3, depth: 1 }, at: 0 };
        assert!(tiny.features() > 0);
    }
}
