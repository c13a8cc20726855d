//! What is known about a network before a kernel is compiled for it, and where things lie in its buffers.

use crate::nn::{Layer, Loss, Mlp, Objective, Rows};

/// Units of a group on a graphics card: as many as work in step there.
const ON_A_CARD: usize = 32;

/// What runs the kernels.
#[derive(Clone, Copy, Debug)]
pub struct Adapter {
    /// Whether it is emulated on the CPU.
    pub software: bool,
    /// What a group of units may share, in bytes.
    pub shared: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    pub sizes: Vec<usize>,
    /// Units of a group; each looks after every so many-th column of a layer.
    pub units: usize,
    /// Vectors of four rows that go through the network together, in one group of units.
    pub quads: usize,
    pub members: usize,
    /// Parameters of one member, padded to whole vectors.
    pub parameters: usize,
    /// Layers whose weights are also kept transposed, for the way back.
    pub mirrored: Vec<Layer>,
    pub kind: Kind,
    pub batch: usize,
    /// Numbers in a row of the table, where the network's inputs begin, and its targets.
    pub stride: usize,
    pub inputs_at: usize,
    pub targets_at: usize,
    pub targets: usize,
    pub styles: usize,
    pub weighted: bool,
    pub moving_average: bool,
    /// The bits of the limit on gradients: a plan tells kernels apart, which numbers with fractions cannot.
    pub clip: Option<u32>,
    /// Rows in an epoch, over all members: where drawn styles begin in the order.
    pub drawn_at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Gaussian,
    Mixture { parts: usize },
    Categorical,
    Sampled,
    Exact,
}

/// An adapter in software has narrow vectors, so there is nothing to gain from more units, but each can use what it reads
/// for many columns at once: sixteen in a wide layer. In a narrow one eight, since sixteen take three times as long to
/// compile.
fn in_software(width: usize) -> usize {
    let columns = if width < 128 { 8 } else { 16 };
    (width / columns).clamp(4, ON_A_CARD)
}

impl Plan {
    pub fn new(net: &Mlp, objective: &Objective, batch: usize, rows: &Rows, adapter: Adapter) -> Self {
        let kind = match objective.loss {
            Loss::Gaussian => Kind::Gaussian,
            Loss::Mixture { parts } => Kind::Mixture { parts },
            Loss::Categorical => Kind::Categorical,
            Loss::Sampled => Kind::Sampled,
            Loss::Exact => Kind::Exact,
        };
        // As many rows as fit, since each weight is read once for all of them.
        let column_bytes = (net.sizes.iter().sum::<usize>() + net.outputs() + 1) * 16;
        let fits = |quads: &usize| batch.is_multiple_of(4 * quads) && quads * column_bytes <= adapter.shared;
        Self {
            units: if adapter.software { in_software(net.sizes[1]) } else { ON_A_CARD },
            sizes: net.sizes.clone(),
            quads: [4, 2].into_iter().find(fits).unwrap_or(1),
            members: net.members,
            parameters: net.parameters().next_multiple_of(4),
            mirrored: net.layers().skip(1).collect(),
            kind,
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

    /// Whether the loss has a second half: Donsker and Varadhan's term over pairs that do not belong together.
    pub fn halves(&self) -> usize {
        if matches!(self.kind, Kind::Sampled | Kind::Exact) { 2 } else { 1 }
    }

    /// Groups of one member.
    pub fn tiles(&self) -> usize {
        self.halves() * self.batch / self.tile()
    }

    /// Rows of a tile.
    pub fn tile(&self) -> usize {
        4 * self.quads
    }

    /// Where weights and biases of a layer lie in a member's parameters.
    pub fn weights_at(&self, layer: usize) -> usize {
        self.sizes.windows(2).take(layer).map(|pair| pair[0] * pair[1] + pair[1]).sum()
    }

    pub fn biases_at(&self, layer: usize) -> usize {
        self.weights_at(layer) + self.sizes[layer] * self.sizes[layer + 1]
    }

    pub fn layers(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Columns of all layers, and before the given one.
    pub fn columns(&self) -> usize {
        self.sizes.iter().sum()
    }

    pub fn column_at(&self, layer: usize) -> usize {
        self.sizes.iter().take(layer).sum()
    }

    pub fn outputs(&self) -> usize {
        self.sizes[self.layers()]
    }

    /// Whether pairs of the second half get another style.
    pub fn draws(&self) -> bool {
        self.kind == Kind::Sampled
    }

    /// A table with one row a member, each row padded to whole vectors.
    pub fn padded(&self, values: &[f32]) -> Vec<f32> {
        let size = values.len() / self.members;
        let mut padded = vec![0.0; self.members * self.parameters];
        for (row, place) in values.chunks_exact(size).zip(padded.chunks_exact_mut(self.parameters)) {
            place[..size].copy_from_slice(row);
        }
        padded
    }

    /// The other way round.
    pub fn unpadded(&self, padded: &[f32], values: &mut [f32]) {
        let size = values.len() / self.members;
        for (row, place) in values.chunks_exact_mut(size).zip(padded.chunks_exact(self.parameters)) {
            row.copy_from_slice(&place[..size]);
        }
    }

    /// The mirrored weights of every member, in the places of the weights of a padded table.
    pub fn transposed(&self, padded: &[f32]) -> Vec<f32> {
        let mut transposed = vec![0.0; padded.len()];
        for member in 0..self.members {
            for Layer { inputs, outputs, at } in self.mirrored.iter().copied() {
                let at = member * self.parameters + at;
                for (index, value) in padded[at..at + inputs * outputs].iter().enumerate() {
                    transposed[at + (index % outputs) * inputs + index / outputs] = *value;
                }
            }
        }
        transposed
    }

    /// Behind parameters and both moments of all members, the state holds a vector for each: the sum of its losses, and two
    /// places for MINE's moving average, of which one is read while the other is written.
    pub fn sums_at(&self) -> usize {
        3 * self.members * self.parameters
    }

    /// p(z) of every member lies behind the transposed weights.
    pub fn prior_at(&self) -> usize {
        self.members * self.parameters
    }
}
