//! A group of agents in one world, each in an episode of its own.

use std::ops::Range;

use super::{Actor, RecurrentState, StyleRequest, Turn};
use worlds::data::Rng;
use worlds::{Environment, Episode};

struct Agent {
    episode: Box<dyn Episode>,
    rng: Rng,
    state: RecurrentState,
    style: usize,
    /// Where its episodes begin; None leaves it to the world.
    start: Option<[f32; 2]>,
}

/// The random streams of a group. The n-th episode that begins has the number `first_episode + n` in the world, and the
/// stream `(purpose, n)` for its actions.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    pub purpose: &'static str,
    pub first_episode: u64,
    /// n of the next episode.
    pub next: u64,
}

impl Default for Streams {
    fn default() -> Self {
        Self { purpose: "actions", first_episode: 0, next: 0 }
    }
}

pub struct RolloutGroup {
    environment: Environment,
    agents: Vec<Agent>,
    /// Scales the spread of the policy's distribution; see [`StyleRequest`].
    pub temperature: f32,
    streams: Streams,
    /// Episodes begin where the world's experts of the requested style do, where those have starts of their own.
    starts_by_style: bool,
    /// `[agents, observation_size]` and `[agents, action_size]` of the agents that move.
    observations: Vec<f32>,
    actions: Vec<f32>,
}

impl RolloutGroup {
    /// One agent per entry of `styles`.
    pub fn new(environment: &Environment, styles: &[usize]) -> Self {
        Self::begin_all(environment, styles, Streams::default(), true)
    }

    /// One agent per code. A code is not yet a style, so all codes have the same starts.
    pub fn with_streams(environment: &Environment, codes: &[usize], streams: Streams) -> Self {
        Self::begin_all(environment, codes, streams, false)
    }

    fn begin_all(environment: &Environment, styles: &[usize], streams: Streams, starts_by_style: bool) -> Self {
        let mut group = Self {
            environment: environment.clone(),
            agents: vec![],
            temperature: 1.0,
            streams,
            starts_by_style,
            observations: vec![],
            actions: vec![],
        };
        for &style in styles {
            let agent = group.begin(style, None);
            group.agents.push(agent);
        }
        group
    }

    fn begin(&mut self, style: usize, start: Option<[f32; 2]>) -> Agent {
        let number = self.streams.next;
        self.streams.next += 1;
        let rng = Rng::stream(self.environment.run.seed, self.streams.purpose, number);
        let episode = self.streams.first_episode + number;
        let own = start.or_else(|| self.environment.start_of(style, episode).filter(|_| self.starts_by_style));
        let episode = self.environment.episode(episode, own);
        Agent { episode, rng, state: RecurrentState::default(), style, start }
    }

    /// Requests other styles, effective at once. Agents beyond the list keep theirs.
    pub fn request(&mut self, styles: &[usize]) {
        for (agent, style) in self.agents.iter_mut().zip(styles) {
            agent.style = *style;
        }
    }

    /// Starts one agent's next episode.
    pub fn restart(&mut self, index: usize) {
        let Agent { style, start, .. } = self.agents[index];
        self.agents[index] = self.begin(style, start);
    }

    /// Continues where one agent's episode ended, with an empty recurrent state; false where the world cannot.
    pub fn go_on(&mut self, index: usize) -> bool {
        let agent = &mut self.agents[index];
        agent.state = RecurrentState::default();
        agent.episode.next_window()
    }

    /// Where an agent's next episodes begin; None leaves it to the world.
    pub fn place(&mut self, index: usize, start: Option<[f32; 2]>) {
        self.agents[index].start = start;
    }

    /// Moves one agent a step. True while its episode goes on.
    pub fn step(&mut self, index: usize, actor: &mut impl Actor, strength: f32) -> bool {
        self.step_among(index..index + 1, |_| true, actor, strength).iter().all(|(_, goes_on)| *goes_on)
    }

    /// Moves all agents for which `moves` is true a step, in one call of the actor. Returns their indices and whether
    /// their episodes go on.
    pub fn step_where(
        &mut self,
        moves: impl Fn(usize) -> bool,
        actor: &mut impl Actor,
        strength: f32,
    ) -> Vec<(usize, bool)> {
        self.step_among(0..self.agents.len(), moves, actor, strength)
    }

    fn step_among(
        &mut self,
        range: Range<usize>,
        moves: impl Fn(usize) -> bool,
        actor: &mut impl Actor,
        strength: f32,
    ) -> Vec<(usize, bool)> {
        let (observation_size, action_size) = (actor.observation_size(), actor.action_size());
        let indexed = range.clone().zip(&mut self.agents[range]);
        let mut moving: Vec<(usize, &mut Agent)> = indexed.filter(|(index, _)| moves(*index)).collect();
        self.observations.resize(moving.len() * observation_size, 0.0);
        self.actions.resize(moving.len() * action_size, 0.0);
        for ((_, agent), observation) in moving.iter().zip(self.observations.chunks_exact_mut(observation_size)) {
            agent.episode.observe(observation);
        }
        let observations = self.observations.chunks_exact(observation_size);
        let places = observations.zip(self.actions.chunks_exact_mut(action_size));
        let mut turns = Vec::with_capacity(moving.len());
        for ((index, agent), (observation, action)) in moving.iter_mut().zip(places) {
            let Agent { episode, state, rng, style, .. } = &mut **agent;
            let request = StyleRequest { style: *style, strength, temperature: self.temperature };
            let request = request.unless_in_danger(episode.as_ref());
            turns.push(Turn { agent: *index, position: episode.position(), observation, request, state, rng, action });
        }
        actor.act(&mut turns);
        let moved = moving.into_iter().zip(self.actions.chunks_exact(action_size));
        moved.map(|((index, agent), action)| (index, agent.episode.act(action))).collect()
    }

    pub fn len(&self) -> usize {
        self.agents.len()
    }

    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    pub fn style(&self, index: usize) -> usize {
        self.agents[index].style
    }

    pub fn position(&self, index: usize) -> (f32, f32) {
        self.agents[index].episode.position()
    }

    /// Positions of the other characters in an agent's episode.
    pub fn others(&self, index: usize) -> Vec<[f32; 2]> {
        self.agents[index].episode.others()
    }

    /// Writes what an agent observes now.
    pub fn observe(&self, index: usize, into: &mut [f32]) {
        self.agents[index].episode.observe(into);
    }

    /// What one agent earned in its episode so far, where the world keeps a score.
    pub fn reward(&self, index: usize) -> Option<f32> {
        self.agents[index].episode.reward()
    }

    /// Plays one agent's episode to its end and returns its path: x, y, x, y, ...
    pub fn play_out(&mut self, index: usize, actor: &mut impl Actor, strength: f32) -> Vec<f32> {
        let mut path = Vec::with_capacity(2 * self.environment.world.max_steps());
        loop {
            let (x, y) = self.position(index);
            path.extend([x, y]);
            if path.len() >= 2 * self.environment.world.max_steps() || !self.step(index, actor, strength) {
                return path;
            }
        }
    }
}
