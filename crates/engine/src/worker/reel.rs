//! Demonstrations shown again, where nobody can play: as many at once as there would be agents.

use super::agents::AGENTS;
use super::share_out;
use protocol::{AgentView, RunConfig};
use worlds::World;

/// Frames that a step of a demonstration stays: worlds without players are games, with four frames a decision.
const FRAMES: usize = 4;

struct Shown {
    style: usize,
    path: usize,
    step: usize,
}

pub struct Reel {
    /// Style and path of each demonstration.
    paths: Vec<(usize, Vec<f32>)>,
    shown: Vec<Shown>,
    stride: Option<f32>,
    frames: usize,
    next: usize,
}

impl Reel {
    pub fn new(world: &dyn World, run: &RunConfig, styles: usize) -> Self {
        let mut reel = Self { paths: world.replays(run), shown: vec![], stride: world.stride(), frames: 0, next: 0 };
        for agent in 0..AGENTS {
            let style = agent % styles.max(1);
            let path = reel.find(style);
            let length = reel.paths.get(path).map_or(0, |(_, path)| path.len() / 2);
            reel.shown.push(Shown { style, path, step: agent * length / AGENTS });
        }
        reel
    }

    /// The next demonstration of a style, in turn.
    fn find(&mut self, style: usize) -> usize {
        let count = self.paths.len().max(1);
        let mut in_turn = (0..count).map(|by| (self.next + by) % count);
        let found = in_turn.find(|at| self.paths.get(*at).is_some_and(|(z, _)| *z == style));
        let found = found.unwrap_or(self.next % count);
        self.next = found + 1;
        found
    }

    pub fn ask(&mut self, mix: &[f32]) {
        let current: Vec<usize> = self.shown.iter().map(|shown| shown.style).collect();
        for (index, style) in share_out(mix, &current).into_iter().enumerate() {
            if self.shown[index].style != style {
                self.shown[index] = Shown { style, path: self.find(style), step: 0 };
            }
        }
    }

    pub fn tick(&mut self) -> Vec<AgentView> {
        self.frames += 1;
        let moves = self.frames.is_multiple_of(FRAMES);
        let mut agents = Vec::with_capacity(self.shown.len());
        for index in 0..self.shown.len() {
            let shown = &self.shown[index];
            let Some((style, path)) = self.paths.get(shown.path) else { continue };
            if let Some(place) = path.get(2 * shown.step..2 * shown.step + 2) {
                let fresh = leaps(path, shown.step, self.stride);
                agents.push(AgentView { x: place[0], y: place[1], style: *style as u8, fresh, done: false });
            }
            if !moves {
                continue;
            }
            let (style, ends) = (shown.style, 2 * (shown.step + 1) >= path.len());
            match ends {
                true => self.shown[index] = Shown { style, path: self.find(style), step: 0 },
                false => self.shown[index].step += 1,
            }
        }
        agents
    }
}

/// Whether nobody went here from the place before: a path begins, or a player that died does.
fn leaps(path: &[f32], step: usize, stride: Option<f32>) -> bool {
    let steps = path.get(2 * step.saturating_sub(1)..2 * step + 2).and_then(<[f32]>::first_chunk::<4>);
    let Some([x, y, to_x, to_y]) = steps else { return true };
    stride.is_some_and(|stride| libm::hypotf(to_x - x, to_y - y) > stride)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_anew_where_it_leaps() {
        let path = [0.0, 0.0, 3.0, 0.0, 3.0, 4.0, 90.0, 4.0, 91.0, 4.0];
        let leaps = |stride| (0..5).map(|step| leaps(&path, step, stride)).collect::<Vec<_>>();
        assert_eq!(leaps(Some(6.0)), [true, false, false, true, false]);
        assert_eq!(leaps(None), [true, false, false, false, false]);
    }
}
