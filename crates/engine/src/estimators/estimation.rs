//! Critics in training: minibatches, held-out checks, and the best so far. Every seed has a critic for each fold of its
//! paths, which never sees that fold. Training pairs are judged by the critic that has not learnt them by heart, all
//! others by the mean of the critics.

use std::ops::Range;

use super::decorrelate::decorrelate;
use super::mine::{Judges, log_prior};
use super::slips::{self, genuine};
use super::{Critic, CriticKind, Evidence, of_labels, pmi};
use crate::nn::names::{self, net, note, table};
use crate::nn::{Bundle, Learner, LearningRate, Members, Mlp, Order, Rows, SnapshotError, style_of};
use protocol::knobs::critic::CRITIC;
use worlds::data::Rng;

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
    /// Critics of each seed.
    pub folds: usize,
    /// Whether labels may be slips; only for classifiers.
    pub slips: bool,
}

/// The critics of the best held-out bound so far.
#[derive(Clone)]
struct Best {
    parameters: Vec<f32>,
    slips: f32,
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
    /// Of each seed, once there was a check.
    best: Vec<Option<Best>>,
    priors: Vec<Vec<f32>>,
    /// For each seed the share of labels that are slips.
    slips: Vec<f32>,
    /// For each seed the training rows on which its bound is reported.
    samples: Vec<Vec<f32>>,
    pub steps_per_epoch: usize,
    order: Option<(usize, Order)>,
}

/// What a check of a critic found, for each seed, in nats.
pub struct Bounds {
    pub loss: Vec<f32>,
    pub train: Vec<f32>,
    pub held_out: Vec<f32>,
}

/// The drawn parameters of every seed's critics, with inputs decorrelated.
fn start(learner: &Learner, samples: &[Vec<f32>], width: usize, config: &EstimationConfig) -> Vec<f32> {
    let (inputs, size) = (learner.objective.inputs.clone(), learner.net.parameters());
    let mut parameters = learner.state.parameters.clone();
    for (of_seed, sample) in parameters.chunks_exact_mut(size * config.folds).zip(samples) {
        let rows: Vec<Vec<f32>> = sample.chunks_exact(width).map(|row| row[inputs.clone()].to_vec()).collect();
        of_seed.chunks_exact_mut(size).for_each(|critic| decorrelate(critic, inputs.len(), config.hidden, &rows));
    }
    parameters
}

/// Steps from one check to the next: four checks an epoch.
pub fn check_every(steps_per_epoch: usize) -> u32 {
    (steps_per_epoch as u32).div_ceil(4)
}

