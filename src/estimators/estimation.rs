//! A critic in training: minibatches, held-out checks, and the best critic so far. One critic for each seed.

use std::ops::Range;

use super::mine::log_prior;
use super::{Critic, CriticKind, of_labels, pmi};
use crate::data::Rng;
use crate::nn::{Bundle, Learner, Members, Order, Rows, SnapshotError, style_of};

/// Training pairs on which the training bound is reported.
const SAMPLE: usize = 4000;

#[derive(Clone, Debug, PartialEq)]
pub struct EstimationConfig {
    pub kind: CriticKind,
    pub hidden: usize,
    pub batch: usize,
    pub epochs: usize,
    pub rate: f32,
    pub moving_average: bool,
}

/// Parameters of the best held-out bound, and that bound in nats.
type Best = (Vec<f32>, f32);

pub struct Estimation {
    pub config: EstimationConfig,
    pub critic: Critic,
    pub learner: Learner,
    /// For each seed, once there was a check.
    best: Vec<Option<Best>>,
    priors: Vec<Vec<f32>>,
    /// For each seed the training rows on which its bound is reported.
    samples: Vec<Vec<f32>>,
    order: Option<(usize, Order)>,
}

/// What a check of a critic found, for each seed, in nats.
pub struct Bounds {
    pub loss: Vec<f32>,
    pub train: Vec<f32>,
    pub held_out: Vec<f32>,
}

fn stretch(rows: &Rows, range: Range<usize>) -> &[f32] {
    let width = rows.columns.width();
    &rows.values[range.start * width..range.end * width]
}

impl Estimation {
    pub fn new(config: EstimationConfig, rows: &Rows) -> Self {
        let critic = Critic::new(config.kind, rows.columns, config.hidden, rows.portions.len());
        let priors: Vec<Vec<f32>> = rows.portions.iter().map(|portion| portion.prior.clone()).collect();
        let objective = critic.objective(priors.iter(), config.moving_average);
        let sample = |portion: &crate::nn::Portion| {
            let mut rng = Rng::stream(portion.seed, "critic sample", 0);
            let mut all: Vec<usize> = portion.train.clone().collect();
            rng.shuffle(&mut all);
            all.iter().take(SAMPLE).flat_map(|row| rows.row(*row)).copied().collect()
        };
        Self {
            learner: Learner::new(critic.net.clone(), objective, "critic weights", config.batch, rows),
            best: vec![None; rows.portions.len()],
            samples: rows.portions.iter().map(sample).collect(),
            order: None,
            critic,
            priors,
            config,
        }
    }

    pub fn steps_per_epoch(&self, rows: &Rows) -> usize {
        Members::One.batches(rows, self.config.batch)
    }

    /// One optimiser step of every seed's critic.
    pub fn step(&mut self, rows: &Rows) {
        let per_epoch = self.steps_per_epoch(rows);
        let (epoch, index) = (self.learner.steps as usize / per_epoch, self.learner.steps as usize % per_epoch);
        if self.order.as_ref().is_none_or(|(drawn, _)| *drawn != epoch) {
            let marginal = self.learner.objective.marginal();
            let order = Members::One.order(rows, self.config.batch, "critic epoch", epoch as u64, marginal);
            self.order = Some((epoch, order));
        }
        let Some((_, order)) = &self.order else { return };
        self.learner.step(rows, order, index, self.config.rate);
    }

    /// Mean loss since the last check, and the bound on training and on held-out pairs. Keeps, for each seed, the
    /// parameters where the held-out bound is the best so far.
    pub fn check(&mut self, rows: &Rows) -> Bounds {
        let mut bounds = Bounds { loss: self.learner.take_losses(), train: vec![], held_out: vec![] };
        for (seed, portion) in rows.portions.iter().enumerate() {
            let parameters = self.learner.member(seed);
            let held_out = self.bound(seed, parameters, stretch(rows, portion.held_out.clone()));
            bounds.train.push(self.bound(seed, parameters, &self.samples[seed]));
            bounds.held_out.push(held_out);
            if self.best[seed].as_ref().is_none_or(|(_, best)| held_out > *best) {
                self.best[seed] = Some((parameters.to_vec(), held_out));
            }
        }
        bounds
    }

    /// Mean PMI of rows with their labels, nats.
    fn bound(&self, seed: usize, parameters: &[f32], rows: &[f32]) -> f32 {
        let log_prior = log_prior(&self.priors[seed]);
        let pmi = pmi(self.critic.scores(parameters, &log_prior, rows), &log_prior);
        let labels = rows.chunks_exact(self.critic.columns.width()).map(|row| style_of(row, log_prior.len()));
        let sum: f64 = of_labels(&pmi, log_prior.len(), labels).map(f64::from).sum();
        (sum * log_prior.len() as f64 / pmi.len().max(1) as f64) as f32
    }

    /// The parameters to use: the best on held-out trajectories, or the current ones before any check.
    pub fn chosen(&self, seed: usize) -> &[f32] {
        self.best[seed].as_ref().map_or_else(|| self.learner.member(seed), |(parameters, _)| parameters)
    }

    pub fn log_prior(&self, seed: usize) -> Vec<f32> {
        log_prior(&self.priors[seed])
    }

    /// T(s,a,z) of a seed's chosen critic for many rows: `[rows, styles]`.
    pub fn scores(&self, seed: usize, rows: &[f32]) -> Vec<f32> {
        self.critic.scores(self.chosen(seed), &self.log_prior(seed), rows)
    }

    /// The same for all training pairs of a seed.
    pub fn train_scores(&self, seed: usize, rows: &Rows) -> Vec<f32> {
        self.scores(seed, stretch(rows, rows.portions[seed].train.clone()))
    }
}

/// What a snapshot keeps of an estimation.
impl Estimation {
    pub fn save(&self, bundle: &mut Bundle) {
        self.learner.save("critic", bundle);
        let (seeds, size) = (self.best.len(), self.learner.net.parameters());
        let chosen = (0..seeds).flat_map(|seed| self.chosen(seed)).copied().collect();
        bundle.tables.insert("critic.chosen".into(), (seeds, size, chosen));
        let priors = (seeds, self.critic.columns.styles, self.priors.concat());
        bundle.tables.insert("critic.prior".into(), priors);
        bundle.notes.insert("critic.kind".into(), self.config.kind.id().into());
        let bounds: Option<Vec<f32>> = self.best.iter().map(|best| best.as_ref().map(|(_, bound)| *bound)).collect();
        if let Some(bounds) = bounds {
            bundle.tables.insert("critic.bound".into(), (seeds, 1, bounds));
        }
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.learner.restore("critic", bundle)?;
        let (seeds, size) = (self.best.len(), self.learner.net.parameters());
        let chosen = bundle.table("critic.chosen", seeds, size)?;
        self.best = match bundle.table("critic.bound", seeds, 1) {
            Err(_) => vec![None; seeds],
            Ok(bounds) => chosen.chunks_exact(size).zip(bounds).map(|(p, bound)| Some((p.to_vec(), *bound))).collect(),
        };
        Ok(())
    }
}
