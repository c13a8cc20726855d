//! The loss of a batch and its gradient with respect to the outputs, by one workgroup per member: the same as in
//! `nn/cpu/loss`. Threads take turns with the rows, whatever their number.

use cubecl::prelude::*;

use super::gather::{FIRST, WORKGROUP, order_place};
use super::layout::LossLayout;
use crate::nn::gpu::layout::LossKind;
use crate::nn::gpu::tiles::{RowBuffers, STATS};
use crate::nn::objective::FORGET;

/// Below every score.
const LOWEST: f32 = -3e38;

/// What [`loss`] reads.
#[derive(CubeLaunch, CubeType)]
pub struct LossInputs {
    pub rows: RowBuffers,
    /// See `STEP`.
    pub place: Box<[u32]>,
    /// `[rows of the table]`; read only where rows have weights.
    pub weights: Box<[f32]>,
    /// `[members, rows, width]`.
    pub outputs: Box<[f32]>,
}

/// The buffers of [`loss`].
#[derive(CubeLaunch, CubeType)]
pub struct LossBuffers {
    pub inputs: LossInputs,
    /// Of the outputs, written.
    pub gradients: Box<[f32]>,
    /// The logs of MINE's moving averages `[members]`, then log p(z) `[members, styles]`.
    pub averages: Box<[f32]>,
    /// `[members, STATS]`, of which the last is the loss, written.
    pub stats: Box<[f32]>,
}

/// Launched with one workgroup per member of the group.
#[cube(launch_unchecked)]
pub fn loss(mut buffers: LossBuffers, #[comptime] layout: LossLayout) {
    let member = buffers.inputs.place[FIRST] as usize + CUBE_POS_Y as usize;
    let loss = match comptime!(layout.kind) {
        LossKind::Sampled | LossKind::Exact => bound(&mut buffers, member, layout),
        _ => categorical(&mut buffers, layout),
    };
    if UNIT_POS == 0 {
        buffers.stats[member * STATS + 2] = loss;
    }
}

/// The weight of a row, by its place in the order.
#[cube]
fn row_weight(inputs: &LossInputs, order: usize, #[comptime] layout: LossLayout) -> f32 {
    let mut weight = 1.0f32;
    if comptime!(layout.weighted) {
        weight = inputs.weights[inputs.rows.order[order] as usize];
    }
    weight
}

/// The place in the order of a row of the batch, and the offset of its outputs.
#[cube]
fn row_places(inputs: &LossInputs, row: usize, #[comptime] layout: LossLayout) -> (usize, usize) {
    let order = order_place(&inputs.place, row, comptime!(layout.table.members), comptime!(layout.batch));
    (order, (CUBE_POS_Y as usize * comptime!(layout.rows) + row) * comptime!(layout.width))
}

/// The offset of a row's targets in the table.
#[cube]
fn targets_at(inputs: &LossInputs, order: usize, #[comptime] layout: LossLayout) -> usize {
    inputs.rows.order[order] as usize * comptime!(layout.table.stride) + comptime!(layout.targets_at)
}

/// The sum of a value of every thread, in the order of threads.
#[cube]
fn sum_threads(value: f32) -> f32 {
    let mut values = Shared::<[f32]>::new_slice(WORKGROUP);
    values[UNIT_POS as usize] = value;
    sync_cube();
    let mut sum = 0.0f32;
    for thread in 0..WORKGROUP {
        sum += values[thread];
    }
    sum
}

/// The largest of a value of every thread.
#[cube]
fn largest_of_threads(value: f32) -> f32 {
    let mut values = Shared::<[f32]>::new_slice(WORKGROUP);
    values[UNIT_POS as usize] = value;
    sync_cube();
    let mut largest = values[0];
    for thread in 1..WORKGROUP {
        largest = max(largest, values[thread]);
    }
    largest
}

/// E[-w Σ t log softmax].
#[cube]
fn categorical(buffers: &mut LossBuffers, #[comptime] layout: LossLayout) -> f32 {
    let (used, width) = comptime!((layout.used, layout.width));
    let mut sum = 0.0f32;
    let mut row = UNIT_POS as usize;
    while row < comptime!(layout.batch) {
        let (order, at) = row_places(&buffers.inputs, row, layout);
        let targets = targets_at(&buffers.inputs, order, layout);
        let weight = row_weight(&buffers.inputs, order, layout) * comptime!(1.0 / layout.batch as f32);
        let mut largest = buffers.inputs.outputs[at];
        for column in 1..used {
            largest = max(largest, buffers.inputs.outputs[at + column]);
        }
        let mut exponentials = 0.0f32;
        let mut all = 0.0f32;
        for column in 0..used {
            exponentials += (buffers.inputs.outputs[at + column] - largest).exp();
            all += buffers.inputs.rows.table[targets + column];
        }
        let log_sum = largest + exponentials.ln();
        for column in 0..used {
            let log_probability = buffers.inputs.outputs[at + column] - log_sum;
            let target = buffers.inputs.rows.table[targets + column];
            sum -= weight * target * log_probability;
            buffers.gradients[at + column] = weight * (all * log_probability.exp() - target);
        }
        for column in used..width {
            buffers.gradients[at + column] = 0.0;
        }
        row += WORKGROUP;
    }
    sum_threads(sum)
}

