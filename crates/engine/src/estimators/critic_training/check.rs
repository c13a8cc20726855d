//! Checks during training: the bound per seed, which critics to keep, and the share of label noise.

use super::{BestCritics, CriticSet, CriticTraining, rows_of};
use crate::estimators::label_noise::genuine_probability;
use crate::estimators::{CriticKind, Evidence, of_labels, pmi};
use crate::nn::{Rows, style_of};

/// Results of a check per seed, in nats.
pub struct Bounds {
    pub loss: Vec<f32>,
    pub train: Vec<f32>,
    pub held_out: Vec<f32>,
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

impl CriticTraining {
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
                _ => BestCritics {
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
            let kept: Vec<f32> = rows.kept(split).map(|row| genuine[row - split.train.start]).collect();
            self.label_noise[seed] = (1.0 - mean(&kept)).clamp(0.0, 1.0);
            let scale = self.weight_scale(mean(&kept));
            weights[split.train.clone()].iter_mut().zip(&genuine).for_each(|(weight, r)| *weight = scale * r);
        }
        self.learner.set_weights(weights);
    }

    /// Donsker and Varadhan's two terms balance only for weights of mean one; a classifier's loss is a plain weighted sum.
    fn weight_scale(&self, mean: f32) -> f32 {
        match self.config.kind {
            CriticKind::Classifier => 1.0,
            CriticKind::Exact | CriticKind::Sampled => 1.0 / mean.max(1e-3),
        }
    }
}
