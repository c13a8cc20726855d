//! The forward pass of the recurrent units: both encoders read their windows, a latent is drawn for each window, and the
//! memory reads along.

use cubecl::prelude::*;

use super::dense::dense_forward;
use super::gru::{UnitState, WindowPosition, clear_state, gru_forward, unit_state, window_position};
use super::layout::{BACKWARD_ENCODER, FORWARD_ENCODER, MEMORY, MEMORY_UNIT, POSTERIOR, PathLayout, SCALARS};
use crate::nn::LOG_VARIANCE;
use crate::nn::gpu::tiles::{Quad, RowBuffers, gather_column};

/// The buffers of [`encode`] and [`decode`].
#[derive(CubeLaunch, CubeType)]
pub struct ForwardBuffers {
    /// The order is `[training steps, members, quads, steps]`, four windows per vector.
    pub rows: RowBuffers,
    /// The weight of every step in the loss, like the order; zero behind the end of a window.
    pub loss_weights: Box<[Quad]>,
    /// `[training steps, members, quads, SCALARS + latent]`: see `SCALARS`, then the noise of the latents.
    pub latent_inputs: Box<[Quad]>,
    /// Parameters `[members, parameters]`; moments and sums follow, which these kernels do not read.
    pub state: Box<[f32]>,
    /// `[0]` is the number of the step among those uploaded.
    pub counters: Box<[u32]>,
    /// See `PathLayout`.
    pub scratch: Box<[Quad]>,
}

/// Reads four windows by one of both encoders, and writes the mean of its states. Launched with workgroups
/// `[quads, members, 2]`.
#[cube(launch_unchecked)]
pub fn encode(mut buffers: ForwardBuffers, #[comptime] layout: PathLayout) {
    let position = window_position(&buffers.counters, comptime!(layout.clone()));
    let backwards = CUBE_POS_Z == 1;
    let (hidden, steps, inputs) = comptime!((layout.hidden, layout.steps, layout.inputs(FORWARD_ENCODER)));
    let threads = comptime!(layout.threads);
    let parameters_at =
        select(backwards, comptime!(layout.at(BACKWARD_ENCODER)), comptime!(layout.at(FORWARD_ENCODER)));
    let at = position.parameters + parameters_at;
    let unit = select(backwards, comptime!(layout.unit(1)), comptime!(layout.unit(0)));
    let mut seen = Shared::<[Quad]>::new_slice(inputs);
    let mut state = unit_state(comptime!(layout.clone()));
    clear_state(&mut state, comptime!(layout.clone()));
    let mut pooled = Shared::<[Quad]>::new_slice(hidden);
    let mut column = UNIT_POS as usize;
    while column < hidden {
        pooled[column] = Quad::new(0.0);
        column += threads;
    }
    for read in 0..steps {
        let step = select(backwards, comptime!(steps - 1) - read, read);
        let record = (position.quad * steps + step) * comptime!(layout.step_record());
        let uploaded = position.uploaded * steps + step;
        let mut column = UNIT_POS as usize;
        while column < inputs {
            let table_column = comptime!(layout.pair_at) + column;
            let x = gather_column(&buffers.rows, uploaded * 4, table_column, comptime!(layout.net.stride));
            seen[column] = x;
            if !backwards {
                buffers.scratch[record + column] = x;
            }
            column += threads;
        }
        gru_forward(&mut buffers, at, &seen, &mut state, record + unit, uploaded, inputs, comptime!(layout.clone()));
        let mut column = UNIT_POS as usize;
        while column < hidden {
            pooled[column] += state.after[column];
            column += threads;
        }
        sync_cube();
    }
    let window = comptime!(layout.windows_at()) + position.quad * comptime!(layout.window_record());
    let to = window + select(backwards, hidden, 0usize);
    let inverse_length = buffers.latent_inputs[position.uploaded * comptime!(layout.latent_inputs())];
    let mut column = UNIT_POS as usize;
    while column < hidden {
        buffers.scratch[to + column] = pooled[column] * inverse_length;
        column += threads;
    }
    let mut style = UNIT_POS as usize;
    while style < comptime!(layout.styles) {
        if !backwards {
            let order = position.uploaded * comptime!(steps * 4);
            buffers.scratch[window + comptime!(2 * hidden) + style] =
                gather_column(&buffers.rows, order, style, comptime!(layout.net.stride));
        }
        style += threads;
    }
}

