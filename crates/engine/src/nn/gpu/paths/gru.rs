//! One step of a gated recurrent unit, forward and backward, by one workgroup on four windows side by side. `nn/cpu/gru`
//! has the equations.

use cubecl::prelude::*;

use super::dense::{Product, products};
use super::layout::PathLayout;
use crate::nn::gpu::tiles::Quad;

/// The windows that a workgroup works on.
#[derive(CubeType)]
pub struct WindowPosition {
    /// Their number among the vectors of windows of all members.
    pub quad: usize,
    /// The same among those of all uploaded steps of training.
    pub uploaded: usize,
    /// Offset of their member's parameters.
    pub parameters: usize,
}

/// The position of the workgroup's windows in the training step that `counters` name.
#[cube]
pub fn window_position(counters: &[u32], #[comptime] layout: PathLayout) -> WindowPosition {
    let member = CUBE_POS_Y as usize;
    let quad = member * comptime!(layout.quads) + CUBE_POS_X as usize;
    WindowPosition {
        quad,
        uploaded: counters[0] as usize * comptime!(layout.all_quads()) + quad,
        parameters: member * comptime!(layout.net.parameters),
    }
}

/// One where a window has a step, else zero. Steps behind the end of a window have no weight in the loss.
#[cube]
pub fn mask(loss_weights: Quad) -> Quad {
    let zero = Quad::new(0.0);
    select_many(loss_weights.greater_than(&zero), Quad::new(1.0), zero)
}

/// 1 / (1 + e^-x). Clamped where the result no longer changes, since e^x overflows to infinity on some devices only.
#[cube]
fn sigmoid(x: Quad) -> Quad {
    let one = Quad::new(1.0);
    let x = clamp(x, Quad::new(-40.0), Quad::new(40.0));
    one / (one + (Quad::new(0.0) - x).exp())
}

/// One step of the unit whose parameters begin at `at`: from `inputs` and the state before to the state after. Writes what
/// the backward pass reads to the scratch buffer, from `record` on; see `PathLayout::unit`.
#[cube]
#[expect(clippy::too_many_arguments, reason = "three shared buffers, and offsets in two others")]
pub fn gru_forward(
    state: &[f32],
    at: usize,
    inputs: &Shared<[Quad]>,
    before: &Shared<[Quad]>,
    after: &mut Shared<[Quad]>,
    scratch: &mut [Quad],
    record: usize,
    mask: Quad,
    #[comptime] width: usize,
    #[comptime] layout: PathLayout,
) {
    let (hidden, gates) = comptime!((layout.hidden, 3 * layout.hidden));
    let recurrent_at = at + comptime!((width + 1) * gates);
    let one = Quad::new(1.0);
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let input_bias = at + comptime!(width * gates) + column;
        let recurrent_bias = recurrent_at + comptime!(hidden * gates) + column;
        let mut r = Quad::new(state[input_bias] + state[recurrent_bias]);
        let mut u = Quad::new(state[input_bias + hidden] + state[recurrent_bias + hidden]);
        let mut n = Quad::new(state[input_bias + comptime!(2 * hidden)]);
        let mut inner = Quad::new(state[recurrent_bias + comptime!(2 * hidden)]);
        for input in 0..width {
            let x = inputs[input];
            let weights = at + input * gates + column;
            r += Quad::new(state[weights]) * x;
            u += Quad::new(state[weights + hidden]) * x;
            n += Quad::new(state[weights + comptime!(2 * hidden)]) * x;
        }
        for input in 0..hidden {
            let x = before[input];
            let weights = recurrent_at + input * gates + column;
            r += Quad::new(state[weights]) * x;
            u += Quad::new(state[weights + hidden]) * x;
            inner += Quad::new(state[weights + comptime!(2 * hidden)]) * x;
        }
        let (r, u) = (sigmoid(r), sigmoid(u));
        let sum = n + r * inner;
        // tanh(x) = 2 σ(2x) - 1
        let n = sigmoid(sum + sum) * Quad::new(2.0) - one;
        let own = record + column;
        scratch[own] = r;
        scratch[own + hidden] = u;
        scratch[own + comptime!(2 * hidden)] = n;
        scratch[own + comptime!(3 * hidden)] = inner;
        scratch[own + comptime!(4 * hidden)] = before[column];
        after[column] = mask * ((one - u) * n + u * before[column]);
        column += comptime!(layout.threads);
    }
}

/// One column of one step backward. `above` is the gradient of the state after the step from outside the unit. `carried`
/// has the gradient of the state after the step, and then the part of the gradient of the state before it that does not go
/// through the gates. Writes the gradients of the gates' sums: of the state to `recurrent`, of both to the scratch buffer.
#[cube]
#[expect(clippy::too_many_arguments, reason = "two shared buffers, and a column of a third")]
pub fn gru_backward(
    scratch: &mut [Quad],
    record: usize,
    column: usize,
    above: Quad,
    mask: Quad,
    carried: &mut Shared<[Quad]>,
    recurrent: &mut Shared<[Quad]>,
    #[comptime] layout: PathLayout,
) {
    let hidden = comptime!(layout.hidden);
    let one = Quad::new(1.0);
    let own = record + column;
    let (r, u, n) = (scratch[own], scratch[own + hidden], scratch[own + comptime!(2 * hidden)]);
    let (inner, before) = (scratch[own + comptime!(3 * hidden)], scratch[own + comptime!(4 * hidden)]);
    let gradient = mask * (carried[column] + above);
    let new = gradient * (one - u) * (one - n * n);
    let update = gradient * (before - n) * u * (one - u);
    let reset = new * inner * r * (one - r);
    carried[column] = gradient * u;
    recurrent[column] = reset;
    recurrent[column + hidden] = update;
    recurrent[column + comptime!(2 * hidden)] = new * r;
    scratch[own] = reset;
    scratch[own + hidden] = update;
    scratch[own + comptime!(2 * hidden)] = new;
    scratch[own + comptime!(3 * hidden)] = new * r;
}

/// Adds to `carried` the gradient of the state before the step through the gates: g · Uᵀ. The unit's transposed recurrent
/// weights begin at `at`.
#[cube]
pub fn carry_through_gates(
    transposed: &[f32],
    at: usize,
    recurrent: &Shared<[Quad]>,
    carried: &mut Shared<[Quad]>,
    #[comptime] layout: PathLayout,
) {
    let hidden = comptime!(layout.hidden);
    let product = comptime!(Product { depth: 3 * hidden, stride: hidden, columns: hidden, threads: layout.threads });
    let mut first = UNIT_POS as usize;
    while first < hidden {
        let sums = products(transposed, at, recurrent, first, product);
        #[unroll]
        for own in 0..comptime!(product.columns_per_thread()) {
            let column = first + comptime!(own * product.threads);
            if column < hidden {
                carried[column] += sums[own].read();
            }
        }
        first += comptime!(product.advance());
    }
}
