//! What the charts show.

use serde::{Deserialize, Serialize};

use super::Text;

/// One point of a curve; `series` is a `SeriesCard` id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub series: String,
    /// Steps since the start of the run, over all stages.
    pub step: u32,
    /// The mean over the seeds that are trained side by side.
    pub value: f32,
    /// Standard deviation over them; zero where there is one.
    pub spread: f32,
}

/// How the weights of all training pairs are spread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightHistogram {
    /// One more than `counts`.
    pub edges: Vec<f32>,
    pub counts: Vec<u32>,
    /// (Σw)² / Σw²: how many equally weighted pairs would be worth as much.
    pub effective_sample_size: f32,
    pub pairs: u32,
}

/// Which cluster is responsible for which trajectory, p(k|τ), where a method finds styles by itself. Clusters stand in
/// the order of the styles that they are named after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Responsibilities {
    /// Some of the training trajectories of each style.
    pub some: Vec<Responsibility>,
    /// `means[style][cluster]`: the mean over all training trajectories that are labelled with a style.
    pub means: Vec<Vec<f32>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Responsibility {
    /// Index among all demonstrations.
    pub trajectory: u32,
    /// The style it is labelled with, which the method has not seen.
    pub style: u8,
    /// p(k|τ) of each cluster; they add up to one.
    pub shares: Vec<f32>,
}

/// Asked style against achieved style, counted over rollouts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    pub step: u32,
    /// `counts[asked][achieved]`; the last column counts paths that fit no style.
    pub counts: Vec<Vec<u32>>,
    /// Share of rollouts that achieved the style asked for.
    pub share: f32,
    /// What rollouts asked for each style earned on average, where the world keeps a score; else empty.
    pub rewards: Vec<f32>,
}

impl Calibration {
    /// Counts the rollouts of another seed too. Every seed makes as many, so shares average.
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

/// Why each pair along one trajectory has the weight it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// None is the path that the visitor drew.
    pub trajectory: Option<u32>,
    /// The style it is labelled with.
    pub style: u8,
    /// Where the agent was at each step: x, y, x, y, ...
    pub xy: Vec<f32>,
    /// Pointwise mutual information of each pair with the label, nats; empty without a critic, as what follows.
    pub pmi: Vec<f32>,
    /// e^{β·pmi} of each pair, before the baseline: 1 is as telling as any pair, more is more.
    pub weight: Vec<f32>,
    /// Whether weights go by what the action adds to the place, instead of by PMI.
    pub weighs_actions: bool,
    /// p(z | s, a), step by step, K values each.
    pub posterior: Vec<f32>,
    /// p(z).
    pub prior: Vec<f32>,
    /// The style the expert really followed at each step, where the data knows it (simulated worlds).
    pub followed: Vec<u8>,
}

/// A quantity measured over a knob, for several methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// Id of the knob.
    pub knob: String,
    /// What is measured, with its unit.
    pub quantity: Text,
    pub curves: Vec<SweepCurve>,
    /// By what, on how many seeds.
    pub made: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepCurve {
    /// Of the method.
    pub name: Text,
    /// (the knob's value, the quantity), rising.
    pub points: Vec<(f32, f32)>,
}
