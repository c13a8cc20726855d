//! The way back through what remembers and what reads.

use cubecl::prelude::*;

use super::dense::{back, below, each, products};
use super::plan::{BACK, FORTH, MEMORY, POSTERIOR, PathPlan, SAID};
use super::recur::{Place, carry, mask, place, retreat};
use crate::nn::LOG_VARIANCE;
use crate::nn::gpu::kernels::{Quad, total};

/// A group for four windows: back through the memory to the latents, and through the posterior to the readers' averages.
/// Adds what the windows cost to `tally`.
#[cube(launch_unchecked)]
pub fn recall(
    shares: &[Quad],
    script: &[Quad],
    mirror: &[f32],
    clock: &[u32],
    scratch: &mut [Quad],
    tally: &mut [f32],
    #[comptime] plan: PathPlan,
) {
    let place = place(clock, CUBE_POS_X as usize, comptime!(plan.clone()));
    let (hidden, steps, units) = comptime!((plan.hidden, plan.steps, plan.units));
    let at = place.parameters + comptime!(plan.at(MEMORY));
    let kept_at = place.parameters + comptime!(plan.at(MEMORY + 1));
    let sums = comptime!(plan.windows_at()) + place.four * comptime!(plan.window()) + comptime!(plan.seen_slopes());
    let mut carried = Shared::<[Quad]>::new_slice(hidden);
    let mut kept = Shared::<[Quad]>::new_slice(comptime!(3 * hidden));
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let zero = Quad::new(0.0);
        carried[column] = zero;
        scratch[sums + column] = zero;
        scratch[sums + hidden + column] = zero;
        scratch[sums + comptime!(2 * hidden) + column] = zero;
        column += units;
    }
    for read in 0..steps {
        let step = comptime!(steps - 1) - read;
        let row = (place.four * steps + step) * comptime!(plan.row());
        let trace = row + comptime!(plan.trace(2));
        let mask = mask(shares[place.told * steps + step]);
        let mut column = UNIT_POS as usize;
        while column < hidden {
            let above = scratch[row + comptime!(plan.told_slopes() + plan.latent) + column];
            retreat(scratch, trace, column, above, mask, &mut carried, &mut kept, comptime!(plan.clone()));
            scratch[sums + column] += scratch[trace + column];
            scratch[sums + hidden + column] += scratch[trace + hidden + column];
            scratch[sums + comptime!(2 * hidden) + column] += scratch[trace + comptime!(2 * hidden) + column];
            column += units;
        }
        sync_cube();
        carry(mirror, kept_at, &kept, &mut carried, comptime!(plan.clone()));
        sync_cube();
    }
    // The latent is the same at every step, so the slopes of what is seen are first summed up.
    let mut column = UNIT_POS as usize;
    while column < hidden {
        kept[column] = scratch[sums + column];
        kept[column + hidden] = scratch[sums + hidden + column];
        kept[column + comptime!(2 * hidden)] = scratch[sums + comptime!(2 * hidden) + column];
        column += units;
    }
    sync_cube();
    back_to_readers(script, mirror, scratch, &carried, &kept, &place, at, comptime!(plan.clone()));
    if UNIT_POS == 0 {
        account(script, scratch, tally, &place, comptime!(plan.clone()));
    }
}

/// Through u = μ + σ·ε, with the KL term's own slopes, and through the posterior. `kept` holds the slopes of what the memory
/// saw; it and `carried` are room for slopes of hidden layers then.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what the group shares")]
fn back_to_readers(
    script: &[Quad],
    mirror: &[f32],
    scratch: &mut [Quad],
    carried: &Shared<[Quad]>,
    kept: &Shared<[Quad]>,
    place: &Place,
    memory: usize,
    #[comptime] plan: PathPlan,
) {
    let (hidden, latent, units) = comptime!((plan.hidden, plan.latent, plan.units));
    // The same memory: what is written of it is read only after all have written.
    let (mut to_carried, mut to_kept) = (carried.clone(), kept.clone());
    let window = comptime!(plan.windows_at()) + place.four * comptime!(plan.window());
    let said = place.told * comptime!(plan.script());
    let price = script[said + 1];
    let parameters = place.parameters;
    let mut slopes = Shared::<[Quad]>::new_slice(comptime!(2 * latent));
    let memory = memory + comptime!(plan.seen);
    let mut first = UNIT_POS as usize;
    while first < latent {
        let sums =
            products(mirror, memory, kept, first, comptime!(3 * hidden), comptime!(plan.inputs(MEMORY)), latent, units);
        #[unroll]
        for own in 0..comptime!(each(latent, units)) {
            let column = first + comptime!(own * units);
            if column < latent {
                let mut drawn = sums[own].read();
                for step in 0..comptime!(plan.steps) {
                    let row = (place.four * comptime!(plan.steps) + step) * comptime!(plan.row());
                    drawn += scratch[row + comptime!(plan.told_slopes()) + column];
                }
                let mean = scratch[window + comptime!(plan.posterior_outputs()) + column];
                let raw = scratch[window + comptime!(plan.posterior_outputs() + latent) + column];
                let log_variance = clamp(raw, Quad::new(LOG_VARIANCE.0), Quad::new(LOG_VARIANCE.1));
                let sigma = (log_variance * Quad::new(0.5)).exp();
                let free = drawn * script[said + SAID + column] * sigma + price * (sigma * sigma - Quad::new(1.0));
                let of_mean = drawn + price * mean;
                // A variance held at its bound does not learn.
                let of_variance = select_many(raw.equal(&log_variance), free * Quad::new(0.5), Quad::new(0.0));
                slopes[column] = of_mean;
                slopes[latent + column] = of_variance;
                scratch[window + comptime!(plan.posterior_slopes(2)) + column] = of_mean;
                scratch[window + comptime!(plan.posterior_slopes(2) + latent) + column] = of_variance;
            }
        }
        first += comptime!(each(latent, units) * units);
    }
    sync_cube();
    let (values, to) = (window + comptime!(plan.posterior_hidden(1)), window + comptime!(plan.posterior_slopes(1)));
    let layer = comptime!(plan.layers[POSTERIOR + 2]);
    back(mirror, parameters, &slopes, &mut to_carried, scratch, values, to, layer, units);
    sync_cube();
    let (values, to) = (window + comptime!(plan.posterior_hidden(0)), window + comptime!(plan.posterior_slopes(0)));
    let layer = comptime!(plan.layers[POSTERIOR + 1]);
    back(mirror, parameters, carried, &mut to_kept, scratch, values, to, layer, units);
    sync_cube();
    let to = window + comptime!(plan.pooled_slopes());
    below(
        mirror,
        parameters,
        kept,
        scratch,
        to,
        0usize,
        comptime!(2 * hidden),
        comptime!(plan.layers[POSTERIOR]),
        units,
    );
}

