//! The loss of a tile and its gradient with respect to the network's outputs: the same as in `nn/cpu/loss`, four rows per
//! vector.
//!
//! Donsker and Varadhan's second term needs a sum over the whole batch, which no tile has. So the tiles of the second term
//! write the gradient e^(T - their largest T) and that largest T; `adam_step` brings all of them to one scale.
#![expect(clippy::collapsible_if, reason = "conditions known at compile time are outside of those that are not")]

use cubecl::prelude::*;

use super::head::{HeadTile, head_loss};
use super::layout::{LossKind, NetLayout};
use super::tiles::{Quad, RowBuffers, STATS, TileBuffers, TilePosition, gather_column, sum_lanes};

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
        let weight = row_weights(&buffers.weights, &buffers.rows, order, comptime!(layout.clone()));
        let loss = match comptime!(layout.loss) {
            LossKind::Sampled | LossKind::Exact => score_loss(
                &buffers.rows,
                &buffers.transposed,
                values,
                gradients,
                weight,
                quad,
                position,
                comptime!(layout.clone()),
            ),
            _ => {
                let (values, gradients) = (values.clone(), gradients.clone());
                let weight = weight * Quad::new(comptime!(1.0 / layout.batch as f32));
                let head = HeadTile { values, gradients, outputs: outputs_at + quad, to: quad, order, weight };
                head_loss(&buffers.rows, &head, comptime!(layout.clone()))
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

/// The weights of four rows; one for each where rows have none.
#[cube]
fn row_weights(weights: &[f32], rows: &RowBuffers, order: usize, #[comptime] layout: NetLayout) -> Quad {
    let mut weight = Quad::new(1.0);
    if comptime!(layout.weighted) {
        let mut four = Quad::empty();
        #[unroll]
        for lane in 0..4usize {
            four.insert(lane, weights[rows.order[order + lane] as usize]);
        }
        weight = four;
    }
    weight
}

/// Donsker and Varadhan's bound, with a weight per pair: the first term over each pair with its own style, the second over
/// all.
#[cube]
#[expect(clippy::too_many_arguments, reason = "a kernel's function takes its buffers one by one")]
fn score_loss(
    rows: &RowBuffers,
    transposed: &[f32],
    values: &Shared<[Quad]>,
    gradients: &mut Shared<[Quad]>,
    weight: Quad,
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
            weight * prior * (score - Quad::new(largest)).exp()
        } else {
            Quad::new(0.0) - weight * own * Quad::new(scale)
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
