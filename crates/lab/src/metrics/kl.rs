//! How differently two sets of paths visit states and act there: KL(p ‖ q) between histograms over
//! (x, y, direction), in nats. Empty cells of q are smoothed; noise alone gives a floor, so print it too.

use protocol::View;

const CELLS: (usize, usize, usize) = (10, 10, 8);
/// Added to every cell, as a share of all samples.
const SMOOTHING: f64 = 1e-3;

/// Number of samples per cell.
pub struct StateActions {
    view: View,
    counts: Vec<f64>,
    samples: f64,
}

impl StateActions {
    pub fn new(view: View) -> Self {
        Self { view, counts: vec![0.0; CELLS.0 * CELLS.1 * CELLS.2], samples: 0.0 }
    }

    /// Counts a path (x, y, x, y, ...); the action at a step is the direction of its movement.
    pub fn add(&mut self, path: &[f32]) {
        let cell = |value: f32, low: f32, high: f32, cells: usize| {
            (((value - low) / (high - low) * cells as f32).max(0.0) as usize).min(cells - 1)
        };
        let view = self.view;
        for pair in path.as_chunks().0.windows(2) {
            let ([x, y], [next_x, next_y]) = (pair[0], pair[1]);
            let direction = libm::atan2f(next_y - y, next_x - x);
            let column = cell(x, view.left, view.right, CELLS.0);
            let row = cell(y, view.bottom, view.top, CELLS.1);
            let turn = cell(direction, -std::f32::consts::PI, std::f32::consts::PI, CELLS.2);
            self.counts[(column * CELLS.1 + row) * CELLS.2 + turn] += 1.0;
            self.samples += 1.0;
        }
    }

    fn shares(&self) -> impl Iterator<Item = f64> {
        let empty = SMOOTHING / self.counts.len() as f64;
        self.counts.iter().map(move |count| (count / self.samples.max(1.0) + empty) / (1.0 + SMOOTHING))
    }

    /// KL(self ‖ other), nats.
    pub fn divergence(&self, other: &Self) -> f64 {
        self.shares().zip(other.shares()).map(|(p, q)| p * (p / q).ln()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View { left: 0.0, bottom: 0.0, right: 10.0, top: 10.0 };

    fn counted(paths: &[&[f32]]) -> StateActions {
        let mut counted = StateActions::new(VIEW);
        paths.iter().for_each(|path| counted.add(path));
        counted
    }

    #[test]
    fn known_shares_give_the_known_divergence() {
        // p: half the samples in each of two cells; q: three quarters and one quarter.
        let (right, up): (&[f32], &[f32]) = (&[0.5, 0.5, 0.6, 0.5], &[5.5, 5.5, 5.5, 5.6]);
        let (p, q) = (counted(&[right, up]), counted(&[right, right, right, up]));
        let exact = 0.5 * (0.5f64 / 0.75).ln() + 0.5 * (0.5f64 / 0.25).ln();
        assert!((p.divergence(&q) - exact).abs() < 2e-3, "{} against {exact}", p.divergence(&q));
        assert_eq!(p.divergence(&p), 0.0);
    }

    #[test]
    fn places_nobody_visits_count_finitely_and_outliers_stay_inside() {
        let (here, there) = (counted(&[&[0.5, 0.5, 0.6, 0.5]]), counted(&[&[-99.0, 1e9, -98.0, 1e9]]));
        let divergence = here.divergence(&there);
        assert!(divergence.is_finite() && divergence > 5.0, "{divergence}");
    }
}
