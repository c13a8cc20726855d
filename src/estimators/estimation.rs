//! A critic in training: minibatches, held-out checks, and the best critic so far. One critic for each seed.

use std::ops::Range;

use super::decorrelate::decorrelate;
use super::mine::log_prior;
use super::{Critic, CriticKind, of_labels, pmi};
use crate::data::Rng;
use crate::nn::{Bundle, Learner, Members, Order, Rate, Rows, SnapshotError, style_of};

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

/// The critic of the best held-out bound so far.
#[derive(Clone)]
struct Best {
    parameters: Vec<f32>,
    /// Nats over all held-out pairs, and for each held-out path (empty after a restore, until the next check).
    bound: f32,
    paths: Vec<f32>,
    /// Whether the critic of the last check is so near to it that held-out paths do not tell them apart.
    last_is_near: bool,
}

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

/// The drawn parameters of every seed's critic, with inputs decorrelated.
fn start(learner: &Learner, samples: &[Vec<f32>], width: usize, hidden: usize) -> Vec<f32> {
    let (inputs, size) = (learner.objective.inputs.clone(), learner.net.parameters());
    let mut parameters = learner.learnt.parameters.clone();
    for (parameters, sample) in parameters.chunks_exact_mut(size).zip(samples) {
        let rows: Vec<Vec<f32>> = sample.chunks_exact(width).map(|row| row[inputs.clone()].to_vec()).collect();
        decorrelate(parameters, inputs.len(), hidden, &rows);
    }
    parameters
}

/// Whether bounds of paths are on average no further below others than one standard error of the difference.
fn near(now: &[f32], best: &[f32]) -> bool {
    let count = now.len().max(1) as f32;
    let gains = || now.iter().zip(best).map(|(now, best)| now - best);
    let mean = gains().sum::<f32>() / count;
    let variance = gains().map(|gain| (gain - mean) * (gain - mean)).sum::<f32>() / (count - 1.0).max(1.0);
    mean >= -(variance / count).sqrt()
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
        let samples: Vec<Vec<f32>> = rows.portions.iter().map(sample).collect();
        let mut learner = Learner::new(critic.net.clone(), objective, "critic weights", config.batch, rows);
        learner.begin_from(start(&learner, &samples, rows.columns.width(), config.hidden));
        let best = vec![None; rows.portions.len()];
        Self { learner, best, samples, order: None, critic, priors, config }
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
        let rate = Rate::cooled(self.config.rate, (per_epoch * self.config.epochs) as u32);
        let Some((_, order)) = &self.order else { return };
        self.learner.step(rows, order, index, rate);
    }

    /// Mean loss since the last check, and the bound on training and on held-out pairs. Keeps, for each seed, the
    /// parameters where the held-out bound is the best so far, and whether the present ones are as good.
    pub fn check(&mut self, rows: &Rows) -> Bounds {
        let mut bounds = Bounds { loss: self.learner.take_losses(), train: vec![], held_out: vec![] };
        for (seed, portion) in rows.portions.iter().enumerate() {
            let parameters = self.learner.member(seed);
            let of_paths = |parameters: &[f32]| {
                let paths = portion.held_out_paths.iter();
                paths.map(|path| self.bound(seed, parameters, stretch(rows, path.clone()))).collect::<Vec<f32>>()
            };
            let held_out = self.bound(seed, parameters, stretch(rows, portion.held_out.clone()));
            bounds.train.push(self.bound(seed, parameters, &self.samples[seed]));
            bounds.held_out.push(held_out);
            let paths = of_paths(parameters);
            let fresh = Some(match self.best[seed].clone() {
                Some(mut best) if best.bound >= held_out => {
                    if best.paths.is_empty() {
                        best.paths = of_paths(&best.parameters);
                    }
                    best.last_is_near = near(&paths, &best.paths);
                    best
                }
                _ => Best { parameters: parameters.to_vec(), bound: held_out, paths, last_is_near: true },
            });
            self.best[seed] = fresh;
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

    /// The parameters to use: the last, unless held-out paths say that earlier ones were better. Few paths, some of
    /// them labelled wrongly, say so by chance, and an early critic tells styles apart too timidly to be of use.
    pub fn chosen(&self, seed: usize) -> &[f32] {
        match &self.best[seed] {
            Some(best) if !best.last_is_near => &best.parameters,
            _ => self.learner.member(seed),
        }
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
        let best: Option<Vec<&Best>> = self.best.iter().map(Option::as_ref).collect();
        if let Some(best) = best {
            let parameters = best.iter().flat_map(|best| &best.parameters).copied().collect();
            let bounds = best.iter().flat_map(|best| [best.bound, f32::from(u8::from(best.last_is_near))]).collect();
            bundle.tables.insert("critic.best".into(), (seeds, size, parameters));
            bundle.tables.insert("critic.bound".into(), (seeds, 2, bounds));
        }
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.learner.restore("critic", bundle)?;
        let (seeds, size) = (self.best.len(), self.learner.net.parameters());
        self.best = match bundle.table("critic.bound", seeds, 2) {
            Err(_) => vec![None; seeds],
            Ok(bounds) => {
                let parameters = bundle.table("critic.best", seeds, size)?.chunks_exact(size);
                let best = parameters.zip(bounds.as_chunks::<2>().0).map(|(parameters, [bound, near])| Best {
                    parameters: parameters.to_vec(),
                    bound: *bound,
                    paths: vec![],
                    last_is_near: *near > 0.5,
                });
                best.map(Some).collect()
            }
        };
        Ok(())
    }
}
