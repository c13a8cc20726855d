//! The last kernels of a step: sum the partial gradients of the tiles and take Adam's step. A thread per four parameters.

use cubecl::prelude::*;

use super::layout::NetLayout;
use super::tiles::{Quad, STATS, sum_lanes};
use crate::nn::learner::{BETA_1, BETA_2, EPSILON};
use crate::nn::objective::FORGET;

/// Threads per workgroup; each has four parameters.
pub const WORKGROUP: usize = 64;

/// Workgroups per member.
pub fn workgroups(layout: &NetLayout) -> usize {
    layout.parameters.div_ceil(4 * WORKGROUP)
}

/// The buffers of [`gradient_norm`], which [`adam_step`] reads too.
#[derive(CubeLaunch, CubeType)]
pub struct GradientBuffers {
    /// `[members, tiles, parameters]`.
    pub partials: Box<[Quad]>,
    /// `[members, tiles, STATS]`; see [`STATS`].
    pub stats: Box<[f32]>,
    /// `[members, workgroups]`: the squares of the gradient, summed over the parameters of each workgroup.
    pub squared_norms: Box<[f32]>,
    /// Parameters, first and second moments, each `[members, parameters]`; then one vector of sums per member.
    pub state: Box<[Quad]>,
    /// See `TileBuffers`.
    pub counters: Box<[u32]>,
}

/// The buffers of [`adam_step`].
#[derive(CubeLaunch, CubeType)]
pub struct AdamBuffers {
    pub gradient: GradientBuffers,
    /// `[steps, 2]`: Adam's step size and correction for each step of the epoch.
    pub step_sizes: Box<[f32]>,
    /// The transposed weights, kept equal to the parameters.
    pub transposed: Box<[f32]>,
}

/// The factors that bring the partial gradients of all tiles to one scale.
#[derive(CubeType)]
struct Scales {
    /// `[tiles]`.
    tiles: Shared<[f32]>,
    /// log of the batch's mean of e^T; then the log of the denominator of its gradient, which is that mean or its moving
    /// average.
    marginal: Shared<[f32]>,
}

/// Whether a step has an odd number. MINE's moving average has two places, which steps take turns to write.
#[cube]
fn is_odd(counters: &[u32]) -> bool {
    (counters[2] + counters[1]) % 2 == 1
}

#[cube]
fn scales(stats: &[f32], sums: Quad, odd: bool, member: usize, #[comptime] layout: NetLayout) -> Scales {
    let tiles = comptime!(layout.tiles());
    let mut scales = Scales { tiles: Shared::new_slice(tiles), marginal: Shared::new_slice(2usize) };
    if comptime!(layout.has_marginal()) {
        if UNIT_POS == 0 {
            let log_mean = log_mean(stats, member, comptime!(layout.clone()));
            scales.marginal[0] = log_mean;
            let average = select(odd, sums.extract(2usize), sums.extract(1usize));
            scales.marginal[1] = if comptime!(layout.moving_average) { average } else { log_mean };
        }
        sync_cube();
        let mut tile = UNIT_POS as usize;
        while tile < tiles {
            let largest = stats[(member * tiles + tile) * STATS];
            let scale = (largest - scales.marginal[1]).exp() * comptime!(1.0 / layout.batch as f32);
            scales.tiles[tile] = select(tile < comptime!(tiles / 2), 1.0f32, scale);
            tile += WORKGROUP;
        }
        sync_cube();
    }
    scales
}

/// The gradient of four parameters, summed over tiles.
#[cube]
fn gradient(partials: &[Quad], scales: &Scales, member: usize, index: usize, #[comptime] layout: NetLayout) -> Quad {
    let (tiles, size) = comptime!((layout.tiles(), layout.parameters / 4));
    let mut gradient = Quad::new(0.0);
    for tile in 0..tiles {
        let partial = partials[(member * tiles + tile) * size + index];
        gradient += if comptime!(layout.has_marginal()) { partial * Quad::new(scales.tiles[tile]) } else { partial };
    }
    gradient
}

/// Sums the squares of the gradient. Launched before [`adam_step`], only where the gradient norm has a limit.
#[cube(launch_unchecked)]
pub fn gradient_norm(mut buffers: GradientBuffers, #[comptime] layout: NetLayout) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let odd = is_odd(&buffers.counters);
    let sums = buffers.state[comptime!(layout.sums_at() / 4) + member];
    let scales = scales(&buffers.stats, sums, odd, member, comptime!(layout.clone()));
    let mut squares = Shared::<[f32]>::new_slice(WORKGROUP);
    squares[UNIT_POS as usize] = 0.0;
    if index < comptime!(layout.parameters / 4) {
        let gradient = gradient(&buffers.partials, &scales, member, index, comptime!(layout.clone()));
        squares[UNIT_POS as usize] = sum_lanes(gradient * gradient);
    }
    sync_cube();
    if UNIT_POS == 0 {
        let mut sum = 0.0f32;
        for thread in 0..WORKGROUP {
            sum += squares[thread];
        }
        buffers.squared_norms[member * comptime!(workgroups(&layout)) + CUBE_POS_X as usize] = sum;
    }
}

/// The factor that limits the gradient norm: limit / max(|g|, limit).
#[cube]
fn clip_factor(squared_norms: &[f32], member: usize, #[comptime] limit: f32, #[comptime] layout: NetLayout) -> f32 {
    let workgroups = comptime!(workgroups(&layout));
    let mut factor = Shared::<[f32]>::new_slice(1usize);
    if UNIT_POS == 0 {
        let mut sum = 0.0f32;
        for workgroup in 0..workgroups {
            sum += squared_norms[member * workgroups + workgroup];
        }
        factor[0] = limit / max(sum.sqrt(), limit);
    }
    sync_cube();
    factor[0]
}

