//! The way back through the bound: from the slopes of the policy's outputs to the gradient of all parameters.

use super::elbo::{Batch, Elbo, add};
use crate::nn::{Gradients, LOG_VARIANCE};

impl Elbo {
    /// From the policy's slopes back to the gradient of all parameters.
    #[inline(always)]
    pub(super) fn backward(&mut self, batch: &Batch, kl_scale: f32) {
        let (latent, seen) = (self.network.latent, self.network.columns.styled_state().len());
        let rows = batch.steps * self.windows;
        self.policy.backward(rows);
        for row in 0..rows {
            self.memory.state_gradient(row).copy_from_slice(&self.policy.input_gradient(row)[seen + latent..]);
        }
        self.memory.backward(batch.steps, &self.mask, true);
        self.latent_slopes.fill(0.0);
        for row in 0..rows {
            let window = row % self.windows;
            let slopes = &mut self.latent_slopes[window * latent..(window + 1) * latent];
            add(slopes, &self.policy.input_gradient(row)[seen..seen + latent]);
            add(slopes, &self.memory.input_gradient(row)[seen..]);
        }
        self.back_to_posterior(batch, kl_scale);
        self.posterior.backward(self.windows);
        self.back_to_readers(batch);
        self.forth.backward(batch.steps, &self.mask, false);
        self.back.backward(batch.steps, &self.mask, false);
    }

    /// Through u = μ + σ·ε, with the KL term's own slopes.
    #[inline(always)]
    fn back_to_posterior(&mut self, batch: &Batch, kl_scale: f32) {
        let (latent, width) = (self.network.latent, self.posterior.output_width());
        let (outputs, slopes) = self.posterior.outputs_and_gradients();
        slopes.fill(0.0);
        for index in 0..batch.windows.len() {
            let (row, slope) = (&outputs[index * width..], &mut slopes[index * width..]);
            for place in 0..latent {
                let (raw, drawn) = (row[latent + place], self.latent_slopes[index * latent + place]);
                let log_variance = raw.clamp(LOG_VARIANCE.0, LOG_VARIANCE.1);
                let sigma = libm::expf(0.5 * log_variance);
                slope[place] = drawn + kl_scale * row[place];
                let own = 0.5 * (drawn * self.noise[index * latent + place] * sigma + kl_scale * (sigma * sigma - 1.0));
                slope[latent + place] = if raw == log_variance { own } else { 0.0 };
            }
        }
    }

    /// Every step has its share in the average.
    #[inline(always)]
    fn back_to_readers(&mut self, batch: &Batch) {
        let hidden = self.network.hidden;
        for row in 0..batch.steps * self.windows {
            let window = row % self.windows;
            let share = batch.windows.get(window).map_or(0.0, |of| self.mask[row] / of.len() as f32);
            let (forth, back) = self.posterior.input_gradient(window)[..2 * hidden].split_at(hidden);
            let scaled = |to: &mut [f32], from: &[f32]| to.iter_mut().zip(from).for_each(|(to, x)| *to = share * x);
            scaled(self.forth.state_gradient(row), forth);
            scaled(self.back.state_gradient(row), back);
        }
    }
}

impl Gradients for Elbo {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(usize, &[f32])) {
        self.forth.visit_gradients(&mut visit);
        self.back.visit_gradients(&mut visit);
        self.posterior.visit_gradients(&mut visit);
        self.memory.visit_gradients(&mut visit);
        self.policy.visit_gradients(&mut visit);
    }
}
