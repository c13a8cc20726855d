//! -log π of a policy's outputs and its gradient: the same as in `nn/cpu/loss`, four rows per vector.

use cubecl::prelude::*;

use super::layout::{LossKind, NetLayout};
use super::tiles::{Quad, RowBuffers, gather_column, sum_lanes};
use crate::nn::objective::{HALF_LOG_TAU, LOG_SIGMA};

/// Four rows of a policy's outputs.
#[derive(CubeType)]
pub struct HeadTile {
    /// The outputs, and the memory for their gradients, which is written through clones of this name for it. The next
    /// output lies `quads` further.
    pub values: Shared<[Quad]>,
    pub gradients: Shared<[Quad]>,
    /// Offset of the rows' first output, and of its gradient.
    pub outputs: usize,
    pub to: usize,
    /// Offset of the rows in the order.
    pub order: usize,
    /// What each row's -log π is multiplied by.
    pub weight: Quad,
}

/// The weighted sum of -log π over four rows of a policy's outputs.
#[cube]
pub fn head_loss(rows: &RowBuffers, head: &HeadTile, #[comptime] layout: NetLayout) -> f32 {
    match comptime!(layout.loss) {
        LossKind::Mixture { parts } => mixture(rows, head, parts, comptime!(layout.clone())),
        LossKind::Categorical => categorical(rows, head, comptime!(layout.clone())),
        _ => gaussian(rows, head, comptime!(layout.clone())),
    }
}

/// A target of four rows.
#[cube]
fn target(rows: &RowBuffers, head: &HeadTile, #[comptime] index: usize, #[comptime] layout: NetLayout) -> Quad {
    gather_column(rows, head.order, comptime!(layout.targets_at + index), comptime!(layout.stride))
}

/// One coordinate of four rows' actions under a Gaussian.
#[derive(CubeType)]
struct Coordinate {
    /// log σ as the network gives it, and clamped.
    raw: Quad,
    log_sigma: Quad,
    /// 1 / σ
    inverse: Quad,
    /// (a - μ) / σ
    deviation: Quad,
}

/// The `index`-th coordinate of the Gaussian whose means, then log standard deviations, begin at output `first`.
#[cube]
fn coordinate(
    rows: &RowBuffers,
    head: &HeadTile,
    #[comptime] first: usize,
    #[comptime] index: usize,
    #[comptime] layout: NetLayout,
) -> Coordinate {
    let action = target(rows, head, index, comptime!(layout.clone()));
    let mean = head.values[head.outputs + comptime!((first + index) * layout.quads)];
    let raw = head.values[head.outputs + comptime!((first + layout.targets + index) * layout.quads)];
    let log_sigma = clamp(raw, Quad::new(LOG_SIGMA.0), Quad::new(LOG_SIGMA.1));
    let inverse = (Quad::new(0.0) - log_sigma).exp();
    Coordinate { raw, log_sigma, inverse, deviation: (action - mean) * inverse }
}

/// -log of its density.
#[cube]
fn coordinate_loss(own: &Coordinate) -> Quad {
    own.deviation * own.deviation * Quad::new(0.5) + own.log_sigma + Quad::new(HALF_LOG_TAU)
}

/// Writes the gradients of its mean and log standard deviation, times `weight`.
#[cube]
fn coordinate_gradient(
    own: &Coordinate,
    head: &HeadTile,
    weight: Quad,
    #[comptime] first: usize,
    #[comptime] index: usize,
    #[comptime] layout: NetLayout,
) {
    let to = head.to;
    let mut gradients = head.gradients.clone();
    gradients[to + comptime!((first + index) * layout.quads)] = Quad::new(0.0) - weight * own.deviation * own.inverse;
    let free = weight * (Quad::new(1.0) - own.deviation * own.deviation);
    // A clamped log σ has no gradient.
    gradients[to + comptime!((first + layout.targets + index) * layout.quads)] =
        select_many(own.raw.equal(&own.log_sigma), free, Quad::new(0.0));
}

