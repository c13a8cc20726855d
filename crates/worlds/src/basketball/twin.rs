//! The twin: a model of how attackers move on a half court, from which demonstrations are drawn by seed.
//!
//! A path starts at a point drawn from a density on a grid of feet. Then, step by step, a network tells from where
//! the player is, started and how it moved so far how its velocity changes, as a mixture of M Gaussians:
//!
//! ```text
//! p(path) = p(s_0) Π_t Σ_m w_m(h_t) N(a_t; μ_m(h_t), Σ_m(h_t)),   v_{t+1} = v_t + a_t,   s_{t+1} = s_t + v_{t+1}
//! ```
//!
//! with a_t told as the player feels it, ahead and to its left and in units of its pace (`walk`): in feet along the
//! court, who stands and shifts by inches would be lost beside who runs.
//!
//! `lab twin` trains it. It holds no path of anybody: a grid of shares, and weights.

use super::court::{BASKET, CORNER, HALF, THREE_POINTS};
use super::walk::{PAST, Walk};
use crate::data::{Net, POINTS, Rng};

pub const INPUTS: usize = 18 + 2 * (PAST - 1);
pub const MIXTURE: usize = 8;
/// Weight, mean (2), logarithms of both precisions, and how the second axis follows the first.
pub const OUTPUTS: usize = 6 * MIXTURE;
/// Columns and rows of the density; rows are mirrored at the middle of the court.
pub const GRID: [usize; 2] = [47, 25];
/// Steps that would leave the half court are drawn again so often.
const TRIES: usize = 16;
/// Draws stray so much less than the network says. As fitted, who stands shifts a
/// little too often. Not learnt: set by hand after training, on what `lab twin` compares; 1 would be the model as fitted.
const COOLER: f32 = 0.98;

pub struct Twin {
    /// Share of starts in each square foot, row by row from the middle of the court outwards.
    pub starts: Vec<f32>,
    pub net: Net,
}

/// What the next step depends on, scaled to the size of one: where the player is on the court, and all else as it sees
/// that itself, ahead and to its left.
pub fn history(walk: &Walk) -> [f32; INPUTS] {
    let ([x, y], heading, speed) = (walk.here, walk.heading(), walk.speed());
    let [start, basket] = [walk.start, BASKET].map(|point| walk.seen([point[0] - x, point[1] - y]));
    let pace = |v: [f32; 2]| 0.7 * libm::logf(libm::hypotf(v[0], v[1]) + 0.03);
    let fresh = f32::from(u8::from(walk.step == 0));
    let now = [
        [(x - 20.0) / 13.0, (y - 25.0) / 14.0],
        heading,
        start.map(|feet| feet / 15.0),
        basket.map(|feet| feet / 15.0),
        // Players wait just outside the line of three points, so how far off it is counts in feet.
        [libm::hypotf(basket[0], basket[1]) - THREE_POINTS, (y - 25.0).abs() - CORNER]
            .map(|feet| (feet / 4.0).max(-2.0)),
        [speed / 2.0 - 0.7, walk.mean_speed() / 2.0 - 0.7],
        [walk.step as f32 / 12.0 - 1.0, fresh],
        [pace(walk.past[0]), pace(walk.past[1])],
        [(walk.mean_turn() - 0.45) / 0.2, pace(walk.past[2])],
    ];
    let before = walk.past[1..].iter().map(|step| walk.seen(*step).map(|feet| feet / 2.0));
    let mut inputs = [0.0; INPUTS];
    let slots = inputs.as_chunks_mut::<2>().0.iter_mut();
    slots.zip(now.into_iter().chain(before)).for_each(|(slot, pair)| *slot = pair);
    inputs
}

/// One Gaussian of the mixture as the network tells it.
#[derive(Clone, Copy)]
pub struct Part<'a>(&'a [f32]);

/// Precisions are kept within what tracking can tell.
const LOG_PRECISION: f32 = 5.0;

impl Part<'_> {
    pub fn of(outputs: &[f32], part: usize) -> Part<'_> {
        Part(&outputs[6 * part..6 * part + 6])
    }

    pub fn log_weight(self) -> f32 {
        self.0[0]
    }

    pub fn precisions(self) -> [f32; 2] {
        [self.0[3], self.0[4]].map(|log| libm::expf(log.clamp(-LOG_PRECISION, LOG_PRECISION)))
    }

    /// How far a change lies from the mean in standard deviations, the second axis given the first.
    pub fn deviations(self, change: [f32; 2]) -> [f32; 2] {
        let (dx, dy, [p, q]) = (change[0] - self.0[1], change[1] - self.0[2], self.precisions());
        [dx * p, (dy - self.0[5] * dx) * q]
    }

    fn draw(self, rng: &mut Rng) -> [f32; 2] {
        let [p, q] = self.precisions();
        let dx = COOLER * rng.normal() / p;
        [self.0[1] + dx, self.0[2] + self.0[5] * dx + COOLER * rng.normal() / q]
    }
}

