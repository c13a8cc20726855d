//! Kinematic state of a player on the half court, in feet and steps of 0.32 s.
//!
//! Actions are changes of velocity in the player's own frame of reference, in units that grow with its speed:
//! v' = v + u(v)·R(v)·a and s' = s + v', where R rotates from the direction of movement to the court and
//! u = 0.1 + 0.2·min(|v|, 4) ft per step. A standing player shifts by inches and a running one by feet; in court units
//! one of the two would be lost as noise.

use super::court::LENGTHS;

/// Velocities that are kept.
pub const PAST: usize = 6;

/// The unit of actions in feet per step: of a standing player, its growth with speed, and the speed beyond which it no
/// longer grows. Without that bound, the errors of a policy at high speed would feed back into higher speed.
const STANDING_UNIT: f32 = 0.1;
const UNIT_PER_SPEED: f32 = 0.2;
const MAX_SCALED_SPEED: f32 = 4.0;
/// The unit of the first action, before which there is no speed.
const FIRST_UNIT: f32 = 1.0;

#[derive(Clone, Debug)]
pub struct PlayerState {
    pub start: [f32; 2],
    /// Feet from the corner of the court.
    pub position: [f32; 2],
    /// Feet per step, the latest first.
    pub velocities: [[f32; 2]; PAST],
    pub step: usize,
    /// Sum of the angles between steps, radians.
    turned: f32,
    /// Sum of the lengths of steps, feet.
    travelled: f32,
}

impl PlayerState {
    pub fn new(start: [f32; 2]) -> Self {
        Self { start, position: start, velocities: [[0.0; 2]; PAST], step: 0, turned: 0.0, travelled: 0.0 }
    }

    /// The change of velocity (feet per step, court axes) that leads to a point.
    pub fn change_to(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        [x - self.position[0] - self.velocities[0][0], y - self.position[1] - self.velocities[0][1]]
    }

    /// The point that a change of velocity leads to: s + v + change.
    pub fn point_after(&self, change: [f32; 2]) -> [f32; 2] {
        [self.position[0] + self.velocities[0][0] + change[0], self.position[1] + self.velocities[0][1] + change[1]]
    }

    /// The action vector of a change of velocity: ahead and left of the player, in its units.
    pub fn action_of(&self, change: [f32; 2]) -> [f32; 2] {
        let unit = self.unit();
        self.to_local(change).map(|part| part / unit)
    }

    /// The change of velocity of an action vector; inverse of [`Self::action_of`].
    pub fn change_of(&self, [ahead, left]: [f32; 2]) -> [f32; 2] {
        let ([cos, sin], unit) = (self.heading(), self.unit());
        [unit * (cos * ahead - sin * left), unit * (sin * ahead + cos * left)]
    }

    /// Rotates a vector from court axes to the player's: ahead and left.
    pub fn to_local(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [cos, sin] = self.heading();
        [cos * x + sin * y, cos * y - sin * x]
    }

    /// Unit vector of the last step; along the court before the first.
    pub fn heading(&self) -> [f32; 2] {
        let ([x, y], speed) = (self.velocities[0], self.speed());
        if speed > 1e-6 { [x / speed, y / speed] } else { [1.0, 0.0] }
    }

    /// Length of the last step, feet.
    pub fn speed(&self) -> f32 {
        libm::hypotf(self.velocities[0][0], self.velocities[0][1])
    }

    fn unit(&self) -> f32 {
        if self.step == 0 { FIRST_UNIT } else { STANDING_UNIT + UNIT_PER_SPEED * self.speed().min(MAX_SCALED_SPEED) }
    }

    /// Moves to a point.
    pub fn advance(&mut self, to: [f32; 2]) {
        let v = [to[0] - self.position[0], to[1] - self.position[1]];
        if self.step > 0 {
            self.turned += turn(self.velocities[0], v);
        }
        self.travelled += libm::hypotf(v[0], v[1]);
        self.velocities.rotate_right(1);
        self.velocities[0] = v;
        self.position = to;
        self.step += 1;
    }

    /// Mean angle between steps so far in radians, measured like the curvature label.
    pub fn mean_turn(&self) -> f32 {
        self.turned / self.step.saturating_sub(1).max(1) as f32
    }

    /// Mean feet per step so far.
    pub fn mean_speed(&self) -> f32 {
        self.travelled / self.step.max(1) as f32
    }
}

/// The angle between two steps, measured in lengths and widths of the court.
fn turn(a: [f32; 2], b: [f32; 2]) -> f32 {
    let [a, b] = [a, b].map(|v| [v[0] / LENGTHS[0], v[1] / LENGTHS[1]]);
    libm::atan2f((a[0] * b[1] - a[1] * b[0]).abs(), a[0] * b[0] + a[1] * b[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{CURVATURE, Labeler};

    #[test]
    fn actions_and_changes_of_velocity_are_inverse() {
        let mut state = PlayerState::new([10.0, 10.0]);
        state.advance([11.0, 10.0]);
        state.advance([11.0, 11.0]);
        assert_eq!(state.change_to([11.0, 13.0]), [0.0, 1.0]);
        assert_eq!(state.point_after([0.0, 1.0]), [11.0, 13.0]);
        // It moves one foot per step along y, so a unit is 0.3 feet, and left is towards smaller x.
        let action = state.action_of([-0.6, 0.6]);
        assert!((action[0] - 2.0).abs() < 1e-4 && (action[1] - 2.0).abs() < 1e-4, "{action:?}");
        let change = state.change_of(action);
        assert!((change[0] + 0.6).abs() < 1e-5 && (change[1] - 0.6).abs() < 1e-5, "{change:?}");
        assert_eq!((state.mean_speed(), state.velocities[1]), (1.0, [1.0, 0.0]));
        assert!((state.mean_turn() - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
    }

    #[test]
    fn its_turns_are_those_of_the_label() {
        let path = [10.0, 10.0, 12.0, 11.0, 12.5, 13.0, 12.0, 13.1, 11.0, 15.0];
        let mut state = PlayerState::new([10.0, 10.0]);
        path.as_chunks().0[1..].iter().for_each(|point| state.advance(*point));
        assert!((state.mean_turn() - CURVATURE.score(&path).unwrap()).abs() < 1e-5);
    }
}
