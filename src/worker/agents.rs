//! Agents of a world that is a plane: a dozen at once, each at its own moment of an episode.

use super::share_out;
use crate::methods::Player;
use crate::metrics::Cast;
use crate::protocol::{AgentView, RunConfig};
use crate::worlds::World;

pub const AGENTS: usize = 12;

pub struct Agents {
    cast: Cast,
    /// Agents whose episode begins with this frame.
    fresh: Vec<bool>,
}

impl Agents {
    pub fn new(world: &'static dyn World, run: &RunConfig, player: &mut Player) -> Self {
        let styles: Vec<usize> = (0..AGENTS).map(|agent| agent % player.styles.max(1)).collect();
        let mut cast = Cast::new(world, run, &styles);
        // Spread over their episodes, so that there is something to see everywhere at once.
        for index in 0..cast.len() {
            for _ in 0..index * world.steps() / AGENTS {
                cast.step(index, player, 0.0);
            }
        }
        Self { fresh: vec![true; cast.len()], cast }
    }

    pub fn ask(&mut self, mix: &[f32]) {
        let current: Vec<usize> = (0..self.cast.len()).map(|index| self.cast.style(index)).collect();
        self.cast.ask(&share_out(mix, &current));
    }

    pub fn tick(&mut self, player: &mut Player, strength: f32) -> Vec<AgentView> {
        let mut agents = Vec::with_capacity(self.cast.len());
        for index in 0..self.cast.len() {
            let goes_on = self.cast.step(index, player, strength);
            let (x, y) = self.cast.position(index);
            agents.push(AgentView { x, y, style: self.cast.style(index) as u8, fresh: self.fresh[index] });
            self.fresh[index] = !goes_on;
            if !goes_on {
                self.cast.restart(index);
            }
        }
        agents
    }
}
