//! Agents of a world that is a plane: a dozen at once, each at its own moment of an episode.

use std::collections::BTreeMap;

use super::share_out;
use crate::methods::Player;
use crate::rollout::RolloutGroup;
use protocol::{AgentView, RunConfig};
use worlds::World;

pub const AGENTS: usize = 12;

/// Agents that start where the visitor put them.
pub type Starts = BTreeMap<u32, [f32; 2]>;

pub struct Agents {
    group: RolloutGroup,
    /// Frames that a step takes, and how many of this one were shown.
    frames: usize,
    shown: usize,
    steps: Vec<Step>,
    /// Nothing was shown of these agents yet.
    unseen: bool,
}

/// What an agent is doing between two of its positions.
#[derive(Clone, Copy, Default)]
struct Step {
    from: (f32, f32),
    /// Its episode begins with this step, or ends with it.
    fresh: bool,
    done: bool,
    /// Its next step begins an episode.
    anew: bool,
}

impl Agents {
    pub fn new(world: &'static dyn World, run: &RunConfig, player: &mut Player) -> Self {
        let styles: Vec<usize> = (0..AGENTS).map(|agent| agent % player.styles.max(1)).collect();
        let mut group = RolloutGroup::new(world, run, &styles);
        // Spread over their episodes, so that there is something to see everywhere at once.
        for index in 0..group.len() {
            for _ in 0..index * world.steps() / AGENTS {
                group.step(index, player, 0.0);
            }
        }
        let steps = vec![Step::default(); group.len()];
        Self { group, frames: world.frames().max(1), shown: 0, steps, unseen: true }
    }

    pub fn ask(&mut self, mix: &[f32]) {
        let current: Vec<usize> = (0..self.group.len()).map(|index| self.group.style(index)).collect();
        self.group.request(&share_out(mix, &current));
    }

    /// Where an agent's episodes begin from now on; it goes there at once.
    pub fn place(&mut self, agent: u32, start: Option<[f32; 2]>) {
        if let Some(step) = self.steps.get_mut(agent as usize) {
            self.group.place(agent as usize, start);
            step.anew |= start.is_some();
        }
    }

    /// The next frame: a step is shown in as many as the world says, with agents on their way between positions.
    pub fn tick(&mut self, player: &mut Player, strength: f32) -> Vec<AgentView> {
        let first = self.shown == 0;
        if first {
            self.advance(player, strength);
        }
        self.shown = (self.shown + 1) % self.frames;
        let last = self.shown == 0;
        let share = if last { 1.0 } else { self.shown as f32 / self.frames as f32 };
        let view = |(index, step): (usize, &Step)| {
            let ((x, y), (fx, fy)) = (self.group.position(index), step.from);
            let (x, y) = if last { (x, y) } else { (fx + share * (x - fx), fy + share * (y - fy)) };
            let style = self.group.style(index) as u8;
            AgentView { x, y, style, fresh: first && step.fresh, done: last && step.done }
        };
        self.steps.iter().enumerate().map(view).collect()
    }

    fn advance(&mut self, player: &mut Player, strength: f32) {
        for (index, step) in self.steps.iter_mut().enumerate() {
            if step.anew {
                self.group.restart(index);
            }
            let (fresh, from) = (step.anew || self.unseen, self.group.position(index));
            let done = !self.group.step(index, player, strength);
            *step = Step { from, fresh, done, anew: done };
        }
        self.unseen = false;
    }
}
