//! The backward pass of the recurrent units: through the memory and the posterior, then through both encoders.

use cubecl::prelude::*;

use super::dense::{dense_backward, multiply};
use super::gru::{WindowPosition, carry_through_gates, gru_backward, mask, unit_gradients, window_position};
use super::layout::{BACKWARD_ENCODER, FORWARD_ENCODER, MEMORY, MEMORY_UNIT, POSTERIOR, PathLayout, SCALARS};
use crate::nn::LOG_VARIANCE;
use crate::nn::gpu::tiles::{Quad, sum_lanes};

/// The buffers of [`decode_backward`] and [`encode_backward`]; see `ForwardBuffers`.
#[derive(CubeLaunch, CubeType)]
pub struct BackwardBuffers {
    pub loss_weights: Box<[Quad]>,
    pub latent_inputs: Box<[Quad]>,
    /// The transposed weights, at the offsets of the weights.
    pub transposed: Box<[f32]>,
    pub counters: Box<[u32]>,
    pub scratch: Box<[Quad]>,
}

/// Backward through the memory to the latents of four windows, and through the posterior to the encoders' mean states.
/// Adds the losses of the windows to `loss_sums`. Launched with workgroups `[quads, members]`.
#[cube(launch_unchecked)]
pub fn decode_backward(mut buffers: BackwardBuffers, loss_sums: &mut [f32], #[comptime] layout: PathLayout) {
    let position = window_position(&buffers.counters, comptime!(layout.clone()));
    let (hidden, steps, threads) = comptime!((layout.hidden, layout.steps, layout.threads));
    let recurrent_at = position.parameters + comptime!(layout.at(MEMORY + 1));
    let window = comptime!(layout.windows_at()) + position.quad * comptime!(layout.window_record());
    let sums = window + comptime!(layout.memory_gradients());
    let mut gradients = unit_gradients(comptime!(layout.clone()));
    let mut column = UNIT_POS as usize;
    while column < hidden {
        let zero = Quad::new(0.0);
        buffers.scratch[sums + column] = zero;
        buffers.scratch[sums + hidden + column] = zero;
        buffers.scratch[sums + comptime!(2 * hidden) + column] = zero;
        column += threads;
    }
    for read in 0..steps {
        let step = comptime!(steps - 1) - read;
        let record = (position.quad * steps + step) * comptime!(layout.step_record());
        let unit = record + comptime!(layout.unit(MEMORY_UNIT));
        let mask = mask(buffers.loss_weights[position.uploaded * steps + step]);
        let mut column = UNIT_POS as usize;
        while column < hidden {
            let above_at = comptime!(layout.policy_input_gradients() + layout.latent);
            let above = buffers.scratch[record + above_at + column];
            let scratch = &mut buffers.scratch;
            gru_backward(scratch, unit, column, above, mask, &mut gradients, comptime!(layout.clone()));
            // The latent is an input of every step, so the gradients of the gates' sums are added up first.
            let (r, u) = (buffers.scratch[unit + column], buffers.scratch[unit + hidden + column]);
            let n = buffers.scratch[unit + comptime!(2 * hidden) + column];
            buffers.scratch[sums + column] += r;
            buffers.scratch[sums + hidden + column] += u;
            buffers.scratch[sums + comptime!(2 * hidden) + column] += n;
            column += threads;
        }
        sync_cube();
        carry_through_gates(&buffers.transposed, recurrent_at, &mut gradients, comptime!(layout.clone()));
        sync_cube();
    }
    let mut column = UNIT_POS as usize;
    while column < hidden {
        gradients.recurrent[column] = buffers.scratch[sums + column];
        gradients.recurrent[column + hidden] = buffers.scratch[sums + hidden + column];
        gradients.recurrent[column + comptime!(2 * hidden)] = buffers.scratch[sums + comptime!(2 * hidden) + column];
        column += threads;
    }
    sync_cube();
    posterior_backward(&mut buffers, &gradients.carried, &gradients.recurrent, &position, comptime!(layout.clone()));
    if UNIT_POS == 0 {
        add_losses(&buffers, loss_sums, &position, comptime!(layout.clone()));
    }
}

