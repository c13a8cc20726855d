//! Agents in a world, moved by a player.

use crate::methods::{Asked, Memory, Player};
use protocol::RunConfig;
use worlds::data::Rng;
use worlds::{Episode, World};

struct Agent {
    episode: Box<dyn Episode>,
    rng: Rng,
    memory: Memory,
    style: usize,
    /// Where its episodes begin, if not by chance.
    start: Option<[f32; 2]>,
}

/// A group of agents in one world.
pub struct Cast {
    world: &'static dyn World,
    run: RunConfig,
    agents: Vec<Agent>,
    /// Scale of the policy's own spread; see `Asked`.
    pub temperature: f32,
    episodes: u64,
    seen: Vec<f32>,
    action: Vec<f32>,
}

impl Cast {
    pub fn new(world: &'static dyn World, run: &RunConfig, styles: &[usize]) -> Self {
        let (agents, seen, action) = (vec![], vec![], vec![]);
        let mut cast = Self { world, run: run.clone(), agents, temperature: 1.0, episodes: 0, seen, action };
        for &style in styles {
            let agent = cast.enter(style, None);
            cast.agents.push(agent);
        }
        cast
    }

    fn enter(&mut self, style: usize, start: Option<[f32; 2]>) -> Agent {
        let number = self.episodes;
        self.episodes += 1;
        let rng = Rng::stream(self.run.seed, "actions", number);
        let episode = match start {
            Some(start) => self.world.episode_from(&self.run, number, start),
            None => self.world.episode(&self.run, number),
        };
        Agent { episode, rng, memory: Memory::default(), style, start }
    }

    /// Asks for other styles, at once. Agents beyond the list keep theirs.
    pub fn ask(&mut self, styles: &[usize]) {
        for (agent, style) in self.agents.iter_mut().zip(styles) {
            agent.style = *style;
        }
    }

    /// Starts one agent's episode anew.
    pub fn restart(&mut self, index: usize) {
        let Agent { style, start, .. } = self.agents[index];
        self.agents[index] = self.enter(style, start);
    }

    /// Has one agent go on where its episode ended, with nothing remembered; false where it cannot.
    pub fn go_on(&mut self, index: usize) -> bool {
        let agent = &mut self.agents[index];
        agent.memory = Memory::default();
        agent.episode.go_on()
    }

    /// Where an agent's next episodes begin; None is by chance.
    pub fn place(&mut self, index: usize, start: Option<[f32; 2]>) {
        self.agents[index].start = start;
    }

    /// Moves one agent a step. True while its episode goes on.
    pub fn step(&mut self, index: usize, player: &mut Player, strength: f32) -> bool {
        self.seen.resize(player.observation_size, 0.0);
        self.action.resize(player.action_size, 0.0);
        let agent = &mut self.agents[index];
        agent.episode.observe(&mut self.seen);
        let asked = Asked { style: agent.style, strength, temperature: self.temperature };
        player.act(&self.seen, asked, &mut agent.memory, &mut agent.rng, &mut self.action);
        agent.episode.act(&self.action)
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

    /// What one agent earned in its episode so far, where the world keeps a score.
    pub fn reward(&self, index: usize) -> Option<f32> {
        self.agents[index].episode.reward()
    }

    /// Plays one agent's episode to its end and returns its path.
    pub fn play_out(&mut self, index: usize, player: &mut Player, strength: f32) -> Vec<f32> {
        let mut path = Vec::with_capacity(2 * self.world.steps());
        loop {
            let (x, y) = self.position(index);
            path.extend([x, y]);
            if path.len() >= 2 * self.world.steps() || !self.step(index, player, strength) {
                return path;
            }
        }
    }
}
