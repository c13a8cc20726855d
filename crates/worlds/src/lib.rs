//! Worlds: where demonstrations come from and where agents live. One world a file, one line in [`all`].

pub mod atari;
pub mod basketball;
pub mod circle2d;
/// Trajectories, how they are split, importers and packs, and the one source of randomness.
pub mod data;
/// Labelling functions: from a path to the style it shows.
pub mod labels;
pub mod overlap;

pub use atari::{Atari, Game};
pub use basketball::Basketball;
pub use circle2d::Circle2d;
pub use overlap::Overlap;

use crate::data::import::ImportError;
use crate::data::{DataError, Demos, Trajectory};
use crate::labels::Labeler;
use protocol::{Found, RunConfig, WorldCard};

pub trait World: Sync {
    fn card(&self) -> WorldCard;
    /// The demonstrations of a settled run.
    fn demos(&self, run: &RunConfig) -> Result<Demos, DataError>;
    /// How styles are named and recognised; None for an unknown label.
    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>>;
    /// One noise-free path a style: x, y, x, y, ...
    fn ideals(&self, run: &RunConfig) -> Vec<Vec<f32>>;
    /// A fresh episode; `number` picks its randomness within the run.
    fn episode(&self, run: &RunConfig, number: u64) -> Box<dyn Episode>;
    /// Writes an action as a demonstration would, where several mean the same to the world.
    fn tidy(&self, _action: &mut [f32]) {}
    /// The same from where the visitor put the agent, in worlds whose card says `starts`.
    fn episode_from(&self, run: &RunConfig, number: u64, _start: [f32; 2]) -> Box<dyn Episode> {
        self.episode(run, number)
    }
    /// The longest an episode can be.
    fn steps(&self) -> usize;
    /// Frames of the stage that a step takes, sixty a second.
    fn frames(&self) -> usize {
        1
    }
    /// A path drawn by hand as if it had been demonstrated, in worlds whose card says `draws`; None where it shows no style.
    fn shown(&self, _run: &RunConfig, _xy: &[f32]) -> Option<Trajectory> {
        None
    }
    /// Why nobody can play here now, in a sentence without its full stop; None where one can.
    fn unplayable(&self) -> Option<String> {
        None
    }
    /// Demonstrations to show where nobody can play: style and path.
    fn replays(&self, _run: &RunConfig) -> Vec<(usize, Vec<f32>)> {
        vec![]
    }
    /// The longest step that is one. What is longer is a leap: a player that died began anew elsewhere, or left the maze on
    /// one side and came in on the other.
    fn stride(&self) -> Option<f32> {
        None
    }
    /// A demonstration of a game, decision by decision; with pictures where there is a console to make them again.
    fn film(&self, _run: &RunConfig, _trajectory: usize) -> Vec<atari::Moment> {
        vec![]
    }
    /// The game, where this world is one on a console.
    fn game(&self) -> Option<Game> {
        None
    }
    /// Takes a file that the visitor gave, for runs that ask for it; says what was found in it, and as which
    /// of its card's files it counts.
    fn load(&self, _name: &str, _bytes: &[u8]) -> Result<Found, ImportError> {
        Err(ImportError::Foreign("a world that reads files"))
    }
}

/// One agent's stay in a world.
pub trait Episode {
    /// Writes what the agent sees, as in the demonstrations.
    fn observe(&self, into: &mut [f32]);
    /// Takes an action and moves on. True while the episode goes on.
    fn act(&mut self, action: &[f32]) -> bool;
    fn position(&self) -> (f32, f32);
    /// What it earned so far, where the world keeps a score.
    fn reward(&self) -> Option<f32> {
        None
    }
    /// Begins another stretch of what ended, where that is longer than an episode; false where it is not.
    fn go_on(&mut self) -> bool {
        false
    }
}

/// For worlds where an action is a direction.
fn to_length_one(action: &mut [f32]) {
    let length = action.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length > 0.0 {
        action.iter_mut().for_each(|part| *part /= length);
    }
}

static WORLDS: [&dyn World; 6] =
    [&Circle2d, &Overlap, &Basketball, &Atari(Game::Alien), &Atari(Game::MsPacman), &Atari(Game::SpaceInvaders)];

pub fn all() -> &'static [&'static dyn World] {
    &WORLDS
}

pub fn find(id: &str) -> Option<&'static dyn World> {
    all().iter().copied().find(|world| world.card().id == id)
}
