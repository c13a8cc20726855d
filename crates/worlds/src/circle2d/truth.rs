//! The true PMI of Circle2D: pmi(s,a,z) = log p(z|s,a) - log p(z).
//!
//! The experts are scripted, so p(s,a|z) can be computed. A pair consists of five positions x₀..x₄ and a direction. Given
//! the circle that is followed, each position depends only on the one before, so
//!
//! ```text
//! p(s,a,f₀..f₄ | z) = p(x₀,f₀ | z) · Π p(fᵢ₊₁|fᵢ,z) p(xᵢ₊₁|xᵢ,fᵢ) · p(a|x₄,f₄)
//! ```
//!
//! and the forward algorithm sums over the followed circles f. The noise of moves and actions is known; only p(x₀,f₀|z)
//! is estimated, by counting a large sample of experts on grids.

use std::f64::consts::{PI, TAU};

use super::expert::{COMMON_STEPS, HISTORY, RADII, SPEED, SPELL_STEPS, STEPS, demonstrate, direction, positions};
use crate::data::Rng;

const STYLES: usize = RADII.len();
/// Classes of x₀: the number of the five steps on the line (1 to 5, shared by all styles); with none, the style and the
/// circle followed.
const KEYS: usize = HISTORY + STYLES * STYLES;
/// Left, bottom, width and height of the grids. Positions outside are counted in the outermost cells.
const PLANE: (f32, f32, f32, f32) = (-1.6, -2.0, 26.4, 18.4);
/// Cell size of each grid, finest first. The distance of experts from their circle has a standard deviation of 0.1.
const CELLS: [f32; 4] = [0.05, 0.1, 0.2, 0.4];
/// The finest grid with this many samples around a position is used.
const ENOUGH: f32 = 200.0;

/// Number of samples per cell and class.
struct Grid {
    cell: f32,
    columns: usize,
    rows: usize,
    counts: Vec<[f32; KEYS]>,
}

impl Grid {
    fn new(cell: f32) -> Self {
        let (columns, rows) = ((PLANE.2 / cell).round() as usize, (PLANE.3 / cell).round() as usize);
        Self { cell, columns, rows, counts: vec![[0.0; KEYS]; columns * rows] }
    }

    fn add(&mut self, x: f32, y: f32, key: usize, amount: f32) {
        let column = (((x - PLANE.0) / self.cell) as usize).min(self.columns - 1);
        let row = (((y - PLANE.1) / self.cell) as usize).min(self.rows - 1);
        self.counts[row * self.columns + column][key] += amount;
    }

    /// Bilinear interpolation of the counts at (x, y), `[KEYS]`.
    fn at(&self, x: f32, y: f32) -> [f32; KEYS] {
        let locate = |value: f32, low: f32, cells: usize| {
            let at = ((value - low) / self.cell - 0.5).clamp(0.0, (cells - 1) as f32);
            let first = (at as usize).min(cells - 2);
            (first, at - first as f32)
        };
        let (column, right) = locate(x, PLANE.0, self.columns);
        let (row, up) = locate(y, PLANE.1, self.rows);
        let mut around = [0.0; KEYS];
        for (next_row, next_column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let share =
                (if next_row == 1 { up } else { 1.0 - up }) * (if next_column == 1 { right } else { 1.0 - right });
            let cell = &self.counts[(row + next_row) * self.columns + column + next_column];
            around.iter_mut().zip(cell).for_each(|(sum, count)| *sum += share * count);
        }
        around
    }
}

/// The true PMI of Circle2D for one setting of noise, spells and wrong labels.
pub struct CirclePmi {
    noise: f64,
    /// Probability per step that a spell begins, and that one ends.
    begin: f64,
    end: f64,
    wrong: f64,
    grids: Vec<Grid>,
    /// Counted trajectories per style.
    pub sample: usize,
}

/// Unnormalised Gaussian density of the angle between two directions, in radians.
fn angular_density(a: f64, b: f64, variance: f64) -> f64 {
    let angle = (a - b + PI).rem_euclid(TAU) - PI;
    libm::exp(-angle * angle / (2.0 * variance))
}

