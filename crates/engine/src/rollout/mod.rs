//! Rollouts: agents in a world's episodes, moved by any [`Actor`].

mod group;

pub use group::{RolloutGroup, Streams};

use worlds::Episode;
use worlds::data::Rng;

/// What is requested of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StyleRequest {
    pub style: usize,
    /// γ of guidance by the critic at play time; 0 is off.
    pub strength: f32,
    /// Scales the spread of the policy's distribution: 1 samples actions, 0 takes their mean.
    pub temperature: f32,
}

impl StyleRequest {
    /// The same without guidance where the agent is in danger. Demonstrations of all styles flee alike there, so what a critic
    /// says of the actions is noise, which guidance would amplify.
    pub fn unless_in_danger(self, episode: &(impl Episode + ?Sized)) -> Self {
        let guided = self.strength > 0.0 && !episode.in_danger();
        Self { strength: if guided { self.strength } else { 0.0 }, ..self }
    }
}

/// An agent's recurrent state; empty when an episode begins, and always for feed-forward policies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecurrentState(pub Vec<f32>);

/// One agent's step: its input, and where its action goes.
pub struct Turn<'a> {
    /// Index in the group.
    pub agent: usize,
    pub position: (f32, f32),
    /// `[observation_size]`
    pub observation: &'a [f32],
    pub request: StyleRequest,
    pub state: &'a mut RecurrentState,
    pub rng: &'a mut Rng,
    /// `[action_size]`
    pub action: &'a mut [f32],
}

/// Chooses actions. Agents that move together come in one call, so that a network can take them as a batch.
pub trait Actor {
    fn observation_size(&self) -> usize;
    fn action_size(&self) -> usize;
    fn act(&mut self, turns: &mut [Turn]);
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Chased(bool);

    impl Episode for Chased {
        fn observe(&self, _into: &mut [f32]) {}

        fn act(&mut self, _action: &[f32]) -> bool {
            true
        }

        fn position(&self) -> (f32, f32) {
            (0.0, 0.0)
        }

        fn in_danger(&self) -> bool {
            self.0
        }
    }

    #[test]
    fn nobody_is_guided_in_danger() {
        let request = StyleRequest { style: 1, strength: 2.0, temperature: 0.5 };
        assert_eq!(request.unless_in_danger(&Chased(false)), request);
        assert_eq!(request.unless_in_danger(&Chased(true)), StyleRequest { strength: 0.0, ..request });
    }
}
