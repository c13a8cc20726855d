//! The screens of one demonstration. They are rendered once, then shown step by step.

use super::console_grid::stick;
use protocol::{DemoStep, RunConfig};
use worlds::Files;
use worlds::atari::Decision;

#[derive(Default)]
pub struct DemoViewer {
    /// The run and index of the demonstration whose screens are rendered.
    rendered: Option<(RunConfig, u32)>,
    decisions: Vec<Decision>,
}

impl DemoViewer {
    /// One step of a demonstration, rendered if it is not yet; None for a world that is not a game.
    pub fn show(&mut self, config: RunConfig, files: &Files, trajectory: u32, step: u32) -> Option<DemoStep> {
        let requested = (config, trajectory);
        if self.rendered.as_ref() != Some(&requested) {
            let world = worlds::find(&requested.0.world)?.console()?;
            self.decisions = world.replay(&requested.0, files, trajectory as usize);
            self.rendered = Some(requested);
        }
        let Decision { pixels, action, score, others } = self.decisions.get(step as usize)?.clone();
        Some(DemoStep { trajectory, step, pixels, action: stick(action), score, others })
    }
}