impl CirclePmi {
    /// Counts `sample` trajectories per style. None without noise, since p(s,a|z) then has no density.
    pub fn new(noise: f32, spells: f32, wrong_labels: f32, sample: usize) -> Option<Self> {
        let mut grids: Vec<Grid> = CELLS.iter().map(|cell| Grid::new(*cell)).collect();
        for (style, number) in (0..STYLES).flat_map(|style| (0..sample).map(move |number| (style, number))) {
            let mut rng = Rng::stream(0, "reference", (style * sample + number) as u64);
            let path = demonstrate(style, noise, spells, &mut rng);
            for (step, [x, y]) in path.xy.as_chunks().0[..=STEPS - HISTORY].iter().enumerate() {
                let on_line = COMMON_STEPS.saturating_sub(step).min(HISTORY);
                let (key, amount) = match on_line {
                    0 => (HISTORY + style * STYLES + path.followed[step] as usize, 1.0),
                    // All styles share the line, so each gets the mean of their counts.
                    some => (some - 1, 1.0 / STYLES as f32),
                };
                grids.iter_mut().for_each(|grid| grid.add(*x, *y, key, amount));
            }
        }
        let begin = f64::from(spells) / (1.0 - f64::from(spells)) / f64::from(SPELL_STEPS);
        let end = 1.0 / f64::from(SPELL_STEPS);
        let (noise, wrong) = (f64::from(noise), f64::from(wrong_labels));
        (noise > 0.0).then_some(Self { noise, begin, end, wrong, grids, sample })
    }

    /// p(z|s,a) of the label z, `[STYLES]`.
    pub fn posterior(&self, observation: &[f32], action: &[f32]) -> [f64; STYLES] {
        let path = positions(observation);
        // Before the fifth step the history repeats the start, where styles do not differ.
        if path.windows(2).any(|pair| pair[0] == pair[1]) {
            return [1.0 / STYLES as f64; STYLES];
        }
        let densities = self.densities(&path, action);
        let counts = self.counts(path[0]);
        let likelihood: [f64; STYLES] = std::array::from_fn(|style| self.likelihood(style, &counts, &densities));
        let all: f64 = likelihood.iter().sum();
        // The label is the style, or a uniformly drawn other one with the probability of a wrong label.
        likelihood.map(|own| {
            let own = if all > 0.0 { own / all } else { 1.0 / STYLES as f64 };
            (1.0 - self.wrong) * own + self.wrong / (STYLES - 1) as f64 * (1.0 - own)
        })
    }

    /// PMI of a pair with every style in nats, `[STYLES]`. All styles are equally frequent.
    pub fn pmi(&self, observation: &[f32], action: &[f32]) -> [f64; STYLES] {
        self.posterior(observation, action).map(|share| libm::log(share.max(1e-12) * STYLES as f64))
    }

    /// Counts around a position, from the finest grid with enough samples.
    fn counts(&self, (x, y): (f32, f32)) -> [f32; KEYS] {
        let around = self.grids.iter().map(|grid| grid.at(x, y));
        let enough = |counts: &[f32; KEYS]| counts.iter().sum::<f32>() >= ENOUGH;
        let mut last = [0.0; KEYS];
        for counts in around {
            last = counts;
            if enough(&last) {
                break;
            }
        }
        last
    }

    /// Densities of the five moves given the line (first) and each circle, `[HISTORY, STYLES + 1]`. The fifth move is
    /// the action; the others include the transition noise.
    fn densities(&self, path: &[(f32, f32); HISTORY], action: &[f32]) -> [[f64; STYLES + 1]; HISTORY] {
        let drift = self.noise * f64::from(SPEED) / 2.0;
        std::array::from_fn(|step| {
            let (x, y) = path[step];
            let (taken, variance) = match path.get(step + 1) {
                Some((next_x, next_y)) => {
                    let (dx, dy) = (f64::from(next_x - x), f64::from(next_y - y));
                    // Only noise across the move turns it: a von Mises distribution of this concentration.
                    let turned = drift * drift / (f64::from(SPEED) * libm::hypot(dx, dy));
                    (libm::atan2(dy, dx), self.noise * self.noise + turned)
                }
                None => (libm::atan2(f64::from(action[1]), f64::from(action[0])), self.noise * self.noise),
            };
            std::array::from_fn(|target| {
                let expert = match target {
                    0 => direction(0, 0, x, y),
                    circle => direction(circle - 1, COMMON_STEPS, x, y),
                };
                angular_density(taken, f64::from(expert), variance)
            })
        })
    }

    /// p(s,a | style), up to a constant that all styles share.
    fn likelihood(&self, style: usize, counts: &[f32; KEYS], densities: &[[f64; STYLES + 1]; HISTORY]) -> f64 {
        let on_circles = std::array::from_fn(|f| f64::from(counts[HISTORY + style * STYLES + f]));
        let mut all = self.forward(style, on_circles, &densities[..]);
        for on_line in 1..=HISTORY {
            let line: f64 = densities[..on_line].iter().map(|density| density[0]).product();
            let from = self.transition(style, std::array::from_fn(|f| f64::from(u8::from(f == style))));
            all += f64::from(counts[on_line - 1]) * line * self.forward(style, from, &densities[on_line..]);
        }
        all
    }