/// -log of the mixture's density at `change`, up to log 2π, and its slope by every output.
pub fn surprise(outputs: &[f32], change: [f32; 2], slope: &mut [f32]) -> f32 {
    let parts = || (0..MIXTURE).map(|part| Part::of(outputs, part));
    let all = log_sum(parts().map(Part::log_weight));
    let mut joint = [0.0; MIXTURE];
    for (slot, part) in joint.iter_mut().zip(parts()) {
        let ([a, b], [p, q]) = (part.deviations(change), part.precisions());
        *slot = part.log_weight() - all + libm::logf(p * q) - 0.5 * (a * a + b * b);
    }
    let total = log_sum(joint.iter().copied());
    for (index, part) in parts().enumerate() {
        let share = libm::expf(joint[index] - total);
        let ([a, b], [p, q]) = (part.deviations(change), part.precisions());
        let (r, dx) = (part.0[5], change[0] - part.0[1]);
        let inside = |log: f32| f32::from(u8::from(log.abs() < LOG_PRECISION));
        let slopes = [
            libm::expf(part.log_weight() - all) - share,
            share * (-a * p + b * q * r),
            share * (-b * q),
            share * (a * a - 1.0) * inside(part.0[3]),
            share * (b * b - 1.0) * inside(part.0[4]),
            share * (-b * q * dx),
        ];
        slope[6 * index..6 * index + 6].copy_from_slice(&slopes);
    }
    -total
}

fn log_sum(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let largest = values.clone().fold(f32::NEG_INFINITY, f32::max);
    largest + libm::logf(values.map(|value| libm::expf(value - largest)).sum())
}

impl Twin {
    /// A start; its half of the court is tossed.
    pub fn start(&self, rng: &mut Rng) -> [f32; 2] {
        let cell = rng.pick(&self.starts);
        let x = (cell % GRID[0]) as f32 + rng.uniform();
        let off = (cell / GRID[0]) as f32 + rng.uniform();
        [x, if rng.chance(0.5) { 25.0 + off } else { 25.0 - off }]
    }

    /// A path of `POINTS` points in feet: x, y, x, y, ...
    pub fn path(&self, rng: &mut Rng) -> Vec<f32> {
        let start = self.start(rng);
        self.path_from(start, rng)
    }

    pub fn path_from(&self, start: [f32; 2], rng: &mut Rng) -> Vec<f32> {
        let mut walk = Walk::new(start);
        let (mut layers, mut chances) = (vec![], vec![]);
        let mut xy = Vec::with_capacity(2 * POINTS);
        xy.extend(start);
        while xy.len() < 2 * POINTS {
            self.net.forward(&history(&walk), &mut layers);
            let to = next(&walk, layers.last().map_or(&[][..], Vec::as_slice), &mut chances, rng);
            walk.go(to);
            xy.extend(to);
        }
        xy
    }
}

fn next(walk: &Walk, outputs: &[f32], chances: &mut Vec<f32>, rng: &mut Rng) -> [f32; 2] {
    let parts = || (0..MIXTURE).map(|part| Part::of(outputs, part));
    let all = log_sum(parts().map(Part::log_weight));
    chances.clear();
    chances.extend(parts().map(|part| libm::expf(part.log_weight() - all)));
    let mut to = walk.here;
    for _ in 0..TRIES {
        to = walk.after(walk.meant(Part::of(outputs, rng.pick(chances)).draw(rng)));
        if (0..2).all(|axis| (0.0..=HALF[axis]).contains(&to[axis])) {
            return to;
        }
    }
    [to[0].clamp(0.0, HALF[0]), to[1].clamp(0.0, HALF[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_the_surprise_is_its_slope() {
        let mut rng = Rng::stream(1, "twin", 0);
        let outputs: Vec<f32> = (0..OUTPUTS).map(|_| 0.7 * rng.normal()).collect();
        let (change, mut slope) = ([0.4, -0.9], vec![0.0; OUTPUTS]);
        surprise(&outputs, change, &mut slope);
        for at in 0..OUTPUTS {
            let value = |by: f32| {
                let mut other = outputs.clone();
                other[at] += by;
                surprise(&other, change, &mut [0.0; OUTPUTS])
            };
            let expected = (value(5e-3) - value(-5e-3)) / 1e-2;
            assert!((slope[at] - expected).abs() < 2e-3 + 0.02 * expected.abs(), "{at}: {} {expected}", slope[at]);
        }
    }

    #[test]
    fn paths_stay_in_the_half_and_repeat() {
        let mut rng = Rng::stream(1, "twin", 0);
        let net = Net::new(&[INPUTS, 16, OUTPUTS], &mut rng);
        let twin = Twin { starts: vec![1.0; GRID[0] * GRID[1]], net };
        let draw = |number| twin.path(&mut Rng::stream(7, "path", number));
        for number in 0..50 {
            let path = draw(number);
            assert_eq!(path.len(), 2 * POINTS);
            assert!(path.as_chunks().0.iter().all(|[x, y]| (0.0..=47.0).contains(x) && (0.0..=50.0).contains(y)));
        }
        assert_eq!(draw(3), draw(3));
    }
}
