//! The policy there and back: a group for one step of four windows, since here steps do not wait for each other.

use cubecl::prelude::*;

use super::dense::{back, below, there};
use super::plan::{POLICY, PathPlan};
use crate::nn::gpu::judge::of_head;
use crate::nn::gpu::kernels::Quad;

/// Leaves -log π, and the slopes of its layers, of the latent and of the memory's state.
#[cube(launch_unchecked)]
pub fn judge(
    table: &[f32],
    order: &[u32],
    shares: &[Quad],
    state: &[f32],
    mirror: &[f32],
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
    let to = row + comptime!(plan.policy_hidden(0));
    there(state, parameters, &heard, &mut first, scratch, to, comptime!(plan.layers[POLICY]), true, units);
    sync_cube();
    let to = row + comptime!(plan.policy_hidden(1));
    there(state, parameters, &first, &mut second, scratch, to, comptime!(plan.layers[POLICY + 1]), true, units);
    sync_cube();
    // What it says lies where its slopes go, and is overwritten by them.
    let last = row + comptime!(plan.policy_slopes(2));
    there(state, parameters, &second, &mut said, scratch, last, comptime!(plan.layers[POLICY + 2]), false, units);
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
        scratch[last + column] = slopes[column];
        column += units;
    }
    let (values, to) = (row + comptime!(plan.policy_hidden(1)), row + comptime!(plan.policy_slopes(1)));
    let layer = comptime!(plan.layers[POLICY + 2]);
    back(mirror, parameters, &slopes, &mut second, scratch, values, to, layer, units);
    sync_cube();
    let (values, to) = (row + comptime!(plan.policy_hidden(0)), row + comptime!(plan.policy_slopes(0)));
    let layer = comptime!(plan.layers[POLICY + 1]);
    back(mirror, parameters, &second, &mut first, scratch, values, to, layer, units);
    sync_cube();
    let to = row + comptime!(plan.told_slopes());
    let (layer, columns) = comptime!((plan.layers[POLICY], plan.latent + hidden));
    below(mirror, parameters, &first, scratch, to, comptime!(plan.seen), columns, layer, units);
}
