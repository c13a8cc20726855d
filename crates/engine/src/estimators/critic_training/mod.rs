//! Training of critics by minibatches, with held-out checks, early stopping and cross-fitting: every seed has one critic
//! per fold of its paths, trained on the other folds. A training pair is scored by the critic of its own fold, which has not
//! seen it, all other pairs by the mean of the critics.

mod check;
mod evidence;
mod snapshot;

use std::ops::Range;

use super::critic::CriticSet;
use super::decorrelate::decorrelate;
use super::{Critic, CriticKind, label_noise};
use crate::nn::{Learner, LearningRate, Members, Order, Rows, SeedSplit};
use worlds::data::Rng;

pub use check::{Bounds, check_every};

/// Training pairs on which the training bound is reported.
const SAMPLE: usize = 4000;

#[derive(Clone, Debug, PartialEq)]
pub struct CriticConfig {
    pub kind: CriticKind,
    pub hidden: usize,
    pub batch: usize,
    pub epochs: usize,
    pub rate: f32,
    pub moving_average: bool,
    /// Critics per seed.
    pub folds: usize,
    /// Whether the share of label noise is estimated.
    pub estimate_label_noise: bool,
}

/// A seed's critics with the best held-out bound so far.
#[derive(Clone)]
struct BestCritics {
    parameters: Vec<f32>,
    label_noise: f32,
    /// Mean over all held-out pairs, nats; and per held-out path (empty after a restore, until the next check).
    bound: f32,
    paths: Vec<f32>,
    /// Whether the bound of the last check is within one standard error of it.
    last_is_as_good: bool,
}

impl BestCritics {
    fn critics(&self) -> CriticSet<'_> {
        CriticSet { parameters: &self.parameters, label_noise: self.label_noise }
    }
}

pub struct CriticTraining {
    pub config: CriticConfig,
    pub critic: Critic,
    pub learner: Learner,
    /// Per seed; None before the first check.
    best: Vec<Option<BestCritics>>,
    priors: Vec<Vec<f32>>,
    /// The estimated share ε of label noise, per seed.
    label_noise: Vec<f32>,
    /// The training rows on which each seed's bound is reported, `[rows, width]` per seed.
    samples: Vec<Vec<f32>>,
    pub steps_per_epoch: usize,
    order: Option<(usize, Order)>,
}

/// Initial parameters of every seed's critics, with decorrelated inputs; features of pictures stay as they are.
fn initial_parameters(learner: &Learner, samples: &[Vec<f32>], width: usize, config: &CriticConfig) -> Vec<f32> {
    let (inputs, size) = (learner.objective.inputs.clone(), learner.net.parameters());
    let mut parameters = learner.state.parameters.clone();
    if learner.net.encoder.is_some() {
        return parameters;
    }
    for (of_seed, sample) in parameters.chunks_exact_mut(size * config.folds).zip(samples) {
        let rows: Vec<Vec<f32>> = sample.chunks_exact(width).map(|row| row[inputs.clone()].to_vec()).collect();
        of_seed.chunks_exact_mut(size).for_each(|critic| decorrelate(critic, inputs.len(), config.hidden, &rows));
    }
    parameters
}

fn rows_of(rows: &Rows, range: Range<usize>) -> &[f32] {
    let width = rows.columns.width();
    &rows.values[range.start * width..range.end * width]
}

impl CriticTraining {
    pub fn new(config: CriticConfig, rows: &Rows) -> Self {
        let config = CriticConfig { folds: config.folds.max(1), ..config };
        let members = rows.splits.len() * config.folds;
        let critic = Critic::new(config.kind, rows.columns, config.hidden, members);
        let critic = Critic { pictures: rows.pictures.clone(), ..critic };
        let priors: Vec<Vec<f32>> = rows.splits.iter().map(|split| split.prior.clone()).collect();
        let of_members = priors.iter().flat_map(|prior| std::iter::repeat_n(prior, config.folds));
        let objective = critic.objective(of_members, config.moving_average);
        let sample = |split: &SeedSplit| {
            let mut rng = Rng::stream(split.seed, "critic sample", 0);
            let mut all: Vec<usize> = rows.kept(split).collect();
            rng.shuffle(&mut all);
            all.iter().take(SAMPLE).flat_map(|row| rows.row(*row)).copied().collect()
        };
        let samples: Vec<Vec<f32>> = rows.splits.iter().map(sample).collect();
        let mut learner = Learner::new(critic.net.clone(), objective, "critic weights", config.batch, rows);
        learner.set_parameters(initial_parameters(&learner, &samples, rows.columns.width(), &config));
        let best = vec![None; rows.splits.len()];
        let label_noise = vec![if config.estimate_label_noise { label_noise::INITIAL } else { 0.0 }; rows.splits.len()];
        let steps_per_epoch = Members::Folds(config.folds).batches(rows, config.batch);
        Self { learner, best, samples, label_noise, steps_per_epoch, order: None, critic, priors, config }
    }

    /// One optimiser step of every critic.
    pub fn step(&mut self, rows: &Rows) {
        let per_epoch = self.steps_per_epoch;
        let (epoch, index) = (self.learner.steps as usize / per_epoch, self.learner.steps as usize % per_epoch);
        if self.order.as_ref().is_none_or(|(drawn, _)| *drawn != epoch) {
            let marginal = self.learner.objective.marginal();
            let members = Members::Folds(self.config.folds);
            let order = members.order(rows, self.config.batch, "critic epoch", epoch as u64, marginal);
            self.order = Some((epoch, order));
        }
        let rate = LearningRate::decaying(self.config.rate, (per_epoch * self.config.epochs) as u32);
        let Some((_, order)) = &self.order else { return };
        self.learner.step(rows, order, index, rate);
    }

    /// All critics of a seed with their current parameters.
    fn current(&self, seed: usize) -> CriticSet<'_> {
        let size = self.learner.net.parameters() * self.config.folds;
        CriticSet {
            parameters: &self.learner.state.parameters[seed * size..(seed + 1) * size],
            label_noise: self.label_noise[seed],
        }
    }

    /// The critics to use: the last ones, unless the best earlier bound is significantly higher. With few held-out paths,
    /// some of them labelled wrongly, a small difference is chance, and early critics underestimate PMI.
    fn chosen(&self, seed: usize) -> CriticSet<'_> {
        match &self.best[seed] {
            Some(best) if !best.last_is_as_good => best.critics(),
            _ => self.current(seed),
        }
    }

    /// The one of a seed's critics that has not seen a fold.
    fn of_fold<'a>(&self, critics: CriticSet<'a>, fold: usize) -> CriticSet<'a> {
        let size = self.learner.net.parameters();
        CriticSet { parameters: &critics.parameters[fold * size..(fold + 1) * size], ..critics }
    }
}