/// -log N(a; μ, σ); outputs are means, then log standard deviations.
#[cube]
fn gaussian(rows: &RowBuffers, head: &HeadTile, #[comptime] layout: NetLayout) -> f32 {
    let weight = head.weight;
    let mut loss = Quad::new(0.0);
    #[unroll]
    for index in 0..comptime!(layout.targets) {
        let own = coordinate(rows, head, 0usize, index, comptime!(layout.clone()));
        loss += weight * coordinate_loss(&own);
        coordinate_gradient(&own, head, weight, 0usize, index, comptime!(layout.clone()));
    }
    sum_lanes(loss)
}

/// -log of a mixture of Gaussians; `nn::mixture` has the equation and the layout of the outputs. Until all parts are
/// known, the gradients of the logits hold log(w_m N_m).
#[cube]
fn mixture(rows: &RowBuffers, head: &HeadTile, #[comptime] parts: usize, #[comptime] layout: NetLayout) -> f32 {
    let (outputs, to, weight) = (head.outputs, head.to, head.weight);
    let mut gradients = head.gradients.clone();
    let size = comptime!(layout.targets);
    let log_weights = log_sum_exp(&head.values, outputs, parts, comptime!(layout.quads));
    let mut largest = Quad::new(-1e30);
    let mut sum = Quad::new(0.0);
    #[unroll]
    for part in 0..parts {
        let mut log_density = head.values[outputs + comptime!(part * layout.quads)];
        #[unroll]
        for index in 0..size {
            let own = coordinate(rows, head, comptime!(parts + 2 * size * part), index, comptime!(layout.clone()));
            log_density -= coordinate_loss(&own);
        }
        gradients[to + comptime!(part * layout.quads)] = log_density;
        let before = largest;
        largest = max(largest, log_density);
        sum = sum * (before - largest).exp() + (log_density - largest).exp();
    }
    let joint = largest + sum.ln();
    #[unroll]
    for part in 0..parts {
        let responsibility = (gradients[to + comptime!(part * layout.quads)] - joint).exp();
        let part_weight = (head.values[outputs + comptime!(part * layout.quads)] - log_weights).exp();
        gradients[to + comptime!(part * layout.quads)] = weight * (part_weight - responsibility);
        #[unroll]
        for index in 0..size {
            let first = comptime!(parts + 2 * size * part);
            let own = coordinate(rows, head, first, index, comptime!(layout.clone()));
            coordinate_gradient(&own, head, weight * responsibility, first, index, comptime!(layout.clone()));
        }
    }
    sum_lanes(weight * (log_weights - joint))
}

/// log Σ e^x over the first columns from `at` on.
#[cube]
fn log_sum_exp(values: &Shared<[Quad]>, at: usize, #[comptime] columns: usize, #[comptime] quads: usize) -> Quad {
    let mut largest = values[at];
    #[unroll]
    for column in 1..columns {
        largest = max(largest, values[at + comptime!(column * quads)]);
    }
    let mut sum = Quad::new(0.0);
    #[unroll]
    for column in 0..columns {
        sum += (values[at + comptime!(column * quads)] - largest).exp();
    }
    largest + sum.ln()
}

/// -Σ t log softmax; the targets t sum to one.
#[cube]
fn categorical(rows: &RowBuffers, head: &HeadTile, #[comptime] layout: NetLayout) -> f32 {
    let (outputs, to, weight) = (head.outputs, head.to, head.weight);
    let mut gradients = head.gradients.clone();
    let classes = comptime!(layout.targets);
    let log_sum = log_sum_exp(&head.values, outputs, classes, comptime!(layout.quads));
    let mut loss = Quad::new(0.0);
    #[unroll]
    for class in 0..classes {
        let target = target(rows, head, class, comptime!(layout.clone()));
        let log_probability = head.values[outputs + comptime!(class * layout.quads)] - log_sum;
        loss += Quad::new(0.0) - weight * target * log_probability;
        gradients[to + comptime!(class * layout.quads)] = weight * (log_probability.exp() - target);
    }
    sum_lanes(loss)
}
