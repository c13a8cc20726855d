//! Worlds: where demonstrations come from and where agents act. Each world is one module and one line in [`all`].

pub mod atari;
pub mod basketball;
pub mod circle2d;
mod columns;
/// Trajectories and their split, importers and packs, and the source of randomness.
pub mod data;
mod environment;
mod files;
/// Labelling functions: from a path to the style it shows.
pub mod labels;
pub mod loaded;
pub mod overlap;
pub mod yours;

pub use atari::{Atari, ConsoleWorld, Game};
pub use basketball::Basketball;
pub use circle2d::Circle2d;
pub use columns::{PairColumn, PairColumns};
pub use environment::Environment;
pub use files::Files;
pub use loaded::Loaded;
pub use overlap::Overlap;
pub use yours::Yours;

use crate::data::import::ImportError;
use crate::data::{ActionKind, DataError, Demos, PictureStack, Trajectory, UnmadePairs};
use crate::labels::{Labeler, RuleLabel, measure};
use protocol::{Found, PathQuantity, RunConfig, Text, WorldCard};

pub trait World: Sync {
    /// The card's id, without building the card.
    fn id(&self) -> &'static str;
    fn card(&self) -> WorldCard;
    /// What observations and actions are like, in demonstrations and episodes alike.
    fn pair_size(&self) -> PairSize;
    /// The same of a run, where it depends on a loaded file.
    fn pair_size_of(&self, _run: &RunConfig, _files: &Files) -> PairSize {
        self.pair_size()
    }
    /// What the numbers of a pair mean in a run.
    fn columns(&self, run: &RunConfig, files: &Files) -> PairColumns {
        PairColumns::numbered(self.pair_size_of(run, files))
    }
    /// Work that the demonstrations of a run need once, for a worker that shows its progress; None where none is left to do.
    fn preparation(&self, _run: &RunConfig, _files: &Files) -> Option<Box<dyn Preparation>> {
        None
    }
    /// The demonstrations of a settled run. Does what is left of the preparation.
    fn demos(&self, run: &RunConfig, files: &Files) -> Result<Demos, DataError>;
    /// How styles are named and recognised; None for an unknown label.
    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>>;
    /// How styles are recognised in a run, where that depends on its demonstrations.
    fn labeler_of(&self, run: &RunConfig, _files: &Files) -> Option<Box<dyn Labeler>> {
        self.labeler(&run.label)
    }
    /// One noise-free path per style (x, y, x, y, ...); empty where experts have none.
    fn ideals(&self, _run: &RunConfig, _files: &Files) -> Vec<Vec<f32>> {
        vec![]
    }
    /// Where an agent of a style begins episode `number`, in worlds whose styles may have starts of their own.
    fn start_of(&self, _run: &RunConfig, _files: &Files, _style: usize, _number: u64) -> Option<[f32; 2]> {
        None
    }
    /// A new episode; `number` selects its random stream within the run.
    fn episode(&self, run: &RunConfig, files: &Files, number: u64) -> Box<dyn Episode>;
    /// A new episode from a given start, in worlds whose card says `starts`.
    fn episode_from(&self, run: &RunConfig, files: &Files, number: u64, _start: [f32; 2]) -> Box<dyn Episode> {
        self.episode(run, files, number)
    }
    /// Rewrites an action vector the way demonstrations write it, where several vectors have the same effect.
    fn normalize_action(&self, _action: &mut [f32]) {}
    /// Upper bound on the steps of an episode.
    fn max_steps(&self) -> usize;
    /// Frames of the stage (60 per second) that one step takes.
    fn frames_per_step(&self) -> usize {
        1
    }
    /// A path drawn by hand, converted to a demonstration, in worlds whose card says `draws`. None where it shows no style.
    fn trajectory_from_path(&self, _run: &RunConfig, _files: &Files, _xy: &[f32]) -> Option<Trajectory> {
        None
    }
    /// Reads a file from the visitor into `files`. Returns a description and the card file that it counts as. On an
    /// error `files` stays as it was.
    fn load(&self, _files: &mut Files, _name: &str, _bytes: &[u8]) -> Result<Found, ImportError> {
        Err(ImportError::NoFiles)
    }
    /// The true PMI of pairs, in worlds that know how their experts decide. Takes a moment and some memory to prepare.
    fn true_pmi(&self, _run: &RunConfig) -> Option<TruePmi> {
        None
    }
    /// Columns of the run's file that labels may be measured on; none where demonstrations are from no file.
    fn file_columns(&self, _run: &RunConfig, _files: &Files) -> Vec<String> {
        vec![]
    }
    /// The mean or the last value of a file's column, of every demonstration of the run.
    fn column(&self, _run: &RunConfig, _files: &Files, _column: &str, _last: bool) -> Option<Vec<f32>> {
        None
    }
    /// Why nobody can act in this world at all, as a sentence; None where agents can.
    fn no_environment(&self) -> Option<Text> {
        None
    }
    /// What games on a console have beyond other worlds.
    fn console(&self) -> Option<&dyn ConsoleWorld> {
        None
    }
}

