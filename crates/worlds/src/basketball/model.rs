//! The movement model: a generative model of attackers on a half court, from which simulated demonstrations are drawn.
//!
//! A path starts at a point drawn from a density on a grid of square feet. At each step a network maps the features h_t
//! of the path so far to a mixture of M Gaussians over the action a_t:
//!
//! ```text
//! p(path) = p(s_0) Π_t Σ_m w_m(h_t) N(a_t; μ_m(h_t), Σ_m(h_t))
//! ```
//!
//! Actions and their effect are those of [`PlayerState`]. `lab twin` trains the model. It contains a grid of shares and
//! the weights of the network, but no path of any player.

use super::court::{BASKET, CORNER, HALF, THREE_POINTS};
use super::state::{PAST, PlayerState};
use crate::data::{Net, POINTS, Rng};

/// Features per step.
pub const INPUTS: usize = 18 + 2 * (PAST - 1);
/// Gaussians of the mixture, M.
pub const MIXTURE: usize = 8;
/// Per Gaussian: log weight, mean (2), log precisions (2), and the regression of the second axis on the first.
pub const OUTPUTS: usize = 6 * MIXTURE;
/// Columns and rows of the start density. The court is symmetric, so rows cover one side of its middle line.
pub const GRID: [usize; 2] = [47, 25];
/// How often a step that would leave the half court is drawn again.
const TRIES: usize = 16;
/// Factor on the standard deviation of draws. Set by hand after training from the comparison in `lab twin`: with 1, the
/// model as fitted, standing players shift a little too often.
const TEMPERATURE: f32 = 0.98;

pub struct MovementModel {
    /// Share of starts per square foot, `[25, 47]` (see [`GRID`]), row by row from the middle of the court outwards.
    pub starts: Vec<f32>,
    pub net: Net,
}

/// The features h_t, scaled to about one: the position on the court, and everything else relative to the player.
pub fn features(state: &PlayerState) -> [f32; INPUTS] {
    let ([x, y], heading, speed) = (state.position, state.heading(), state.speed());
    let [start, basket] = [state.start, BASKET].map(|point| state.to_local([point[0] - x, point[1] - y]));
    let log_speed = |v: [f32; 2]| 0.7 * libm::logf(libm::hypotf(v[0], v[1]) + 0.03);
    let first = f32::from(u8::from(state.step == 0));
    let now = [
        [(x - 20.0) / 13.0, (y - 25.0) / 14.0],
        heading,
        start.map(|feet| feet / 15.0),
        basket.map(|feet| feet / 15.0),
        // Players wait just outside the three-point line, so the distance to it matters to a foot.
        [libm::hypotf(basket[0], basket[1]) - THREE_POINTS, (y - 25.0).abs() - CORNER]
            .map(|feet| (feet / 4.0).max(-2.0)),
        [speed / 2.0 - 0.7, state.mean_speed() / 2.0 - 0.7],
        [state.step as f32 / 12.0 - 1.0, first],
        [log_speed(state.velocities[0]), log_speed(state.velocities[1])],
        [(state.mean_turn() - 0.45) / 0.2, log_speed(state.velocities[2])],
    ];
    let before = state.velocities[1..].iter().map(|step| state.to_local(*step).map(|feet| feet / 2.0));
    let mut inputs = [0.0; INPUTS];
    let slots = inputs.as_chunks_mut::<2>().0.iter_mut();
    slots.zip(now.into_iter().chain(before)).for_each(|(slot, pair)| *slot = pair);
    inputs
}

/// One Gaussian of the mixture: a view of six network outputs.
#[derive(Clone, Copy)]
pub struct Component<'a>(&'a [f32]);

/// Bound on the log precisions, within the resolution of tracking data.
const LOG_PRECISION: f32 = 5.0;

impl Component<'_> {
    pub fn of(outputs: &[f32], part: usize) -> Component<'_> {
        Component(&outputs[6 * part..6 * part + 6])
    }

    pub fn log_weight(self) -> f32 {
        self.0[0]
    }

    pub fn precisions(self) -> [f32; 2] {
        [self.0[3], self.0[4]].map(|log| libm::expf(log.clamp(-LOG_PRECISION, LOG_PRECISION)))
    }

    /// Deviation of an action from the mean in standard deviations, the second axis given the first.
    pub fn deviations(self, action: [f32; 2]) -> [f32; 2] {
        let (dx, dy, [p, q]) = (action[0] - self.0[1], action[1] - self.0[2], self.precisions());
        [dx * p, (dy - self.0[5] * dx) * q]
    }

    fn draw(self, rng: &mut Rng) -> [f32; 2] {
        let [p, q] = self.precisions();
        let dx = TEMPERATURE * rng.normal() / p;
        [self.0[1] + dx, self.0[2] + self.0[5] * dx + TEMPERATURE * rng.normal() / q]
    }
}

