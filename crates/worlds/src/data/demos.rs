//! Trajectories of one world, labelled with styles and split by trajectory.

use std::borrow::Cow;
use std::sync::Arc;

use super::{DataError, Pictures};

/// The kind of a world's actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionKind {
    /// Numbers that can take any value.
    #[default]
    Continuous,
    /// One of `action_size` choices, stored one-hot.
    Discrete,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// The style label that methods train on.
    pub style: usize,
    /// The style really followed at each step, where known (simulated worlds); else empty. Methods do not use it.
    pub followed: Vec<u8>,
    /// Excluded from training; MI and losses are reported on it.
    pub held_out: bool,
    /// `[steps, observation_size]`, row by row.
    pub observations: Vec<f32>,
    /// `[steps, action_size]`, row by row.
    pub actions: Vec<f32>,
    /// The agent's position at each step, in the world's units: x, y, x, y, ...
    pub xy: Vec<f32>,
}

#[derive(Clone, Debug, Default)]
pub struct Demos {
    pub observation_size: usize,
    pub action_size: usize,
    pub action_kind: ActionKind,
    pub styles: usize,
    pub trajectories: Vec<Trajectory>,
    /// The pictures that observations begin with the numbers of; None where observations are numbers as they are.
    pub pictures: Option<Arc<Pictures>>,
    /// Makes observations and actions of the trajectories, which then have none; None where they have them.
    pub unmade: Option<UnmadePairs>,
}

/// Observations, `[steps, observation_size]`, and actions, `[steps, action_size]`, by number.
pub type MakePairs = dyn Fn(usize) -> (Vec<f32>, Vec<f32>) + Send + Sync;

/// Observations and actions that are made one trajectory at a time, so that those of a game do not take their 80 MB twice
/// while a table is filled with them.
#[derive(Clone)]
pub struct UnmadePairs {
    pub make: Arc<MakePairs>,
    /// The number of each trajectory.
    pub numbers: Vec<usize>,
}

impl std::fmt::Debug for UnmadePairs {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.debug_struct("UnmadePairs").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}

impl Trajectory {
    pub fn steps(&self) -> usize {
        self.xy.len() / 2
    }
}

impl Demos {
    /// A trajectory with its observations and actions.
    pub fn whole(&self, index: usize) -> Option<Cow<'_, Trajectory>> {
        let path = self.trajectories.get(index)?;
        let Some(unmade) = &self.unmade else { return Some(Cow::Borrowed(path)) };
        let (observations, actions) = (unmade.make)(*unmade.numbers.get(index)?);
        Some(Cow::Owned(Trajectory { observations, actions, ..path.clone() }))
    }

    /// Checks shapes, labels and one-hot actions, so that later code can rely on them.
    pub fn checked(self) -> Result<Self, DataError> {
        if !self.trajectories.iter().any(|t| !t.held_out && t.steps() > 0) {
            return Err(DataError::Empty);
        }
        for (index, t) in self.trajectories.iter().enumerate() {
            if self.unmade.is_none() {
                self.check_pairs(index, t)?;
            }
            if t.style >= self.styles {
                return Err(DataError::Style { index, style: t.style, styles: self.styles });
            }
        }
        Ok(self)
    }

    fn check_pairs(&self, index: usize, path: &Trajectory) -> Result<(), DataError> {
        let observations = (path.observations.len(), path.steps() * self.observation_size);
        let actions = (path.actions.len(), path.steps() * self.action_size);
        for (found, expected) in [observations, actions] {
            if found != expected {
                return Err(DataError::Shape { index, expected, found });
            }
        }
        match self.action_kind == ActionKind::Discrete && !path.actions.chunks(self.action_size.max(1)).all(one_hot) {
            true => Err(DataError::Action { index, actions: self.action_size }),
            false => Ok(()),
        }
    }

    /// Trajectories of one side of the split.
    pub fn side(&self, held_out: bool) -> impl Iterator<Item = &Trajectory> {
        self.trajectories.iter().filter(move |t| t.held_out == held_out)
    }

    /// p(z), `[styles]`: the share of training pairs of each style.
    pub fn prior(&self) -> Vec<f32> {
        let mut pairs = vec![0usize; self.styles];
        for t in self.side(false) {
            pairs[t.style] += t.steps();
        }
        let all: usize = pairs.iter().sum();
        pairs.iter().map(|&n| n as f32 / all.max(1) as f32).collect()
    }
}

fn one_hot(action: &[f32]) -> bool {
    action.iter().filter(|value| **value == 1.0).count() == 1 && action.iter().all(|value| [0.0, 1.0].contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trajectory(style: usize, steps: usize, held_out: bool) -> Trajectory {
        Trajectory {
            style,
            followed: vec![],
            held_out,
            observations: vec![0.0; steps * 3],
            actions: vec![0.0; steps * 2],
            xy: vec![0.0; steps * 2],
        }
    }

    fn demos(trajectories: Vec<Trajectory>) -> Demos {
        Demos { observation_size: 3, action_size: 2, styles: 2, trajectories, ..Demos::default() }
    }

    #[test]
    fn prior_counts_training_pairs_only() {
        let demos = demos(vec![trajectory(0, 30, false), trajectory(1, 10, false), trajectory(1, 100, true)]);
        assert_eq!(demos.prior(), vec![0.75, 0.25]);
    }

    #[test]
    fn bad_shapes_and_labels_are_refused() {
        assert!(matches!(demos(vec![trajectory(0, 5, true)]).checked(), Err(DataError::Empty)));
        assert!(matches!(demos(vec![trajectory(2, 5, false)]).checked(), Err(DataError::Style { style: 2, .. })));
        let mut short = trajectory(0, 5, false);
        short.actions.pop();
        assert!(matches!(demos(vec![short]).checked(), Err(DataError::Shape { found: 9, .. })));
    }

    #[test]
    fn discrete_actions_are_one_hot() {
        let discrete = |actions: [f32; 4]| {
            let path = Trajectory { actions: actions.to_vec(), ..trajectory(0, 2, false) };
            Demos { action_kind: ActionKind::Discrete, ..demos(vec![path]) }.checked()
        };
        assert!(discrete([1.0, 0.0, 0.0, 1.0]).is_ok());
        for bad in [[1.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0], [0.5, 0.5, 1.0, 0.0], [f32::NAN, 1.0, 1.0, 0.0]] {
            assert!(matches!(discrete(bad), Err(DataError::Action { index: 0, actions: 2 })), "{bad:?}");
        }
    }
}
