//! Replays in worlds that cannot be simulated. Games without their cartridge replay the rollouts that were recorded
//! when the run was trained, or demonstrations if there are none; data without an environment replays demonstrations.

use super::agents::AGENTS;
use super::assign_styles::assign_styles;
use super::console_grid::MAX_CONSOLES;
use crate::session::{RecordedRollouts, RolloutWindow};
use protocol::{AgentView, LaneFrame, Replayed, RunConfig};
use worlds::{ConsoleWorld, Files, World};

/// Frames per step: games have four frames per decision.
const FRAMES_PER_STEP: usize = 4;

/// One agent of a replay: its path, and its position in it.
struct ReplayAgent {
    style: usize,
    path: usize,
    step: usize,
}

pub struct Replay {
    kind: Replayed,
    paths: Vec<RolloutWindow>,
    agents: Vec<ReplayAgent>,
    longest_step: f32,
    frames: usize,
    next: usize,
}

impl Replay {
    /// Replays demonstrations, as many at once as there would be agents.
    pub fn of_demonstrations(world: &dyn World, run: &RunConfig, files: &Files, styles: usize) -> Self {
        let (paths, longest_step) = match world.console() {
            Some(console) => (console.demo_paths(run, files), console.longest_step()),
            None => {
                let demos = world.demos(run, files).map(|demos| demos.trajectories).unwrap_or_default();
                (demos.into_iter().map(|path| (path.style, path.xy)).collect(), f32::INFINITY)
            }
        };
        let window = |(style, path)| RolloutWindow { style, path, others: vec![] };
        let paths = paths.into_iter().map(window).collect();
        Self::new(Replayed::Demonstrations, paths, longest_step, (AGENTS, styles))
    }

    /// Replays recorded rollouts, as many at once as there would be consoles, since each has other characters around it.
    pub fn of_rollouts(world: &dyn ConsoleWorld, rollouts: &RecordedRollouts, styles: usize) -> Self {
        let agents = styles.min(MAX_CONSOLES);
        Self::new(Replayed::Rollouts, rollouts.windows(world), world.longest_step(), (agents, styles))
    }

    fn new(kind: Replayed, paths: Vec<RolloutWindow>, longest_step: f32, (agents, styles): (usize, usize)) -> Self {
        let mut replay = Self { kind, paths, agents: vec![], longest_step, frames: 0, next: 0 };
        for agent in 0..agents {
            let style = agent % styles.max(1);
            let path = replay.next_of(style);
            let length = replay.paths.get(path).map_or(0, |window| window.path.len() / 2);
            let step = if kind == Replayed::Rollouts { 0 } else { agent * length / agents };
            replay.agents.push(ReplayAgent { style, path, step });
        }
        replay
    }

    /// The index of the next path of a style, in turn.
    fn next_of(&mut self, style: usize) -> usize {
        let count = self.paths.len().max(1);
        let mut in_turn = (0..count).map(|by| (self.next + by) % count);
        let found = in_turn.find(|at| self.paths.get(*at).is_some_and(|window| window.style == style));
        let found = found.unwrap_or(self.next % count);
        self.next = found + 1;
        found
    }

    pub fn set_shares(&mut self, shares: &[f32]) {
        let current: Vec<usize> = self.agents.iter().map(|agent| agent.style).collect();
        for (index, style) in assign_styles(shares, &current).into_iter().enumerate() {
            if self.agents[index].style != style {
                self.agents[index] = ReplayAgent { style, path: self.next_of(style), step: 0 };
            }
        }
    }

    pub fn tick(&mut self) -> LaneFrame {
        self.frames += 1;
        let moves = self.frames.is_multiple_of(FRAMES_PER_STEP);
        let (mut agents, mut others) = (Vec::with_capacity(self.agents.len()), Vec::new());
        for index in 0..self.agents.len() {
            let shown = &self.agents[index];
            let Some(RolloutWindow { style, path, others: around }) = self.paths.get(shown.path) else { continue };
            others.extend(around.get(shown.step).into_iter().flatten());
            if let Some(place) = path.get(2 * shown.step..2 * shown.step + 2) {
                let fresh = jumps(path, shown.step, self.longest_step);
                agents.push(AgentView { x: place[0], y: place[1], style: *style as u8, fresh, done: false });
            }
            if !moves {
                continue;
            }
            let (style, ends) = (shown.style, 2 * (shown.step + 1) >= path.len());
            match ends {
                true => self.agents[index] = ReplayAgent { style, path: self.next_of(style), step: 0 },
                false => self.agents[index].step += 1,
            }
        }
        LaneFrame { agents, others, replayed: self.kind, ..LaneFrame::default() }
    }
}

/// Whether a path begins at this step: at its first one, and where it jumps because the player lost a life.
fn jumps(path: &[f32], step: usize, longest_step: f32) -> bool {
    let steps = path.get(2 * step.saturating_sub(1)..2 * step + 2).and_then(<[f32]>::first_chunk::<4>);
    let Some([x, y, to_x, to_y]) = steps else { return true };
    libm::hypotf(to_x - x, to_y - y) > longest_step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_anew_where_it_jumps() {
        let path = [0.0, 0.0, 3.0, 0.0, 3.0, 4.0, 90.0, 4.0, 91.0, 4.0];
        let starts = |longest| (0..5).map(|step| jumps(&path, step, longest)).collect::<Vec<_>>();
        assert_eq!(starts(6.0), [true, false, false, true, false]);
        assert_eq!(starts(100.0), [true, false, false, false, false]);
    }
}
