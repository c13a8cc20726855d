//! A Gaussian head: a network's outputs are means and log standard deviations.
//! -log π(a|s) = Σ ½((a-μ)/σ)² + log σ + ½ log 2π.

use burn::tensor::Tensor;

use crate::data::Rng;

const LOG_SIGMA: (f32, f32) = (-4.0, 1.0);
const HALF_LOG_TAU: f32 = 0.918_938_5;

/// Outputs `[.., 2 * size]`: `size` means, then `size` log deviations.
pub struct Gaussian {
    pub size: usize,
}

impl Gaussian {
    /// -log π of each row: outputs `[members, batch, 2 size]`, actions `[members, batch, size]` to
    /// `[members, batch]`.
    pub fn nll(&self, outputs: Tensor<3>, actions: Tensor<3>) -> Tensor<2> {
        let [members, batch, _] = outputs.dims();
        let mean = outputs.clone().slice([0..members, 0..batch, 0..self.size]);
        let log_sigma = outputs.slice([0..members, 0..batch, self.size..2 * self.size]).clamp(LOG_SIGMA.0, LOG_SIGMA.1);
        let deviation = (actions - mean) * (-log_sigma.clone()).exp();
        let each = deviation.clone() * deviation * 0.5 + log_sigma + HALF_LOG_TAU;
        each.sum_dim(2).reshape([members, batch])
    }

    /// Draws an action from one row of outputs, its spread scaled by `temperature`.
    pub fn draw(&self, outputs: &[f32], temperature: f32, rng: &mut Rng, action: &mut [f32]) {
        for (index, slot) in action.iter_mut().enumerate() {
            let log_sigma = outputs[self.size + index].clamp(LOG_SIGMA.0, LOG_SIGMA.1);
            *slot = outputs[index] + temperature * libm::expf(log_sigma) * rng.normal();
        }
    }
}
