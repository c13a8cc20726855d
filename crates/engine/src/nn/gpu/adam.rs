//! The second kernel of a step: adds up what the tiles found and takes Adam's step. A unit a parameter.

use cubecl::prelude::*;

use super::kernels::{FACTS, Quad, total};
use super::plan::Plan;
use crate::nn::learner::{BETA_1, BETA_2, EPSILON};
use crate::nn::objective::FORGET;

/// Units of a group; each looks after four parameters.
pub const GROUP: usize = 64;

/// What makes one gradient of the tiles' shares.
#[derive(CubeType)]
struct Scales {
    /// What the share of each tile counts for.
    tiles: Shared<[f32]>,
    /// log of the batch's mean of e^T, and of what stands below e^T in slopes: that mean, or its moving average.
    second: Shared<[f32]>,
}

#[cube]
fn scales(facts: &[f32], sums: Quad, odd: bool, member: usize, #[comptime] plan: Plan) -> Scales {
    let tiles = comptime!(plan.tiles());
    let mut scales = Scales { tiles: Shared::new_slice(tiles), second: Shared::new_slice(2usize) };
    if comptime!(plan.halves() > 1) {
        if UNIT_POS == 0 {
            let log_mean = log_mean(facts, member, comptime!(plan.clone()));
            scales.second[0] = log_mean;
            let average = select(odd, sums.extract(2usize), sums.extract(1usize));
            scales.second[1] = if comptime!(plan.moving_average) { average } else { log_mean };
        }
        sync_cube();
        let mut tile = UNIT_POS as usize;
        while tile < tiles {
            let largest = facts[(member * tiles + tile) * FACTS];
            let scale = (largest - scales.second[1]).exp() * comptime!(1.0 / plan.batch as f32);
            scales.tiles[tile] = select(tile < comptime!(tiles / 2), 1.0f32, scale);
            tile += GROUP;
        }
        sync_cube();
    }
    scales
}

/// The gradient of four parameters.
#[cube]
fn gradient(shares: &[Quad], scales: &Scales, member: usize, index: usize, #[comptime] plan: Plan) -> Quad {
    let (tiles, size) = comptime!((plan.tiles(), plan.parameters / 4));
    let mut gradient = Quad::new(0.0);
    for tile in 0..tiles {
        let share = shares[(member * tiles + tile) * size + index];
        gradient += if comptime!(plan.halves() > 1) { share * Quad::new(scales.tiles[tile]) } else { share };
    }
    gradient
}

/// Only where gradients have a limit, before `descend`: every group leaves the sum of the squares of its stretch.
#[cube(launch_unchecked)]
pub fn gauge(
    shares: &[Quad],
    facts: &[f32],
    state: &[Quad],
    clock: &[u32],
    squares: &mut [f32],
    #[comptime] plan: Plan,
) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let odd = (clock[2] + clock[1]) % 2 == 1;
    let scales = scales(facts, state[comptime!(plan.sums_at() / 4) + member], odd, member, comptime!(plan.clone()));
    let mut own = Shared::<[f32]>::new_slice(GROUP);
    own[UNIT_POS as usize] = 0.0;
    if index < comptime!(plan.parameters / 4) {
        let gradient = gradient(shares, &scales, member, index, comptime!(plan.clone()));
        own[UNIT_POS as usize] = total(gradient * gradient);
    }
    sync_cube();
    if UNIT_POS == 0 {
        let mut sum = 0.0f32;
        for unit in 0..GROUP {
            sum += own[unit];
        }
        squares[member * comptime!(groups(&plan)) + CUBE_POS_X as usize] = sum;
    }
}

/// Groups that look after one member.
pub fn groups(plan: &Plan) -> usize {
    plan.parameters.div_ceil(4 * GROUP)
}

/// What to multiply a gradient by so that it is no longer than the limit.
#[cube]
fn shortening(squares: &[f32], member: usize, #[comptime] limit: f32, #[comptime] plan: Plan) -> f32 {
    let groups = comptime!(groups(&plan));
    let mut shorten = Shared::<[f32]>::new_slice(1usize);
    if UNIT_POS == 0 {
        let mut sum = 0.0f32;
        for group in 0..groups {
            sum += squares[member * groups + group];
        }
        shorten[0] = limit / max(sum.sqrt(), limit);
    }
    sync_cube();
    shorten[0]
}

/// `dials` holds Adam's rate and correction for each step of the epoch, `state` what `Plan` says, `mirror` transposed
/// weights, which the way back reads.
#[cube(launch_unchecked)]
pub fn descend(
    shares: &[Quad],
    facts: &[f32],
    dials: &[f32],
    squares: &[f32],
    state: &mut [Quad],
    mirror: &mut [f32],
    clock: &mut [u32],
    #[comptime] plan: Plan,
) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let (size, members) = comptime!((plan.parameters / 4, plan.members));
    let step = clock[1];
    let sums_at = comptime!(plan.sums_at() / 4) + member;
    let odd = (clock[2] + step) % 2 == 1;
    let scales = scales(facts, state[sums_at], odd, member, comptime!(plan.clone()));
    let mut shorten = 1.0f32;
    if comptime!(plan.clip.is_some()) {
        shorten =
            shortening(squares, member, comptime!(f32::from_bits(plan.clip.unwrap_or(0))), comptime!(plan.clone()));
    }
    if index < size {
        let gradient = gradient(shares, &scales, member, index, comptime!(plan.clone())) * Quad::new(shorten);
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
        let sums = account(facts, &scales, state[sums_at], odd, member, comptime!(plan.clone()));
        state[sums_at] = sums;
        if member == 0 {
            clock[0] = step + 1;
        }
    }
}

/// A member's sums after this step: its loss, and MINE's moving average where it is used.
#[cube]
fn account(facts: &[f32], scales: &Scales, before: Quad, odd: bool, member: usize, #[comptime] plan: Plan) -> Quad {
    let tiles = comptime!(plan.tiles());
    let mut sums = before;
    let mut loss = before.extract(0usize);
    for tile in 0..tiles {
        loss += facts[(member * tiles + tile) * FACTS + 2];
    }
    if comptime!(plan.halves() > 1) {
        let (log_mean, below) = (scales.second[0], scales.second[1]);
        if comptime!(plan.moving_average) {
            loss += (log_mean - below).exp();
            let average = (below.exp() * (1.0 - FORGET) + log_mean.exp() * FORGET).ln();
            sums.insert(1usize, select(odd, average, before.extract(1usize)));
            sums.insert(2usize, select(odd, before.extract(2usize), average));
        } else {
            loss += log_mean;
        }
    }
    sums.insert(0usize, loss);
    sums
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
    for layer in 0..comptime!(plan.mirrored.len()) {
        let (from, to) = comptime!((plan.mirrored[layer].at, plan.mirrored[layer].biases_at()));
        let (inputs, outputs) = comptime!((plan.mirrored[layer].inputs, plan.mirrored[layer].outputs));
        if index >= from && index < to {
            let (row, column) = ((index - from) / outputs, (index - from) % outputs);
            mirror[transposed + from + column * inputs + row] = value;
        }
    }
}
