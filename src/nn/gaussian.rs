//! A Gaussian head: a network's outputs are means and log standard deviations.

use super::objective::LOG_SIGMA;
use crate::data::Rng;

/// Outputs `[.., 2 * size]`: `size` means, then `size` log deviations.
pub struct Gaussian {
    pub size: usize,
}

impl Gaussian {
    /// Draws an action from one row of outputs, its spread scaled by `temperature`.
    pub fn draw(&self, outputs: &[f32], temperature: f32, rng: &mut Rng, action: &mut [f32]) {
        for (index, slot) in action.iter_mut().enumerate() {
            let log_sigma = outputs[self.size + index].clamp(LOG_SIGMA.0, LOG_SIGMA.1);
            *slot = outputs[index] + temperature * libm::expf(log_sigma) * rng.normal();
        }
    }
}
