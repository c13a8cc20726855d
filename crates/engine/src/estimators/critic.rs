//! Critics T(s,a,z) of the mutual information between style and state-action pair.
//!
//! Donsker and Varadhan: I(Z;S,A) ≥ E_p(s,a,z)[T] - log E_p(s,a)p(z)[e^T], with equality at
//! T = log p(z|s,a)/p(z) + constant. Three ways to get there:
//! *sampled* (z is an input, the second term over drawn z̄: the paper's Algorithm 1), *exact* (one output
//! per style, the second term summed over all z) and *classifier* (cross-entropy; T = log p(z|s,a) - log p(z)).

use std::borrow::Cow;
use std::sync::Arc;

use super::label_noise::with_label_noise;
use super::{Normalisation, normalise};
use crate::nn::{Columns, Forward, Loss, Mlp, Objective, encode_rows};
use protocol::knobs::critic::{CRITIC, CriticKind};
use worlds::data::Pictures;

/// Rows that are encoded at once: their features take more room than the rows.
const ENCODED: usize = 1024;

/// The kind that a snapshot's note names, which is the id of a choice of the knob; unknown ones read as the classifier.
pub fn critic_kind(id: &str) -> CriticKind {
    let kinds = [CriticKind::Sampled, CriticKind::Exact, CriticKind::Classifier];
    kinds.into_iter().find(|kind| CRITIC.word(*kind) == id).unwrap_or(CriticKind::Classifier)
}

/// log p(z); a style without a single pair keeps a finite logarithm.
pub fn log_prior(prior: &[f32]) -> Vec<f32> {
    prior.iter().map(|p| libm::logf(p.max(1e-6))).collect()
}

/// One or several critics in use: their parameters one after another, and the share ε of label noise.
#[derive(Clone, Copy)]
pub struct CriticSet<'a> {
    pub parameters: &'a [f32],
    pub label_noise: f32,
}

#[derive(Clone)]
pub struct Critic {
    pub kind: CriticKind,
    /// One member per seed and fold.
    pub net: Mlp,
    pub columns: Columns,
    /// The pictures that rows name, for critics that see.
    pub pictures: Option<Arc<Pictures>>,
}

impl Critic {
    pub fn new(kind: CriticKind, columns: Columns, hidden: usize, members: usize) -> Self {
        let (inputs, outputs) = match kind {
            CriticKind::Sampled => (0..columns.width(), 1),
            CriticKind::Exact | CriticKind::Classifier => (columns.pair(), columns.styles),
        };
        let net = Mlp::new(members, [inputs.len(), hidden, hidden, outputs]).seeing(columns.encoder(&inputs));
        Self { kind, net, columns, pictures: None }
    }

