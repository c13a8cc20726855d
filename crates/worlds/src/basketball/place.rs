//! The plain formulation of the game: a player observes its place and nothing else, and an action is the way to the next
//! point, s' = s + 2a in feet. A policy of it has no momentum, so it moves like no player, but a style that is a place is
//! easily reached. Published tables of calibration may well be of policies like this.

use super::state::PlayerState;
use crate::data::{POINTS, Trajectory};
use crate::{Episode, PairColumn, PairColumns};

pub const OBSERVATION: usize = 2;
/// Feet per unit of an action, so that actions are about one.
const UNIT: f32 = 2.0;

/// A player that observes its place alone.
pub struct PlayerAtPlace(pub PlayerState);

fn observed([x, y]: [f32; 2]) -> [f32; OBSERVATION] {
    [(x - 22.0) / 13.0, (y - 25.0) / 14.0]
}

/// What the numbers of a pair mean.
pub fn columns() -> PairColumns {
    let feet = |name: &str, offset: f64, scale: f64| PairColumn::new(name, "ft", offset, scale);
    PairColumns {
        observation: vec![feet("x", 22.0, 13.0), feet("y", 25.0, 14.0)],
        action: ["step_x", "step_y"].map(|name| feet(name, 0.0, f64::from(UNIT))).into(),
    }
}

/// A path (x, y, x, y, ... in feet) as pairs; the last point has no action.
pub fn demonstration(xy: &[f32], style: usize, held_out: bool) -> Trajectory {
    let points = xy.as_chunks::<2>().0;
    let from = &points[..points.len().saturating_sub(1)];
    Trajectory {
        style,
        followed: vec![],
        held_out,
        observations: from.iter().flat_map(|point| observed(*point)).collect(),
        actions: points.windows(2).flat_map(|pair| [0, 1].map(|axis| (pair[1][axis] - pair[0][axis]) / UNIT)).collect(),
        xy: from.concat(),
    }
}

impl Episode for PlayerAtPlace {
    fn observe(&self, into: &mut [f32]) {
        into.copy_from_slice(&observed(self.0.position));
    }

    fn act(&mut self, action: &[f32]) -> bool {
        let here = self.0.position;
        let to = [0, 1].map(|axis| here[axis] + UNIT * action[axis]);
        self.0.advance(if to.iter().all(|feet| feet.is_finite()) { to } else { here });
        self.0.step < POINTS
    }

    fn position(&self) -> (f32, f32) {
        (self.0.position[0], self.0.position[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_episode_with_demonstrated_actions_follows_the_demonstration() {
        let path = [10.0, 10.0, 12.0, 11.0, 12.5, 13.0, 12.0, 13.1];
        let demo = demonstration(&path, 1, false);
        assert_eq!((demo.observations.len(), demo.actions.len(), demo.xy.as_slice()), (6, 6, &path[..6]));
        let mut player = PlayerAtPlace(PlayerState::new([10.0, 10.0]));
        for (step, action) in demo.actions.as_chunks::<2>().0.iter().enumerate() {
            let mut seen = [0.0; OBSERVATION];
            player.observe(&mut seen);
            let expected = &demo.observations[2 * step..2 * step + 2];
            assert!(seen.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{seen:?} {expected:?}");
            assert!(player.act(action));
        }
        assert!((player.position().0 - 12.0).abs() + (player.position().1 - 13.1).abs() < 1e-4);
        player.act(&[f32::NAN, 0.0]);
        assert!(player.position().0.is_finite());
    }
}
