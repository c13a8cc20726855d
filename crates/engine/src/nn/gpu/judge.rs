//! The loss of a tile and its slopes with respect to the network's outputs; the same as on the CPU, a row a lane.
//!
//! Donsker and Varadhan's second term needs a sum over the whole batch, which no tile knows. So tiles of the second half
//! leave slopes e^(T - their largest T) and say what that was; `descend` puts all on one scale.
#![expect(clippy::collapsible_if, reason = "what is known when a kernel is compiled is asked before what is not")]

use cubecl::prelude::*;

use super::kernels::{FACTS, Place, Quad, total};
use super::plan::{Kind, Plan};
use crate::nn::objective::{HALF_LOG_TAU, LOG_SIGMA};

#[cube]
#[expect(clippy::too_many_arguments, reason = "buffers of a kernel")]
pub fn judge(
    table: &[f32],
    order: &[u32],
    weights: &[f32],
    mirror: &[f32],
    values: &Shared<[Quad]>,
    slopes: &mut Shared<[Quad]>,
    facts: &mut [f32],
    place: &Place,
    #[comptime] plan: Plan,
) {
    let outputs_at = comptime!(plan.column_at(plan.layers()) * plan.quads);
    let mut losses = Shared::<[f32]>::new_slice(comptime!(plan.quads));
    let quad = UNIT_POS as usize;
    let facts_at = place.tile * FACTS;
    if quad < comptime!(plan.quads) {
        let (outputs, slopes_to) = (outputs_at + quad, quad);
        let at = place.order + quad * 4;
        let scale = comptime!(1.0 / plan.batch as f32);
        let loss = match comptime!(plan.kind) {
            Kind::Sampled | Kind::Exact => {
                scores(table, order, mirror, values, slopes, quad, at, place, comptime!(plan.clone()))
            }
            _ => {
                let share = shares_of(weights, order, at, scale, comptime!(plan.clone()));
                of_head(table, order, values, slopes, outputs, slopes_to, at, share, comptime!(plan.clone()))
            }
        };
        losses[quad] = loss;
        if comptime!(plan.halves() > 1) {
            if quad == 0 {
                facts[facts_at] = largest_score(values, outputs_at, comptime!(plan.clone()));
            }
        }
    }
    sync_cube();
    if UNIT_POS == 0 {
        let mut sum = losses[0];
        #[unroll]
        for other in 1..comptime!(plan.quads) {
            sum += losses[other];
        }
        // For the second half this is Σ e^(score - largest), for all others the loss itself.
        facts[facts_at + 1] = select(place.marginal, sum, 0.0f32);
        facts[facts_at + 2] = select(place.marginal, 0.0f32, sum);
    }
}

/// -log π of four rows by a policy's head, times their shares.
#[cube]
#[expect(clippy::too_many_arguments, reason = "buffers of a kernel")]
pub fn of_head(
    table: &[f32],
    order: &[u32],
    values: &Shared<[Quad]>,
    slopes: &mut Shared<[Quad]>,
    outputs: usize,
    to: usize,
    at: usize,
    share: Quad,
    #[comptime] plan: Plan,
) -> f32 {
    match comptime!(plan.kind) {
        Kind::Mixture { parts } => {
            mixture(table, order, values, slopes, outputs, to, at, share, parts, comptime!(plan.clone()))
        }
        Kind::Categorical => categorical(table, order, values, slopes, outputs, to, at, share, comptime!(plan.clone())),
        _ => gaussian(table, order, values, slopes, outputs, to, at, share, comptime!(plan.clone())),
    }
}

/// A number of the table for each of four rows.
#[cube]
pub fn four(table: &[f32], order: &[u32], at: usize, column: usize, #[comptime] stride: usize) -> Quad {
    let mut four = Quad::empty();
    #[unroll]
    for lane in 0..4usize {
        four.insert(lane, table[order[at + lane] as usize * stride + column]);
    }
    four
}

/// What four rows count for: their weight over the size of the batch.
#[cube]
fn shares_of(weights: &[f32], order: &[u32], at: usize, scale: f32, #[comptime] plan: Plan) -> Quad {
    let mut share = Quad::new(scale);
    if comptime!(plan.weighted) {
        share *= four(weights, order, at, 0, 1usize);
    }
    share
}