/// m ← β₁m + (1-β₁)g, v ← β₂v + (1-β₂)g², θ ← θ - α m / (√(c v) + ε), with α and c from `step_sizes`. Also adds the
/// step's loss to the sums, and advances the step counter.
#[cube(launch_unchecked)]
pub fn adam_step(mut buffers: AdamBuffers, #[comptime] layout: NetLayout) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let (size, members) = comptime!((layout.parameters / 4, layout.members));
    let step = buffers.gradient.counters[1];
    let sums_at = comptime!(layout.sums_at() / 4) + member;
    let odd = is_odd(&buffers.gradient.counters);
    let sums = buffers.gradient.state[sums_at];
    let scales = scales(&buffers.gradient.stats, sums, odd, member, comptime!(layout.clone()));
    let mut clip = 1.0f32;
    if comptime!(layout.clip.is_some()) {
        let limit = comptime!(f32::from_bits(layout.clip.unwrap_or(0)));
        clip = clip_factor(&buffers.gradient.squared_norms, member, limit, comptime!(layout.clone()));
    }
    if index < size {
        let gradient = gradient(&buffers.gradient.partials, &scales, member, index, comptime!(layout.clone()));
        let gradient = gradient * Quad::new(clip);
        let at = member * size + index;
        let first_at = comptime!(members * size) + at;
        let second_at = comptime!(2 * members * size) + at;
        let first = buffers.gradient.state[first_at] * Quad::new(BETA_1) + gradient * Quad::new(1.0 - BETA_1);
        let second =
            buffers.gradient.state[second_at] * Quad::new(BETA_2) + gradient * gradient * Quad::new(1.0 - BETA_2);
        let step_size = buffers.step_sizes[step as usize * 2];
        let correction = buffers.step_sizes[step as usize * 2 + 1];
        let scale = (second * Quad::new(correction)).sqrt() + Quad::new(EPSILON);
        let value = buffers.gradient.state[at] - Quad::new(step_size) * first / scale;
        buffers.gradient.state[at] = value;
        buffers.gradient.state[first_at] = first;
        buffers.gradient.state[second_at] = second;
        #[unroll]
        for lane in 0..4usize {
            let parameter = index * 4 + lane;
            transpose(&mut buffers.transposed, member, parameter, value.extract(lane), comptime!(layout.clone()));
        }
    }
    if index == 0 {
        let sums = add_loss(&buffers.gradient.stats, &scales, sums, odd, member, comptime!(layout.clone()));
        buffers.gradient.state[sums_at] = sums;
        if member == 0 {
            buffers.gradient.counters[0] = step + 1;
        }
    }
}

/// A member's sums after this step: its loss is added, and MINE's moving average updated where it is used.
#[cube]
fn add_loss(
    stats: &[f32],
    scales: &Scales,
    before: Quad,
    odd: bool,
    member: usize,
    #[comptime] layout: NetLayout,
) -> Quad {
    let tiles = comptime!(layout.tiles());
    let mut sums = before;
    let mut loss = before.extract(0usize);
    for tile in 0..tiles {
        loss += stats[(member * tiles + tile) * STATS + 2];
    }
    if comptime!(layout.has_marginal()) {
        let (log_mean, denominator) = (scales.marginal[0], scales.marginal[1]);
        if comptime!(layout.moving_average) {
            loss += (log_mean - denominator).exp();
            // As `updated_average` on the CPU: without overflow.
            let largest = max(denominator, log_mean);
            let (kept, added) = ((denominator - largest).exp(), (log_mean - largest).exp());
            let average = largest + (kept * (1.0 - FORGET) + added * FORGET).ln();
            sums.insert(1usize, select(odd, average, before.extract(1usize)));
            sums.insert(2usize, select(odd, before.extract(2usize), average));
        } else {
            loss += log_mean;
        }
    }
    sums.insert(0usize, loss);
    sums
}

/// log of the mean of e^T over the second term's tiles.
#[cube]
fn log_mean(stats: &[f32], member: usize, #[comptime] layout: NetLayout) -> f32 {
    let tiles = comptime!(layout.tiles());
    let half = comptime!(tiles / 2);
    let at = (member * tiles + half) * STATS;
    let mut largest = stats[at];
    for tile in 1..half {
        largest = max(largest, stats[at + tile * STATS]);
    }
    let mut sum = 0.0f32;
    for tile in 0..half {
        sum += stats[at + tile * STATS + 1] * (stats[at + tile * STATS] - largest).exp();
    }
    largest + (sum * comptime!(1.0 / layout.batch as f32)).ln()
}

/// Writes one parameter to the transposed weights, if it is a weight that is kept there.
#[cube]
fn transpose(transposed: &mut [f32], member: usize, index: usize, value: f32, #[comptime] layout: NetLayout) {
    let parameters_at = member * comptime!(layout.parameters);
    #[unroll]
    for layer in 0..comptime!(layout.transposed.len()) {
        let (from, to) = comptime!((layout.transposed[layer].at, layout.transposed[layer].biases_at()));
        let (inputs, outputs) = comptime!((layout.transposed[layer].inputs, layout.transposed[layer].outputs));
        if index >= from && index < to {
            let (row, column) = ((index - from) / outputs, (index - from) % outputs);
            transposed[parameters_at + from + column * inputs + row] = value;
        }
    }
}
