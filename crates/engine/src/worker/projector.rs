//! The demonstration that the visitor looks at: its pictures are made once, then shown step by step.

use super::arcade::stick;
use protocol::{DemoStep, RunConfig};
use worlds::{self, atari};

#[derive(Default)]
pub struct Projector {
    /// Which run's demonstration is threaded in.
    reel: Option<(RunConfig, u32)>,
    film: Vec<atari::Moment>,
}

impl Projector {
    /// None where the world is no game.
    pub fn show(&mut self, config: RunConfig, trajectory: u32, step: u32) -> Option<DemoStep> {
        let wanted = (config, trajectory);
        if self.reel.as_ref() != Some(&wanted) {
            let world = worlds::find(&wanted.0.world)?;
            self.film = world.film(&wanted.0, trajectory as usize);
            self.reel = Some(wanted);
        }
        let atari::Moment { pixels, action, score, others } = self.film.get(step as usize)?.clone();
        Some(DemoStep { trajectory, step, pixels, action: stick(action), score, others })
    }
}