#[cube]
#[expect(clippy::too_many_arguments, reason = "buffers of a kernel")]
fn gaussian(
    table: &[f32],
    order: &[u32],
    values: &Shared<[Quad]>,
    slopes: &mut Shared<[Quad]>,
    outputs: usize,
    to: usize,
    at: usize,
    share: Quad,
    #[comptime] plan: Plan,
) -> f32 {
    let size = comptime!(plan.targets);
    let mut loss = Quad::new(0.0);
    #[unroll]
    for index in 0..size {
        let action = four(table, order, at, comptime!(plan.targets_at + index), comptime!(plan.stride));
        let mean = values[outputs + comptime!(index * plan.quads)];
        let raw = values[outputs + comptime!((size + index) * plan.quads)];
        let log_sigma = clamp(raw, Quad::new(LOG_SIGMA.0), Quad::new(LOG_SIGMA.1));
        let inverse = (Quad::new(0.0) - log_sigma).exp();
        let deviation = (action - mean) * inverse;
        loss += share * (deviation * deviation * Quad::new(0.5) + log_sigma + Quad::new(HALF_LOG_TAU));
        slopes[to + comptime!(index * plan.quads)] = Quad::new(0.0) - share * deviation * inverse;
        let free = share * (Quad::new(1.0) - deviation * deviation);
        // A deviation held at its bound does not learn.
        slopes[to + comptime!((size + index) * plan.quads)] = select_many(raw.equal(&log_sigma), free, Quad::new(0.0));
    }
    total(loss)
}

/// -log of a mixture of Gaussians; `crate::nn::mixture` has the layout of its outputs. The slopes' places of the weights
/// hold the logarithm of what each part gives, until all are known.
#[cube]
#[expect(clippy::too_many_arguments, reason = "buffers of a kernel")]
fn mixture(
    table: &[f32],
    order: &[u32],
    values: &Shared<[Quad]>,
    slopes: &mut Shared<[Quad]>,
    outputs: usize,
    to: usize,
    at: usize,
    share: Quad,
    #[comptime] parts: usize,
    #[comptime] plan: Plan,
) -> f32 {
    let size = comptime!(plan.targets);
    let weights = log_sum(values, outputs, parts, comptime!(plan.quads));
    let mut largest = Quad::new(-1e30);
    let mut sum = Quad::new(0.0);
    #[unroll]
    for part in 0..parts {
        let mut log_density = values[outputs + comptime!(part * plan.quads)];
        #[unroll]
        for index in 0..size {
            let action = four(table, order, at, comptime!(plan.targets_at + index), comptime!(plan.stride));
            let mean = values[outputs + comptime!((parts + 2 * size * part + index) * plan.quads)];
            let raw = values[outputs + comptime!((parts + 2 * size * part + size + index) * plan.quads)];
            let log_sigma = clamp(raw, Quad::new(LOG_SIGMA.0), Quad::new(LOG_SIGMA.1));
            let deviation = (action - mean) * (Quad::new(0.0) - log_sigma).exp();
            log_density -= deviation * deviation * Quad::new(0.5) + log_sigma + Quad::new(HALF_LOG_TAU);
        }
        slopes[to + comptime!(part * plan.quads)] = log_density;
        let before = largest;
        largest = max(largest, log_density);
        sum = sum * (before - largest).exp() + (log_density - largest).exp();
    }
    let joint = largest + sum.ln();
    #[unroll]
    for part in 0..parts {
        let answers = (slopes[to + comptime!(part * plan.quads)] - joint).exp();
        let weight = (values[outputs + comptime!(part * plan.quads)] - weights).exp();
        slopes[to + comptime!(part * plan.quads)] = share * (weight - answers);
        #[unroll]
        for index in 0..size {
            let action = four(table, order, at, comptime!(plan.targets_at + index), comptime!(plan.stride));
            let mean = values[outputs + comptime!((parts + 2 * size * part + index) * plan.quads)];
            let raw = values[outputs + comptime!((parts + 2 * size * part + size + index) * plan.quads)];
            let log_sigma = clamp(raw, Quad::new(LOG_SIGMA.0), Quad::new(LOG_SIGMA.1));
            let inverse = (Quad::new(0.0) - log_sigma).exp();
            let deviation = (action - mean) * inverse;
            slopes[to + comptime!((parts + 2 * size * part + index) * plan.quads)] =
                Quad::new(0.0) - share * answers * deviation * inverse;
            let free = share * answers * (Quad::new(1.0) - deviation * deviation);
            // A deviation held at its bound does not learn.
            slopes[to + comptime!((parts + 2 * size * part + size + index) * plan.quads)] =
                select_many(raw.equal(&log_sigma), free, Quad::new(0.0));
        }
    }
    total(share * (weights - joint))
}

