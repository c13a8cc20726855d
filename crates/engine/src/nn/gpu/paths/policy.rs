//! The policy forward and backward: a workgroup per step of four windows, since these steps do not depend on each other.

use cubecl::prelude::*;

use super::dense::{dense_backward, dense_forward, multiply};
use super::layout::{POLICY, PathLayout};
use crate::nn::gpu::head::{HeadTile, head_loss};
use crate::nn::gpu::tiles::{Quad, RowBuffers};

/// The buffers of [`policy`]; see `ForwardBuffers` and `BackwardBuffers`.
#[derive(CubeLaunch, CubeType)]
pub struct PolicyBuffers {
    pub rows: RowBuffers,
    pub loss_weights: Box<[Quad]>,
    pub state: Box<[f32]>,
    pub transposed: Box<[f32]>,
    pub counters: Box<[u32]>,
    pub scratch: Box<[Quad]>,
}

/// Writes -log π, and the gradients of the policy's layers, of the latent and of the memory's state. Launched with
/// workgroups `[quads · steps, members]`.
#[cube(launch_unchecked)]
pub fn policy(mut buffers: PolicyBuffers, #[comptime] layout: PathLayout) {
    let (hidden, inputs, outputs) = comptime!((layout.hidden, layout.inputs(POLICY), layout.outputs()));
    let threads = comptime!(layout.threads);
    let member = CUBE_POS_Y as usize;
    let step = member * comptime!(layout.quads * layout.steps) + CUBE_POS_X as usize;
    let uploaded = buffers.counters[0] as usize * comptime!(layout.all_quads() * layout.steps) + step;
    let record = step * comptime!(layout.step_record());
    let parameters = member * comptime!(layout.net.parameters);
    let mut seen = Shared::<[Quad]>::new_slice(inputs);
    let mut first = Shared::<[Quad]>::new_slice(hidden);
    let mut second = Shared::<[Quad]>::new_slice(hidden);
    let mut last = Shared::<[Quad]>::new_slice(outputs);
    let gradients = Shared::<[Quad]>::new_slice(outputs);
    let mut column = UNIT_POS as usize;
    while column < inputs {
        seen[column] = buffers.scratch[record + comptime!(layout.policy_inputs()) + column];
        column += threads;
    }
    sync_cube();
    let to = record + comptime!(layout.policy_hidden(0));
    let dense = comptime!(layout.dense(POLICY));
    dense_forward(&buffers.state, parameters, &seen, &mut first, &mut buffers.scratch, to, dense);
    sync_cube();
    let to = record + comptime!(layout.policy_hidden(1));
    let dense = comptime!(layout.dense(POLICY + 1));
    dense_forward(&buffers.state, parameters, &first, &mut second, &mut buffers.scratch, to, dense);
    sync_cube();
    // The outputs are written where their gradients go afterwards.
    let outputs_at = record + comptime!(layout.policy_gradients(2));
    let dense = comptime!(layout.dense(POLICY + 2));
    dense_forward(&buffers.state, parameters, &second, &mut last, &mut buffers.scratch, outputs_at, dense);
    sync_cube();
    if UNIT_POS == 0 {
        let weight = buffers.loss_weights[uploaded];
        let (values, to_gradients) = (last.clone(), gradients.clone());
        let order = uploaded * 4;
        let head = HeadTile { values, gradients: to_gradients, outputs: 0usize, to: 0usize, order, weight };
        let loss = head_loss(&buffers.rows, &head, comptime!(layout.net.clone()));
        buffers.scratch[record + comptime!(layout.loss())] = Quad::new(loss);
    }
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < outputs {
        buffers.scratch[outputs_at + column] = gradients[column];
        column += threads;
    }
    let values = record + comptime!(layout.policy_hidden(1));
    let to = record + comptime!(layout.policy_gradients(1));
    let dense = comptime!(layout.dense(POLICY + 2));
    dense_backward(&buffers.transposed, parameters, &gradients, &mut second, &mut buffers.scratch, values, to, dense);
    sync_cube();
    let values = record + comptime!(layout.policy_hidden(0));
    let to = record + comptime!(layout.policy_gradients(0));
    let dense = comptime!(layout.dense(POLICY + 1));
    dense_backward(&buffers.transposed, parameters, &second, &mut first, &mut buffers.scratch, values, to, dense);
    sync_cube();
    let to = record + comptime!(layout.policy_input_gradients());
    let at = parameters + comptime!(layout.at(POLICY) + layout.styled_state);
    let product = comptime!(layout.input_product(POLICY, layout.latent + hidden));
    multiply(&buffers.transposed, at, &first, &mut buffers.scratch, to, product);
}
