//! A gated recurrent unit a step there and a step back: what a group of units does to four windows side by side.
//! `nn/cpu/gru` has the equations.

use cubecl::prelude::*;

use super::dense::{each, products};
use super::plan::PathPlan;
use crate::nn::gpu::kernels::Quad;

/// Which windows a group works on.
#[derive(CubeType)]
pub struct Place {
    /// Their number among the vectors of windows of all members.
    pub four: usize,
    /// The same in the orders of all steps of training that were uploaded.
    pub told: usize,
    /// Where their member's parameters begin.
    pub parameters: usize,
}

/// By the group's place in the launch, and by the clock.
#[cube]
pub fn place(clock: &[u32], four: usize, #[comptime] plan: PathPlan) -> Place {
    let member = CUBE_POS_Y as usize;
    let four = member * comptime!(plan.fours) + four;
    Place {
        four,
        told: clock[0] as usize * comptime!(plan.all_fours()) + four,
        parameters: member * comptime!(plan.common.parameters),
    }
}

/// One where a window has a step, else zero: its share in the loss tells.
#[cube]
pub fn mask(shares: Quad) -> Quad {
    let zero = Quad::new(0.0);
    select_many(shares.greater_than(&zero), Quad::new(1.0), zero)
}

/// Where nothing is gained by more, exponents end: some devices make no infinity of them.
#[cube]
fn sigmoid(x: Quad) -> Quad {
    let one = Quad::new(1.0);
    let x = clamp(x, Quad::new(-40.0), Quad::new(40.0));
    one / (one + (Quad::new(0.0) - x).exp())
}

/// One step of a unit whose parameters begin at `at`: what it sees and its state before to its state after, leaving what the
/// way back wants from `trace` on.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what the group shares")]
pub fn advance(
    state: &[f32],
    at: usize,
    seen: &Shared<[Quad]>,
    before: &Shared<[Quad]>,
    after: &mut Shared<[Quad]>,
    scratch: &mut [Quad],
    trace: usize,
    mask: Quad,
    #[comptime] inputs: usize,
    #[comptime] plan: PathPlan,
) {
    let (hidden, wide) = comptime!((plan.hidden, 3 * plan.hidden));
    let kept = at + comptime!((inputs + 1) * wide);
    let one = Quad::new(1.0);
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let seen_bias = at + comptime!(inputs * wide) + column;
        let kept_bias = kept + comptime!(hidden * wide) + column;
        let mut r = Quad::new(state[seen_bias] + state[kept_bias]);
        let mut u = Quad::new(state[seen_bias + hidden] + state[kept_bias + hidden]);
        let mut n = Quad::new(state[seen_bias + comptime!(2 * hidden)]);
        let mut inner = Quad::new(state[kept_bias + comptime!(2 * hidden)]);
        for input in 0..inputs {
            let x = seen[input];
            let weights = at + input * wide + column;
            r += Quad::new(state[weights]) * x;
            u += Quad::new(state[weights + hidden]) * x;
            n += Quad::new(state[weights + comptime!(2 * hidden)]) * x;
        }
        for input in 0..hidden {
            let x = before[input];
            let weights = kept + input * wide + column;
            r += Quad::new(state[weights]) * x;
            u += Quad::new(state[weights + hidden]) * x;
            inner += Quad::new(state[weights + comptime!(2 * hidden)]) * x;
        }
        let (r, u) = (sigmoid(r), sigmoid(u));
        let twice = n + r * inner;
        let n = sigmoid(twice + twice) * Quad::new(2.0) - one;
        let own = trace + column;
        scratch[own] = r;
        scratch[own + hidden] = u;
        scratch[own + comptime!(2 * hidden)] = n;
        scratch[own + comptime!(3 * hidden)] = inner;
        scratch[own + comptime!(4 * hidden)] = before[column];
        after[column] = mask * ((one - u) * n + u * before[column]);
        column += comptime!(plan.units);
    }
}

/// The way back through a column of one step. `carried` holds the slope of the state after it, and then the part of the
/// slope of the state before that does not go through the gates; `kept` the slopes of what the unit keeps.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what the group shares")]
pub fn retreat(
    scratch: &mut [Quad],
    trace: usize,
    column: usize,
    above: Quad,
    mask: Quad,
    carried: &mut Shared<[Quad]>,
    kept: &mut Shared<[Quad]>,
    #[comptime] plan: PathPlan,
) {
    let hidden = comptime!(plan.hidden);
    let one = Quad::new(1.0);
    let own = trace + column;
    let (r, u, n) = (scratch[own], scratch[own + hidden], scratch[own + comptime!(2 * hidden)]);
    let (inner, before) = (scratch[own + comptime!(3 * hidden)], scratch[own + comptime!(4 * hidden)]);
    let slope = mask * (carried[column] + above);
    let new = slope * (one - u) * (one - n * n);
    let update = slope * (before - n) * u * (one - u);
    let reset = new * inner * r * (one - r);
    carried[column] = slope * u;
    kept[column] = reset;
    kept[column + hidden] = update;
    kept[column + comptime!(2 * hidden)] = new * r;
    scratch[own] = reset;
    scratch[own + hidden] = update;
    scratch[own + comptime!(2 * hidden)] = new;
    scratch[own + comptime!(3 * hidden)] = new * r;
}

/// Adds to `carried` what comes back through what the unit keeps, whose parameters begin at `at`.
#[cube]
pub fn carry(
    mirror: &[f32],
    at: usize,
    kept: &Shared<[Quad]>,
    carried: &mut Shared<[Quad]>,
    #[comptime] plan: PathPlan,
) {
    let (hidden, units) = comptime!((plan.hidden, plan.units));
    let mut first = UNIT_POS as usize;
    while first < hidden {
        let sums = products(mirror, at, kept, first, comptime!(3 * hidden), hidden, hidden, units);
        #[unroll]
        for own in 0..comptime!(each(hidden, units)) {
            let column = first + comptime!(own * units);
            if column < hidden {
                carried[column] += sums[own].read();
            }
        }
        first += comptime!(each(hidden, units) * units);
    }
}