    /// The training objective, given p(z) per member.
    pub fn objective<'a>(&self, priors: impl Iterator<Item = &'a Vec<f32>>, moving_average: bool) -> Objective {
        let styles = 0..self.columns.styles;
        let (loss, inputs) = match self.kind {
            CriticKind::Sampled => (Loss::Sampled, 0..self.columns.width()),
            CriticKind::Exact => (Loss::Exact, self.columns.pair()),
            CriticKind::Classifier => (Loss::Categorical, self.columns.pair()),
        };
        let log_prior = priors.flat_map(|prior| log_prior(prior)).collect();
        // A classifier has no second term to average.
        let moving_average = moving_average && self.kind != CriticKind::Classifier;
        Objective { log_prior, moving_average, ..Objective::new(loss, inputs, styles) }
    }

    /// T(s,a,z) for every z, the mean over the critics: rows `[rows, width]` to `[rows, styles]`.
    pub fn scores(&self, critics: CriticSet, log_prior: &[f32], rows: &[f32]) -> Vec<f32> {
        self.in_parts(rows, |rows| self.scores_of(critics, log_prior, &self.encode(critics, rows)))
    }

    /// The same from rows as the dense layers of each critic read them.
    pub(super) fn scores_of(&self, critics: CriticSet, log_prior: &[f32], encoded: &[Cow<[f32]>]) -> Vec<f32> {
        self.mean(critics, log_prior, |number, critic| self.scores_of_one(critic, log_prior, &encoded[number]))
    }

    /// Calls `evaluate` for all rows, `[rows, width]` to `[rows, styles]`: at once, or some at a time where they have to be
    /// encoded first.
    pub(super) fn in_parts(&self, rows: &[f32], evaluate: impl Fn(&[f32]) -> Vec<f32>) -> Vec<f32> {
        match self.net.encoder {
            None => evaluate(rows),
            Some(_) => rows.chunks(ENCODED * self.columns.width()).flat_map(evaluate).collect(),
        }
    }

    /// Rows as the dense layers of each critic read them, `[rows, width]` in the columns `self.columns.encoded()`.
    pub(super) fn encode<'a>(&self, critics: CriticSet, rows: &'a [f32]) -> Vec<Cow<'a, [f32]>> {
        let critics = critics.parameters.chunks_exact(self.net.parameters());
        match (&self.pictures, self.columns.encoder(&(0..self.columns.width()))) {
            (Some(pictures), Some(encoder)) => {
                let width = self.columns.width();
                critics.map(|critic| Cow::Owned(encode_rows(encoder, pictures, critic, rows, width))).collect()
            }
            _ => critics.map(|_| Cow::Borrowed(rows)).collect(),
        }
    }

    /// The mean over critics of `evaluate(number, parameters)`, `[rows, styles]` each, with label noise applied.
    pub(super) fn mean(
        &self,
        critics: CriticSet,
        log_prior: &[f32],
        evaluate: impl Fn(usize, &[f32]) -> Vec<f32>,
    ) -> Vec<f32> {
        let (size, label_noise) = (self.net.parameters(), critics.label_noise);
        let share = size as f32 / critics.parameters.len().max(1) as f32;
        let mut critics = critics.parameters.chunks_exact(size).enumerate().map(|(number, critic)| {
            let mut scores = evaluate(number, critic);
            if label_noise > 0.0 {
                normalise(&mut scores, log_prior, Normalisation::PerPair);
                scores.iter_mut().for_each(|score| *score = with_label_noise(*score, label_noise));
            }
            scores
        });
        let mut mean = critics.next().unwrap_or_default();
        critics.for_each(|more| mean.iter_mut().zip(more).for_each(|(sum, score)| *sum += score));
        mean.iter_mut().for_each(|sum| *sum *= share);
        mean
    }

    fn scores_of_one(&self, parameters: &[f32], log_prior: &[f32], rows: &[f32]) -> Vec<f32> {
        let (width, styles) = (self.columns.encoded().width(), self.columns.styles);
        let count = rows.len() / width;
        let (mut forward, parameters) = (Forward::new(&self.net.dense()), &parameters[self.net.dense_at()..]);
        match self.kind {
            CriticKind::Sampled => forward.outputs(parameters, count * styles, |index, input| {
                let (row, style) = (index / styles, index % styles);
                input.copy_from_slice(&rows[row * width..(row + 1) * width]);
                input[..styles].fill(0.0);
                input[style] = 1.0;
            }),
            CriticKind::Exact | CriticKind::Classifier => {
                let outputs = forward.outputs(parameters, count, |row, input| {
                    input.copy_from_slice(&rows[row * width + styles..(row + 1) * width]);
                });
                self.as_scores(outputs, log_prior)
            }
        }
    }

    /// T(s,a,z) from the outputs, one per style.
    pub(super) fn as_scores(&self, mut outputs: Vec<f32>, log_prior: &[f32]) -> Vec<f32> {
        if self.kind == CriticKind::Classifier {
            for logits in outputs.chunks_exact_mut(self.columns.styles) {
                logits.iter_mut().zip(log_prior).for_each(|(logit, log_p)| *logit -= log_p);
            }
        }
        outputs
    }
}