/// Through u = μ + σ·ε, with the KL term's own gradient, and through the posterior. `gates` has the gradients of the
/// gates' sums of the memory's inputs; afterwards it and `carried` are shared memory for hidden layers.
#[cube]
fn posterior_backward(
    buffers: &mut BackwardBuffers,
    carried: &Shared<[Quad]>,
    gates: &Shared<[Quad]>,
    position: &WindowPosition,
    #[comptime] layout: PathLayout,
) {
    let latent = comptime!(layout.latent);
    // Second names for the same memory. It is read only after all threads have written.
    let (mut to_carried, mut to_gates) = (carried.clone(), gates.clone());
    let window = comptime!(layout.windows_at()) + position.quad * comptime!(layout.window_record());
    let latent_inputs = position.uploaded * comptime!(layout.latent_inputs());
    let kl_weight = buffers.latent_inputs[latent_inputs + 1];
    let parameters = position.parameters;
    let mut gradients = Shared::<[Quad]>::new_slice(comptime!(2 * latent));
    let memory = parameters + comptime!(layout.at(MEMORY) + layout.styled_state);
    let product = comptime!(layout.input_product(MEMORY, latent));
    multiply(&buffers.transposed, memory, gates, gradients.inner_mut(), 0usize, product);
    let mut column = UNIT_POS as usize;
    while column < latent {
        let mut drawn = gradients[column];
        for step in 0..comptime!(layout.steps) {
            let record = (position.quad * comptime!(layout.steps) + step) * comptime!(layout.step_record());
            drawn += buffers.scratch[record + comptime!(layout.policy_input_gradients()) + column];
        }
        let mean = buffers.scratch[window + comptime!(layout.posterior_outputs()) + column];
        let raw = buffers.scratch[window + comptime!(layout.posterior_outputs() + latent) + column];
        let log_variance = clamp(raw, Quad::new(LOG_VARIANCE.0), Quad::new(LOG_VARIANCE.1));
        let sigma = (log_variance * Quad::new(0.5)).exp();
        let noise = buffers.latent_inputs[latent_inputs + SCALARS + column];
        let free = drawn * noise * sigma + kl_weight * (sigma * sigma - Quad::new(1.0));
        let of_mean = drawn + kl_weight * mean;
        // A clamped log σ² has no gradient.
        let of_variance = select_many(raw.equal(&log_variance), free * Quad::new(0.5), Quad::new(0.0));
        gradients[column] = of_mean;
        gradients[latent + column] = of_variance;
        buffers.scratch[window + comptime!(layout.posterior_gradients(2)) + column] = of_mean;
        buffers.scratch[window + comptime!(layout.posterior_gradients(2) + latent) + column] = of_variance;
        column += comptime!(layout.threads);
    }
    sync_cube();
    let values = window + comptime!(layout.posterior_hidden(1));
    let to = window + comptime!(layout.posterior_gradients(1));
    let dense = comptime!(layout.dense(POSTERIOR + 2));
    dense_backward(
        &buffers.transposed,
        parameters,
        &gradients,
        &mut to_carried,
        &mut buffers.scratch,
        values,
        to,
        dense,
    );
    sync_cube();
    let values = window + comptime!(layout.posterior_hidden(0));
    let to = window + comptime!(layout.posterior_gradients(0));
    let dense = comptime!(layout.dense(POSTERIOR + 1));
    dense_backward(&buffers.transposed, parameters, carried, &mut to_gates, &mut buffers.scratch, values, to, dense);
    sync_cube();
    let to = window + comptime!(layout.pooled_gradients());
    let at = parameters + comptime!(layout.at(POSTERIOR));
    let product = comptime!(layout.input_product(POSTERIOR, 2 * layout.hidden));
    multiply(&buffers.transposed, at, gates, &mut buffers.scratch, to, product);
}