/// Adds -log π, KL and the loss of a pair to the sums of four windows.
#[cube]
fn account(script: &[Quad], scratch: &mut [Quad], tally: &mut [f32], place: &Place, #[comptime] plan: PathPlan) {
    let latent = comptime!(plan.latent);
    let said = place.told * comptime!(plan.script());
    let mut loss = 0.0f32;
    for step in 0..comptime!(plan.steps) {
        let row = (place.four * comptime!(plan.steps) + step) * comptime!(plan.row());
        loss += scratch[row + comptime!(plan.loss())].extract(0usize);
    }
    let outputs = comptime!(plan.windows_at() + plan.posterior_outputs()) + place.four * comptime!(plan.window());
    let mut divergence = Quad::new(0.0);
    for column in 0..latent {
        let mean = scratch[outputs + column];
        let raw = scratch[outputs + latent + column];
        let log_variance = clamp(raw, Quad::new(LOG_VARIANCE.0), Quad::new(LOG_VARIANCE.1));
        divergence += (mean * mean + log_variance.exp() - Quad::new(1.0) - log_variance) * Quad::new(0.5);
    }
    let batch = script[said + 2];
    let to = place.four * 4;
    tally[to] += (loss + total(divergence * script[said + 1])) * batch.extract(0usize);
    tally[to + 1] += loss * batch.extract(1usize);
    tally[to + 2] += total(divergence * mask(script[said]));
}

/// A group for four windows and one of two directions: back through the reader.
#[cube(launch_unchecked)]
pub fn unread(
    shares: &[Quad],
    script: &[Quad],
    mirror: &[f32],
    clock: &[u32],
    scratch: &mut [Quad],
    #[comptime] plan: PathPlan,
) {
    let place = place(clock, CUBE_POS_X as usize, comptime!(plan.clone()));
    let backwards = CUBE_POS_Z == 1;
    let (hidden, steps, units) = comptime!((plan.hidden, plan.steps, plan.units));
    let kept_at = place.parameters + select(backwards, comptime!(plan.at(BACK + 1)), comptime!(plan.at(FORTH + 1)));
    let trace = select(backwards, comptime!(plan.trace(1)), comptime!(plan.trace(0)));
    let window = comptime!(plan.windows_at() + plan.pooled_slopes()) + place.four * comptime!(plan.window());
    let pooled = window + select(backwards, hidden, 0usize);
    let share = script[place.told * comptime!(plan.script())];
    let mut carried = Shared::<[Quad]>::new_slice(hidden);
    let mut kept = Shared::<[Quad]>::new_slice(comptime!(3 * hidden));
    let mut column = UNIT_POS as usize;
    while column < hidden {
        carried[column] = Quad::new(0.0);
        column += units;
    }
    for read in 0..steps {
        let step = select(backwards, read, comptime!(steps - 1) - read);
        let row = (place.four * steps + step) * comptime!(plan.row());
        let mask = mask(shares[place.told * steps + step]);
        let mut column = UNIT_POS as usize;
        while column < hidden {
            let above = scratch[pooled + column] * share;
            retreat(scratch, row + trace, column, above, mask, &mut carried, &mut kept, comptime!(plan.clone()));
            column += units;
        }
        sync_cube();
        carry(mirror, kept_at, &kept, &mut carried, comptime!(plan.clone()));
        sync_cube();
    }
}
