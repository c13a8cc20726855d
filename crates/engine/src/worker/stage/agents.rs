//! Agents in a plane: a dozen at once, each at a different time of its episode.

use super::assign_styles::assign_styles;
use crate::methods::Player;
use crate::rollout::RolloutGroup;
use protocol::{AgentView, View};
use worlds::Environment;

pub const AGENTS: usize = 12;

/// The agents of a lane and the step that each of them is taking.
pub struct Agents {
    group: RolloutGroup,
    /// Frames per step, and frames of the current step that were shown.
    frames: usize,
    shown: usize,
    steps: Vec<AgentStep>,
    /// True before the first frame.
    first_frame: bool,
    /// The view of a world with marks of its own, such as a court. An agent that leaves it begins another episode.
    field: Option<View>,
}

/// The current step of an agent, which is shown in several frames.
#[derive(Clone, Copy, Default)]
struct AgentStep {
    from: (f32, f32),
    /// The episode begins with this step.
    fresh: bool,
    /// The episode ends with this step.
    done: bool,
    /// The next step begins an episode.
    restart: bool,
}

impl Agents {
    pub fn new(environment: &Environment, player: &mut Player) -> Self {
        let styles: Vec<usize> = (0..AGENTS).map(|agent| agent % player.styles.max(1)).collect();
        let mut group = RolloutGroup::new(environment, &styles);
        // Agents start spread over their episodes, so that the whole plane is in use at once.
        for index in 0..group.len() {
            for _ in 0..index * environment.world.max_steps() / AGENTS {
                group.step(index, player, 0.0);
            }
        }
        let steps = vec![AgentStep::default(); group.len()];
        let (frames, card) = (environment.world.frames_per_step().max(1), environment.world.card());
        let field = (!card.marks.is_empty()).then_some(card.view);
        Self { group, frames, shown: 0, steps, first_frame: true, field }
    }

    pub fn set_shares(&mut self, shares: &[f32]) {
        let current: Vec<usize> = (0..self.group.len()).map(|index| self.group.style(index)).collect();
        self.group.request(&assign_styles(shares, &current));
    }

    /// Sets where the episodes of an agent begin, and begins one there at once; None draws starts at random again.
    pub fn place(&mut self, agent: u32, start: Option<[f32; 2]>) {
        if let Some(step) = self.steps.get_mut(agent as usize) {
            self.group.place(agent as usize, start);
            step.restart |= start.is_some();
        }
    }

    /// Computes the next frame. Positions are interpolated over the frames of a step.
    pub fn tick(&mut self, player: &mut Player, strength: f32) -> Vec<AgentView> {
        let first = self.shown == 0;
        if first {
            self.advance(player, strength);
        }
        self.shown = (self.shown + 1) % self.frames;
        let last = self.shown == 0;
        let share = if last { 1.0 } else { self.shown as f32 / self.frames as f32 };
        let view = |(index, step): (usize, &AgentStep)| {
            let ((x, y), (fx, fy)) = (self.group.position(index), step.from);
            let (x, y) = if last { (x, y) } else { (fx + share * (x - fx), fy + share * (y - fy)) };
            let style = self.group.style(index) as u8;
            AgentView { x, y, style, fresh: first && step.fresh, done: last && step.done }
        };
        self.steps.iter().enumerate().map(view).collect()
    }

    fn advance(&mut self, player: &mut Player, strength: f32) {
        for (index, step) in self.steps.iter_mut().enumerate() {
            if step.restart {
                self.group.restart(index);
            }
            let (fresh, from) = (step.restart || self.first_frame, self.group.position(index));
            let goes_on = self.group.step(index, player, strength);
            let (x, y) = self.group.position(index);
            let inside = |view: &View| (view.left..=view.right).contains(&x) && (view.bottom..=view.top).contains(&y);
            let done = !goes_on || !self.field.as_ref().is_none_or(inside);
            *step = AgentStep { from, fresh, done, restart: done };
        }
        self.first_frame = false;
    }
}