fn mean(values: &[f32]) -> f32 {
    (values.iter().map(|value| f64::from(*value)).sum::<f64>() / values.len().max(1) as f64) as f32
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
        let slips = config.slips && config.kind == CriticKind::Classifier;
        let config = EstimationConfig { folds: config.folds.max(1), slips, ..config };
        let critic = Critic::new(config.kind, rows.columns, config.hidden, rows.portions.len() * config.folds);
        let priors: Vec<Vec<f32>> = rows.portions.iter().map(|portion| portion.prior.clone()).collect();
        let of_members = priors.iter().flat_map(|prior| std::iter::repeat_n(prior, config.folds));
        let objective = critic.objective(of_members, config.moving_average);
        let sample = |portion: &crate::nn::Portion| {
            let mut rng = Rng::stream(portion.seed, "critic sample", 0);
            let mut all: Vec<usize> = portion.train.clone().collect();
            rng.shuffle(&mut all);
            all.iter().take(SAMPLE).flat_map(|row| rows.row(*row)).copied().collect()
        };
        let samples: Vec<Vec<f32>> = rows.portions.iter().map(sample).collect();
        let mut learner = Learner::new(critic.net.clone(), objective, "critic weights", config.batch, rows);
        learner.set_parameters(start(&learner, &samples, rows.columns.width(), &config));
        let best = vec![None; rows.portions.len()];
        let slips = vec![if config.slips { slips::FIRST } else { 0.0 }; rows.portions.len()];
        let steps_per_epoch = Members::Folds(config.folds).batches(rows, config.batch);
        Self { learner, best, samples, slips, steps_per_epoch, order: None, critic, priors, config }
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

    /// Mean loss since the last check, and the bound on training and on held-out pairs. Keeps, for each seed, the
    /// parameters where the held-out bound is the best so far, and whether the present ones are as good.
    pub fn check(&mut self, rows: &Rows) -> Bounds {
        let loss = self.learner.take_losses().chunks_exact(self.config.folds).map(mean).collect();
        let mut bounds = Bounds { loss, train: vec![], held_out: vec![] };
        for (seed, portion) in rows.portions.iter().enumerate() {
            let now = self.present(seed);
            let (held_out, paths) = self.held_out(seed, now, rows);
            bounds.train.push(mean(&self.labelled(seed, now, &self.samples[seed])));
            bounds.held_out.push(held_out);
            let fresh = Some(match self.best[seed].clone() {
                Some(mut best) if best.bound >= held_out => {
                    if best.paths.len() != portion.held_out_paths.len() {
                        best.paths = self.held_out(seed, best.judges(), rows).1;
                    }
                    best.last_is_near = near(&paths, &best.paths);
                    best
                }
                _ => Best {
                    parameters: now.parameters.to_vec(),
                    slips: now.slips,
                    bound: held_out,
                    paths,
                    last_is_near: true,
                },
            });
            self.best[seed] = fresh;
        }
        if self.config.slips && self.learner.steps.is_multiple_of(4 * check_every(self.steps_per_epoch)) {
            self.find_slips(rows);
        }
        bounds
    }

    /// The bound on all held-out pairs of a seed, and on each of the held-out paths, nats.
    fn held_out(&self, seed: usize, judges: Judges, rows: &Rows) -> (f32, Vec<f32>) {
        let portion = &rows.portions[seed];
        let pmi = self.labelled(seed, judges, stretch(rows, portion.held_out.clone()));
        let start = portion.held_out.start;
        let paths = portion.held_out_paths.iter().map(|path| mean(&pmi[path.start - start..path.end - start]));
        (mean(&pmi), paths.collect())
    }

    /// PMI of rows with their labels, nats.
    fn labelled(&self, seed: usize, judges: Judges, rows: &[f32]) -> Vec<f32> {
        let log_prior = self.log_prior(seed);
        self.of_labels(seed, self.critic.scores(judges, &log_prior, rows), rows)
    }

    /// The same from their scores.
    fn of_labels(&self, seed: usize, scores: Vec<f32>, rows: &[f32]) -> Vec<f32> {
        let log_prior = self.log_prior(seed);
        let labels = rows.chunks_exact(self.critic.columns.width()).map(|row| style_of(row, log_prior.len()));
        of_labels(&pmi(scores, &log_prior), log_prior.len(), labels).collect()
    }

    /// Training pairs count from now on by the chance that their label is no slip, as critics see it that have not seen
    /// their path; and from that comes the share of slips.
    fn find_slips(&mut self, rows: &Rows) {
        let mut weights = vec![1.0; rows.count()];
        for (seed, portion) in rows.portions.iter().enumerate() {
            let sure = Judges { slips: 0.0, ..self.present(seed) };
            let scores = self.cross_told(seed, Evidence::Pair, sure, rows);
            let pmi = self.of_labels(seed, scores, stretch(rows, portion.train.clone()));
            let slips = self.slips[seed];
            let genuine: Vec<f32> = pmi.iter().map(|pmi| genuine(*pmi, slips)).collect();
            self.slips[seed] = (1.0 - mean(&genuine)).clamp(0.0, 1.0);
            weights[portion.train.clone()].copy_from_slice(&genuine);
        }
        self.learner.set_weights(weights);
    }

    /// All critics of a seed as they are now.
    fn present(&self, seed: usize) -> Judges<'_> {
        let size = self.learner.net.parameters() * self.config.folds;
        Judges { parameters: &self.learner.state.parameters[seed * size..(seed + 1) * size], slips: self.slips[seed] }
    }

    /// The critics to use: the last, unless held-out paths say that earlier ones were better. Few paths, some of them
    /// labelled wrongly, say so by chance, and an early critic tells styles apart too timidly to be of use.
    fn chosen(&self, seed: usize) -> Judges<'_> {
        match &self.best[seed] {
            Some(best) if !best.last_is_near => best.judges(),
            _ => self.present(seed),
        }
    }

    /// Of a seed's critics the one that has not seen the paths of a fold.
    fn judge<'a>(&self, judges: Judges<'a>, fold: usize) -> Judges<'a> {
        let size = self.learner.net.parameters();
        Judges { parameters: &judges.parameters[fold * size..(fold + 1) * size], ..judges }
    }

    pub fn log_prior(&self, seed: usize) -> Vec<f32> {
        log_prior(&self.priors[seed])
    }

    /// The share of labels that a seed's chosen critics take for slips, where they reckon with any.
    pub fn slips(&self, seed: usize) -> Option<f32> {
        self.config.slips.then(|| self.chosen(seed).slips)
    }

    /// T(s,a,z) for rows that no critic has seen, by the mean of a seed's chosen critics: `[rows, styles]`.
    pub fn scores(&self, seed: usize, rows: &[f32]) -> Vec<f32> {
        self.told(seed, Evidence::Pair, None, rows)
    }

    /// What rows tell of every style by this evidence, `[rows, styles]`; rows of the `trained`-th training path by the
    /// critic that has not seen it.
    pub fn told(&self, seed: usize, by: Evidence, trained: Option<usize>, rows: &[f32]) -> Vec<f32> {
        let chosen = self.chosen(seed);
        let judges = trained.map_or(chosen, |number| self.judge(chosen, number % self.config.folds));
        self.critic.told(by, judges, &self.log_prior(seed), rows)
    }

    /// The same for all training pairs of a seed.
    pub fn train_told(&self, seed: usize, by: Evidence, rows: &Rows) -> Vec<f32> {
        self.cross_told(seed, by, self.chosen(seed), rows)
    }

    fn cross_told(&self, seed: usize, by: Evidence, judges: Judges, rows: &Rows) -> Vec<f32> {
        let (portion, styles) = (&rows.portions[seed], self.critic.columns.styles);
        let mut scores = vec![0.0; portion.train.len() * styles];
        for fold in 0..self.config.folds {
            let paths = || portion.train_paths.iter().skip(fold).step_by(self.config.folds);
            let of_fold: Vec<f32> = paths().flat_map(|path| stretch(rows, path.clone())).copied().collect();
            let made = self.critic.told(by, self.judge(judges, fold), &self.log_prior(seed), &of_fold);
            let mut made = made.into_iter();
            for path in paths() {
                let place = |row: usize| (row - portion.train.start) * styles;
                scores[place(path.start)..place(path.end)].fill_with(|| made.next().unwrap_or_default());
            }
        }
        scores
    }
}

