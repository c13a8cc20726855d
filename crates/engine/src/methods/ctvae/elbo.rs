//! -ELBO = E_q[-Σ log π(a|s,z,u)] + KL(q(u|τ,z) ‖ N(0,1)) and its gradient, over a batch of windows. Rows are
//! `[steps, windows]`: step 0 of all windows, step 1 of all, ...; the mask is zero where a window has ended. All buffers are
//! allocated once.

use std::ops::Range;

use crate::nn::{BLOCK, Gru, Head, LOG_VARIANCE, PathNet, Rows, Workspace, style_of, with_simd};
use worlds::data::Rng;

/// The terms of -ELBO, summed over some windows, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bound {
    /// -log π(a | s, z, u) with u drawn from q.
    pub reconstruction: f32,
    /// KL(q(u | τ, z) ‖ N(0, 1)).
    pub kl: f32,
    pub pairs: usize,
    pub windows: usize,
}

impl Bound {
    pub fn add(&mut self, other: Self) {
        self.reconstruction += other.reconstruction;
        self.kl += other.kl;
        self.pairs += other.pairs;
        self.windows += other.windows;
    }

    /// Nats per pair, with the KL term weighted.
    pub fn per_pair(&self, weight: f32) -> f32 {
        (self.reconstruction + weight * self.kl) / self.pairs.max(1) as f32
    }
}

pub struct Elbo {
    pub(super) network: PathNet,
    pub(super) head: Head,
    /// Windows per batch, padded to whole blocks.
    pub(super) windows: usize,
    /// The two encoders.
    pub(super) forward_gru: Gru,
    pub(super) backward_gru: Gru,
    pub(super) posterior: Workspace,
    /// The policy's recurrent part.
    pub(super) policy_gru: Gru,
    pub(super) policy: Workspace,
    /// `[steps, windows]`: one where a window has a step, zero elsewhere.
    pub(super) mask: Vec<f32>,
    /// `[windows, latent]`: u = μ + σ·ε, and the noise ε.
    pub(super) latents: Vec<f32>,
    pub(super) noise: Vec<f32>,
    pub(super) latent_gradients: Vec<f32>,
}

/// The windows of a batch, and the steps of the longest.
pub(super) struct WindowBatch<'a> {
    rows: &'a Rows,
    pub windows: &'a [Range<usize>],
    pub steps: usize,
}

impl Elbo {
    /// Buffers for `windows` windows of up to `steps` steps.
    pub fn new(network: &PathNet, head: Head, windows: usize, steps: usize) -> Self {
        let windows = windows.next_multiple_of(BLOCK);
        let rows = windows * steps;
        let latents = || vec![0.0; windows * network.latent];
        Self {
            head,
            windows,
            forward_gru: Gru::new(network.forward_encoder, false, windows, steps),
            backward_gru: Gru::new(network.backward_encoder, true, windows, steps),
            posterior: Workspace::at_offset(network.posterior.at, &network.posterior.net, windows)
                .with_input_gradients(),
            policy_gru: Gru::new(network.memory, false, windows, steps),
            policy: Workspace::at_offset(network.policy.at, &network.policy.net, rows).with_input_gradients(),
            mask: vec![0.0; rows],
            latents: latents(),
            noise: latents(),
            latent_gradients: latents(),
            network: network.clone(),
        }
    }

    /// The bound of a batch of windows.
    pub fn evaluate(&mut self, parameters: &[f32], rows: &Rows, windows: &[Range<usize>], noise: &mut Rng) -> Bound {
        with_simd(
            #[inline(always)]
            || {
                let batch = self.forward(parameters, rows, windows, noise, false);
                Bound { reconstruction: self.reconstruct(&batch, 0.0), ..self.divergence(windows) }
            },
        )
    }

    /// The bound of a batch, and the gradient of its mean over windows with the KL term weighted.
    pub fn evaluate_with_gradient(
        &mut self,
        parameters: &[f32],
        rows: &Rows,
        windows: &[Range<usize>],
        noise: &mut Rng,
        weight: f32,
    ) -> Bound {
        with_simd(
            #[inline(always)]
            || {
                let batch = self.forward(parameters, rows, windows, noise, true);
                let scale = 1.0 / windows.len().max(1) as f32;
                let bound = Bound { reconstruction: self.reconstruct(&batch, scale), ..self.divergence(windows) };
                self.backward(&batch, scale * weight);
                bound
            },
        )
    }

