//! The true PMI of Circle2D, by brute force: pmi(s,a,z) = log p(z|s,a) - log p(z).
//!
//! The experts are ours, so p(s,a|z) can be had. A pair is five positions x₀..x₄ and a direction. Given
//! which circle is followed, every position depends on the one before alone, so
//!   p(s,a,f₀..f₄ | z) = p(x₀,f₀ | z) · Π p(fᵢ₊₁|fᵢ,z) p(xᵢ₊₁|xᵢ,fᵢ) · p(a|x₄,f₄),
//! and the sum over the followed circles f is the forward algorithm. Moves and actions have the noise that
//! the world gives them; only p(x₀,f₀|z) is counted, on grids, from a very large sample of experts.

use std::f64::consts::{PI, TAU};

use super::expert::{COMMON_STEPS, HISTORY, RADII, SPEED, SPELL_STEPS, STEPS, demonstrate, direction, positions};
use crate::data::Rng;

const STYLES: usize = RADII.len();
/// What x₀ is counted by: how many of the five steps are on the line (1 to 5, the same for all styles), or,
/// with none, the style and the circle followed.
const KEYS: usize = HISTORY + STYLES * STYLES;
/// Left, bottom, width and height of the counted plane; what lies beyond is counted at its rim.
const PLANE: (f32, f32, f32, f32) = (-1.6, -2.0, 26.4, 18.4);
/// Cells of each grid, finest first, as lengths. An expert's distance from its circle has a deviation of 0.1.
const CELLS: [f32; 4] = [0.05, 0.1, 0.2, 0.4];
/// The finest grid with this many samples around a position is the one that counts.
const ENOUGH: f32 = 200.0;

