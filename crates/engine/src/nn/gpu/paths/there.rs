//! The way there: both readers take in their windows, a latent is drawn for each, and the memory goes along.

use cubecl::prelude::*;

use super::dense::there;
use super::plan::{BACK, FORTH, MEMORY, POSTERIOR, PathPlan, SAID};
use super::recur::{Place, advance, mask, place};
use crate::nn::LOG_VARIANCE;
use crate::nn::gpu::judge::four;
use crate::nn::gpu::kernels::Quad;

/// A group for four windows and one of two directions. Leaves the average of what the reader made of them.
#[cube(launch_unchecked)]
pub fn read(
    table: &[f32],
    order: &[u32],
    shares: &[Quad],
    script: &[Quad],
    state: &[f32],
    clock: &[u32],
    scratch: &mut [Quad],
    #[comptime] plan: PathPlan,
) {
    let place = place(clock, CUBE_POS_X as usize, comptime!(plan.clone()));
    let backwards = CUBE_POS_Z == 1;
    let (hidden, steps, inputs) = comptime!((plan.hidden, plan.steps, plan.inputs(FORTH)));
    let at = place.parameters + select(backwards, comptime!(plan.at(BACK)), comptime!(plan.at(FORTH)));
    let trace = select(backwards, comptime!(plan.trace(1)), comptime!(plan.trace(0)));
    let mut seen = Shared::<[Quad]>::new_slice(inputs);
    let mut before = Shared::<[Quad]>::new_slice(hidden);
    let mut after = Shared::<[Quad]>::new_slice(hidden);
    let mut pooled = Shared::<[Quad]>::new_slice(hidden);
    let mut column = UNIT_POS as usize;
    while column < hidden {
        after[column] = Quad::new(0.0);
        pooled[column] = Quad::new(0.0);
        column += comptime!(plan.units);
    }
    for read in 0..steps {
        let step = select(backwards, comptime!(steps - 1) - read, read);
        let row = (place.four * steps + step) * comptime!(plan.row());
        let told = place.told * steps + step;
        let mut column = UNIT_POS as usize;
        while column < inputs {
            let x = four(table, order, told * 4, comptime!(plan.pair) + column, comptime!(plan.common.stride));
            seen[column] = x;
            if !backwards {
                scratch[row + column] = x;
            }
            column += comptime!(plan.units);
        }
        let mut column = UNIT_POS as usize;
        while column < hidden {
            before[column] = after[column];
            column += comptime!(plan.units);
        }
        sync_cube();
        let mask = mask(shares[told]);
        advance(state, at, &seen, &before, &mut after, scratch, row + trace, mask, inputs, comptime!(plan.clone()));
        let mut column = UNIT_POS as usize;
        while column < hidden {
            pooled[column] += after[column];
            column += comptime!(plan.units);
        }
        sync_cube();
    }
    let window = comptime!(plan.windows_at()) + place.four * comptime!(plan.window());
    let to = window + select(backwards, hidden, 0usize);
    let share = script[place.told * comptime!(plan.script())];
    let mut column = UNIT_POS as usize;
    while column < hidden {
        scratch[to + column] = pooled[column] * share;
        column += comptime!(plan.units);
    }
    let mut style = UNIT_POS as usize;
    while style < comptime!(plan.styles) {
        if !backwards {
            scratch[window + comptime!(2 * hidden) + style] =
                four(table, order, place.told * comptime!(steps * 4), style, comptime!(plan.common.stride));
        }
        style += comptime!(plan.units);
    }
}