    #[inline(always)]
    fn forward<'a>(
        &mut self,
        parameters: &[f32],
        rows: &'a Rows,
        windows: &'a [Range<usize>],
        noise: &mut Rng,
        backward: bool,
    ) -> WindowBatch<'a> {
        let batch = WindowBatch { rows, windows, steps: windows.iter().map(Range::len).max().unwrap_or(0) };
        for gru in [&mut self.forward_gru, &mut self.backward_gru, &mut self.policy_gru] {
            gru.load(parameters, backward);
        }
        self.posterior.load(parameters, backward);
        self.policy.load(parameters, backward);
        self.gather(&batch);
        self.forward_gru.forward(batch.steps, &self.mask);
        self.backward_gru.forward(batch.steps, &self.mask);
        self.pool(&batch);
        self.posterior.forward(self.windows);
        self.draw(&batch, noise);
        self.policy_gru.forward(batch.steps, &self.mask);
        self.policy_inputs(&batch);
        self.policy.forward(batch.steps * self.windows);
        batch
    }

    /// Fills in the inputs of all GRUs except the latents.
    #[inline(always)]
    fn gather(&mut self, batch: &WindowBatch) {
        let columns = self.network.columns;
        let seen = columns.styled_state();
        for row in 0..batch.steps * self.windows {
            let (step, window) = (row / self.windows, row % self.windows);
            let at = batch
                .windows
                .get(window)
                .map(|window| window.start + step)
                .filter(|at| *at < batch.windows[window].end);
            self.mask[row] = f32::from(u8::from(at.is_some()));
            let (forward, backward) = (self.forward_gru.input(row), self.backward_gru.input(row));
            let policy = &mut self.policy_gru.input(row)[seen.clone()];
            match at.map(|at| batch.rows.row(at)) {
                Some(source) => {
                    forward.copy_from_slice(&source[columns.pair()]);
                    backward.copy_from_slice(&source[columns.pair()]);
                    policy.copy_from_slice(&source[seen.clone()]);
                }
                None => [forward, backward, policy].into_iter().for_each(|input| input.fill(0.0)),
            }
        }
    }

    /// The posterior's inputs: both encoders' mean state over a window, and its style.
    #[inline(always)]
    fn pool(&mut self, batch: &WindowBatch) {
        let (hidden, styles) = (self.network.hidden, self.network.columns.styles);
        for (index, window) in batch.windows.iter().enumerate() {
            let input = self.posterior.input(index);
            input.fill(0.0);
            for step in 0..window.len() {
                let row = step * self.windows + index;
                let (forward, backward) = input[..2 * hidden].split_at_mut(hidden);
                add(forward, self.forward_gru.state(row, batch.steps));
                add(backward, self.backward_gru.state(row, batch.steps));
            }
            let share = 1.0 / window.len().max(1) as f32;
            input[..2 * hidden].iter_mut().for_each(|sum| *sum *= share);
            input[2 * hidden + style_of(batch.rows.row(window.start), styles)] = 1.0;
        }
    }

    /// Draws u = μ + σ·ε for every window into the inputs of the policy's GRU.
    #[inline(always)]
    fn draw(&mut self, batch: &WindowBatch, noise: &mut Rng) {
        let (latent, seen) = (self.network.latent, self.network.columns.styled_state().len());
        let width = self.posterior.output_width();
        let outputs = self.posterior.outputs_and_gradients().0;
        for index in 0..batch.windows.len() {
            let (means, log_variances) = outputs[index * width..index * width + 2 * latent].split_at(latent);
            for place in 0..latent {
                let epsilon = noise.normal();
                let sigma = libm::expf(0.5 * log_variances[place].clamp(LOG_VARIANCE.0, LOG_VARIANCE.1));
                self.noise[index * latent + place] = epsilon;
                self.latents[index * latent + place] = means[place] + sigma * epsilon;
            }
        }
        for row in 0..batch.steps * self.windows {
            let window = row % self.windows;
            let drawn = &self.latents[window * latent..(window + 1) * latent];
            self.policy_gru.input(row)[seen..].copy_from_slice(drawn);
        }
    }

    /// The policy's inputs: those of its GRU, and the GRU's state.
    #[inline(always)]
    fn policy_inputs(&mut self, batch: &WindowBatch) {
        for row in 0..batch.steps * self.windows {
            let (inputs, state) = self.policy.input(row).split_at_mut(self.network.memory.inputs);
            inputs.copy_from_slice(self.policy_gru.input(row));
            state.copy_from_slice(self.policy_gru.state(row, batch.steps));
        }
    }

    /// -log π of all steps; writes its gradient, times `scale`, to the policy's outputs.
    #[inline(always)]
    fn reconstruct(&mut self, batch: &WindowBatch, scale: f32) -> f32 {
        let (columns, used, head) = (self.network.columns, self.head.outputs(), self.head);
        let width = self.policy.output_width();
        let (outputs, gradients) = self.policy.outputs_and_gradients();
        let mut sum = 0.0;
        for row in 0..batch.steps * self.windows {
            let (step, window) = (row / self.windows, row % self.windows);
            let gradient = &mut gradients[row * width..row * width + used];
            if self.mask[row] == 0.0 {
                gradient.fill(0.0);
                continue;
            }
            let action = &batch.rows.row(batch.windows[window].start + step)[columns.actions()];
            sum += head.nll_gradient(&outputs[row * width..row * width + used], action, scale, gradient);
        }
        sum
    }

    /// The KL term of all windows.
    #[inline(always)]
    fn divergence(&mut self, windows: &[Range<usize>]) -> Bound {
        let (latent, width) = (self.network.latent, self.posterior.output_width());
        let outputs = self.posterior.outputs_and_gradients().0;
        let mut kl = 0.0;
        for row in outputs.chunks_exact(width).take(windows.len()) {
            for place in 0..latent {
                let log_variance = row[latent + place].clamp(LOG_VARIANCE.0, LOG_VARIANCE.1);
                kl += 0.5 * (row[place] * row[place] + libm::expf(log_variance) - 1.0 - log_variance);
            }
        }
        Bound { reconstruction: 0.0, kl, pairs: windows.iter().map(Range::len).sum(), windows: windows.len() }
    }
}

#[inline(always)]
pub fn add(to: &mut [f32], more: &[f32]) {
    to.iter_mut().zip(more).for_each(|(sum, value)| *sum += value);
}
