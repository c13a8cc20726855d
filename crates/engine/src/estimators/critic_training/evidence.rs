//! Scores and evidence of rows by the trained critics, every row by critics that have not seen it.

use std::sync::Arc;

use super::{CriticSet, CriticTraining, rows_of};
use crate::estimators::critic::log_prior;
use crate::estimators::{Critic, Evidence};
use crate::nn::Rows;
use worlds::data::Pictures;

/// Paths that are evaluated at once: enough that loading the networks costs little, few enough that their layers take
/// little memory, which a worker would not give back.
const PATHS: usize = 16;

impl CriticTraining {
    /// Whether it has learnt from every pair once. Before that its scores are those of its initial parameters.
    pub fn is_trained(&self) -> bool {
        self.learner.steps as usize >= self.steps_per_epoch
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

    /// T(s,a,z) of rows of the `trained`-th training path, which name pictures of another table: `[rows, styles]`.
    pub fn scores_seeing(
        &self,
        seed: usize,
        trained: Option<usize>,
        rows: &[f32],
        pictures: Arc<Pictures>,
    ) -> Vec<f32> {
        let chosen = self.chosen(seed);
        let critics = trained.map_or(chosen, |number| self.of_fold(chosen, number % self.config.folds));
        let critic = Critic { pictures: Some(pictures), ..self.critic.clone() };
        critic.scores(critics, &self.log_prior(seed), rows)
    }

    /// The evidence of all training pairs of a seed, each by the critic of its fold: `[pairs, styles]`.
    pub fn train_evidence(&self, seed: usize, by: Evidence, rows: &Rows) -> Vec<f32> {
        self.cross_fitted_evidence(seed, by, self.chosen(seed), rows)
    }

    pub(super) fn cross_fitted_evidence(&self, seed: usize, by: Evidence, critics: CriticSet, rows: &Rows) -> Vec<f32> {
        let (split, styles) = (&rows.splits[seed], self.critic.columns.styles);
        let mut scores = vec![0.0; split.train.len() * styles];
        for fold in 0..self.config.folds {
            let paths: Vec<_> = split.train_paths.iter().skip(fold).step_by(self.config.folds).collect();
            for some in paths.chunks(PATHS) {
                let of_some: Vec<f32> = some.iter().flat_map(|path| rows_of(rows, (*path).clone())).copied().collect();
                let made = self.critic.evidence(by, self.of_fold(critics, fold), &self.log_prior(seed), &of_some);
                let mut made = made.into_iter();
                for path in some {
                    let place = |row: usize| (row - split.train.start) * styles;
                    scores[place(path.start)..place(path.end)].fill_with(|| made.next().unwrap_or_default());
                }
            }
        }
        scores
    }
}
