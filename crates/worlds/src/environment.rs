//! Everything that an episode needs.

use crate::{Episode, Files, World};
use protocol::RunConfig;

/// A world with the settings of a run and the loaded files.
#[derive(Clone)]
pub struct Environment {
    pub world: &'static dyn World,
    pub run: RunConfig,
    pub files: Files,
}

impl Environment {
    pub fn new(world: &'static dyn World, run: &RunConfig, files: &Files) -> Self {
        Self { world, run: run.clone(), files: files.clone() }
    }

    /// The same environment with another seed.
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { run: RunConfig { seed, ..self.run.clone() }, ..self.clone() }
    }

    /// Where an agent of a style begins an episode, where the world gives styles starts of their own.
    pub fn start_of(&self, style: usize, number: u64) -> Option<[f32; 2]> {
        // By a rule, styles are no longer those that the world drew its starts for.
        self.run.rule.is_none().then(|| self.world.start_of(&self.run, &self.files, style, number))?
    }

    /// A new episode, from a given start or from a random one; `number` selects its random stream within the run.
    pub fn episode(&self, number: u64, start: Option<[f32; 2]>) -> Box<dyn Episode> {
        match start {
            Some(start) => self.world.episode_from(&self.run, &self.files, number, start),
            None => self.world.episode(&self.run, &self.files, number),
        }
    }
}
