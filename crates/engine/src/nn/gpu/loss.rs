//! The loss of a tile and its gradient with respect to the network's outputs: the same as in `nn/cpu/loss`, four rows per
//! vector.
//!
//! Donsker and Varadhan's second term needs a sum over the whole batch, which no tile has. So the tiles of the second term
//! write the gradient e^(T - their largest T) and that largest T; `adam_step` brings all of them to one scale.
#![expect(clippy::collapsible_if, reason = "conditions known at compile time are outside of those that are not")]

use cubecl::prelude::*;

use super::layout::{LossKind, NetLayout};
use super::tiles::{Quad, RowBuffers, STATS, TileBuffers, TilePosition, gather_column, sum_lanes};
use crate::nn::objective::{HALF_LOG_TAU, LOG_SIGMA};

/// Writes the gradient of the outputs to `gradients`, and the tile's loss to `stats`.
#[cube]
pub fn tile_loss(
    buffers: &mut TileBuffers,
    values: &Shared<[Quad]>,
    gradients: &mut Shared<[Quad]>,
    position: &TilePosition,
    #[comptime] layout: NetLayout,
) {
    let outputs_at = comptime!(layout.column_at(layout.layers()) * layout.quads);
    let mut losses = Shared::<[f32]>::new_slice(comptime!(layout.quads));
    let quad = UNIT_POS as usize;
    let stats_at = position.tile * STATS;
    if quad < comptime!(layout.quads) {
        let order = position.order + quad * 4;
        let loss = match comptime!(layout.loss) {
            LossKind::Sampled | LossKind::Exact => score_loss(
                &buffers.rows,
                &buffers.transposed,
                values,
                gradients,
                quad,
                position,
                comptime!(layout.clone()),
            ),
            _ => {
                let weight = row_weights(&buffers.weights, &buffers.rows, order, comptime!(layout.clone()));
                let head = HeadPosition { outputs: outputs_at + quad, gradients: quad, order, weight };
                head_loss(&buffers.rows, values, gradients, &head, comptime!(layout.clone()))
            }
        };
        losses[quad] = loss;
        if comptime!(layout.has_marginal()) {
            if quad == 0 {
                buffers.stats[stats_at] = largest_score(values, outputs_at, comptime!(layout.clone()));
            }
        }
    }
    sync_cube();
    if UNIT_POS == 0 {
        let mut sum = losses[0];
        #[unroll]
        for other in 1..comptime!(layout.quads) {
            sum += losses[other];
        }
        // In the second term the sum is Σ e^(score - largest), in all others the loss.
        buffers.stats[stats_at + 1] = select(position.marginal, sum, 0.0f32);
        buffers.stats[stats_at + 2] = select(position.marginal, 0.0f32, sum);
    }
}

/// Four rows of a policy's outputs.
#[derive(CubeType)]
pub struct HeadPosition {
    /// Offset of their first output, and of its gradient; the next output lies `quads` further.
    pub outputs: usize,
    pub gradients: usize,
    /// Offset of the rows in the order.
    pub order: usize,
    /// What each row's -log π is multiplied by.
    pub weight: Quad,
}

/// The weighted sum of -log π over four rows of a policy's outputs.
#[cube]
pub fn head_loss(
    rows: &RowBuffers,
    values: &Shared<[Quad]>,
    gradients: &mut Shared<[Quad]>,
    head: &HeadPosition,
    #[comptime] layout: NetLayout,
) -> f32 {
    match comptime!(layout.loss) {
        LossKind::Mixture { parts } => mixture(rows, values, gradients, head, parts, comptime!(layout.clone())),
        LossKind::Categorical => categorical(rows, values, gradients, head, comptime!(layout.clone())),
        _ => gaussian(rows, values, gradients, head, comptime!(layout.clone())),
    }
}

/// A target of four rows.
#[cube]
fn target(rows: &RowBuffers, head: &HeadPosition, #[comptime] index: usize, #[comptime] layout: NetLayout) -> Quad {
    gather_column(rows, head.order, comptime!(layout.targets_at + index), comptime!(layout.stride))
}