/// From the observation and the action of a pair to its PMI with every label, nats: `[styles]`.
pub type TruePmi = Box<dyn Fn(&[f32], &[f32]) -> Vec<f64>>;

impl dyn World {
    /// How styles are recognised in a run: by its rule, or else by its label.
    pub fn labeler_in(&self, run: &RunConfig, files: &Files) -> Option<Box<dyn Labeler>> {
        let base = self.labeler_of(run, files)?;
        Some(match &run.rule {
            Some(rule) => Box::new(RuleLabel { base, rule: rule.clone() }) as Box<dyn Labeler>,
            None => base,
        })
    }

    /// The demonstrations of a settled run, with the styles of its rule where it has one.
    pub fn demos_in(&self, run: &RunConfig, files: &Files) -> Result<Demos, DataError> {
        let mut demos = self.demos(run, files)?;
        let Some(rule) = &run.rule else { return Ok(demos) };
        let measured = self.measured(&rule.quantity, run, files, &demos)?;
        if let Some(unmade) = &mut demos.unmade {
            let mut kept = measured.iter().map(Option::is_some);
            unmade.numbers.retain(|_| kept.next() == Some(true));
        }
        let mut measured = measured.into_iter();
        demos.trajectories.retain_mut(|path| match measured.next().flatten() {
            Some(value) => {
                path.style = rule.style(value);
                // What an expert really followed is in terms of the label.
                path.followed.clear();
                true
            }
            None => false,
        });
        let styles = demos.styles;
        let has = |style: usize| demos.side(false).any(|path| path.style == style);
        let empty = (0..styles).find(|style| !has(*style));
        match empty {
            Some(style) => Err(DataError::EmptyClass { style: style + 1 }),
            None => demos.checked(),
        }
    }

    /// A quantity of every demonstration; None for those that are too short for it.
    pub fn measured(
        &self,
        quantity: &PathQuantity,
        run: &RunConfig,
        files: &Files,
        demos: &Demos,
    ) -> Result<Vec<Option<f32>>, DataError> {
        let column = |name: &str, last: bool| {
            let values = self.column(run, files, name, last).filter(|values| values.len() == demos.trajectories.len());
            let values = values.ok_or_else(|| DataError::NoColumn { name: name.into() })?;
            Ok(values.into_iter().map(|value| Some(value).filter(|value| value.is_finite())).collect())
        };
        match quantity {
            PathQuantity::ColumnMean(name) => column(name, false),
            PathQuantity::ColumnLast(name) => column(name, true),
            _ => Ok(demos.trajectories.iter().map(|path| measure(quantity, &path.xy)).collect()),
        }
    }

    /// Why agents cannot act with these files, as a sentence; None where they can.
    pub fn unplayable(&self, files: &Files) -> Option<Text> {
        self.no_environment().or_else(|| self.console()?.unplayable(files))
    }
}