/// Adds the loss per pair, -log π and KL to the sums of four windows.
#[cube]
fn add_losses(
    buffers: &BackwardBuffers,
    loss_sums: &mut [f32],
    position: &WindowPosition,
    #[comptime] layout: PathLayout,
) {
    let latent = comptime!(layout.latent);
    let latent_inputs = position.uploaded * comptime!(layout.latent_inputs());
    let mut loss = 0.0f32;
    for step in 0..comptime!(layout.steps) {
        let record = (position.quad * comptime!(layout.steps) + step) * comptime!(layout.step_record());
        loss += buffers.scratch[record + comptime!(layout.loss())].extract(0usize);
    }
    let window = comptime!(layout.windows_at()) + position.quad * comptime!(layout.window_record());
    let outputs = window + comptime!(layout.posterior_outputs());
    let mut divergence = Quad::new(0.0);
    for column in 0..latent {
        let mean = buffers.scratch[outputs + column];
        let raw = buffers.scratch[outputs + latent + column];
        let log_variance = clamp(raw, Quad::new(LOG_VARIANCE.0), Quad::new(LOG_VARIANCE.1));
        divergence += (mean * mean + log_variance.exp() - Quad::new(1.0) - log_variance) * Quad::new(0.5);
    }
    let inverse_length = buffers.latent_inputs[latent_inputs];
    let kl_weight = buffers.latent_inputs[latent_inputs + 1];
    let batch = buffers.latent_inputs[latent_inputs + 2];
    let to = position.quad * 4;
    loss_sums[to] += (loss + sum_lanes(divergence * kl_weight)) * batch.extract(0usize);
    loss_sums[to + 1] += loss * batch.extract(1usize);
    // A vector that no window fills has zero in place of its inverse length.
    loss_sums[to + 2] += sum_lanes(divergence * mask(inverse_length));
}

/// Backward through one of both encoders, for four windows. Launched with workgroups `[quads, members, 2]`.
#[cube(launch_unchecked)]
pub fn encode_backward(mut buffers: BackwardBuffers, #[comptime] layout: PathLayout) {
    let position = window_position(&buffers.counters, comptime!(layout.clone()));
    let backwards = CUBE_POS_Z == 1;
    let (hidden, steps, threads) = comptime!((layout.hidden, layout.steps, layout.threads));
    let parameters_at =
        select(backwards, comptime!(layout.at(BACKWARD_ENCODER + 1)), comptime!(layout.at(FORWARD_ENCODER + 1)));
    let recurrent_at = position.parameters + parameters_at;
    let unit = select(backwards, comptime!(layout.unit(1)), comptime!(layout.unit(0)));
    let window = comptime!(layout.windows_at()) + position.quad * comptime!(layout.window_record());
    let pooled = window + comptime!(layout.pooled_gradients()) + select(backwards, hidden, 0usize);
    let inverse_length = buffers.latent_inputs[position.uploaded * comptime!(layout.latent_inputs())];
    let mut gradients = unit_gradients(comptime!(layout.clone()));
    for read in 0..steps {
        let step = select(backwards, read, comptime!(steps - 1) - read);
        let record = (position.quad * steps + step) * comptime!(layout.step_record());
        let mask = mask(buffers.loss_weights[position.uploaded * steps + step]);
        let mut column = UNIT_POS as usize;
        while column < hidden {
            let above = buffers.scratch[pooled + column] * inverse_length;
            let scratch = &mut buffers.scratch;
            gru_backward(scratch, record + unit, column, above, mask, &mut gradients, comptime!(layout.clone()));
            column += threads;
        }
        sync_cube();
        carry_through_gates(&buffers.transposed, recurrent_at, &mut gradients, comptime!(layout.clone()));
        sync_cube();
    }
}
