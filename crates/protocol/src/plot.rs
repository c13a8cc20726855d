//! Data of the charts.

use serde::{Deserialize, Serialize};

use super::Text;

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
}

impl Calibration {
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
        let hits: u32 = self.counts.iter().enumerate().map(|(style, row)| row[style]).sum();
        self.share = hits as f32 / self.counts.iter().flatten().sum::<u32>().max(1) as f32;
    }
}

/// PMI and weight of each pair along one trajectory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// None for a path drawn by the visitor.
    pub trajectory: Option<u32>,
    /// The style it is labelled with.
    pub style: u8,
    /// Position at each step: x, y, x, y, ...
    pub xy: Vec<f32>,
    /// `[steps]`: pointwise mutual information with the label, nats. Empty without a critic, as are `weight` and
    /// `posterior`.
    pub pmi: Vec<f32>,
    /// `[steps]`: e^{β·pmi}, before the baseline is subtracted.
    pub weight: Vec<f32>,
    /// Weights use the information of the action given the state, in place of the PMI of the pair.
    pub weighs_actions: bool,
    /// `[steps, styles]`: p(z | s, a).
    pub posterior: Vec<f32>,
    /// `[styles]`: p(z).
    pub prior: Vec<f32>,
    /// `[steps]`: the style that the simulated expert followed; empty where it is unknown.
    pub followed: Vec<u8>,
}

/// A quantity measured over a knob, for several methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// Id of the knob.
    pub knob: String,
    /// The measured quantity, with its unit.
    pub quantity: Text,
    pub curves: Vec<SweepCurve>,
    /// How it was computed, and with how many seeds.
    pub made: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepCurve {
    /// Name of the method.
    pub name: Text,
    /// (value of the knob, quantity), by rising value.
    pub points: Vec<(f32, f32)>,
}