/// log Σ e^x over the first columns at a place.
#[cube]
fn log_sum(values: &Shared<[Quad]>, at: usize, #[comptime] columns: usize, #[comptime] quads: usize) -> Quad {
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

#[cube]
#[expect(clippy::too_many_arguments, reason = "buffers of a kernel")]
fn categorical(
    table: &[f32],
    order: &[u32],
    values: &Shared<[Quad]>,
    slopes: &mut Shared<[Quad]>,
    outputs: usize,
    to: usize,
    at: usize,
    share: Quad,
    #[comptime] plan: Plan,
) -> f32 {
    let classes = comptime!(plan.targets);
    let all = log_sum(values, outputs, classes, comptime!(plan.quads));
    let mut loss = Quad::new(0.0);
    #[unroll]
    for class in 0..classes {
        let target = four(table, order, at, comptime!(plan.targets_at + class), comptime!(plan.stride));
        let log_share = values[outputs + comptime!(class * plan.quads)] - all;
        loss += Quad::new(0.0) - share * target * log_share;
        slopes[to + comptime!(class * plan.quads)] = share * (log_share.exp() - target);
    }
    total(loss)
}

/// Scores of a critic: in the first half each pair with its label, in the second against all.
#[cube]
#[expect(clippy::too_many_arguments, reason = "buffers of a kernel")]
fn scores(
    table: &[f32],
    order: &[u32],
    mirror: &[f32],
    values: &Shared<[Quad]>,
    slopes: &mut Shared<[Quad]>,
    quad: usize,
    at: usize,
    place: &Place,
    #[comptime] plan: Plan,
) -> f32 {
    let outputs_at = comptime!(plan.column_at(plan.layers()) * plan.quads);
    let columns = comptime!(plan.outputs());
    let scale = comptime!(1.0 / plan.batch as f32);
    let largest = largest_score(values, outputs_at, comptime!(plan.clone()));
    let mut result = Quad::new(0.0);
    #[unroll]
    for column in 0..columns {
        let score = values[outputs_at + comptime!(column * plan.quads) + quad];
        // With one output a style, only that of the label belongs to the pair.
        let mut own = Quad::new(1.0);
        let mut prior = Quad::new(1.0);
        if comptime!(plan.kind == Kind::Exact) {
            own = four(table, order, at, comptime!(plan.targets_at + column), comptime!(plan.stride));
            prior = Quad::new(mirror[comptime!(plan.prior_at() + column) + place.member * columns]);
        }
        let slope = if place.marginal {
            prior * (score - Quad::new(largest)).exp()
        } else {
            Quad::new(0.0) - own * Quad::new(scale)
        };
        slopes[comptime!(column * plan.quads) + quad] = slope;
        result += if place.marginal { slope } else { slope * score };
    }
    total(result)
}

/// The largest score of the tile.
#[cube]
fn largest_score(values: &Shared<[Quad]>, outputs_at: usize, #[comptime] plan: Plan) -> f32 {
    let mut largest = values[outputs_at];
    #[unroll]
    for item in 1..comptime!(plan.outputs() * plan.quads) {
        largest = max(largest, values[outputs_at + item]);
    }
    max(max(largest.extract(0usize), largest.extract(1usize)), max(largest.extract(2usize), largest.extract(3usize)))
}