/// The negative log likelihood of an action up to log 2π, in nats. Writes its gradient with respect to `outputs`,
/// `[OUTPUTS]`.
pub fn negative_log_likelihood(outputs: &[f32], action: [f32; 2], gradient: &mut [f32]) -> f32 {
    let parts = || (0..MIXTURE).map(|part| Component::of(outputs, part));
    let all = log_sum(parts().map(Component::log_weight));
    let mut joint = [0.0; MIXTURE];
    for (slot, part) in joint.iter_mut().zip(parts()) {
        let ([a, b], [p, q]) = (part.deviations(action), part.precisions());
        *slot = part.log_weight() - all + libm::logf(p * q) - 0.5 * (a * a + b * b);
    }
    let total = log_sum(joint.iter().copied());
    for (index, part) in parts().enumerate() {
        let share = libm::expf(joint[index] - total);
        let ([a, b], [p, q]) = (part.deviations(action), part.precisions());
        let (r, dx) = (part.0[5], action[0] - part.0[1]);
        let inside = |log: f32| f32::from(u8::from(log.abs() < LOG_PRECISION));
        let gradients = [
            libm::expf(part.log_weight() - all) - share,
            share * (-a * p + b * q * r),
            share * (-b * q),
            share * (a * a - 1.0) * inside(part.0[3]),
            share * (b * b - 1.0) * inside(part.0[4]),
            share * (-b * q * dx),
        ];
        gradient[6 * index..6 * index + 6].copy_from_slice(&gradients);
    }
    -total
}

fn log_sum(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let largest = values.clone().fold(f32::NEG_INFINITY, f32::max);
    largest + libm::logf(values.map(|value| libm::expf(value - largest)).sum())
}

impl MovementModel {
    /// Draws a start in feet; either side of the middle line is equally likely.
    pub fn start(&self, rng: &mut Rng) -> [f32; 2] {
        let cell = rng.pick(&self.starts);
        let x = (cell % GRID[0]) as f32 + rng.uniform();
        let off = (cell / GRID[0]) as f32 + rng.uniform();
        [x, if rng.chance(0.5) { 25.0 + off } else { 25.0 - off }]
    }

    /// Draws a path of `POINTS` points in feet: x, y, x, y, ...
    pub fn path(&self, rng: &mut Rng) -> Vec<f32> {
        let start = self.start(rng);
        self.path_from(start, rng)
    }

    pub fn path_from(&self, start: [f32; 2], rng: &mut Rng) -> Vec<f32> {
        let mut state = PlayerState::new(start);
        let (mut layers, mut weights) = (vec![], vec![]);
        let mut xy = Vec::with_capacity(2 * POINTS);
        xy.extend(start);
        while xy.len() < 2 * POINTS {
            self.net.forward(&features(&state), &mut layers);
            let to = draw_next(&state, layers.last().map_or(&[][..], Vec::as_slice), &mut weights, rng);
            state.advance(to);
            xy.extend(to);
        }
        xy
    }
}

/// Draws the next point on the half court; after [`TRIES`] draws the last one is clamped.
fn draw_next(state: &PlayerState, outputs: &[f32], weights: &mut Vec<f32>, rng: &mut Rng) -> [f32; 2] {
    let parts = || (0..MIXTURE).map(|part| Component::of(outputs, part));
    let all = log_sum(parts().map(Component::log_weight));
    weights.clear();
    weights.extend(parts().map(|part| libm::expf(part.log_weight() - all)));
    let mut to = state.position;
    for _ in 0..TRIES {
        to = state.point_after(state.change_of(Component::of(outputs, rng.pick(weights)).draw(rng)));
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
    fn the_gradient_of_the_likelihood_agrees_with_finite_differences() {
        let mut rng = Rng::stream(1, "twin", 0);
        let outputs: Vec<f32> = (0..OUTPUTS).map(|_| 0.7 * rng.normal()).collect();
        let (action, mut gradient) = ([0.4, -0.9], vec![0.0; OUTPUTS]);
        negative_log_likelihood(&outputs, action, &mut gradient);
        for at in 0..OUTPUTS {
            let value = |by: f32| {
                let mut other = outputs.clone();
                other[at] += by;
                negative_log_likelihood(&other, action, &mut [0.0; OUTPUTS])
            };
            let expected = (value(5e-3) - value(-5e-3)) / 1e-2;
            assert!(
                (gradient[at] - expected).abs() < 2e-3 + 0.02 * expected.abs(),
                "{at}: {} {expected}",
                gradient[at]
            );
        }
    }

    #[test]
    fn paths_stay_in_the_half_and_repeat() {
        let mut rng = Rng::stream(1, "twin", 0);
        let net = Net::new(&[INPUTS, 16, OUTPUTS], &mut rng);
        let model = MovementModel { starts: vec![1.0; GRID[0] * GRID[1]], net };
        let draw = |number| model.path(&mut Rng::stream(7, "path", number));
        for number in 0..50 {
            let path = draw(number);
            assert_eq!(path.len(), 2 * POINTS);
            assert!(path.as_chunks().0.iter().all(|[x, y]| (0.0..=47.0).contains(x) && (0.0..=50.0).contains(y)));
        }
        assert_eq!(draw(3), draw(3));
    }
}