/// The score of a row's second term: of one style, or with the drawn style.
#[cube]
fn score(
    inputs: &LossInputs,
    averages: &[f32],
    at: usize,
    column: usize,
    member: usize,
    #[comptime] layout: LossLayout,
) -> f32 {
    if comptime!(layout.kind == LossKind::Sampled) {
        inputs.outputs[at + comptime!(layout.batch * layout.width)]
    } else {
        let styles = comptime!(layout.table.styles);
        inputs.outputs[at + column] + averages[comptime!(layout.table.members) + member * styles + column]
    }
}

/// Whether a score is the one of a row's own style: its label's column, or the only one.
#[cube]
fn own_style(inputs: &LossInputs, order: usize, column: usize, #[comptime] layout: LossLayout) -> f32 {
    if comptime!(layout.kind == LossKind::Sampled) {
        1.0f32.runtime()
    } else {
        inputs.rows.table[targets_at(inputs, order, layout) + column]
    }
}

/// Donsker and Varadhan's bound: -E[w T] + log E[w Σ e^score], or in place of the second term its ratio to the moving
/// average.
#[cube]
fn bound(buffers: &mut LossBuffers, member: usize, #[comptime] layout: LossLayout) -> f32 {
    let average = buffers.averages[member];
    let largest = largest_score(&buffers.inputs, &buffers.averages, member, layout);
    let mut joint = 0.0f32;
    let mut sum = 0.0f32;
    let mut row = UNIT_POS as usize;
    while row < comptime!(layout.batch) {
        let (order, at) = row_places(&buffers.inputs, row, layout);
        let weight = row_weight(&buffers.inputs, order, layout);
        for column in 0..comptime!(layout.used) {
            joint += weight * own_style(&buffers.inputs, order, column, layout) * buffers.inputs.outputs[at + column];
            sum += weight * (score(&buffers.inputs, &buffers.averages, at, column, member, layout) - largest).exp();
        }
        row += WORKGROUP;
    }
    let joint = sum_threads(joint) * comptime!(1.0 / layout.batch as f32);
    let sum = sum_threads(sum);
    let log_mean = largest + (sum * comptime!(1.0 / layout.batch as f32)).ln();
    let mut second = log_mean;
    let mut factor = 1.0f32 / sum;
    if comptime!(layout.moving_average) {
        second = (log_mean - average).exp();
        factor *= second;
        // All threads have read the average before it changes.
        sync_storage();
        if UNIT_POS == 0 {
            // As `updated_average` on the CPU: without overflow.
            let larger = max(average, log_mean);
            let (kept, added) = ((average - larger).exp(), (log_mean - larger).exp());
            buffers.averages[member] = larger + (kept * (1.0 - FORGET) + added * FORGET).ln();
        }
    }
    bound_gradient(buffers, member, largest, factor, layout);
    second - joint
}

#[cube]
fn largest_score(inputs: &LossInputs, averages: &[f32], member: usize, #[comptime] layout: LossLayout) -> f32 {
    let mut largest = LOWEST.runtime();
    let mut row = UNIT_POS as usize;
    while row < comptime!(layout.batch) {
        let (_order, at) = row_places(inputs, row, layout);
        for column in 0..comptime!(layout.used) {
            largest = max(largest, score(inputs, averages, at, column, member, layout));
        }
        row += WORKGROUP;
    }
    largest_of_threads(largest)
}

/// Writes the gradients of both terms; those of the second are e^(score - largest) · factor.
#[cube]
fn bound_gradient(buffers: &mut LossBuffers, member: usize, largest: f32, factor: f32, #[comptime] layout: LossLayout) {
    let (used, width, again) = comptime!((layout.used, layout.width, layout.batch * layout.width));
    let mut row = UNIT_POS as usize;
    while row < comptime!(layout.batch) {
        let (order, at) = row_places(&buffers.inputs, row, layout);
        let weight = row_weight(&buffers.inputs, order, layout);
        for column in 0..width {
            let mut first = 0.0f32;
            let mut second = 0.0f32;
            if column < used {
                let share = comptime!(1.0 / layout.batch as f32) * own_style(&buffers.inputs, order, column, layout);
                first = 0.0 - weight * share;
                second = weight
                    * (score(&buffers.inputs, &buffers.averages, at, column, member, layout) - largest).exp()
                    * factor;
            }
            if comptime!(layout.kind == LossKind::Sampled) {
                buffers.gradients[at + column] = first;
                buffers.gradients[at + again + column] = second;
            } else {
                buffers.gradients[at + column] = first + second;
            }
        }
        row += WORKGROUP;
    }
}
