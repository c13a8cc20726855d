//! The experts of Circle2D: how they steer, what they observe, and when they follow another style's circle.

use std::f32::consts::FRAC_PI_2;

use crate::data::{Rng, Trajectory};
use crate::labels::Circle;

/// Distance per step.
pub const SPEED: f32 = 0.2;
pub const STEPS: usize = 300;
pub const COMMON_STEPS: usize = 75;
/// Positions in an observation: those at t-4 .. t.
pub const HISTORY: usize = 5;
/// Positions are observed from this point, in units of this length, so that numbers are about one.
pub const OBSERVED_OFFSET: [f32; 2] = [10.0, 5.0];
pub const OBSERVED_SCALE: f32 = 6.0;
/// Mean length in steps of a spell on another circle.
pub const SPELL_STEPS: f32 = 25.0;
pub const RADII: [f32; 4] = [2.5, 4.0, 5.5, 7.0];

/// The circle of a style. All circles touch the straight line at its end.
pub fn circle(style: usize) -> Circle {
    Circle { x: COMMON_STEPS as f32 * SPEED, y: RADII[style], radius: RADII[style] }
}

/// Direction in radians that the noise-free expert of `style` takes at (x, y).
pub fn direction(style: usize, step: usize, x: f32, y: f32) -> f32 {
    if step < COMMON_STEPS {
        // Along the line, with a gentle correction of the offset that noise has caused.
        return libm::atan2f(-0.3 * y, 4.0 * SPEED).clamp(-1.0, 1.0);
    }
    let circle = circle(style);
    let (dx, dy) = (x - circle.x, y - circle.y);
    let outside = libm::hypotf(dx, dy) - circle.radius;
    libm::atan2f(dy, dx) + FRAC_PI_2 + libm::atanf(0.5 * outside)
}

/// A moving point and its latest positions.
pub struct PointState {
    /// Oldest first.
    positions: [(f32, f32); HISTORY],
    /// Standard deviation of the transition noise.
    drift: f32,
}

impl PointState {
    pub fn new(noise: f32, rng: &mut Rng) -> Self {
        let start = if noise > 0.0 { (0.1 * rng.normal(), 0.1 * rng.normal()) } else { (0.0, 0.0) };
        Self { positions: [start; HISTORY], drift: noise * SPEED / 2.0 }
    }

    pub fn position(&self) -> (f32, f32) {
        self.positions[HISTORY - 1]
    }

    /// Writes the positions `[HISTORY * 2]`, centred and scaled to about one.
    pub fn observe(&self, into: &mut [f32]) {
        for (slot, (x, y)) in into.as_chunks_mut::<2>().0.iter_mut().zip(self.positions) {
            slot[0] = (x - OBSERVED_OFFSET[0]) / OBSERVED_SCALE;
            slot[1] = (y - OBSERVED_OFFSET[1]) / OBSERVED_SCALE;
        }
    }

    /// Moves one step in a direction (radians), plus transition noise. Without a direction it is moved by noise alone.
    pub fn advance(&mut self, direction: f32, rng: &mut Rng) {
        let (mut x, mut y) = self.position();
        if direction.is_finite() {
            x += SPEED * libm::cosf(direction);
            y += SPEED * libm::sinf(direction);
        }
        if self.drift > 0.0 {
            x += self.drift * rng.normal();
            y += self.drift * rng.normal();
        }
        self.positions.rotate_left(1);
        self.positions[HISTORY - 1] = (x, y);
    }
}

/// Positions of an observation, oldest first.
pub fn positions(observation: &[f32]) -> [(f32, f32); HISTORY] {
    let scaled = observation.as_chunks::<2>().0;
    std::array::from_fn(|index| scaled.get(index).map_or((0.0, 0.0), |[x, y]| (6.0 * x + 10.0, 6.0 * y + 5.0)))
}

/// One demonstration of `style`. `noise` is the standard deviation of the direction in radians, `spells` the share of
/// steps on other styles' circles.
pub fn demonstrate(style: usize, noise: f32, spells: f32, rng: &mut Rng) -> Trajectory {
    let mut point = PointState::new(noise, rng);
    let mut path = Trajectory {
        style,
        followed: Vec::with_capacity(STEPS),
        held_out: false,
        observations: Vec::with_capacity(STEPS * HISTORY * 2),
        actions: Vec::with_capacity(STEPS * 2),
        xy: Vec::with_capacity(STEPS * 2),
    };
    let mut followed = style;
    let mut observation = [0.0; HISTORY * 2];
    for step in 0..STEPS {
        if step >= COMMON_STEPS && spells > 0.0 {
            if followed != style {
                followed = if rng.chance(1.0 / SPELL_STEPS) { style } else { followed };
            } else if rng.chance(spells / (1.0 - spells) / SPELL_STEPS) {
                followed = (style + 1 + rng.below(RADII.len() - 1)) % RADII.len();
            }
        }
        let (x, y) = point.position();
        let direction = direction(followed, step, x, y) + noise * rng.normal();
        point.observe(&mut observation);
        path.followed.push(followed as u8);
        path.observations.extend(observation);
        path.actions.extend([libm::cosf(direction), libm::sinf(direction)]);
        path.xy.extend([x, y]);
        point.advance(direction, rng);
    }
    path
}
