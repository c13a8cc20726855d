//! One layer of a network that sees, as the kernels have it: a product of patches with weights. A dense layer is a
//! convolution over one pixel, whose channels are its inputs. Channels and outputs are padded to whole vectors.

use crate::nn::encoder::Convolution;

/// Numbers per vector.
pub const LANES: usize = 4;
/// Threads per member and launch that the gradient of a layer's weights is split into: the batch is cut into as many slices as
/// these threads can have.
const GRADIENT_THREADS: usize = 8192;

/// Kernels are compiled once per distinct layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeeingLayer {
    pub source: LayerSource,
    /// Rows per member: those of the batch, or twice as many where they come again with drawn styles.
    pub rows: usize,
    /// Inputs of a row are vectors `[height, width, channels]`.
    pub height: usize,
    pub width: usize,
    pub channels: usize,
    pub kernel: usize,
    pub stride: usize,
    /// Rows and columns of positions.
    pub grid: (usize, usize),
    /// Outputs of a row are vectors `[positions, filters]`; `output_stride` vectors from one row to the next.
    pub filters: usize,
    pub output_stride: usize,
    /// Times that outputs are written, as rows of the batch and as those with drawn styles.
    pub copies: usize,
    pub relu: bool,
    /// What outputs are multiplied by behind relu, as the bits of an f32, which has no `Eq` and no `Hash`.
    pub scale: u32,
    /// Vectors of a row's inputs that need a gradient, and rows that have the same ones: their gradients are summed.
    pub needed: usize,
    pub same: usize,
    /// What those inputs were multiplied by behind relu, as bits.
    pub input_scale: u32,
    /// Offset of its parameters in a member's row, and the length of that row: vectors `[inputs + 1, filters]`, the last
    /// being biases.
    pub at: usize,
    pub parameters: usize,
    /// Offset of its partial gradients `[slices, inputs + 1, filters]` in those of a member, and the length of those.
    pub partials_at: usize,
    pub partials: usize,
    /// Rows that a thread sums the gradient of weights over.
    pub slice: usize,
}

/// What a layer reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerSource {
    /// Pictures: a vector is one pixel of up to four pictures, of `depth` in all, each minus the one before it.
    Pictures { depth: usize },
    /// The outputs of other layers.
    Values,
}

impl SeeingLayer {
    pub fn convolution(layer: &Convolution, source: LayerSource, rows: usize) -> Self {
        let filters = layer.filters.div_ceil(LANES);
        let grid = layer.grid();
        Self {
            height: layer.height,
            width: layer.width,
            channels: layer.channels.div_ceil(LANES),
            kernel: layer.kernel,
            stride: layer.stride,
            grid,
            output_stride: grid.0 * grid.1 * filters,
            needed: layer.height * layer.width * layer.channels.div_ceil(LANES),
            ..Self::of(source, rows, filters)
        }
    }

    /// With vectors of inputs and of outputs.
    pub fn dense(inputs: usize, outputs: usize, rows: usize) -> Self {
        Self { channels: inputs, needed: inputs, ..Self::of(LayerSource::Values, rows, outputs) }
    }

    fn of(source: LayerSource, rows: usize, filters: usize) -> Self {
        let one = 1.0f32.to_bits();
        Self {
            source,
            rows,
            height: 1,
            width: 1,
            channels: 1,
            kernel: 1,
            stride: 1,
            grid: (1, 1),
            filters,
            output_stride: filters,
            copies: 1,
            relu: true,
            scale: one,
            needed: 1,
            same: 1,
            input_scale: one,
            at: 0,
            parameters: 0,
            partials_at: 0,
            partials: 0,
            slice: rows,
        }
    }

    /// The same with slices of the batch for the gradient of its weights.
    pub fn sliced(self) -> Self {
        let slices = (GRADIENT_THREADS / self.slice_threads()).clamp(1, self.rows);
        Self { slice: self.rows.div_ceil(slices), ..self }
    }

    pub fn slices(&self) -> usize {
        self.rows.div_ceil(self.slice)
    }

    pub fn positions(&self) -> usize {
        self.grid.0 * self.grid.1
    }

    /// Patches per member.
    pub fn patches(&self) -> usize {
        self.rows * self.positions()
    }

    /// Vectors of a line of a patch, which lie side by side, and of a whole patch.
    pub fn line(&self) -> usize {
        self.kernel * self.channels
    }

    pub fn patch(&self) -> usize {
        self.kernel * self.line()
    }

    /// Vectors of a row's inputs.
    pub fn input_size(&self) -> usize {
        self.height * self.width * self.channels
    }

    /// Vectors of its biases' offset, and of all its parameters.
    pub fn biases_at(&self) -> usize {
        self.patch() * LANES * self.filters
    }

    pub fn size(&self) -> usize {
        self.biases_at() + self.filters
    }

    /// Vectors of outputs that a thread computes for each patch, so that what it reads serves more than one.
    pub fn columns(&self) -> usize {
        if self.filters.is_multiple_of(2) { 2 } else { 1 }
    }

    pub fn column_threads(&self) -> usize {
        self.filters / self.columns()
    }

    /// Threads for the gradient of its weights per slice. Biases count as one more vector of inputs.
    pub fn slice_threads(&self) -> usize {
        (self.patch() + 1) * self.column_threads()
    }
}