/// The weights of four rows, divided by the size of the batch.
#[cube]
fn row_weights(weights: &[f32], rows: &RowBuffers, order: usize, #[comptime] layout: NetLayout) -> Quad {
    let mut weight = Quad::new(comptime!(1.0 / layout.batch as f32));
    if comptime!(layout.weighted) {
        let mut four = Quad::empty();
        #[unroll]
        for lane in 0..4usize {
            four.insert(lane, weights[rows.order[order + lane] as usize]);
        }
        weight *= four;
    }
    weight
}

/// -log N(a; μ, σ); outputs are means, then log standard deviations.
#[cube]
fn gaussian(
    rows: &RowBuffers,
    values: &Shared<[Quad]>,
    gradients: &mut Shared<[Quad]>,
    head: &HeadPosition,
    #[comptime] layout: NetLayout,
) -> f32 {
    let (outputs, to, weight) = (head.outputs, head.gradients, head.weight);
    let size = comptime!(layout.targets);
    let mut loss = Quad::new(0.0);
    #[unroll]
    for index in 0..size {
        let action = target(rows, head, index, comptime!(layout.clone()));
        let mean = values[outputs + comptime!(index * layout.quads)];
        let raw = values[outputs + comptime!((size + index) * layout.quads)];
        let log_sigma = clamp(raw, Quad::new(LOG_SIGMA.0), Quad::new(LOG_SIGMA.1));
        let inverse = (Quad::new(0.0) - log_sigma).exp();
        let deviation = (action - mean) * inverse;
        loss += weight * (deviation * deviation * Quad::new(0.5) + log_sigma + Quad::new(HALF_LOG_TAU));
        gradients[to + comptime!(index * layout.quads)] = Quad::new(0.0) - weight * deviation * inverse;
        let free = weight * (Quad::new(1.0) - deviation * deviation);
        // A clamped log σ has no gradient.
        gradients[to + comptime!((size + index) * layout.quads)] =
            select_many(raw.equal(&log_sigma), free, Quad::new(0.0));
    }
    sum_lanes(loss)
}

