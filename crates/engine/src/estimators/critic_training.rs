//! Training of critics by minibatches, with held-out checks, early stopping and cross-fitting: every seed has one critic
//! per fold of its paths, trained on the other folds. A training pair is scored by the critic of its own fold, which has not
//! seen it, all other pairs by the mean of the critics.

use std::ops::Range;

use super::critic::{CriticSet, log_prior};
use super::decorrelate::decorrelate;
use super::label_noise::{self, genuine_probability};
use super::{Critic, CriticKind, Evidence, of_labels, pmi};
use crate::nn::names::{self, net, note, table};
use crate::nn::{Bundle, Learner, LearningRate, Members, Mlp, Order, Rows, SnapshotError, style_of};
use protocol::knobs::critic::CRITIC;
use worlds::data::Rng;

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
    /// Whether the share of label noise is estimated; only for classifiers.
    pub estimate_label_noise: bool,
}

/// A seed's critics with the best held-out bound so far.
#[derive(Clone)]
struct Best {
    parameters: Vec<f32>,
    label_noise: f32,
    /// Mean over all held-out pairs, nats; and per held-out path (empty after a restore, until the next check).
    bound: f32,
    paths: Vec<f32>,
    /// Whether the bound of the last check is within one standard error of it.
    last_is_as_good: bool,
}

pub struct CriticTraining {
    pub config: CriticConfig,
    pub critic: Critic,
    pub learner: Learner,
    /// Per seed; None before the first check.
    best: Vec<Option<Best>>,
    priors: Vec<Vec<f32>>,
    /// The estimated share ε of label noise, per seed.
    label_noise: Vec<f32>,
    /// The training rows on which each seed's bound is reported, `[rows, width]` per seed.
    samples: Vec<Vec<f32>>,
    pub steps_per_epoch: usize,
    order: Option<(usize, Order)>,
}

/// Results of a check per seed, in nats.
pub struct Bounds {
    pub loss: Vec<f32>,
    pub train: Vec<f32>,
    pub held_out: Vec<f32>,
}

/// Initial parameters of every seed's critics, with decorrelated inputs.
fn initial_parameters(learner: &Learner, samples: &[Vec<f32>], width: usize, config: &CriticConfig) -> Vec<f32> {
    let (inputs, size) = (learner.objective.inputs.clone(), learner.net.parameters());
    let mut parameters = learner.state.parameters.clone();
    for (of_seed, sample) in parameters.chunks_exact_mut(size * config.folds).zip(samples) {
        let rows: Vec<Vec<f32>> = sample.chunks_exact(width).map(|row| row[inputs.clone()].to_vec()).collect();
        of_seed.chunks_exact_mut(size).for_each(|critic| decorrelate(critic, inputs.len(), config.hidden, &rows));
    }
    parameters
}

/// Steps from one check to the next: four checks per epoch.
pub fn check_every(steps_per_epoch: usize) -> u32 {
    (steps_per_epoch as u32).div_ceil(4)
}

fn mean(values: &[f32]) -> f32 {
    (values.iter().map(|value| f64::from(*value)).sum::<f64>() / values.len().max(1) as f64) as f32
}

/// Whether the mean of `current` over paths is at most one standard error of the paired difference below that of `best`.
fn within_one_standard_error(current: &[f32], best: &[f32]) -> bool {
    let count = current.len().max(1) as f32;
    let gains = || current.iter().zip(best).map(|(current, best)| current - best);
    let mean = gains().sum::<f32>() / count;
    let variance = gains().map(|gain| (gain - mean) * (gain - mean)).sum::<f32>() / (count - 1.0).max(1.0);
    mean >= -(variance / count).sqrt()
}

fn rows_of(rows: &Rows, range: Range<usize>) -> &[f32] {
    let width = rows.columns.width();
    &rows.values[range.start * width..range.end * width]
}

