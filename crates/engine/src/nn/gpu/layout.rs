//! The compile-time constants of a network's kernels: its sizes, and the offsets of everything in its buffers.

use crate::nn::{Layer, Loss, Mlp, Objective, Rows};

/// Threads per workgroup on a graphics card: as many as execute in lockstep there.
const CARD_THREADS: usize = 32;

/// The properties of an adapter that kernels are shaped by.
#[derive(Clone, Copy, Debug)]
pub struct Adapter {
    /// Whether it is emulated on the CPU.
    pub software: bool,
    /// Memory that the threads of a workgroup share, in bytes.
    pub shared_memory: usize,
    /// Bytes of a buffer of pictures at most; the device may allow less.
    pub picture_bytes: u64,
    /// Rows of all members that a network that sees has values of at once.
    pub rows_at_once: usize,
}

/// Kernels are compiled once per distinct layout, so every field has an exact equality and a hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NetLayout {
    /// Width of every layer, input and output included.
    pub sizes: Vec<usize>,
    /// Threads per workgroup; thread t computes the columns t, t + threads, ... of a layer.
    pub threads: usize,
    /// Vectors of four rows per tile. A workgroup takes one tile of the batch through the network.
    pub quads: usize,
    pub members: usize,
    /// Parameters per member, padded to a multiple of four.
    pub parameters: usize,
    /// Layers whose weights are also kept transposed, for the backward pass.
    pub transposed: Vec<Layer>,
    pub loss: LossKind,
    /// Rows per batch and member.
    pub batch: usize,
    /// Columns of the table, the first column of the network's inputs, and the first and number of its targets.
    pub stride: usize,
    pub inputs_at: usize,
    pub targets_at: usize,
    pub targets: usize,
    pub styles: usize,
    /// Whether rows have weights.
    pub weighted: bool,
    pub moving_average: bool,
    /// The largest gradient norm as the bits of an f32, which has no `Eq` and no `Hash`.
    pub clip: Option<u32>,
    /// Offset of the drawn styles in the order: the rows of an epoch over all members.
    pub drawn_at: usize,
}

/// [`Loss`] with the equality and the hash that a layout needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LossKind {
    Gaussian,
    Mixture { parts: usize },
    Categorical,
    Sampled,
    Exact,
}

impl From<Loss> for LossKind {
    fn from(loss: Loss) -> Self {
        match loss {
            Loss::Gaussian => Self::Gaussian,
            Loss::Mixture { parts } => Self::Mixture { parts },
            Loss::Categorical => Self::Categorical,
            Loss::Sampled => Self::Sampled,
            Loss::Exact => Self::Exact,
        }
    }
}

/// Threads per workgroup on an adapter in software. Its vectors are narrow, so more threads gain nothing, while a thread
/// that computes many columns reads its inputs once for all of them: sixteen in a wide layer. Eight in a narrow one, since
/// kernels for sixteen take three times as long to compile.
fn software_threads(width: usize) -> usize {
    let columns = if width < 128 { 8 } else { 16 };
    (width / columns).clamp(4, CARD_THREADS)
}

impl NetLayout {
    pub fn new(net: &Mlp, objective: &Objective, batch: usize, rows: &Rows, adapter: Adapter) -> Self {
        // As many rows per tile as shared memory holds, since each weight is read once per tile.
        let column_bytes = (net.sizes.iter().sum::<usize>() + net.outputs() + 1) * 16;
        let fits = |quads: &usize| batch.is_multiple_of(4 * quads) && quads * column_bytes <= adapter.shared_memory;
        Self {
            threads: if adapter.software { software_threads(net.sizes[1]) } else { CARD_THREADS },
            sizes: net.sizes.clone(),
            quads: [4, 2].into_iter().find(fits).unwrap_or(1),
            members: net.members,
            parameters: net.parameters().next_multiple_of(4),
            transposed: net.layers().skip(1).collect(),
            loss: objective.loss.into(),
            batch,
            stride: rows.columns.width(),
            inputs_at: objective.inputs.start,
            targets_at: objective.targets.start,
            targets: objective.targets.len(),
            styles: rows.columns.styles,
            weighted: false,
            moving_average: objective.moving_average,
            clip: objective.clip.map(f32::to_bits),
            drawn_at: 0,
        }
    }

    /// Whether the loss is Donsker and Varadhan's bound, whose second term goes over pairs that do not belong together.
    pub fn has_marginal(&self) -> bool {
        matches!(self.loss, LossKind::Sampled | LossKind::Exact)
    }

    /// Tiles per member. Those of the second term follow those of the first.
    pub fn tiles(&self) -> usize {
        (if self.has_marginal() { 2 } else { 1 }) * self.batch / self.tile_rows()
    }

    pub fn tile_rows(&self) -> usize {
        4 * self.quads
    }

    /// Offset of a layer's weights in a member's parameters.
    pub fn weights_at(&self, layer: usize) -> usize {
        self.sizes.windows(2).take(layer).map(|pair| pair[0] * pair[1] + pair[1]).sum()
    }

    pub fn biases_at(&self, layer: usize) -> usize {
        self.weights_at(layer) + self.sizes[layer] * self.sizes[layer + 1]
    }

    pub fn layers(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Columns of all layers, inputs included.
    pub fn columns(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// The first column of a layer's inputs among the columns of all layers.
    pub fn column_at(&self, layer: usize) -> usize {
        self.sizes.iter().take(layer).sum()
    }

    pub fn outputs(&self) -> usize {
        self.sizes[self.layers()]
    }

    /// Whether pairs of the second term have a drawn style in place of their own.
    pub fn draws_styles(&self) -> bool {
        self.loss == LossKind::Sampled
    }

    /// `[members, n]` to `[members, parameters]`, with zeros behind the n numbers of every member.
    pub fn padded(&self, values: &[f32]) -> Vec<f32> {
        let size = values.len() / self.members;
        let mut padded = vec![0.0; self.members * self.parameters];
        for (row, place) in values.chunks_exact(size).zip(padded.chunks_exact_mut(self.parameters)) {
            place[..size].copy_from_slice(row);
        }
        padded
    }

    /// The reverse of `padded`.
    pub fn unpadded(&self, padded: &[f32], values: &mut [f32]) {
        let size = values.len() / self.members;
        for (row, place) in values.chunks_exact_mut(size).zip(padded.chunks_exact(self.parameters)) {
            row.copy_from_slice(&place[..size]);
        }
    }

    /// The transposed weights `[outputs, inputs]` of the layers in `transposed`, at the offsets of their weights in a
    /// padded table; zero elsewhere.
    pub fn transposed_weights(&self, padded: &[f32]) -> Vec<f32> {
        let mut transposed = vec![0.0; padded.len()];
        for member in 0..self.members {
            for Layer { inputs, outputs, at } in self.transposed.iter().copied() {
                let at = member * self.parameters + at;
                for (index, value) in padded[at..at + inputs * outputs].iter().enumerate() {
                    transposed[at + (index % outputs) * inputs + index / outputs] = *value;
                }
            }
        }
        transposed
    }

    /// Offset of the sums in the state, behind parameters and both moments of all members. Each member has one vector: the
    /// sum of its losses, then two values of MINE's moving average, of which a step reads one and writes the other.
    pub fn sums_at(&self) -> usize {
        3 * self.members * self.parameters
    }

    /// Offset of p(z) `[members, styles]`, behind the transposed weights.
    pub fn prior_at(&self) -> usize {
        self.members * self.parameters
    }
}
