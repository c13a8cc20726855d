//! The current intent of a scripted player. Like people, players keep to a part of the screen for some seconds and then
//! choose another.

use super::PlayerConfig;
use crate::data::Rng;

pub struct Intent {
    /// Centre of the preferred area.
    home: [f32; 2],
    /// Size of the preferred area, as a share of half the screen.
    roaming: f32,
    /// Probability per decision of holding the button.
    fire: f32,
    /// Whether pursuers may come close.
    bold: bool,
    /// Current destination within the preferred area.
    goal: [f32; 2],
    /// Decisions left of the intent and of the goal.
    left: usize,
    goal_left: usize,
}

/// Range of the duration of an intent in decisions: 4 to 14 seconds.
const MIN_DURATION: usize = 60;
const MAX_DURATION: usize = 210;
/// How many times as soon an intent ends once its area has no prize left.
const SPENT: usize = 4;
/// Decisions after which a goal that was not reached is dropped.
const GOAL_DECISIONS: usize = 40;
/// Distance in pixels at which a goal counts as reached.
const REACHED: f32 = 6.0;
/// Ranges of `roaming` (small, medium, large) and their probabilities.
const ROAMING: [[f32; 2]; 3] = [[0.05, 0.2], [0.35, 0.55], [0.8, 1.0]];
const ROAMING_WEIGHTS: [f32; 3] = [0.4, 0.33, 0.27];
/// Ranges of `fire` (seldom, sometimes, often).
const FIRE: [[f32; 2]; 3] = [[0.01, 0.07], [0.14, 0.27], [0.4, 0.9]];

impl Intent {
    /// Draws an intent. Its home is one of `prizes`, or anywhere where there are none.
    pub fn new(config: &PlayerConfig, prizes: &[[f32; 2]], rng: &mut Rng) -> Self {
        let home = match prizes.len() {
            0 => random_position(config, rng),
            count => prizes[rng.below(count)],
        };
        let roaming = draw(ROAMING, &ROAMING_WEIGHTS, rng);
        let fire = if config.fires { draw(FIRE, &[1.0; 3], rng) } else { 0.0 };
        let bold = config.pursued && rng.chance(0.5);
        let left = MIN_DURATION + rng.below(MAX_DURATION - MIN_DURATION);
        Self { home, roaming, fire, bold, goal: home, left, goal_left: GOAL_DECISIONS }
    }

    /// Advances by one decision: draws a new intent or goal where the old one has ended.
    pub fn update(&mut self, config: &PlayerConfig, position: [f32; 2], prizes: &[[f32; 2]], rng: &mut Rng) {
        let spent = !prizes.is_empty() && !prizes.iter().any(|prize| self.is_home(config, *prize, 0.0));
        self.left = self.left.saturating_sub(if spent { SPENT } else { 1 });
        self.goal_left = self.goal_left.saturating_sub(1);
        if self.left == 0 {
            *self = Self::new(config, prizes, rng);
        } else if self.goal_left == 0 || self.distance(position) < REACHED {
            let [low, high] = config.corners;
            let coordinate = |axis: usize, rng: &mut Rng| {
                let half = self.roaming * (high[axis] - low[axis]) / 2.0;
                (self.home[axis] + half * (2.0 * rng.uniform() - 1.0)).clamp(low[axis], high[axis])
            };
            self.goal = [coordinate(0, rng), coordinate(1, rng)];
            self.goal_left = GOAL_DECISIONS;
        }
    }

    /// Manhattan distance to the goal, in pixels.
    pub fn distance(&self, position: [f32; 2]) -> f32 {
        (position[0] - self.goal[0]).abs() + (position[1] - self.goal[1]).abs()
    }

    pub fn goal(&self) -> [f32; 2] {
        self.goal
    }

    /// Whether a position is in the preferred area, or no further than `margin` from it on each axis.
    pub fn is_home(&self, config: &PlayerConfig, position: [f32; 2], margin: f32) -> bool {
        let [low, high] = config.corners;
        (0..2).all(|axis| {
            let half = self.roaming * (high[axis] - low[axis]) / 2.0;
            (position[axis] - self.home[axis]).abs() <= half + margin
        })
    }

    pub fn is_bold(&self) -> bool {
        self.bold
    }

    pub fn fires(&self, rng: &mut Rng) -> bool {
        rng.chance(self.fire)
    }
}

/// A uniform draw from one of three ranges.
fn draw(ranges: [[f32; 2]; 3], weights: &[f32; 3], rng: &mut Rng) -> f32 {
    let [low, high] = ranges[rng.pick(weights)];
    low + (high - low) * rng.uniform()
}

/// A uniform position on the screen.
fn random_position(config: &PlayerConfig, rng: &mut Rng) -> [f32; 2] {
    let [low, high] = config.corners;
    [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) * rng.uniform())
}
