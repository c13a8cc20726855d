//! From a critic's scores to pointwise mutual information, and from that to training weights.
//!
//! A trained critic is PMI plus an unknown constant. Normalised a pair at a time,
//! pmi(s,a,z) = T(s,a,z) - log Σ_z' p(z') e^T(s,a,z'), it is exact for a finite set of styles, and every
//! weight e^pmi lies in [0, 1/p(z)].

use burn::tensor::{Tensor, activation::softmax};

use super::mine::log_sum_exp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normalisation {
    PerPair,
    Global,
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// Divide by the mean weight.
    Mean,
    /// Cap at one, divide by the mean: steps that speak against the style fade, all others count alike.
    Capped,
    /// Subtract the mean weight, cut off below zero, divide by what is left.
    Clamped,
    /// Subtract the mean weight, as printed in the paper. Diverges.
    Printed,
}

/// How scores become weights: w ∝ e^{β·pmi}, with a baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighting {
    pub normalisation: Normalisation,
    pub baseline: Baseline,
    pub beta: f32,
}

/// Scores `[pairs, styles]` and log p(z) `[1, styles]` to PMI of the same shape.
fn normalise(scores: Tensor<2>, log_prior: Tensor<2>, normalisation: Normalisation) -> Tensor<2> {
    let [pairs, styles] = scores.dims();
    match normalisation {
        Normalisation::PerPair => scores.clone() - log_sum_exp(scores + log_prior),
        Normalisation::Global => {
            let all = (scores.clone() + log_prior).reshape([1, pairs * styles]);
            let log_mean = log_sum_exp(all) - libm::logf(pairs as f32);
            scores - log_mean
        }
        Normalisation::Raw => scores,
    }
}

/// PMI of each pair with its own label, normalised a pair at a time: `[pairs]`. Its mean over held-out
/// pairs is a lower bound on I(Z;S,A), never looser than the critic's own.
pub fn pmi_of_labels(scores: Tensor<2>, log_prior: Tensor<2>, labels: Tensor<2>) -> Tensor<1> {
    let pairs = scores.dims()[0];
    (normalise(scores, log_prior, Normalisation::PerPair) * labels).sum_dim(1).reshape([pairs])
}

/// p(z|s,a) for every z, and PMI with every z: both `[pairs, styles]`.
pub fn posterior_and_pmi(scores: Tensor<2>, log_prior: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
    let posterior = softmax(scores.clone() + log_prior.clone(), 1);
    (posterior, normalise(scores, log_prior, Normalisation::PerPair))
}

impl Weighting {
    /// The weight of each pair for its label, `[pairs]`.
    pub fn weights(&self, scores: Tensor<2>, log_prior: Tensor<2>, labels: Tensor<2>) -> Tensor<1> {
        let pairs = scores.dims()[0];
        let pmi = (normalise(scores, log_prior, self.normalisation) * labels).sum_dim(1).reshape([pairs]);
        // e^20 is far above any true weight; raw scores of a bad critic can pass it.
        let weights = (pmi * self.beta).clamp(-20.0, 20.0).exp();
        let mean = weights.clone().mean();
        match self.baseline {
            Baseline::Mean => weights / mean,
            Baseline::Capped => {
                let capped = weights.clamp_max(1.0);
                let mean = capped.clone().mean();
                capped / mean
            }
            Baseline::Printed => weights - mean,
            Baseline::Clamped => {
                let above = (weights - mean).clamp_min(0.0);
                let left = above.clone().mean().clamp_min(1e-6);
                above / left
            }
        }
    }
}