/// Samples a cell and key.
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

    /// Samples around (x, y), between the centres of the four nearest cells in proportion.
    fn at(&self, x: f32, y: f32) -> [f32; KEYS] {
        let place = |value: f32, low: f32, cells: usize| {
            let at = ((value - low) / self.cell - 0.5).clamp(0.0, (cells - 1) as f32);
            let first = (at as usize).min(cells - 2);
            (first, at - first as f32)
        };
        let (column, right) = place(x, PLANE.0, self.columns);
        let (row, up) = place(y, PLANE.1, self.rows);
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

/// True PMI for one setting of Circle2D's noise, spells and wrong labels.
pub struct TruePmi {
    noise: f64,
    /// The chance of a spell to begin at a step, and of one to end.
    stray: f64,
    back: f64,
    wrong: f64,
    grids: Vec<Grid>,
    /// Trajectories of each style that were counted.
    pub sample: usize,
}

/// How well direction `a` fits direction `b`, up to a constant.
fn fit(a: f64, b: f64, variance: f64) -> f64 {
    let apart = (a - b + PI).rem_euclid(TAU) - PI;
    (-apart * apart / (2.0 * variance)).exp()
}

impl TruePmi {
    /// Counts `sample` trajectories of each style. None without noise: then p(s,a|z) has no density.
    pub fn new(noise: f32, spells: f32, wrong_labels: f32, sample: usize) -> Option<Self> {
        let mut grids: Vec<Grid> = CELLS.iter().map(|cell| Grid::new(*cell)).collect();
        for (style, number) in (0..STYLES).flat_map(|style| (0..sample).map(move |number| (style, number))) {
            let mut rng = Rng::stream(0, "reference", (style * sample + number) as u64);
            let path = demonstrate(style, noise, spells, &mut rng);
            for (step, [x, y]) in path.xy.as_chunks().0[..=STEPS - HISTORY].iter().enumerate() {
                let on_line = COMMON_STEPS.saturating_sub(step).min(HISTORY);
                let (key, amount) = match on_line {
                    0 => (HISTORY + style * STYLES + path.followed[step] as usize, 1.0),
                    // All styles share the line, so each has the mean of their samples there.
                    some => (some - 1, 1.0 / STYLES as f32),
                };
                grids.iter_mut().for_each(|grid| grid.add(*x, *y, key, amount));
            }
        }
        let stray = f64::from(spells) / (1.0 - f64::from(spells)) / f64::from(SPELL_STEPS);
        let back = 1.0 / f64::from(SPELL_STEPS);
        let (noise, wrong) = (f64::from(noise), f64::from(wrong_labels));
        (noise > 0.0).then_some(Self { noise, stray, back, wrong, grids, sample })
    }

    /// p(z|s,a) of the label z, for every z.
    pub fn posterior(&self, observation: &[f32], action: &[f32]) -> [f64; STYLES] {
        let path = positions(observation);
        // Before the fifth step the past is the start, repeated: nobody has begun to show a style.
        if path.windows(2).any(|pair| pair[0] == pair[1]) {
            return [1.0 / STYLES as f64; STYLES];
        }
        let fits = self.fits(&path, action);
        let counts = self.counts(path[0]);
        let likelihood: [f64; STYLES] = std::array::from_fn(|style| self.likelihood(style, &counts, &fits));
        let all: f64 = likelihood.iter().sum();
        // The label is the style, or with the chance of a wrong one each of the others alike.
        likelihood.map(|own| {
            let own = if all > 0.0 { own / all } else { 1.0 / STYLES as f64 };
            (1.0 - self.wrong) * own + self.wrong / (STYLES - 1) as f64 * (1.0 - own)
        })
    }

    /// PMI of a pair with every style; all are equally frequent.
    pub fn pmi(&self, observation: &[f32], action: &[f32]) -> [f64; STYLES] {
        self.posterior(observation, action).map(|share| (share.max(1e-12) * STYLES as f64).ln())
    }

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

    /// How well each of the five moves fits the line (first) and each circle. The fifth is the action itself;
    /// the others are seen after the world has pushed the point.
    fn fits(&self, path: &[(f32, f32); HISTORY], action: &[f32]) -> [[f64; STYLES + 1]; HISTORY] {
        let push = self.noise * f64::from(SPEED) / 2.0;
        std::array::from_fn(|step| {
            let (x, y) = path[step];
            let (taken, variance) = match path.get(step + 1) {
                Some((next_x, next_y)) => {
                    let (dx, dy) = (f64::from(next_x - x), f64::from(next_y - y));
                    // Of a push only the part across the move turns it: a von Mises of this concentration.
                    let pushed = push * push / (f64::from(SPEED) * dx.hypot(dy));
                    (dy.atan2(dx), self.noise * self.noise + pushed)
                }
                None => (f64::from(action[1]).atan2(f64::from(action[0])), self.noise * self.noise),
            };
            std::array::from_fn(|way| {
                let expert = match way {
                    0 => direction(0, 0, x, y),
                    circle => direction(circle - 1, COMMON_STEPS, x, y),
                };
                fit(taken, f64::from(expert), variance)
            })
        })
    }

    /// p(s,a | style), up to a constant that all styles share.
    fn likelihood(&self, style: usize, counts: &[f32; KEYS], fits: &[[f64; STYLES + 1]; HISTORY]) -> f64 {
        let on_circles = std::array::from_fn(|f| f64::from(counts[HISTORY + style * STYLES + f]));
        let mut all = self.forward(style, on_circles, &fits[..]);
        for on_line in 1..=HISTORY {
            let line: f64 = fits[..on_line].iter().map(|fit| fit[0]).product();
            let from = self.switch(style, std::array::from_fn(|f| f64::from(u8::from(f == style))));
            all += f64::from(counts[on_line - 1]) * line * self.forward(style, from, &fits[on_line..]);
        }
        all
    }

    /// Sums over the circles followed: `from` is what each is worth at the first of the moves.
    fn forward(&self, style: usize, from: [f64; STYLES], fits: &[[f64; STYLES + 1]]) -> f64 {
        let mut worth = from;
        for (step, fit) in fits.iter().enumerate() {
            worth = std::array::from_fn(|f| worth[f] * fit[f + 1]);
            if step + 1 < fits.len() {
                worth = self.switch(style, worth);
            }
        }
        worth.iter().sum()
    }

    /// Spells begin and end.
    fn switch(&self, style: usize, worth: [f64; STYLES]) -> [f64; STYLES] {
        let others: f64 = worth.iter().sum::<f64>() - worth[style];
        std::array::from_fn(|f| match f == style {
            true => worth[f] * (1.0 - self.stray) + others * self.back,
            false => worth[f] * (1.0 - self.back) + worth[style] * self.stray / (STYLES - 1) as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Circle2d, World};
    use protocol::{RunConfig, Value};

    /// Fresh experts with spells and wrong labels, and what the reference says of each pair's label.
    fn said(spells: f32, wrong: f32) -> Vec<(f64, [f64; STYLES], usize)> {
        let reference = TruePmi::new(0.2, spells, wrong, 2000).unwrap();
        let mut run = RunConfig { seed: 9, ..RunConfig::default() };
        let knobs = [("noise", 0.2), ("spells", spells), ("wrong_labels", wrong), ("trajectories", 50.0)];
        run.knobs.extend(knobs.map(|(id, value)| (id.into(), Value::Number(f64::from(value)))));
        let demos = Circle2d.demos(&run).unwrap();
        let paths = demos.trajectories.iter();
        let of_path = |path: &crate::data::Trajectory| {
            let pairs = path.observations.chunks(2 * HISTORY).zip(path.actions.chunks(2));
            let pairs = pairs.map(|(seen, action)| (reference.posterior(seen, action), reference.pmi(seen, action)));
            pairs.map(|(share, pmi)| (pmi[path.style], share, path.style)).collect::<Vec<_>>()
        };
        paths.flat_map(of_path).collect()
    }

    #[test]
    fn what_it_calls_likely_happens_that_often() {
        for (spells, wrong) in [(0.0, 0.0), (0.2, 0.0), (0.0, 0.2)] {
            let said = said(spells, wrong);
            for tenth in 0..10 {
                let within = |share: &f64| (*share * 10.0) as usize == tenth;
                let (mut expected, mut happened, mut count) = (0.0, 0.0, 0.0);
                for (_, shares, label) in &said {
                    for (z, share) in shares.iter().enumerate().filter(|(_, share)| within(share)) {
                        expected += share;
                        happened += f64::from(u8::from(z == *label));
                        count += 1.0;
                    }
                }
                // Pairs of one path are not independent, so hundreds of them tell less than they seem to.
                if count > 3000.0 {
                    let (expected, happened) = (expected / count, happened / count);
                    assert!(
                        (expected - happened).abs() < 0.08,
                        "spells {spells}, wrong {wrong}: {expected} said, {happened} seen"
                    );
                }
            }
        }
    }

    #[test]
    fn the_common_line_tells_nothing_and_a_clean_circle_all() {
        let said = said(0.0, 0.0);
        for path in said.chunks(STEPS) {
            let mean = |range: std::ops::Range<usize>| {
                path[range.clone()].iter().map(|(pmi, ..)| pmi).sum::<f64>() / range.len() as f64
            };
            assert!(mean(0..60).abs() < 0.02, "{} nats on the line", mean(0..60));
            assert!(mean(120..140) > 1.2, "{} nats on the circle", mean(120..140));
        }
        let information = said.iter().map(|(pmi, ..)| pmi).sum::<f64>() / said.len() as f64;
        assert!((0.85..1.04).contains(&information), "{information} nats; 1.04 is what three quarters can tell");
    }

    #[test]
    fn without_noise_there_is_no_density() {
        assert!(TruePmi::new(0.0, 0.0, 0.0, 1).is_none());
    }
}