/// A group for four windows: u = μ + σ·ε, then what the memory makes of them, step by step. Leaves what the policy is told.
#[cube(launch_unchecked)]
pub fn act(
    table: &[f32],
    order: &[u32],
    shares: &[Quad],
    script: &[Quad],
    state: &[f32],
    clock: &[u32],
    scratch: &mut [Quad],
    #[comptime] plan: PathPlan,
) {
    let place = place(clock, CUBE_POS_X as usize, comptime!(plan.clone()));
    let (hidden, steps, inputs) = comptime!((plan.hidden, plan.steps, plan.inputs(MEMORY)));
    let mut seen = Shared::<[Quad]>::new_slice(comptime!(plan.with_simd()));
    let mut before = Shared::<[Quad]>::new_slice(hidden);
    let mut after = Shared::<[Quad]>::new_slice(hidden);
    let mut latents = Shared::<[Quad]>::new_slice(comptime!(plan.latent));
    draw(script, state, scratch, &seen, &before, &after, &mut latents, &place, comptime!(plan.clone()));
    let mut column = UNIT_POS as usize;
    while column < hidden {
        after[column] = Quad::new(0.0);
        column += comptime!(plan.units);
    }
    for step in 0..steps {
        let to = (place.four * steps + step) * comptime!(plan.row()) + comptime!(plan.told());
        let told = place.told * steps + step;
        let mut column = UNIT_POS as usize;
        while column < inputs {
            let x = if column < comptime!(plan.seen) {
                four(table, order, told * 4, column, comptime!(plan.common.stride))
            } else {
                latents[column - comptime!(plan.seen)]
            };
            seen[column] = x;
            scratch[to + column] = x;
            column += comptime!(plan.units);
        }
        let mut column = UNIT_POS as usize;
        while column < hidden {
            before[column] = after[column];
            column += comptime!(plan.units);
        }
        sync_cube();
        let trace = to - comptime!(plan.told() - plan.trace(2));
        let mask = mask(shares[told]);
        advance(
            state,
            place.parameters + comptime!(plan.at(MEMORY)),
            &seen,
            &before,
            &mut after,
            scratch,
            trace,
            mask,
            inputs,
            comptime!(plan.clone()),
        );
        let mut column = UNIT_POS as usize;
        while column < hidden {
            scratch[to + inputs + column] = after[column];
            column += comptime!(plan.units);
        }
        sync_cube();
    }
}

/// Through the posterior to the latents; `first` and `second` are room for its hidden layers.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what the group shares")]
fn draw(
    script: &[Quad],
    state: &[f32],
    scratch: &mut [Quad],
    told: &Shared<[Quad]>,
    first: &Shared<[Quad]>,
    second: &Shared<[Quad]>,
    latents: &mut Shared<[Quad]>,
    place: &Place,
    #[comptime] plan: PathPlan,
) {
    let (latent, units) = comptime!((plan.latent, plan.units));
    // The same memory: what is written of it is read only after all have written.
    let (mut to_told, mut to_first, mut to_second) = (told.clone(), first.clone(), second.clone());
    let (window, parameters) = (comptime!(plan.windows_at()) + place.four * comptime!(plan.window()), place.parameters);
    let mut outputs = Shared::<[Quad]>::new_slice(comptime!(2 * latent));
    let mut column = UNIT_POS as usize;
    while column < comptime!(plan.inputs(POSTERIOR)) {
        to_told[column] = scratch[window + column];
        column += units;
    }
    sync_cube();
    let to = window + comptime!(plan.posterior_hidden(0));
    there(state, parameters, told, &mut to_first, scratch, to, comptime!(plan.layers[POSTERIOR]), true, units);
    sync_cube();
    let to = window + comptime!(plan.posterior_hidden(1));
    there(state, parameters, first, &mut to_second, scratch, to, comptime!(plan.layers[POSTERIOR + 1]), true, units);
    sync_cube();
    let to = window + comptime!(plan.posterior_outputs());
    there(state, parameters, second, &mut outputs, scratch, to, comptime!(plan.layers[POSTERIOR + 2]), false, units);
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < latent {
        let log_variance = clamp(outputs[latent + column], Quad::new(LOG_VARIANCE.0), Quad::new(LOG_VARIANCE.1));
        let noise = script[place.told * comptime!(plan.script()) + SAID + column];
        latents[column] = outputs[column] + (log_variance * Quad::new(0.5)).exp() * noise;
        column += units;
    }
    sync_cube();
}
