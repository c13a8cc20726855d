//! The policy there and back: a group for one step of four windows, since here steps do not wait for each other.

use cubecl::prelude::*;

use super::plan::{POLICY, PathPlan};
use super::recur::{back, dense, through};
use crate::nn::gpu::judge::of_head;
use crate::nn::gpu::kernels::Quad;

/// Leaves -log π, and the slopes of its layers, of the latent and of the memory's state.
#[cube(launch_unchecked)]
pub fn judge(
    table: &[f32],
    order: &[u32],
    shares: &[Quad],
    state: &[f32],
    clock: &[u32],
    scratch: &mut [Quad],
    #[comptime] plan: PathPlan,
) {
    let (hidden, inputs, outputs) = comptime!((plan.hidden, plan.inputs(POLICY), plan.outputs()));
    let units = comptime!(plan.units);
    let member = CUBE_POS_Y as usize;
    let step = member * comptime!(plan.fours * plan.steps) + CUBE_POS_X as usize;
    let told = clock[0] as usize * comptime!(plan.all_fours() * plan.steps) + step;
    let row = step * comptime!(plan.row());
    let parameters = member * comptime!(plan.common.parameters);
    let mut heard = Shared::<[Quad]>::new_slice(inputs);
    let mut first = Shared::<[Quad]>::new_slice(hidden);
    let mut second = Shared::<[Quad]>::new_slice(hidden);
    let mut said = Shared::<[Quad]>::new_slice(outputs);
    let mut slopes = Shared::<[Quad]>::new_slice(outputs);
    let mut column = UNIT_POS as usize;
    while column < inputs {
        heard[column] = scratch[row + comptime!(plan.told()) + column];
        column += units;
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let value = max(dense(state, parameters, &heard, column, comptime!(plan.layers[POLICY])), Quad::new(0.0));
        first[column] = value;
        scratch[row + comptime!(plan.policy_hidden(0)) + column] = value;
        column += units;
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let value = max(dense(state, parameters, &first, column, comptime!(plan.layers[POLICY + 1])), Quad::new(0.0));
        second[column] = value;
        scratch[row + comptime!(plan.policy_hidden(1)) + column] = value;
        column += units;
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < outputs {
        said[column] = dense(state, parameters, &second, column, comptime!(plan.layers[POLICY + 2]));
        column += units;
    }
    sync_cube();
    if UNIT_POS == 0 {
        let share = shares[told];
        let loss =
            of_head(table, order, &said, &mut slopes, 0usize, 0usize, told * 4, share, comptime!(plan.common.clone()));
        scratch[row + comptime!(plan.loss())] = Quad::new(loss);
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < outputs {
        scratch[row + comptime!(plan.policy_slopes(2)) + column] = slopes[column];
        column += units;
    }
    // Slopes take the places of values: each unit overwrites only what nobody else reads any more.
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let above = back(state, parameters + comptime!(plan.at(POLICY + 2)), &slopes, column, outputs);
        let slope = through(second[column], above);
        second[column] = slope;
        scratch[row + comptime!(plan.policy_slopes(1)) + column] = slope;
        column += units;
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let above = back(state, parameters + comptime!(plan.at(POLICY + 1)), &second, column, hidden);
        let slope = through(first[column], above);
        first[column] = slope;
        scratch[row + comptime!(plan.policy_slopes(0)) + column] = slope;
        column += units;
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < comptime!(plan.latent + hidden) {
        scratch[row + comptime!(plan.told_slopes()) + column] =
            back(state, parameters + comptime!(plan.at(POLICY)), &first, comptime!(plan.seen) + column, hidden);
        column += units;
    }
}