    /// The forward algorithm: sums over the followed circles, starting from the weights of the circles at the first move.
    fn forward(&self, style: usize, from: [f64; STYLES], densities: &[[f64; STYLES + 1]]) -> f64 {
        let mut weights = from;
        for (step, density) in densities.iter().enumerate() {
            weights = std::array::from_fn(|f| weights[f] * density[f + 1]);
            if step + 1 < densities.len() {
                weights = self.transition(style, weights);
            }
        }
        weights.iter().sum()
    }

    /// One step of the Markov chain of followed circles.
    fn transition(&self, style: usize, weights: [f64; STYLES]) -> [f64; STYLES] {
        let others: f64 = weights.iter().sum::<f64>() - weights[style];
        std::array::from_fn(|f| match f == style {
            true => weights[f] * (1.0 - self.begin) + others * self.end,
            false => weights[f] * (1.0 - self.end) + weights[style] * self.begin / (STYLES - 1) as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circle2d::{NOISE, SPELLS, TRAJECTORIES, WRONG_LABELS};
    use crate::{Circle2d, Files, World};
    use protocol::RunConfig;

    /// PMI, posterior and label of every pair of new demonstrations.
    fn pairs(spells: f32, wrong: f32) -> Vec<(f64, [f64; STYLES], usize)> {
        let reference = CirclePmi::new(0.2, spells, wrong, 2000).unwrap();
        let (spells, wrong) = (SPELLS.at(f64::from(spells)), WRONG_LABELS.at(f64::from(wrong)));
        let knobs = [NOISE.at(f64::from(0.2f32)), spells, wrong, TRAJECTORIES.at(50)].into();
        let run = RunConfig { seed: 9, knobs, ..RunConfig::default() };
        let demos = Circle2d.demos(&run, &Files::default()).unwrap();
        let paths = demos.trajectories.iter();
        let of_path = |path: &crate::data::Trajectory| {
            let rows = path.observations.chunks(2 * HISTORY).zip(path.actions.chunks(2));
            let rows = rows.map(|(state, action)| (reference.posterior(state, action), reference.pmi(state, action)));
            rows.map(|(share, pmi)| (pmi[path.style], share, path.style)).collect::<Vec<_>>()
        };
        paths.flat_map(of_path).collect()
    }

    #[test]
    fn posteriors_are_calibrated() {
        for (spells, wrong) in [(0.0, 0.0), (0.2, 0.0), (0.0, 0.2)] {
            let pairs = pairs(spells, wrong);
            for tenth in 0..10 {
                let within = |share: &f64| (*share * 10.0) as usize == tenth;
                let (mut expected, mut happened, mut count) = (0.0, 0.0, 0.0);
                for (_, shares, label) in &pairs {
                    for (z, share) in shares.iter().enumerate().filter(|(_, share)| within(share)) {
                        expected += share;
                        happened += f64::from(u8::from(z == *label));
                        count += 1.0;
                    }
                }
                // Pairs of one path are not independent, so small bins are not compared.
                if count > 3000.0 {
                    let (expected, happened) = (expected / count, happened / count);
                    assert!(
                        (expected - happened).abs() < 0.08,
                        "spells {spells}, wrong {wrong}: {expected} expected, {happened} counted"
                    );
                }
            }
        }
    }

    #[test]
    fn the_common_line_has_no_information_and_a_clean_circle_all() {
        let pairs = pairs(0.0, 0.0);
        for path in pairs.chunks(STEPS) {
            let mean = |range: std::ops::Range<usize>| {
                path[range.clone()].iter().map(|(pmi, ..)| pmi).sum::<f64>() / range.len() as f64
            };
            assert!(mean(0..60).abs() < 0.02, "{} nats on the line", mean(0..60));
            assert!(mean(120..140) > 1.2, "{} nats on the circle", mean(120..140));
        }
        let information = pairs.iter().map(|(pmi, ..)| pmi).sum::<f64>() / pairs.len() as f64;
        assert!((0.85..1.04).contains(&information), "{information} nats; 3/4 of ln 4 is 1.04");
    }

    #[test]
    fn without_noise_there_is_no_density() {
        assert!(CirclePmi::new(0.0, 0.0, 0.0, 1).is_none());
    }
}
