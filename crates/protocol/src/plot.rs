//! Data of the charts.

use serde::{Deserialize, Serialize};

use super::Text;
use super::knobs::weights::Baseline;

/// One point of a curve; `series` is a `SeriesCard` id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub series: String,
    /// Steps since the start of the run, over all phases.
    pub step: u32,
    /// Mean over the seeds of the run.
    pub value: f32,
    /// Standard deviation over the seeds; zero for a single seed.
    pub spread: f32,
}

/// Distribution of the weights of all training pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightHistogram {
    /// `[counts + 1]`
    pub edges: Vec<f32>,
    pub counts: Vec<u32>,
    /// (Σw)² / Σw²
    pub effective_sample_size: f32,
    pub pairs: u32,
}

/// Cluster responsibilities p(k|τ) of a method that finds styles without labels. Clusters are in the order of the
/// styles that they were matched with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Responsibilities {
    /// Some of the training trajectories of each style.
    pub some: Vec<Responsibility>,
    /// `[styles, clusters]`: mean over the training trajectories labelled with each style.
    pub means: Vec<Vec<f32>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Responsibility {
    /// Index among all demonstrations.
    pub trajectory: u32,
    /// The style it is labelled with; hidden from the method.
    pub style: u8,
    /// `[clusters]`: p(k|τ), with sum one.
    pub shares: Vec<f32>,
}

/// Requested style against achieved style, counted over rollouts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    pub step: u32,
    /// `[requested, achieved]`; the last column counts paths that fit no style.
    pub counts: Vec<Vec<u32>>,
    /// Share of rollouts that achieved the requested style.
    pub share: f32,
    /// `[requested]`: mean score of the rollouts; empty in worlds without a score.
    pub rewards: Vec<f32>,
    /// It was counted when the run was trained; it cannot be counted again, because a file that rollouts need is missing.
    pub recorded: bool,
}

impl Calibration {
    /// Computes the share from the counts.
    pub fn new(step: u32, counts: Vec<Vec<u32>>, rewards: Vec<f32>) -> Self {
        let share = share(&counts);
        Self { step, counts, share, rewards, recorded: false }
    }

    /// Adds the rollouts of another seed.
    pub fn add(&mut self, other: &Self) {
        let rollouts = |one: &Self| one.counts.iter().flatten().sum::<u32>() as f32;
        let weight = rollouts(other) / (rollouts(self) + rollouts(other)).max(1.0);
        for (reward, more) in self.rewards.iter_mut().zip(&other.rewards) {
            *reward += weight * (more - *reward);
        }
        for (count, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *count += more;
        }
        self.share = share(&self.counts);
    }
}

/// Share of the rollouts, `[requested, achieved]`, on the diagonal.
fn share(counts: &[Vec<u32>]) -> f32 {
    let hits: u32 = counts.iter().enumerate().filter_map(|(style, row)| row.get(style)).sum();
    hits as f32 / counts.iter().flatten().sum::<u32>().max(1) as f32
}

/// PMI and weight of each pair along one trajectory, and every term of the weights' arithmetic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// None for a path drawn by the visitor.
    pub trajectory: Option<u32>,
    /// The style it is labelled with.
    pub style: u8,
    /// Position at each moment: x, y, x, y, ...
    pub xy: Vec<f32>,
    /// `[moments, styles]`: the critic's scores T(s,a,z), with label noise where it is estimated. Empty without a critic
    /// and until the critic has seen every pair once, as are the lists that follow from it: an untrained critic explains
    /// nothing.
    pub scores: Vec<f32>,
    /// `[moments]`: pointwise mutual information with the label, nats.
    pub pmi: Vec<f32>,
    /// `[moments]`: the quantity that the weights are computed from (`WeightFormula::quantity`), nats.
    pub weighed: Vec<f32>,
    /// `[moments]`: the weight in the policy's loss; as long as `WeightFormula::mean` is unknown, before the baseline.
    pub weight: Vec<f32>,
    /// How weights follow from `weighed`.
    pub formula: Option<WeightFormula>,
    /// `[moments, styles]`: p(z | s, a).
    pub posterior: Vec<f32>,
    /// `[styles]`: p(z).
    pub prior: Vec<f32>,
    /// `[moments]`: the style that the simulated expert followed; empty where it is unknown.
    pub followed: Vec<u8>,
    /// `[moments]`: the weight by hand, which `weight` includes as a factor; empty where the run has none.
    pub by_hand: Vec<f32>,
    /// `[moments]`: the true PMI with the label, nats, where the world can compute it and it is shown
    /// (`TrainerCommand::ShowTruth`); else empty.
    pub true_pmi: Vec<f32>,
}

/// The quantity x that a weight is computed from, nats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum WeighedQuantity {
    /// PMI(z; s,a): T normalised per pair.
    Pmi,
    /// PMI(z; a|s) = PMI(z; s,a) - PMI(z; s).
    ActionPmi,
    /// T - c with one constant for all pairs.
    Score { constant: f32 },
    /// T itself.
    RawScore,
}

/// w = baseline(min(e^{β·sharpness·x}, cap)), where x is the weighed quantity: what all moments of a path share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightFormula {
    pub quantity: WeighedQuantity,
    /// The exponent β as it was set.
    pub beta: f32,
    /// Factor of β: below one where label noise is small and weights are capped.
    pub sharpness: f32,
    /// Estimated share ε of labels that are independent of their pair; None if it is not estimated.
    pub label_noise: Option<f32>,
    /// Largest e^{...} for the label; None without a limit.
    pub cap: Option<f32>,
    pub baseline: Baseline,
    /// Mean over all training pairs after the cap; None until cloning begins.
    pub mean: Option<f32>,
    /// What weights are divided by: where the mean is subtracted and negative weights are cut to zero, the mean of the
    /// result; else `mean`.
    pub divisor: f32,
}

impl WeightFormula {
    /// Exponents are clamped to ± this, far beyond those of true weights.
    pub const LARGEST_EXPONENT: f32 = 20.0;

    /// The exponent of a moment with this quantity.
    pub fn exponent(&self, weighed: f32) -> f32 {
        (weighed * self.beta * self.sharpness).clamp(-Self::LARGEST_EXPONENT, Self::LARGEST_EXPONENT)
    }

    /// The weight of a moment from its power e^{exponent}; before the baseline as long as the mean is unknown.
    pub fn weight(&self, power: f32) -> f32 {
        let capped = self.cap.map_or(power, |cap| power.min(cap));
        match (self.mean, self.baseline) {
            (None, _) => capped,
            (Some(_), Baseline::Mean | Baseline::Capped) => capped / self.divisor,
            (Some(mean), Baseline::Clamped) => (capped - mean).max(0.0) / self.divisor,
            (Some(mean), Baseline::Printed) => capped - mean,
        }
    }
}

/// The moment that speaks most clearly against the label of its demonstration, among the demonstrations on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TellingMoment {
    /// Index among all demonstrations.
    pub trajectory: u32,
    /// Step of that demonstration.
    pub moment: u32,
    /// Median PMI of the stretch around it, nats.
    pub pmi: f32,
}

/// A quantity measured over a knob, for several methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// Id of the knob.
    pub knob: String,
    /// The measured quantity, with its unit.
    pub quantity: Text,
    pub curves: Vec<SweepCurve>,
    /// A sentence that says how it was computed, and with how many seeds.
    pub made: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepCurve {
    /// Name of the method.
    pub name: Text,
    /// (value of the knob, quantity), by rising value.
    pub points: Vec<(f32, f32)>,
}
