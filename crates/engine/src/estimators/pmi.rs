//! Pointwise mutual information from a critic's scores, and training weights from PMI: w ∝ e^{β·pmi}.
//!
//! A trained critic is PMI plus an unknown constant. Normalised per pair,
//! pmi(s,a,z) = T(s,a,z) - log Σ_z' p(z') e^T(s,a,z'), it is exact for a finite set of styles, and every
//! weight e^pmi lies in [0, 1/p(z)].

use super::{Baseline, Evidence, Normalisation};
use crate::nn::log_sum_exp;

/// How scores become weights: w ∝ e^{β·pmi}, with a baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighting {
    pub evidence: Evidence,
    pub normalisation: Normalisation,
    pub baseline: Baseline,
    pub beta: f32,
}

/// Share of label noise above which PMI weighs in full under `Capped`.
const FULL_WEIGHT_NOISE: f32 = 0.1;

/// The weights of one seed before the baseline.
pub struct WeightScale {
    beta: f32,
    /// Largest weight per style, where a pair with PMI zero weighs one.
    pub caps: Vec<f32>,
}

/// What all weights of a seed share, found on its training pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightConstants {
    /// What the normalisation subtracts from every score; zero unless it is global.
    pub shift: f32,
    /// Mean weight before the baseline.
    pub mean: f32,
    /// What weights are divided by: the mean, or under `Clamped` the mean of what is left of them.
    pub divisor: f32,
}

/// Scores `[pairs, styles]` to PMI of the same shape, in place. Returns what was subtracted from all of them alike.
pub fn normalise(scores: &mut [f32], log_prior: &[f32], normalisation: Normalisation) -> f32 {
    let styles = log_prior.len();
    let log_mean =
        |scores: &[f32]| log_sum_exp(scores.iter().zip(log_prior.iter().cycle()).map(|(t, log_p)| t + log_p));
    match normalisation {
        Normalisation::PerPair => {
            for scores in scores.chunks_exact_mut(styles) {
                let shift = log_mean(scores);
                scores.iter_mut().for_each(|score| *score -= shift);
            }
            0.0
        }
        Normalisation::Global => {
            let shift = log_mean(scores) - libm::logf((scores.len() / styles).max(1) as f32);
            scores.iter_mut().for_each(|score| *score -= shift);
            shift
        }
        Normalisation::Raw => 0.0,
    }
}

/// PMI of each pair with every style, normalised per pair: `[pairs, styles]`.
pub fn pmi(mut scores: Vec<f32>, log_prior: &[f32]) -> Vec<f32> {
    normalise(&mut scores, log_prior, Normalisation::PerPair);
    scores
}

/// The PMI of each pair with its own label. Its mean over held-out pairs is a lower bound on I(Z;S,A), never looser
/// than the critic's own.
pub fn of_labels(pmi: &[f32], styles: usize, labels: impl Iterator<Item = usize>) -> impl Iterator<Item = f32> {
    pmi.chunks_exact(styles).zip(labels).map(|(pmi, label)| pmi[label])
}

impl Weighting {
    /// Under `Capped` the estimated share ε of label noise limits the weights: without noise all pairs weigh the same, and
    /// if all labels were noise a pair could weigh 1/p(z), the largest value of e^pmi.
    pub fn scale(&self, log_prior: &[f32], label_noise: Option<f32>) -> WeightScale {
        let cap = |log_p: &f32| match self.baseline {
            Baseline::Capped => 1.0 + label_noise.unwrap_or(0.0) * (libm::expf(-log_p) - 1.0),
            _ => f32::INFINITY,
        };
        WeightScale { beta: self.beta * self.sharpness(label_noise), caps: log_prior.iter().map(cap).collect() }
    }

    /// What β is multiplied by: under `Capped` little label noise makes weights more equal.
    pub fn sharpness(&self, label_noise: Option<f32>) -> f32 {
        match (self.baseline, label_noise) {
            (Baseline::Capped, Some(label_noise)) => (label_noise / FULL_WEIGHT_NOISE).min(1.0),
            _ => 1.0,
        }
    }