impl Best {
    fn judges(&self) -> Judges<'_> {
        Judges { parameters: &self.parameters, slips: self.slips }
    }
}

/// What a snapshot keeps of an estimation.
impl Estimation {
    pub fn save(&self, bundle: &mut Bundle) {
        self.learner.save(net::CRITIC, bundle);
        let (seeds, size) = (self.best.len(), self.learner.net.parameters());
        // Guidance asks a critic for every candidate of every agent, so it has to do with the first of each seed.
        let guide = |seed| self.judge(self.chosen(seed), 0);
        let guides = (0..seeds).flat_map(|seed| guide(seed).parameters).copied().collect();
        bundle.note_net(net::GUIDE, &Mlp::new(seeds, self.learner.net.sizes.clone()));
        bundle.tables.insert(names::parameters(net::GUIDE), (seeds, size, guides));
        let slips = (0..seeds).map(|seed| guide(seed).slips).collect();
        bundle.tables.insert(table::GUIDE_LABEL_NOISE.into(), (seeds, 1, slips));
        let priors = (seeds, self.critic.columns.styles, self.priors.concat());
        bundle.tables.insert(table::CRITIC_PRIOR.into(), priors);
        bundle.notes.insert(note::CRITIC_KIND.into(), CRITIC.word(self.config.kind).into());
        self.save_progress(bundle);
    }

    /// What only a run that goes on needs.
    fn save_progress(&self, bundle: &mut Bundle) {
        let (seeds, size) = (self.best.len(), self.learner.net.parameters() * self.config.folds);
        bundle.tables.insert(table::CRITIC_LABEL_NOISE.into(), (seeds, 1, self.slips.clone()));
        if let Some(weights) = self.learner.weights() {
            bundle.tables.insert(table::CRITIC_WEIGHTS.into(), (weights.len(), 1, weights.to_vec()));
        }
        let best: Option<Vec<&Best>> = self.best.iter().map(Option::as_ref).collect();
        if let Some(best) = best {
            let parameters = best.iter().flat_map(|best| &best.parameters).copied().collect();
            let each = |best: &&Best| [best.bound, f32::from(u8::from(best.last_is_near)), best.slips];
            bundle.tables.insert(table::CRITIC_BEST.into(), (seeds, size, parameters));
            bundle.tables.insert(table::CRITIC_BOUND.into(), (seeds, 3, best.iter().flat_map(each).collect()));
        }
    }

    pub fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        self.learner.restore(net::CRITIC, bundle)?;
        let (seeds, size) = (self.best.len(), self.learner.net.parameters() * self.config.folds);
        self.slips = bundle.table(table::CRITIC_LABEL_NOISE, seeds, 1)?.to_vec();
        if bundle.tables.contains_key(table::CRITIC_WEIGHTS) {
            self.learner.set_weights(bundle.table(table::CRITIC_WEIGHTS, rows.count(), 1)?.to_vec());
        }
        self.best = match bundle.table(table::CRITIC_BOUND, seeds, 3) {
            Err(_) => vec![None; seeds],
            Ok(bounds) => {
                let parameters = bundle.table(table::CRITIC_BEST, seeds, size)?.chunks_exact(size);
                let best = parameters.zip(bounds.as_chunks::<3>().0).map(|(parameters, [bound, near, slips])| Best {
                    parameters: parameters.to_vec(),
                    slips: *slips,
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
