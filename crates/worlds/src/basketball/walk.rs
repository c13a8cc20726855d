//! A player under way on the half court: where it is, how it came there.

use super::court::LENGTHS;

/// Velocities that are remembered.
pub const PAST: usize = 6;

/// Feet a step that a felt change of one is for a player who stands, the share of its speed that is added, and the
/// fastest that this goes on: beyond, a policy that errs would run away with itself.
const STANDING: f32 = 0.1;
const RUNNING: f32 = 0.2;
const FASTEST: f32 = 4.0;
/// The same for the first step, before which nobody knows how fast it is.
const FIRST: f32 = 1.0;

#[derive(Clone, Debug)]
pub struct Walk {
    pub start: [f32; 2],
    /// Feet from the corner.
    pub here: [f32; 2],
    /// Feet a step, the latest first.
    pub past: [[f32; 2]; PAST],
    pub step: usize,
    turned: f32,
    went: f32,
}

impl Walk {
    pub fn new(start: [f32; 2]) -> Self {
        Self { start, here: start, past: [[0.0; 2]; PAST], step: 0, turned: 0.0, went: 0.0 }
    }

    /// The change of velocity that leads to a point.
    pub fn change_to(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        [x - self.here[0] - self.past[0][0], y - self.here[1] - self.past[0][1]]
    }

    /// The point that a change of velocity leads to.
    pub fn after(&self, change: [f32; 2]) -> [f32; 2] {
        [self.here[0] + self.past[0][0] + change[0], self.here[1] + self.past[0][1] + change[1]]
    }

    /// A change of velocity as the player feels it: ahead and to its left, in units that grow with its speed. Who stands
    /// shifts by inches and who runs by feet; told in feet, one of them would be noise.
    pub fn felt(&self, change: [f32; 2]) -> [f32; 2] {
        let unit = self.unit();
        self.seen(change).map(|part| part / unit)
    }

    /// The change of velocity that feels so.
    pub fn meant(&self, [ahead, left]: [f32; 2]) -> [f32; 2] {
        let ([cos, sin], unit) = (self.heading(), self.unit());
        [unit * (cos * ahead - sin * left), unit * (sin * ahead + cos * left)]
    }

    /// Where something lies for the player: ahead and to its left.
    pub fn seen(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [cos, sin] = self.heading();
        [cos * x + sin * y, cos * y - sin * x]
    }

    /// The direction of the last step; along the court before there is one.
    pub fn heading(&self) -> [f32; 2] {
        let ([x, y], speed) = (self.past[0], self.speed());
        if speed > 1e-6 { [x / speed, y / speed] } else { [1.0, 0.0] }
    }

    /// Feet of the last step.
    pub fn speed(&self) -> f32 {
        libm::hypotf(self.past[0][0], self.past[0][1])
    }

    fn unit(&self) -> f32 {
        if self.step == 0 { FIRST } else { STANDING + RUNNING * self.speed().min(FASTEST) }
    }

    pub fn go(&mut self, to: [f32; 2]) {
        let v = [to[0] - self.here[0], to[1] - self.here[1]];
        if self.step > 0 {
            self.turned += turn(self.past[0], v);
        }
        self.went += libm::hypotf(v[0], v[1]);
        self.past.rotate_right(1);
        self.past[0] = v;
        self.here = to;
        self.step += 1;
    }

    /// Mean angle between steps so far, as the label of curvature measures it.
    pub fn mean_turn(&self) -> f32 {
        self.turned / self.step.saturating_sub(1).max(1) as f32
    }

    /// Feet a step so far.
    pub fn mean_speed(&self) -> f32 {
        self.went / self.step.max(1) as f32
    }
}

/// Angles are those of steps in lengths and widths of the court.
fn turn(a: [f32; 2], b: [f32; 2]) -> f32 {
    let [a, b] = [a, b].map(|v| [v[0] / LENGTHS[0], v[1] / LENGTHS[1]]);
    libm::atan2f((a[0] * b[1] - a[1] * b[0]).abs(), a[0] * b[0] + a[1] * b[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{Curvature, Labeler};

    #[test]
    fn it_remembers_how_it_went() {
        let mut walk = Walk::new([10.0, 10.0]);
        walk.go([11.0, 10.0]);
        walk.go([11.0, 11.0]);
        assert_eq!(walk.change_to([11.0, 13.0]), [0.0, 1.0]);
        assert_eq!(walk.after([0.0, 1.0]), [11.0, 13.0]);
        // It walks a foot a step along y, so a unit is 0.3 feet, and left is where x falls.
        let felt = walk.felt([-0.6, 0.6]);
        assert!((felt[0] - 2.0).abs() < 1e-4 && (felt[1] - 2.0).abs() < 1e-4, "{felt:?}");
        let meant = walk.meant(felt);
        assert!((meant[0] + 0.6).abs() < 1e-5 && (meant[1] - 0.6).abs() < 1e-5, "{meant:?}");
        assert_eq!((walk.mean_speed(), walk.past[1]), (1.0, [1.0, 0.0]));
        assert!((walk.mean_turn() - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
    }

    #[test]
    fn its_turns_are_those_of_the_label() {
        let path = [10.0, 10.0, 12.0, 11.0, 12.5, 13.0, 12.0, 13.1, 11.0, 15.0];
        let mut walk = Walk::new([10.0, 10.0]);
        path.as_chunks().0[1..].iter().for_each(|point| walk.go(*point));
        assert!((walk.mean_turn() - Curvature.score(&path).unwrap()).abs() < 1e-5);
    }
}
