//! What a network minimises: losses of single rows and their gradients with respect to the network's outputs, on the CPU.
//! The WebGPU kernels compute the same.

use std::ops::Range;

use super::mixture::mixture_outputs;

/// The rate of MINE's moving average: ē ← (1 - FORGET) ē + FORGET · E[e^T] at every step.
pub const FORGET: f32 = 0.01;
/// Log standard deviations are clamped to these bounds.
pub const LOG_SIGMA: (f32, f32) = (-4.0, 1.0);
/// ½ log 2π.
pub const HALF_LOG_TAU: f32 = 0.918_938_5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// E[-w log N(a; μ, σ)]: outputs are means, then log standard deviations; targets are actions.
    Gaussian,
    /// E[-w log Σ_m w_m N(a; μ_m, σ_m)]: see `mixture`.
    Mixture { parts: usize },
    /// E[-w Σ t log softmax]: targets are probabilities, one-hot for a class.
    Categorical,
    /// Donsker and Varadhan, the paper's Algorithm 1: -E[T(s,a,z)] + log E[e^T(s,a,z̄)], z an input, z̄ drawn.
    Sampled,
    /// The same with one output per style: -E[T_z] + log E[Σ p(z') e^T_z'].
    Exact,
}

impl Loss {
    /// The number of outputs for a number of targets.
    pub fn outputs(self, targets: usize) -> usize {
        match self {
            Self::Gaussian => 2 * targets,
            Self::Mixture { parts } => mixture_outputs(parts, targets),
            Self::Categorical | Self::Exact => targets,
            Self::Sampled => 1,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    pub loss: Loss,
    /// Columns of the table that are the network's inputs.
    pub inputs: Range<usize>,
    /// Columns of the table that the loss compares its outputs with.
    pub targets: Range<usize>,
    /// log p(z), for `Exact`: `[members, styles]`.
    pub log_prior: Vec<f32>,
    /// Whether the second term's gradient is divided by a moving average of E[e^T], as MINE proposes.
    pub moving_average: bool,
    /// The largest gradient norm; longer gradients are scaled down to it.
    pub clip: Option<f32>,
}

impl Objective {
    pub fn new(loss: Loss, inputs: Range<usize>, targets: Range<usize>) -> Self {
        Self { loss, inputs, targets, log_prior: Vec::new(), moving_average: false, clip: None }
    }

    /// Whether a batch goes through the network twice, the second time with drawn styles.
    pub fn marginal(&self) -> bool {
        self.loss == Loss::Sampled
    }
}

/// -log N(a; μ, σ) of one row of outputs `[2 * size]`.
pub fn gaussian_nll(outputs: &[f32], action: &[f32]) -> f32 {
    let size = action.len();
    let each = |(index, a): (usize, &f32)| {
        let log_sigma = outputs[size + index].clamp(LOG_SIGMA.0, LOG_SIGMA.1);
        let deviation = (a - outputs[index]) * libm::expf(-log_sigma);
        0.5 * deviation * deviation + log_sigma + HALF_LOG_TAU
    };
    action.iter().enumerate().map(each).sum()
}

/// Returns -log N(a; μ, σ) of one row of outputs, and writes its gradient times `scale`.
pub fn gaussian_gradient(outputs: &[f32], action: &[f32], scale: f32, gradient: &mut [f32]) -> f32 {
    let (size, mut nll) = (action.len(), 0.0);
    for (index, a) in action.iter().enumerate() {
        let raw = outputs[size + index];
        let log_sigma = raw.clamp(LOG_SIGMA.0, LOG_SIGMA.1);
        let inverse = libm::expf(-log_sigma);
        let deviation = (a - outputs[index]) * inverse;
        nll += 0.5 * deviation * deviation + log_sigma + HALF_LOG_TAU;
        gradient[index] = -scale * deviation * inverse;
        // A clamped log σ has no gradient.
        gradient[size + index] = if raw == log_sigma { scale * (1.0 - deviation * deviation) } else { 0.0 };
    }
    nll
}

/// log Σ e^x, without overflow for large x.
pub fn log_sum_exp(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let largest = values.clone().fold(f32::NEG_INFINITY, f32::max);
    largest + libm::logf(values.map(|value| libm::expf(value - largest)).sum())
}

/// Returns -Σ t log softmax(outputs) of one row, and writes its gradient times `scale`.
pub fn categorical_gradient(outputs: &[f32], targets: &[f32], scale: f32, gradient: &mut [f32]) -> f32 {
    let log_sum = log_sum_exp(outputs.iter().copied());
    let all: f32 = targets.iter().sum();
    let mut loss = 0.0;
    for ((output, target), gradient) in outputs.iter().zip(targets).zip(gradient) {
        let log_probability = output - log_sum;
        loss -= target * log_probability;
        *gradient = scale * (all * libm::expf(log_probability) - target);
    }
    loss
}

/// The second term of Donsker and Varadhan's bound, from log E[e^T] and the log of its moving average: the loss, and the
/// factor on its gradient.
pub fn marginal_term(log_mean: f32, average: Option<f32>) -> (f32, f32) {
    match average {
        None => (log_mean, 1.0),
        Some(average) => {
            let ratio = libm::expf(log_mean - average);
            (ratio, ratio)
        }
    }
}

/// The log of MINE's moving average after a step. The larger of the two logs is taken out of the exponentials, so that
/// they do not overflow.
pub fn updated_average(log_average: f32, log_mean: f32) -> f32 {
    let largest = log_average.max(log_mean);
    let (average, mean) = (libm::expf(log_average - largest), libm::expf(log_mean - largest));
    largest + libm::logf(average * (1.0 - FORGET) + mean * FORGET)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moving_average_is_that_of_the_exponentials_and_does_not_overflow() {
        for (average, mean) in [(0.0f32, 0.0f32), (1.5, -2.0), (-3.0, 4.0), (20.0, 30.0)] {
            let expected = (f64::from(average).exp() * 0.99 + f64::from(mean).exp() * f64::from(FORGET)).ln() as f32;
            assert!((updated_average(average, mean) - expected).abs() < 1e-5, "{average} {mean}");
        }
        assert!((updated_average(0.0, 500.0) - (500.0 + 0.01f32.ln())).abs() < 1e-3);
        assert!((updated_average(500.0, -500.0) - (500.0 + 0.99f32.ln())).abs() < 1e-3);
        assert!(updated_average(-500.0, -400.0).is_finite());
    }
}
