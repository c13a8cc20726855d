//! A mixture of M diagonal Gaussians, for states in which demonstrators take different actions:
//!
//! ```text
//! π(a|s) = Σ_m w_m Π_i N(a_i; μ_mi, σ_mi)
//! ```
//!
//! A row of outputs is M logits of the weights w, then for every part its means and its log standard deviations.

use super::objective::{HALF_LOG_TAU, LOG_SIGMA, log_sum_exp};

/// The number of outputs for actions of `size` numbers.
pub const fn mixture_outputs(parts: usize, size: usize) -> usize {
    parts * (1 + 2 * size)
}

/// The outputs of one part: means, then log standard deviations, `[2 * size]`.
pub fn part_of(outputs: &[f32], parts: usize, size: usize, part: usize) -> &[f32] {
    &outputs[parts + 2 * size * part..parts + 2 * size * (part + 1)]
}

/// log N(a; μ, σ) of one part.
fn log_density(part: &[f32], action: &[f32]) -> f32 {
    let (means, log_sigmas) = part.split_at(action.len());
    let each = |((a, mean), raw): ((&f32, &f32), &f32)| {
        let log_sigma = raw.clamp(LOG_SIGMA.0, LOG_SIGMA.1);
        let deviation = (a - mean) * libm::expf(-log_sigma);
        -0.5 * deviation * deviation - log_sigma - HALF_LOG_TAU
    };
    action.iter().zip(means).zip(log_sigmas).map(each).sum()
}

/// -log π(a|s) of one row of outputs.
pub fn mixture_nll(parts: usize, outputs: &[f32], action: &[f32]) -> f32 {
    let joint = |part| outputs[part] + log_density(part_of(outputs, parts, action.len(), part), action);
    log_sum_exp(outputs[..parts].iter().copied()) - log_sum_exp((0..parts).map(joint))
}

/// Returns -log π(a|s) of one row of outputs, and writes its gradient times `scale`.
pub fn mixture_gradient(parts: usize, outputs: &[f32], action: &[f32], scale: f32, gradient: &mut [f32]) -> f32 {
    let size = action.len();
    for part in 0..parts {
        gradient[part] = outputs[part] + log_density(part_of(outputs, parts, size, part), action);
    }
    let weights = log_sum_exp(outputs[..parts].iter().copied());
    let joint = log_sum_exp(gradient[..parts].iter().copied());
    for part in 0..parts {
        // The posterior probability of the part given the action.
        let responsibility = libm::expf(gradient[part] - joint);
        gradient[part] = scale * (libm::expf(outputs[part] - weights) - responsibility);
        let at = parts + 2 * size * part;
        for (index, a) in action.iter().enumerate() {
            let (mean, deviation) = (at + index, at + size + index);
            let raw = outputs[deviation];
            let log_sigma = raw.clamp(LOG_SIGMA.0, LOG_SIGMA.1);
            let inverse = libm::expf(-log_sigma);
            let off = (a - outputs[mean]) * inverse;
            gradient[mean] = -scale * responsibility * off * inverse;
            // A clamped log σ has no gradient.
            gradient[deviation] = if raw == log_sigma { scale * responsibility * (1.0 - off * off) } else { 0.0 };
        }
    }
    weights - joint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::gaussian_nll;

    #[test]
    fn one_part_is_a_gaussian_and_equal_parts_are_one() {
        let gaussian = [0.3, -0.2, -0.5, 0.4];
        let action = [0.1, 0.9];
        let expected = gaussian_nll(&gaussian, &action);
        let alone = [&[2.0][..], &gaussian].concat();
        let twice = [&[0.7, -1.1][..], &gaussian, &gaussian].concat();
        assert!((mixture_nll(1, &alone, &action) - expected).abs() < 1e-5);
        assert!((mixture_nll(2, &twice, &action) - expected).abs() < 1e-5);
        let mut gradient = [0.0; 10];
        assert!((mixture_gradient(2, &twice, &action, 1.0, &mut gradient) - expected).abs() < 1e-5);
        // Equal parts have gradients in proportion to their weights, and the gradient of the weights is zero.
        assert!(gradient[0].abs() < 1e-6 && gradient[1].abs() < 1e-6, "{gradient:?}");
        assert!((gradient[2] / gradient[6] - libm::expf(1.8)).abs() < 1e-3, "{gradient:?}");
    }
}
