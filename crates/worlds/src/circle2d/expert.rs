//! The experts of Circle2D: how they steer, what they see, and when they stray to another circle.

use std::f32::consts::FRAC_PI_2;

use crate::data::{Rng, Trajectory};
use crate::labels::Circle;

pub const SPEED: f32 = 0.2;
pub const STEPS: usize = 300;
pub const COMMON_STEPS: usize = 75;
/// Positions an agent sees: at t-4 .. t.
pub const HISTORY: usize = 5;
/// Steps a spell on another circle lasts on average.
pub const SPELL_STEPS: f32 = 25.0;
pub const RADII: [f32; 4] = [2.5, 4.0, 5.5, 7.0];

/// All circles touch the straight line where it ends.
pub fn circle(style: usize) -> Circle {
    Circle { x: COMMON_STEPS as f32 * SPEED, y: RADII[style], radius: RADII[style] }
}

/// The direction the noise-free expert of `style` takes at (x, y).
pub fn direction(style: usize, step: usize, x: f32, y: f32) -> f32 {
    if step < COMMON_STEPS {
        // Along the line, gently back to it where noise has pushed the point off.
        return libm::atan2f(-0.3 * y, 4.0 * SPEED).clamp(-1.0, 1.0);
    }
    let circle = circle(style);
    let (dx, dy) = (x - circle.x, y - circle.y);
    let outside = libm::hypotf(dx, dy) - circle.radius;
    libm::atan2f(dy, dx) + FRAC_PI_2 + libm::atanf(0.5 * outside)
}

/// Where a point has been lately.
pub struct Walker {
    /// Oldest first.
    past: [(f32, f32); HISTORY],
    /// Standard deviation of the transition noise.
    drift: f32,
}

impl Walker {
    pub fn new(noise: f32, rng: &mut Rng) -> Self {
        let start = if noise > 0.0 { (0.1 * rng.normal(), 0.1 * rng.normal()) } else { (0.0, 0.0) };
        Self { past: [start; HISTORY], drift: noise * SPEED / 2.0 }
    }

    pub fn here(&self) -> (f32, f32) {
        self.past[HISTORY - 1]
    }

    /// Positions, centred and scaled to the size of one.
    pub fn observe(&self, into: &mut [f32]) {
        for (slot, (x, y)) in into.as_chunks_mut::<2>().0.iter_mut().zip(self.past) {
            slot[0] = (x - 10.0) / 6.0;
            slot[1] = (y - 5.0) / 6.0;
        }
    }

    pub fn go(&mut self, direction: f32, rng: &mut Rng) {
        let (mut x, mut y) = self.here();
        x += SPEED * libm::cosf(direction);
        y += SPEED * libm::sinf(direction);
        if self.drift > 0.0 {
            x += self.drift * rng.normal();
            y += self.drift * rng.normal();
        }
        self.past.rotate_left(1);
        self.past[HISTORY - 1] = (x, y);
    }
}

/// Positions out of an observation, oldest first.
pub fn positions(observation: &[f32]) -> [(f32, f32); HISTORY] {
    let seen = observation.as_chunks::<2>().0;
    std::array::from_fn(|index| seen.get(index).map_or((0.0, 0.0), |[x, y]| (6.0 * x + 10.0, 6.0 * y + 5.0)))
}

/// One demonstration of `style`, with `noise` and with `spells` as the share of steps spent on other circles.
pub fn demonstrate(style: usize, noise: f32, spells: f32, rng: &mut Rng) -> Trajectory {
    let mut walker = Walker::new(noise, rng);
    let mut path = Trajectory {
        style,
        followed: Vec::with_capacity(STEPS),
        held_out: false,
        observations: Vec::with_capacity(STEPS * HISTORY * 2),
        actions: Vec::with_capacity(STEPS * 2),
        xy: Vec::with_capacity(STEPS * 2),
    };
    let mut follows = style;
    let mut seen = [0.0; HISTORY * 2];
    for step in 0..STEPS {
        if step >= COMMON_STEPS && spells > 0.0 {
            if follows != style {
                follows = if rng.chance(1.0 / SPELL_STEPS) { style } else { follows };
            } else if rng.chance(spells / (1.0 - spells) / SPELL_STEPS) {
                follows = (style + 1 + rng.below(RADII.len() - 1)) % RADII.len();
            }
        }
        let (x, y) = walker.here();
        let direction = direction(follows, step, x, y) + noise * rng.normal();
        walker.observe(&mut seen);
        path.followed.push(follows as u8);
        path.observations.extend(seen);
        path.actions.extend([libm::cosf(direction), libm::sinf(direction)]);
        path.xy.extend([x, y]);
        walker.go(direction, rng);
    }
    path
}