/// -log of a mixture of Gaussians; `nn::mixture` has the equation and the layout of the outputs. Until all parts are
/// known, the gradients of the logits hold log(w_m N_m).
#[cube]
fn mixture(
    rows: &RowBuffers,
    values: &Shared<[Quad]>,
    gradients: &mut Shared<[Quad]>,
    head: &HeadPosition,
    #[comptime] parts: usize,
    #[comptime] layout: NetLayout,
) -> f32 {
    let (outputs, to, weight) = (head.outputs, head.gradients, head.weight);
    let size = comptime!(layout.targets);
    let log_weights = log_sum_exp(values, outputs, parts, comptime!(layout.quads));
    let mut largest = Quad::new(-1e30);
    let mut sum = Quad::new(0.0);
    #[unroll]
    for part in 0..parts {
        let mut log_density = values[outputs + comptime!(part * layout.quads)];
        #[unroll]
        for index in 0..size {
            let action = target(rows, head, index, comptime!(layout.clone()));
            let mean = values[outputs + comptime!((parts + 2 * size * part + index) * layout.quads)];
            let raw = values[outputs + comptime!((parts + 2 * size * part + size + index) * layout.quads)];
            let log_sigma = clamp(raw, Quad::new(LOG_SIGMA.0), Quad::new(LOG_SIGMA.1));
            let deviation = (action - mean) * (Quad::new(0.0) - log_sigma).exp();
            log_density -= deviation * deviation * Quad::new(0.5) + log_sigma + Quad::new(HALF_LOG_TAU);
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
        let part_weight = (values[outputs + comptime!(part * layout.quads)] - log_weights).exp();
        gradients[to + comptime!(part * layout.quads)] = weight * (part_weight - responsibility);
        #[unroll]
        for index in 0..size {
            let action = target(rows, head, index, comptime!(layout.clone()));
            let mean = values[outputs + comptime!((parts + 2 * size * part + index) * layout.quads)];
            let raw = values[outputs + comptime!((parts + 2 * size * part + size + index) * layout.quads)];
            let log_sigma = clamp(raw, Quad::new(LOG_SIGMA.0), Quad::new(LOG_SIGMA.1));
            let inverse = (Quad::new(0.0) - log_sigma).exp();
            let deviation = (action - mean) * inverse;
            gradients[to + comptime!((parts + 2 * size * part + index) * layout.quads)] =
                Quad::new(0.0) - weight * responsibility * deviation * inverse;
            let free = weight * responsibility * (Quad::new(1.0) - deviation * deviation);
            // A clamped log σ has no gradient.
            gradients[to + comptime!((parts + 2 * size * part + size + index) * layout.quads)] =
                select_many(raw.equal(&log_sigma), free, Quad::new(0.0));
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
fn categorical(
    rows: &RowBuffers,
    values: &Shared<[Quad]>,
    gradients: &mut Shared<[Quad]>,
    head: &HeadPosition,
    #[comptime] layout: NetLayout,
) -> f32 {
    let (outputs, to, weight) = (head.outputs, head.gradients, head.weight);
    let classes = comptime!(layout.targets);
    let log_sum = log_sum_exp(values, outputs, classes, comptime!(layout.quads));
    let mut loss = Quad::new(0.0);
    #[unroll]
    for class in 0..classes {
        let target = target(rows, head, class, comptime!(layout.clone()));
        let log_probability = values[outputs + comptime!(class * layout.quads)] - log_sum;
        loss += Quad::new(0.0) - weight * target * log_probability;
        gradients[to + comptime!(class * layout.quads)] = weight * (log_probability.exp() - target);
    }
    sum_lanes(loss)
}

/// Donsker and Varadhan's bound: the first term over each pair with its own style, the second over all.
#[cube]
fn score_loss(
    rows: &RowBuffers,
    transposed: &[f32],
    values: &Shared<[Quad]>,
    gradients: &mut Shared<[Quad]>,
    quad: usize,
    position: &TilePosition,
    #[comptime] layout: NetLayout,
) -> f32 {
    let outputs_at = comptime!(layout.column_at(layout.layers()) * layout.quads);
    let columns = comptime!(layout.outputs());
    let scale = comptime!(1.0 / layout.batch as f32);
    let largest = largest_score(values, outputs_at, comptime!(layout.clone()));
    let mut result = Quad::new(0.0);
    #[unroll]
    for column in 0..columns {
        let score = values[outputs_at + comptime!(column * layout.quads) + quad];
        // With one output per style, the first term has only the label's.
        let mut own = Quad::new(1.0);
        let mut prior = Quad::new(1.0);
        if comptime!(layout.loss == LossKind::Exact) {
            let target = comptime!(layout.targets_at + column);
            own = gather_column(rows, position.order + quad * 4, target, comptime!(layout.stride));
            let prior_at = comptime!(layout.prior_at() + column) + position.member * columns;
            prior = Quad::new(transposed[prior_at]);
        }
        let gradient = if position.marginal {
            prior * (score - Quad::new(largest)).exp()
        } else {
            Quad::new(0.0) - own * Quad::new(scale)
        };
        gradients[comptime!(column * layout.quads) + quad] = gradient;
        result += if position.marginal { gradient } else { gradient * score };
    }
    sum_lanes(result)
}

/// The largest score of the tile.
#[cube]
fn largest_score(values: &Shared<[Quad]>, outputs_at: usize, #[comptime] layout: NetLayout) -> f32 {
    let mut largest = values[outputs_at];
    #[unroll]
    for item in 1..comptime!(layout.outputs() * layout.quads) {
        largest = max(largest, values[outputs_at + item]);
    }
    max(max(largest.extract(0usize), largest.extract(1usize)), max(largest.extract(2usize), largest.extract(3usize)))
}
