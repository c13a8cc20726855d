//! The backward pass of the bound, from the gradient at the policy's outputs to that of all parameters.

use super::elbo::{Elbo, WindowBatch, add};
use crate::nn::{Gradients, LOG_VARIANCE};

impl Elbo {
    #[inline(always)]
    pub(super) fn backward(&mut self, batch: &WindowBatch, kl_scale: f32) {
        let (latent, seen) = (self.network.latent, self.network.columns.styled_state().len());
        let rows = batch.steps * self.windows;
        self.policy.backward(rows);
        for row in 0..rows {
            self.policy_gru.state_gradient(row).copy_from_slice(&self.policy.input_gradient(row)[seen + latent..]);
        }
        self.policy_gru.backward(batch.steps, &self.mask, true);
        self.latent_gradients.fill(0.0);
        for row in 0..rows {
            let window = row % self.windows;
            let gradients = &mut self.latent_gradients[window * latent..(window + 1) * latent];
            add(gradients, &self.policy.input_gradient(row)[seen..seen + latent]);
            add(gradients, &self.policy_gru.input_gradient(row)[seen..]);
        }
        self.backward_through_latents(batch, kl_scale);
        self.posterior.backward(self.windows);
        self.backward_through_mean(batch);
        self.forward_gru.backward(batch.steps, &self.mask, false);
        self.backward_gru.backward(batch.steps, &self.mask, false);
    }

    /// Through u = μ + σ·ε, with the gradient of the KL term.
    #[inline(always)]
    fn backward_through_latents(&mut self, batch: &WindowBatch, kl_scale: f32) {
        let (latent, width) = (self.network.latent, self.posterior.output_width());
        let (outputs, gradients) = self.posterior.outputs_and_gradients();
        gradients.fill(0.0);
        for index in 0..batch.windows.len() {
            let (row, gradient) = (&outputs[index * width..], &mut gradients[index * width..]);
            for place in 0..latent {
                let (raw, drawn) = (row[latent + place], self.latent_gradients[index * latent + place]);
                let log_variance = raw.clamp(LOG_VARIANCE.0, LOG_VARIANCE.1);
                let sigma = libm::expf(0.5 * log_variance);
                gradient[place] = drawn + kl_scale * row[place];
                let own = 0.5 * (drawn * self.noise[index * latent + place] * sigma + kl_scale * (sigma * sigma - 1.0));
                gradient[latent + place] = if raw == log_variance { own } else { 0.0 };
            }
        }
    }

    /// Through the mean over a window's steps.
    #[inline(always)]
    fn backward_through_mean(&mut self, batch: &WindowBatch) {
        let hidden = self.network.hidden;
        for row in 0..batch.steps * self.windows {
            let window = row % self.windows;
            let share = batch.windows.get(window).map_or(0.0, |of| self.mask[row] / of.len() as f32);
            let (forward, backward) = self.posterior.input_gradient(window)[..2 * hidden].split_at(hidden);
            let scaled = |to: &mut [f32], from: &[f32]| to.iter_mut().zip(from).for_each(|(to, x)| *to = share * x);
            scaled(self.forward_gru.state_gradient(row), forward);
            scaled(self.backward_gru.state_gradient(row), backward);
        }
    }
}

impl Gradients for Elbo {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(usize, &[f32])) {
        self.forward_gru.visit_gradients(&mut visit);
        self.backward_gru.visit_gradients(&mut visit);
        self.posterior.visit_gradients(&mut visit);
        self.policy_gru.visit_gradients(&mut visit);
        self.policy.visit_gradients(&mut visit);
    }
}
