//! Paths cut into windows: with whole paths a step would take long, and an epoch would have few steps.

use std::ops::Range;

use crate::nn::{Rows, SeedSplit};
use worlds::data::Rng;

/// Held-out windows per check, evenly spaced where there are more.
const CHECKED: usize = 128;

/// The windows of one seed, each a range of rows of one path.
pub struct Windows {
    seed: u64,
    pub train: Vec<Range<usize>>,
    pub held_out: Vec<Range<usize>>,
}

/// Cuts each path from its start; the rest at its end is a shorter window.
fn cut(paths: &[Range<usize>], steps: usize) -> Vec<Range<usize>> {
    let of_path = |path: &Range<usize>| {
        let end = path.end;
        path.clone().step_by(steps).map(move |start| start..(start + steps).min(end)).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

impl Windows {
    pub fn new(split: &SeedSplit, steps: usize) -> Self {
        let all = cut(&split.held_out_paths, steps);
        let stride = all.len().div_ceil(CHECKED).max(1);
        let held_out = all.into_iter().step_by(stride).collect();
        Self { seed: split.seed, train: cut(&split.train_paths, steps), held_out }
    }

    pub fn of(rows: &Rows, steps: usize) -> Vec<Self> {
        rows.splits.iter().map(|split| Self::new(split, steps)).collect()
    }

    /// The order in which an epoch visits the training windows.
    pub fn order(&self, epoch: usize) -> Vec<Range<usize>> {
        let mut order = self.train.clone();
        Rng::stream(self.seed, "ctvae epoch", epoch as u64).shuffle(&mut order);
        order
    }

    /// Noise for the latents of one step, or of all checks.
    pub fn noise(&self, purpose: &str, number: u32) -> Rng {
        Rng::stream(self.seed, purpose, u64::from(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_cover_every_step_once_and_never_two_paths() {
        let windows = cut(&[0..120, 120..130, 130..130, 130..180], 50);
        assert_eq!(windows, vec![0..50, 50..100, 100..120, 120..130, 130..180]);
    }
}
