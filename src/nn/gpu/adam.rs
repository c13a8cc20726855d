//! The second kernel of a step: adds up what the tiles found and takes Adam's step. A unit a parameter.

use cubecl::prelude::*;

use super::kernels::{FACTS, Quad};
use super::plan::Plan;
use crate::nn::learner::{BETA_1, BETA_2, EPSILON};
use crate::nn::objective::FORGET;

/// Units of a group; each looks after four parameters.
pub const GROUP: usize = 64;

/// `dials` holds Adam's rate and correction for each step of the epoch, `state` what `Plan` says, `mirror` transposed
/// weights, which the way back reads.
#[cube(launch_unchecked)]
pub fn descend(
    shares: &[Quad],
    facts: &[f32],
    dials: &[f32],
    state: &mut [Quad],
    mirror: &mut [f32],
    clock: &mut [u32],
    #[comptime] plan: Plan,
) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let (tiles, size, members) = comptime!((plan.tiles(), plan.parameters / 4, plan.members));
    let step = clock[1];
    let sums_at = comptime!(plan.sums_at() / 4) + member;
    let odd = (clock[2] + step) % 2 == 1;
    let mut scales = Shared::<[f32]>::new_slice(tiles);
    let mut second = Shared::<[f32]>::new_slice(2usize);
    if comptime!(plan.halves() > 1) {
        if UNIT_POS == 0 {
            let log_mean = log_mean(facts, member, comptime!(plan.clone()));
            second[0] = log_mean;
            let sums = state[sums_at];
            let average = select(odd, sums.extract(2usize), sums.extract(1usize));
            second[1] = if comptime!(plan.moving_average) { average } else { log_mean };
        }
        sync_cube();
        let mut tile = UNIT_POS as usize;
        while tile < tiles {
            let largest = facts[(member * tiles + tile) * FACTS];
            // e^T over the mean of e^T in the batch, or over its moving average.
            let scale = (largest - second[1]).exp() * comptime!(1.0 / plan.batch as f32);
            scales[tile] = select(tile < comptime!(tiles / 2), 1.0f32, scale);
            tile += GROUP;
        }
        sync_cube();
    }
    if index < size {
        let mut gradient = Quad::new(0.0);
        for tile in 0..tiles {
            let share = shares[(member * tiles + tile) * size + index];
            gradient += if comptime!(plan.halves() > 1) { share * Quad::new(scales[tile]) } else { share };
        }
        let at = member * size + index;
        let first_at = comptime!(members * size) + at;
        let second_at = comptime!(2 * members * size) + at;
        let first = state[first_at] * Quad::new(BETA_1) + gradient * Quad::new(1.0 - BETA_1);
        let squares = state[second_at] * Quad::new(BETA_2) + gradient * gradient * Quad::new(1.0 - BETA_2);
        let (rate, correction) = (dials[step as usize * 2], dials[step as usize * 2 + 1]);
        let length = (squares * Quad::new(correction)).sqrt() + Quad::new(EPSILON);
        let value = state[at] - Quad::new(rate) * first / length;
        state[at] = value;
        state[first_at] = first;
        state[second_at] = squares;
        #[unroll]
        for lane in 0..4usize {
            transpose(mirror, member, index * 4 + lane, value.extract(lane), comptime!(plan.clone()));
        }
    }
    if index == 0 {
        let mut loss = 0.0f32;
        for tile in 0..tiles {
            loss += facts[(member * tiles + tile) * FACTS + 2];
        }
        let mut sums = state[sums_at];
        if comptime!(plan.halves() > 1) {
            if comptime!(plan.moving_average) {
                loss += (second[0] - second[1]).exp();
                let average = (second[1].exp() * (1.0 - FORGET) + second[0].exp() * FORGET).ln();
                let (even_place, odd_place) = (sums.extract(1usize), sums.extract(2usize));
                sums.insert(1usize, select(odd, average, even_place));
                sums.insert(2usize, select(odd, odd_place, average));
            } else {
                loss += second[0];
            }
        }
        let before = sums.extract(0usize);
        sums.insert(0usize, before + loss);
        state[sums_at] = sums;
        if member == 0 {
            clock[0] = step + 1;
        }
    }
}

/// log of the mean of e^T over the second half of the batch.
#[cube]
fn log_mean(facts: &[f32], member: usize, #[comptime] plan: Plan) -> f32 {
    let tiles = comptime!(plan.tiles());
    let half = comptime!(tiles / 2);
    let at = (member * tiles + half) * FACTS;
    let mut largest = facts[at];
    for tile in 1..half {
        largest = max(largest, facts[at + tile * FACTS]);
    }
    let mut sum = 0.0f32;
    for tile in 0..half {
        sum += facts[at + tile * FACTS + 1] * (facts[at + tile * FACTS] - largest).exp();
    }
    largest + (sum * comptime!(1.0 / plan.batch as f32)).ln()
}

/// Keeps the transposed weights up to date, which the way back reads.
#[cube]
fn transpose(mirror: &mut [f32], member: usize, index: usize, value: f32, #[comptime] plan: Plan) {
    let transposed = member * comptime!(plan.parameters);
    #[unroll]
    for layer in 1..comptime!(plan.layers()) {
        let (from, to) = comptime!((plan.weights_at(layer), plan.biases_at(layer)));
        let (inputs, outputs) = comptime!((plan.sizes[layer], plan.sizes[layer + 1]));
        if index >= from && index < to {
            let (row, column) = ((index - from) / outputs, (index - from) % outputs);
            mirror[transposed + from + column * inputs + row] = value;
        }
    }
}
