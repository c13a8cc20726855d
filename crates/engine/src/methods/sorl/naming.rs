//! Names for the codes that clustering found: every style is matched with the code its trajectories agree with best.

use super::clusters::Belief;
use super::paths::labels;
use super::{DOUBT, MATCHED, Sorl};
use crate::methods::matching::matching;
use crate::methods::{Point, series};
use crate::nn::{Rows, SeedSplit};

impl Sorl {
    /// Matches codes with labels by p(k|τ), summed over the paths of each label. Codes that began as labels are these labels.
    pub(super) fn name_codes(&mut self, rows: &Rows) {
        let styles = rows.columns.styles;
        let best = self.clusters.best();
        self.weights = vec![1.0; rows.count()];
        self.codes.clear();
        for (split, mixture) in rows.splits.iter().zip(best) {
            let shares = &self.clusters.beliefs[mixture].shares;
            let mut agreement = vec![0.0; styles * styles];
            for (style, shares) in labels(split, rows).zip(shares.chunks_exact(styles)) {
                shares.iter().enumerate().for_each(|(code, share)| agreement[code * styles + style] += share);
            }
            let codes =
                if self.clusters.config.labelled { (0..styles).collect() } else { matching(&agreement, styles) };
            for (index, style) in labels(split, rows).enumerate() {
                let share = shares[index * styles + codes[style]];
                self.weights[split.train_paths[index].clone()].fill(share);
            }
            self.codes.push(codes);
        }
    }

    pub(super) fn readings(&mut self, rows: &Rows) -> Vec<Point> {
        let styles = rows.columns.styles;
        let losses = self.clusters.learner.take_losses();
        let mut points =
            [series::POLICY_LOSS, series::POLICY_HELD_OUT, MATCHED, DOUBT].map(|series| series.point(vec![]));
        for (seed, mixture) in self.clusters.best().into_iter().enumerate() {
            let belief = &self.clusters.beliefs[mixture];
            let losses = &losses[mixture * styles..(mixture + 1) * styles];
            let loss = belief.prior(styles).iter().zip(losses).map(|(p, loss)| p * loss).sum();
            let matched = matched(belief, &self.codes[seed], &rows.splits[seed], rows);
            let values = [loss, self.clusters.held_out(mixture, rows), matched, doubt(belief)];
            points.iter_mut().zip(values).for_each(|(point, value)| point.values.push(value));
        }
        points.into()
    }
}

/// Share of training paths whose most likely code is that of their label.
fn matched(belief: &Belief, codes: &[usize], split: &SeedSplit, rows: &Rows) -> f32 {
    let agrees = |(style, shares): (usize, &[f32])| shares.iter().all(|share| *share <= shares[codes[style]]);
    let paths = labels(split, rows).zip(belief.shares.chunks_exact(codes.len()));
    paths.filter(|path| agrees(*path)).count() as f32 / split.train_paths.len().max(1) as f32
}

/// Mean entropy of p(k|τ), nats.
fn doubt(belief: &Belief) -> f32 {
    let nats: f32 = belief.shares.iter().filter(|p| **p > 0.0).map(|p| -p * libm::logf(*p)).sum();
    nats / belief.evidence.len().max(1) as f32
}