/// Draws u = μ + σ·ε for four windows, then runs the memory over style, state and latent, and writes the policy's inputs.
/// Launched with workgroups `[quads, members]`.
#[cube(launch_unchecked)]
pub fn decode(mut buffers: ForwardBuffers, #[comptime] layout: PathLayout) {
    let position = window_position(&buffers.counters, comptime!(layout.clone()));
    let (hidden, steps, inputs) = comptime!((layout.hidden, layout.steps, layout.inputs(MEMORY)));
    let threads = comptime!(layout.threads);
    let mut seen = Shared::<[Quad]>::new_slice(comptime!(layout.decoder_inputs()));
    let mut latents = Shared::<[Quad]>::new_slice(comptime!(layout.latent));
    let mut state = unit_state(comptime!(layout.clone()));
    draw_latents(&mut buffers, &seen, &state, &mut latents, &position, comptime!(layout.clone()));
    clear_state(&mut state, comptime!(layout.clone()));
    for step in 0..steps {
        let record = (position.quad * steps + step) * comptime!(layout.step_record());
        let to = record + comptime!(layout.policy_inputs());
        let uploaded = position.uploaded * steps + step;
        let mut column = UNIT_POS as usize;
        while column < inputs {
            let x = if column < comptime!(layout.styled_state) {
                gather_column(&buffers.rows, uploaded * 4, column, comptime!(layout.net.stride))
            } else {
                latents[column - comptime!(layout.styled_state)]
            };
            seen[column] = x;
            buffers.scratch[to + column] = x;
            column += threads;
        }
        let at = position.parameters + comptime!(layout.at(MEMORY));
        let unit = record + comptime!(layout.unit(MEMORY_UNIT));
        gru_forward(&mut buffers, at, &seen, &mut state, unit, uploaded, inputs, comptime!(layout.clone()));
        let mut column = UNIT_POS as usize;
        while column < hidden {
            buffers.scratch[to + inputs + column] = state.after[column];
            column += threads;
        }
        sync_cube();
    }
}

/// The posterior q(u | τ, z) of four windows, and latents drawn from it. `inputs` and the unit's state are shared
/// memory for its layers.
#[cube]
fn draw_latents(
    buffers: &mut ForwardBuffers,
    inputs: &Shared<[Quad]>,
    unit: &UnitState,
    latents: &mut Shared<[Quad]>,
    position: &WindowPosition,
    #[comptime] layout: PathLayout,
) {
    let (latent, threads) = comptime!((layout.latent, layout.threads));
    // Second names for the same memory. It is read only after all threads have written.
    let (mut to_inputs, mut to_first, mut to_second) = (inputs.clone(), unit.before.clone(), unit.after.clone());
    let window = comptime!(layout.windows_at()) + position.quad * comptime!(layout.window_record());
    let parameters = position.parameters;
    let mut outputs = Shared::<[Quad]>::new_slice(comptime!(2 * latent));
    let mut column = UNIT_POS as usize;
    while column < comptime!(layout.inputs(POSTERIOR)) {
        to_inputs[column] = buffers.scratch[window + column];
        column += threads;
    }
    sync_cube();
    let to = window + comptime!(layout.posterior_hidden(0));
    let dense = comptime!(layout.dense(POSTERIOR));
    dense_forward(&buffers.state, parameters, inputs, &mut to_first, &mut buffers.scratch, to, dense);
    sync_cube();
    let to = window + comptime!(layout.posterior_hidden(1));
    let dense = comptime!(layout.dense(POSTERIOR + 1));
    dense_forward(&buffers.state, parameters, &unit.before, &mut to_second, &mut buffers.scratch, to, dense);
    sync_cube();
    let to = window + comptime!(layout.posterior_outputs());
    let dense = comptime!(layout.dense(POSTERIOR + 2));
    dense_forward(&buffers.state, parameters, &unit.after, &mut outputs, &mut buffers.scratch, to, dense);
    sync_cube();
    let mut column = UNIT_POS as usize;
    while column < latent {
        let log_variance = clamp(outputs[latent + column], Quad::new(LOG_VARIANCE.0), Quad::new(LOG_VARIANCE.1));
        let noise = buffers.latent_inputs[position.uploaded * comptime!(layout.latent_inputs()) + SCALARS + column];
        latents[column] = outputs[column] + (log_variance * Quad::new(0.5)).exp() * noise;
        column += threads;
    }
    sync_cube();
}