/// How many numbers an observation and an action have, and what the action's are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairSize {
    pub observation: usize,
    pub action: usize,
    pub kind: ActionKind,
    /// What observations show, where they are pictures: in demonstrations they begin with numbers of pictures, in episodes
    /// with all pixels of them.
    pub stack: Option<PictureStack>,
}

impl PairSize {
    /// Without pictures.
    pub const fn new(observation: usize, action: usize, kind: ActionKind) -> Self {
        Self { observation, action, kind, stack: None }
    }

    /// Demonstrations of pairs of this size; an error where they are not.
    pub fn demos(self, styles: usize, trajectories: Vec<Trajectory>) -> Result<Demos, DataError> {
        self.demos_made_later(styles, trajectories, None)
    }

    /// The same where observations and actions are made later.
    pub fn demos_made_later(
        self,
        styles: usize,
        trajectories: Vec<Trajectory>,
        unmade: Option<UnmadePairs>,
    ) -> Result<Demos, DataError> {
        let Self { observation, action, kind, .. } = self;
        let all = Demos { styles, trajectories, unmade, ..Demos::default() };
        Demos { observation_size: observation, action_size: action, action_kind: kind, ..all }.checked()
    }
}

/// Work that is done in slices.
pub trait Preparation {
    /// Does a slice; returns how much is done and how much there is in all, or None after the last.
    fn advance(&mut self) -> Option<(usize, usize)>;
}

/// One agent acting in a world.
pub trait Episode {
    /// Writes the observation, with the same features as in demonstrations: `[observation_size]`.
    fn observe(&self, into: &mut [f32]);
    /// Applies an action vector, `[action_size]`. True while the episode goes on.
    fn act(&mut self, action: &[f32]) -> bool;
    fn position(&self) -> (f32, f32);
    /// Positions of other characters, where the world has any.
    fn others(&self) -> Vec<[f32; 2]> {
        vec![]
    }
    /// Whether the agent is about to lose: agents that are guided towards a style do as their policy says then.
    fn in_danger(&self) -> bool {
        false
    }
    /// Score of the episode so far, where the world has one.
    fn reward(&self) -> Option<f32> {
        None
    }
    /// Continues the same game with a new episode, where a game is longer than one; false where it is over.
    fn next_window(&mut self) -> bool {
        false
    }
}

/// Scales an action to length one, in worlds where actions are directions.
fn to_length_one(action: &mut [f32]) {
    let length = action.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length > 0.0 {
        action.iter_mut().for_each(|part| *part /= length);
    }
}

static WORLDS: [&dyn World; 9] = [
    &Circle2d,
    &Overlap,
    &Yours,
    &Loaded,
    &Basketball,
    &Atari(Game::Magpie),
    &Atari(Game::Alien),
    &Atari(Game::MsPacman),
    &Atari(Game::SpaceInvaders),
];

pub fn all() -> &'static [&'static dyn World] {
    &WORLDS
}

pub fn find(id: &str) -> Option<&'static dyn World> {
    all().iter().copied().find(|world| world.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demonstrations_have_the_size_that_their_world_says() {
        for world in all() {
            let run = RunConfig { label: world.card().labels[0].id.clone(), ..RunConfig::default() };
            // Games have no demonstrations without a file; tests/recordings.rs reads one.
            let Ok(demos) = world.demos(&run, &Files::default()) else { continue };
            let found = PairSize::new(demos.observation_size, demos.action_size, demos.action_kind);
            assert_eq!(found, world.pair_size(), "{}", world.id());
            let columns = world.columns(&run, &Files::default());
            assert_eq!((columns.observation.len(), columns.action.len()), (found.observation, found.action));
        }
    }

    #[test]
    fn every_world_is_found_by_the_id_of_its_card() {
        for world in all() {
            assert_eq!(world.card().id, world.id());
            assert!(find(world.id()).is_some());
            for card in world.card().labels {
                assert_eq!(world.labeler(&card.id).map(|labeler| labeler.id()), Some(card.id.as_str()));
            }
        }
    }
}
