//! Replays demonstrations in games without a cartridge, as many at once as there would be agents.

use super::agents::AGENTS;
use super::assign_styles::assign_styles;
use protocol::{AgentView, RunConfig};
use worlds::{ConsoleWorld, Files};

/// Frames per step: games have four frames per decision.
const FRAMES_PER_STEP: usize = 4;

/// Position in the demonstration that one agent replays.
struct ReplayAgent {
    style: usize,
    path: usize,
    step: usize,
}

pub struct Replay {
    /// Style and path (x, y, x, y, ...) of each demonstration.
    paths: Vec<(usize, Vec<f32>)>,
    agents: Vec<ReplayAgent>,
    longest_step: f32,
    frames: usize,
    next: usize,
}

impl Replay {
    pub fn new(world: &dyn ConsoleWorld, run: &RunConfig, files: &Files, styles: usize) -> Self {
        let (paths, longest_step) = (world.demo_paths(run, files), world.longest_step());
        let mut replay = Self { paths, agents: vec![], longest_step, frames: 0, next: 0 };
        for agent in 0..AGENTS {
            let style = agent % styles.max(1);
            let path = replay.next_of(style);
            let length = replay.paths.get(path).map_or(0, |(_, path)| path.len() / 2);
            replay.agents.push(ReplayAgent { style, path, step: agent * length / AGENTS });
        }
        replay
    }

    /// The next demonstration of a style, in turn.
    fn next_of(&mut self, style: usize) -> usize {
        let count = self.paths.len().max(1);
        let mut in_turn = (0..count).map(|by| (self.next + by) % count);
        let found = in_turn.find(|at| self.paths.get(*at).is_some_and(|(z, _)| *z == style));
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

    pub fn tick(&mut self) -> Vec<AgentView> {
        self.frames += 1;
        let moves = self.frames.is_multiple_of(FRAMES_PER_STEP);
        let mut agents = Vec::with_capacity(self.agents.len());
        for index in 0..self.agents.len() {
            let shown = &self.agents[index];
            let Some((style, path)) = self.paths.get(shown.path) else { continue };
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
        agents
    }
}

/// Whether the path starts anew at this step: at its beginning, or where it jumps because the player lost a life.
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
