//! One step of a gated recurrent unit, forward and backward, by one workgroup on four windows side by side. `nn/cpu/gru`
//! has the equations.

use cubecl::prelude::*;

use super::dense::{Product, multiply};
use super::forward::ForwardBuffers;
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

/// The state of a unit, `[hidden]` in shared memory.
#[derive(CubeType)]
pub struct UnitState {
    pub before: Shared<[Quad]>,
    pub after: Shared<[Quad]>,
}

/// Shared memory for the state of a unit.
#[cube]
pub fn unit_state(#[comptime] layout: PathLayout) -> UnitState {
    let hidden = comptime!(layout.hidden);
    UnitState { before: Shared::new_slice(hidden), after: Shared::new_slice(hidden) }
}

/// Before the first step the state is zero.
#[cube]
pub fn clear_state(unit: &mut UnitState, #[comptime] layout: PathLayout) {
    let mut column = UNIT_POS as usize;
    while column < comptime!(layout.hidden) {
        unit.after[column] = Quad::new(0.0);
        column += comptime!(layout.threads);
    }
}

/// One step of the unit whose parameters begin at `at`: from `inputs` and the state after the last step to the state after
/// this one, which is zero where the windows have no step `uploaded`. Writes what the backward pass reads to the scratch
/// buffer, from `record` on; see `PathLayout::unit`. Waits until all threads have written the inputs.
#[cube]
#[expect(clippy::too_many_arguments, reason = "offsets in three buffers, beside the unit's inputs and state")]
pub fn gru_forward(
    buffers: &mut ForwardBuffers,
    at: usize,
    inputs: &Shared<[Quad]>,
    unit: &mut UnitState,
    record: usize,
    uploaded: usize,
    #[comptime] width: usize,
    #[comptime] layout: PathLayout,
) {
    let mask = mask(buffers.loss_weights[uploaded]);
    let (hidden, gates) = comptime!((layout.hidden, 3 * layout.hidden));
    let recurrent_at = at + comptime!((width + 1) * gates);
    let one = Quad::new(1.0);
    let mut column = UNIT_POS as usize;
    while column < hidden {
        unit.before[column] = unit.after[column];
        column += comptime!(layout.threads);
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let input_bias = at + comptime!(width * gates) + column;
        let recurrent_bias = recurrent_at + comptime!(hidden * gates) + column;
        let mut r = Quad::new(buffers.state[input_bias] + buffers.state[recurrent_bias]);
        let mut u = Quad::new(buffers.state[input_bias + hidden] + buffers.state[recurrent_bias + hidden]);
        let mut n = Quad::new(buffers.state[input_bias + comptime!(2 * hidden)]);
        let mut inner = Quad::new(buffers.state[recurrent_bias + comptime!(2 * hidden)]);
        for input in 0..width {
            let x = inputs[input];
            let weights = at + input * gates + column;
            r += Quad::new(buffers.state[weights]) * x;
            u += Quad::new(buffers.state[weights + hidden]) * x;
            n += Quad::new(buffers.state[weights + comptime!(2 * hidden)]) * x;
        }
        for input in 0..hidden {
            let x = unit.before[input];
            let weights = recurrent_at + input * gates + column;
            r += Quad::new(buffers.state[weights]) * x;
            u += Quad::new(buffers.state[weights + hidden]) * x;
            inner += Quad::new(buffers.state[weights + comptime!(2 * hidden)]) * x;
        }
        let (r, u) = (sigmoid(r), sigmoid(u));
        let sum = n + r * inner;
        // tanh(x) = 2 σ(2x) - 1
        let n = sigmoid(sum + sum) * Quad::new(2.0) - one;
        let own = record + column;
        buffers.scratch[own] = r;
        buffers.scratch[own + hidden] = u;
        buffers.scratch[own + comptime!(2 * hidden)] = n;
        buffers.scratch[own + comptime!(3 * hidden)] = inner;
        buffers.scratch[own + comptime!(4 * hidden)] = unit.before[column];
        unit.after[column] = mask * ((one - u) * n + u * unit.before[column]);
        column += comptime!(layout.threads);
    }
}

/// Gradients on the way back through a unit, in shared memory.
#[derive(CubeType)]
pub struct UnitGradients {
    /// Of the state after a step, then of the state before it: `[hidden]`.
    pub carried: Shared<[Quad]>,
    /// Of the gates' sums of that state: `[3 · hidden]`.
    pub recurrent: Shared<[Quad]>,
}

/// Shared memory for the gradients of a unit; those behind the last step are zero.
#[cube]
pub fn unit_gradients(#[comptime] layout: PathLayout) -> UnitGradients {
    let hidden = comptime!(layout.hidden);
    let mut gradients =
        UnitGradients { carried: Shared::new_slice(hidden), recurrent: Shared::new_slice(comptime!(3 * hidden)) };
    let mut column = UNIT_POS as usize;
    while column < hidden {
        gradients.carried[column] = Quad::new(0.0);
        column += comptime!(layout.threads);
    }
    gradients
}

/// One column of one step backward. `above` is the gradient of the state after the step from outside the unit. Leaves in
/// `carried` the part of the gradient of the state before the step that does not go through the gates. Writes the gradients
/// of the gates' sums: of the state to `recurrent`, of both to the scratch buffer.
#[cube]
pub fn gru_backward(
    scratch: &mut [Quad],
    record: usize,
    column: usize,
    above: Quad,
    mask: Quad,
    gradients: &mut UnitGradients,
    #[comptime] layout: PathLayout,
) {
    let hidden = comptime!(layout.hidden);
    let one = Quad::new(1.0);
    let own = record + column;
    let (r, u, n) = (scratch[own], scratch[own + hidden], scratch[own + comptime!(2 * hidden)]);
    let (inner, before) = (scratch[own + comptime!(3 * hidden)], scratch[own + comptime!(4 * hidden)]);
    let gradient = mask * (gradients.carried[column] + above);
    let new = gradient * (one - u) * (one - n * n);
    let update = gradient * (before - n) * u * (one - u);
    let reset = new * inner * r * (one - r);
    gradients.carried[column] = gradient * u;
    gradients.recurrent[column] = reset;
    gradients.recurrent[column + hidden] = update;
    gradients.recurrent[column + comptime!(2 * hidden)] = new * r;
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
    gradients: &mut UnitGradients,
    #[comptime] layout: PathLayout,
) {
    let (hidden, threads) = comptime!((layout.hidden, layout.threads));
    let product = comptime!(Product { depth: 3 * hidden, stride: hidden, columns: hidden, threads, add: true });
    multiply(transposed, at, &gradients.recurrent, gradients.carried.inner_mut(), 0usize, product);
}
