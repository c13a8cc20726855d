//! What a player is after at the moment. People keep to a part of the screen for a while and then change their mind.

use super::Taste;
use crate::data::Rng;

pub struct Mood {
    /// The middle of where it wants to be, and how far it strays from there.
    home: [f32; 2],
    stray: f32,
    /// The share of decisions at which it holds the button.
    fire: f32,
    /// Where it goes next, within its stray.
    goal: [f32; 2],
    /// Decisions left for the mood and for the goal.
    left: usize,
    goal_left: usize,
}

/// Decisions that a mood lasts: four to fourteen seconds.
const SHORTEST: usize = 60;
const LONGEST: usize = 210;
/// Decisions after which a goal that was not reached is given up.
const GOAL_DECISIONS: usize = 40;
/// Pixels from a goal that count as there.
const NEAR: f32 = 6.0;
/// Stray as a share of the screen's half size: those who stay, those who roam, those who are everywhere.
const STRAYS: [[f32; 2]; 3] = [[0.05, 0.2], [0.35, 0.55], [0.8, 1.0]];
const STRAY_SHARES: [f32; 3] = [0.4, 0.33, 0.27];
/// Shares of decisions with the button held: seldom, now and then, often.
const FIRES: [[f32; 2]; 3] = [[0.01, 0.07], [0.14, 0.27], [0.4, 0.9]];

impl Mood {
    pub fn new(taste: &Taste, rng: &mut Rng) -> Self {
        let home = place(taste, rng);
        let stray = among(STRAYS, &STRAY_SHARES, rng);
        let fire = if taste.fires { among(FIRES, &[1.0; 3], rng) } else { 0.0 };
        let left = SHORTEST + rng.below(LONGEST - SHORTEST);
        Self { home, stray, fire, goal: home, left, goal_left: GOAL_DECISIONS }
    }

    /// A decision passes at `here`.
    pub fn pass(&mut self, taste: &Taste, here: [f32; 2], rng: &mut Rng) {
        self.left = self.left.saturating_sub(1);
        self.goal_left = self.goal_left.saturating_sub(1);
        if self.left == 0 {
            *self = Self::new(taste, rng);
        } else if self.goal_left == 0 || self.distance(here) < NEAR {
            let [low, high] = taste.corners;
            let side = |axis: usize, rng: &mut Rng| {
                let half = self.stray * (high[axis] - low[axis]) / 2.0;
                (self.home[axis] + half * (2.0 * rng.uniform() - 1.0)).clamp(low[axis], high[axis])
            };
            self.goal = [side(0, rng), side(1, rng)];
            self.goal_left = GOAL_DECISIONS;
        }
    }

    /// Pixels to the goal.
    pub fn distance(&self, here: [f32; 2]) -> f32 {
        (here[0] - self.goal[0]).abs() + (here[1] - self.goal[1]).abs()
    }

    pub fn fires(&self, rng: &mut Rng) -> bool {
        rng.chance(self.fire)
    }
}

fn among(bands: [[f32; 2]; 3], shares: &[f32; 3], rng: &mut Rng) -> f32 {
    let [low, high] = bands[rng.pick(shares)];
    low + (high - low) * rng.uniform()
}

/// Anywhere on the screen.
fn place(taste: &Taste, rng: &mut Rng) -> [f32; 2] {
    let [low, high] = taste.corners;
    [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) * rng.uniform())
}