impl CriticTraining {
    pub fn new(config: CriticConfig, rows: &Rows) -> Self {
        let estimate_label_noise = config.estimate_label_noise && config.kind == CriticKind::Classifier;
        let config = CriticConfig { folds: config.folds.max(1), estimate_label_noise, ..config };
        let critic = Critic::new(config.kind, rows.columns, config.hidden, rows.splits.len() * config.folds);
        let priors: Vec<Vec<f32>> = rows.splits.iter().map(|split| split.prior.clone()).collect();
        let of_members = priors.iter().flat_map(|prior| std::iter::repeat_n(prior, config.folds));
        let objective = critic.objective(of_members, config.moving_average);
        let sample = |split: &crate::nn::SeedSplit| {
            let mut rng = Rng::stream(split.seed, "critic sample", 0);
            let mut all: Vec<usize> = split.train.clone().collect();
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

    /// Mean loss since the last check, and the bound on training and on held-out pairs. Keeps per seed the parameters with
    /// the best held-out bound so far, and whether the current ones are as good.
    pub fn check(&mut self, rows: &Rows) -> Bounds {
        let loss = self.learner.take_losses().chunks_exact(self.config.folds).map(mean).collect();
        let mut bounds = Bounds { loss, train: vec![], held_out: vec![] };
        for (seed, split) in rows.splits.iter().enumerate() {
            let now = self.current(seed);
            let (held_out, paths) = self.held_out(seed, now, rows);
            bounds.train.push(mean(&self.labelled(seed, now, &self.samples[seed])));
            bounds.held_out.push(held_out);
            let fresh = Some(match self.best[seed].clone() {
                Some(mut best) if best.bound >= held_out => {
                    if best.paths.len() != split.held_out_paths.len() {
                        best.paths = self.held_out(seed, best.critics(), rows).1;
                    }
                    best.last_is_as_good = within_one_standard_error(&paths, &best.paths);
                    best
                }
                _ => Best {
                    parameters: now.parameters.to_vec(),
                    label_noise: now.label_noise,
                    bound: held_out,
                    paths,
                    last_is_as_good: true,
                },
            });
            self.best[seed] = fresh;
        }
        if self.config.estimate_label_noise && self.learner.steps.is_multiple_of(4 * check_every(self.steps_per_epoch))
        {
            self.update_label_noise(rows);
        }
        bounds
    }

    /// The bound on all held-out pairs of a seed, and on each of the held-out paths, nats.
    fn held_out(&self, seed: usize, critics: CriticSet, rows: &Rows) -> (f32, Vec<f32>) {
        let split = &rows.splits[seed];
        let pmi = self.labelled(seed, critics, rows_of(rows, split.held_out.clone()));
        let start = split.held_out.start;
        let paths = split.held_out_paths.iter().map(|path| mean(&pmi[path.start - start..path.end - start]));
        (mean(&pmi), paths.collect())
    }

    /// PMI of rows with their labels, `[rows]`, nats.
    fn labelled(&self, seed: usize, critics: CriticSet, rows: &[f32]) -> Vec<f32> {
        let log_prior = self.log_prior(seed);
        self.of_labels(seed, self.critic.scores(critics, &log_prior, rows), rows)
    }

    /// The same from the rows' scores, `[rows, styles]`.
    fn of_labels(&self, seed: usize, scores: Vec<f32>, rows: &[f32]) -> Vec<f32> {
        let log_prior = self.log_prior(seed);
        let labels = rows.chunks_exact(self.critic.columns.width()).map(|row| style_of(row, log_prior.len()));
        of_labels(&pmi(scores, &log_prior), log_prior.len(), labels).collect()
    }

    /// One EM step: weighs training pairs by the probability that their label is genuine, by critics that have not seen
    /// their path, and sets ε to the mean of one minus it.
    fn update_label_noise(&mut self, rows: &Rows) {
        let mut weights = vec![1.0; rows.count()];
        for (seed, split) in rows.splits.iter().enumerate() {
            let noiseless = CriticSet { label_noise: 0.0, ..self.current(seed) };
            let scores = self.cross_fitted_evidence(seed, Evidence::Pair, noiseless, rows);
            let pmi = self.of_labels(seed, scores, rows_of(rows, split.train.clone()));
            let label_noise = self.label_noise[seed];
            let genuine: Vec<f32> = pmi.iter().map(|pmi| genuine_probability(*pmi, label_noise)).collect();
            self.label_noise[seed] = (1.0 - mean(&genuine)).clamp(0.0, 1.0);
            weights[split.train.clone()].copy_from_slice(&genuine);
        }
        self.learner.set_weights(weights);
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

    pub fn log_prior(&self, seed: usize) -> Vec<f32> {
        log_prior(&self.priors[seed])
    }

    /// The share ε of label noise of a seed's chosen critics; None where it is not estimated.
    pub fn label_noise(&self, seed: usize) -> Option<f32> {
        self.config.estimate_label_noise.then(|| self.chosen(seed).label_noise)
    }

    /// T(s,a,z) of rows that no critic has seen, by the mean of a seed's chosen critics: `[rows, styles]`.
    pub fn scores(&self, seed: usize, rows: &[f32]) -> Vec<f32> {
        self.evidence(seed, Evidence::Pair, None, rows)
    }

    /// The evidence of rows for every style, `[rows, styles]`; rows of the `trained`-th training path by the critic that has
    /// not seen it.
    pub fn evidence(&self, seed: usize, by: Evidence, trained: Option<usize>, rows: &[f32]) -> Vec<f32> {
        let chosen = self.chosen(seed);
        let critics = trained.map_or(chosen, |number| self.of_fold(chosen, number % self.config.folds));
        self.critic.evidence(by, critics, &self.log_prior(seed), rows)
    }

    /// The evidence of all training pairs of a seed, each by the critic of its fold: `[pairs, styles]`.
    pub fn train_evidence(&self, seed: usize, by: Evidence, rows: &Rows) -> Vec<f32> {
        self.cross_fitted_evidence(seed, by, self.chosen(seed), rows)
    }

    fn cross_fitted_evidence(&self, seed: usize, by: Evidence, critics: CriticSet, rows: &Rows) -> Vec<f32> {
        let (split, styles) = (&rows.splits[seed], self.critic.columns.styles);
        let mut scores = vec![0.0; split.train.len() * styles];
        for fold in 0..self.config.folds {
            let paths = || split.train_paths.iter().skip(fold).step_by(self.config.folds);
            let of_fold: Vec<f32> = paths().flat_map(|path| rows_of(rows, path.clone())).copied().collect();
            let made = self.critic.evidence(by, self.of_fold(critics, fold), &self.log_prior(seed), &of_fold);
            let mut made = made.into_iter();
            for path in paths() {
                let place = |row: usize| (row - split.train.start) * styles;
                scores[place(path.start)..place(path.end)].fill_with(|| made.next().unwrap_or_default());
            }
        }
        scores
    }
}

impl Best {
    fn critics(&self) -> CriticSet<'_> {
        CriticSet { parameters: &self.parameters, label_noise: self.label_noise }
    }
}

/// Saving and restoring.
impl CriticTraining {
    pub fn save(&self, bundle: &mut Bundle) {
        self.learner.save(net::CRITIC, bundle);
        let (seeds, size) = (self.best.len(), self.learner.net.parameters());
        // Guidance evaluates every candidate action of every agent, so it uses only the first critic of each seed.
        let guide = |seed| self.of_fold(self.chosen(seed), 0);
        let guides = (0..seeds).flat_map(|seed| guide(seed).parameters).copied().collect();
        bundle.note_net(net::GUIDE, &Mlp::new(seeds, self.learner.net.sizes.clone()));
        bundle.tables.insert(names::parameters(net::GUIDE), (seeds, size, guides));
        let label_noise = (0..seeds).map(|seed| guide(seed).label_noise).collect();
        bundle.tables.insert(table::GUIDE_LABEL_NOISE.into(), (seeds, 1, label_noise));
        let priors = (seeds, self.critic.columns.styles, self.priors.concat());
        bundle.tables.insert(table::CRITIC_PRIOR.into(), priors);
        bundle.notes.insert(note::CRITIC_KIND.into(), CRITIC.word(self.config.kind).into());
        self.save_progress(bundle);
    }

    /// What is needed to go on training, but not to play.
    fn save_progress(&self, bundle: &mut Bundle) {
        let (seeds, size) = (self.best.len(), self.learner.net.parameters() * self.config.folds);
        bundle.tables.insert(table::CRITIC_LABEL_NOISE.into(), (seeds, 1, self.label_noise.clone()));
        if let Some(weights) = self.learner.weights() {
            bundle.tables.insert(table::CRITIC_WEIGHTS.into(), (weights.len(), 1, weights.to_vec()));
        }
        let best: Option<Vec<&Best>> = self.best.iter().map(Option::as_ref).collect();
        if let Some(best) = best {
            let parameters = best.iter().flat_map(|best| &best.parameters).copied().collect();
            let each = |best: &&Best| [best.bound, f32::from(u8::from(best.last_is_as_good)), best.label_noise];
            bundle.tables.insert(table::CRITIC_BEST.into(), (seeds, size, parameters));
            bundle.tables.insert(table::CRITIC_BOUND.into(), (seeds, 3, best.iter().flat_map(each).collect()));
        }
    }

    pub fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        self.learner.restore(net::CRITIC, bundle)?;
        let (seeds, size) = (self.best.len(), self.learner.net.parameters() * self.config.folds);
        self.label_noise = bundle.table(table::CRITIC_LABEL_NOISE, seeds, 1)?.to_vec();
        if bundle.tables.contains_key(table::CRITIC_WEIGHTS) {
            self.learner.set_weights(bundle.table(table::CRITIC_WEIGHTS, rows.count(), 1)?.to_vec());
        }
        self.best = match bundle.table(table::CRITIC_BOUND, seeds, 3) {
            Err(_) => vec![None; seeds],
            Ok(bounds) => {
                let parameters = bundle.table(table::CRITIC_BEST, seeds, size)?.chunks_exact(size);
                let best = parameters.zip(bounds.as_chunks::<3>().0).map(
                    |(parameters, [bound, within_one_standard_error, label_noise])| Best {
                        parameters: parameters.to_vec(),
                        label_noise: *label_noise,
                        bound: *bound,
                        paths: vec![],
                        last_is_as_good: *within_one_standard_error > 0.5,
                    },
                );
                best.map(Some).collect()
            }
        };
        Ok(())
    }
}