    /// The weight of each pair for its label, `[pairs]`, from its evidence for every style, `[pairs, styles]`; and what
    /// the weights have in common.
    pub fn weights(
        &self,
        mut evidence: Vec<f32>,
        log_prior: &[f32],
        label_noise: Option<f32>,
        labels: impl Iterator<Item = usize>,
    ) -> (Vec<f32>, WeightConstants) {
        let shift = normalise(&mut evidence, log_prior, self.normalisation);
        let scale = self.scale(log_prior, label_noise);
        let own = evidence.chunks_exact(log_prior.len()).zip(labels);
        let mut weights: Vec<f32> = own.map(|(pmi, label)| scale.weight(pmi[label], label)).collect();

        let middle = mean(&weights);
        weights.iter_mut().for_each(|weight| *weight = self.subtract_baseline(*weight, middle));
        let constants = WeightConstants { shift, mean: middle, divisor: mean(&weights).max(1e-6) };
        weights.iter_mut().for_each(|weight| *weight = self.divide(*weight, constants));
        (weights, constants)
    }

    /// The weight in the policy's loss, from the weight before the baseline.
    pub fn with_baseline(&self, weight: f32, constants: WeightConstants) -> f32 {
        self.divide(self.subtract_baseline(weight, constants.mean), constants)
    }

    fn subtract_baseline(&self, weight: f32, mean: f32) -> f32 {
        match self.baseline {
            Baseline::Mean | Baseline::Capped => weight,
            Baseline::Printed => weight - mean,
            Baseline::Clamped => (weight - mean).max(0.0),
        }
    }

    fn divide(&self, weight: f32, constants: WeightConstants) -> f32 {
        match self.baseline {
            Baseline::Printed => weight,
            // By multiplication, as it has been since the first results: a division rounds differently.
            _ => weight * (1.0 / constants.divisor),
        }
    }
}

impl WeightScale {
    /// The weight of a pair with this PMI before the baseline.
    pub fn weight(&self, pmi: f32, label: usize) -> f32 {
        // e^20 is far above any true weight; raw scores of a bad critic can pass it.
        libm::expf((pmi * self.beta).clamp(-20.0, 20.0)).min(self.caps[label])
    }
}

/// In double precision, since there are tens of thousands of terms.
fn mean(values: &[f32]) -> f32 {
    (values.iter().map(|value| f64::from(*value)).sum::<f64>() / values.len().max(1) as f64) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(baseline: Baseline, label_noise: Option<f32>) -> Vec<f32> {
        let weighting = Weighting { evidence: Evidence::Pair, normalisation: Normalisation::Raw, baseline, beta: 2.0 };
        let log_prior = vec![0.25f32.ln(); 4];
        let scale = weighting.scale(&log_prior, label_noise);
        [-1.3, 0.0, 1.2].map(|pmi| scale.weight(pmi, 0)).to_vec()
    }

    #[test]
    fn without_doubt_in_labels_all_pairs_weigh_the_same() {
        assert_eq!(weights(Baseline::Capped, Some(0.0)), [1.0, 1.0, 1.0]);
        let doubted = weights(Baseline::Capped, Some(0.25));
        assert!((doubted[0] - (-2.6f32).exp()).abs() < 1e-6 && doubted[1] == 1.0, "{doubted:?}");
        assert!((doubted[2] - 1.75).abs() < 1e-5, "{doubted:?}");
    }

    #[test]
    fn where_label_noise_is_not_estimated_pmi_weighs_in_full() {
        assert_eq!(weights(Baseline::Capped, None), [(-2.6f32).exp(), 1.0, 1.0]);
        let plain = [-2.6f32, 0.0, 2.4].map(libm::expf);
        assert_eq!(weights(Baseline::Mean, Some(0.0)), plain);
    }
}
