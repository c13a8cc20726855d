//! A game as a world: windows of recorded games to learn from, and a console to play on.

use std::sync::Arc;

use super::card::{card, cartridge_file};
use super::downscale::STACK;
use super::episode::NoCartridge;
use super::features::DECISIONS;
use super::files::load_archive;
use super::picture_maker::PictureMaker;
use super::windows::{RecordedWindow, windows};
use super::{COUNT, ConsoleEpisode, Decision, Game, MissingRecording, PLAYERS, Playthrough, Recording};
use crate::data::import::{ImportError, zip};
use crate::data::{ActionKind, DataError, Demos, Pictures, Rng, UnmadePairs};
use crate::labels::{Boldness, FireRate, Labeler, range};
use crate::{Episode, Files, PairColumn, PairColumns, PairSize, Preparation, World};
use protocol::knobs::sees::{SEES, Sees};
use protocol::{Found, RunConfig, Text, WorldCard, text};

/// Held-out windows per training window.
const HELD_OUT_SHARE: f32 = 0.25;

/// What games on a console have beyond other worlds.
pub trait ConsoleWorld: World {
    fn game(&self) -> Game;
    /// Why agents cannot play, as a sentence; None once the cartridge is loaded.
    fn unplayable(&self, files: &Files) -> Option<Text>;
    /// Style and path (x, y, x, y, ...) of every demonstration, shown instead of agents where none can play.
    fn demo_paths(&self, run: &RunConfig, files: &Files) -> Vec<(usize, Vec<f32>)>;
    /// The decisions of a demonstration, with pictures if the cartridge is loaded.
    fn replay(&self, run: &RunConfig, files: &Files, trajectory: usize) -> Vec<Decision>;
    /// The longest step of a path. Longer ones are jumps, which are not drawn.
    fn longest_step(&self) -> f32;
}

pub struct Atari(pub Game);

impl Atari {
    /// The labels; the first is the default.
    fn labelers(&self) -> Vec<Box<dyn Labeler>> {
        let second: Box<dyn Labeler> = match self.0.range_thresholds() {
            Some(thresholds) => Box::new(range(thresholds)),
            None => Box::new(FireRate),
        };
        let mut labelers: Vec<Box<dyn Labeler>> = vec![Box::new(self.0.areas()), second];
        if let Some(threshold) = self.0.boldness_threshold() {
            labelers.push(Box::new(Boldness { threshold }));
        }
        labelers
    }

    /// The windows of a run with their styles, chosen by the run's seed; training windows first.
    fn labelled_windows<'a>(
        &self,
        run: &RunConfig,
        playthroughs: &'a [Playthrough],
    ) -> Result<Vec<(RecordedWindow<'a>, usize)>, DataError> {
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        let windows = windows(self.0, playthroughs);
        let train = COUNT.get(run);
        let held_out = (train as f32 * HELD_OUT_SHARE).ceil() as usize;
        let mut all = Vec::with_capacity(windows.len().min(train + held_out));
        for (side, count) in [(false, train), (true, held_out)] {
            let mut of_side: Vec<RecordedWindow> = windows.iter().copied().filter(|one| one.held_out == side).collect();
            Rng::stream(run.seed, "atari choice", u64::from(side)).shuffle(&mut of_side);
            let labelled = of_side.into_iter().filter_map(|window| Some((window, labeler.label(&window.path())?)));
            all.extend(labelled.take(count));
        }
        Ok(all)
    }

    fn recording<'a>(&self, run: &RunConfig, files: &'a Files) -> Result<&'a Arc<Recording>, MissingRecording> {
        let players = PLAYERS.get(run);
        files.game(self.0).recording(players).ok_or(MissingRecording { game: self.0, players })
    }

    /// The pictures of the run's recording; made here where they have not been made before.
    fn pictures(&self, run: &RunConfig, files: &Files) -> Result<Arc<Pictures>, DataError> {
        let (files, players) = (files.game(self.0), PLAYERS.get(run));
        if let Some(made) = files.pictures(players) {
            return Ok(made);
        }
        let maker = PictureMaker::new(self.0, files, players).ok_or(MissingRecording { game: self.0, players })?;
        Ok(maker?.finish()?)
    }
}

impl World for Atari {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn card(&self) -> WorldCard {
        card(self.0, self.labelers().iter().map(|labeler| labeler.card()).collect())
    }

    fn pair_size(&self) -> PairSize {
        PairSize::new(self.0.observation_size(), self.0.actions().len(), ActionKind::Discrete)
    }

    fn pair_size_of(&self, run: &RunConfig, _files: &Files) -> PairSize {
        match SEES.get(run) {
            Sees::Memory => self.pair_size(),
            Sees::Picture => {
                let observation = STACK.depth + self.0.unseen_size();
                PairSize { observation, stack: Some(STACK), ..self.pair_size() }
            }
            Sees::Surroundings => PairSize { observation: self.0.aware_observation_size(), ..self.pair_size() },
        }
    }

    fn columns(&self, run: &RunConfig, files: &Files) -> PairColumns {
        let columns = PairColumns::numbered(self.pair_size_of(run, files));
        match SEES.get(run) {
            Sees::Memory | Sees::Picture => columns,
            Sees::Surroundings => {
                let names = self.0.aware_observation_names();
                PairColumns { observation: names.into_iter().map(PairColumn::plain).collect(), ..columns }
            }
        }
    }

    fn preparation(&self, run: &RunConfig, files: &Files) -> Option<Box<dyn Preparation>> {
        let (files, players) = (files.game(self.0), PLAYERS.get(run));
        if SEES.get(run) != Sees::Picture || files.pictures(players).is_some() {
            return None;
        }
        // Without cartridge there is nothing to prepare, and `demos` says why.
        Some(Box::new(PictureMaker::new(self.0, files, players)?.ok()?))
    }

    fn demos(&self, run: &RunConfig, files: &Files) -> Result<Demos, DataError> {
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        let recording = self.recording(run, files)?;
        let windows = self.labelled_windows(run, &recording.playthroughs)?;
        let (styles, pair) = (labeler.card().styles.len(), self.pair_size_of(run, files));
        let sees = SEES.get(run);
        if sees != Sees::Picture {
            let trajectories = windows.iter().map(|(window, style)| window.path_of(*style)).collect();
            let places: Vec<_> = windows.iter().map(|(window, _)| window.place()).collect();
            let (numbers, recording) = ((0..places.len()).collect(), recording.clone());
            let make = Arc::new(move |number: usize| RecordedWindow::pairs_at(&recording, places[number], sees));
            return pair.demos_made_later(styles, trajectories, Some(UnmadePairs { make, numbers }));
        }
        let seen = windows.iter().map(|(window, style)| window.seen_demonstration(*style)).collect();
        let demos = pair.demos(styles, seen)?;
        Ok(Demos { pictures: Some(self.pictures(run, files)?), ..demos })
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        self.labelers().into_iter().find(|labeler| labeler.id() == label)
    }

    fn episode(&self, run: &RunConfig, files: &Files, number: u64) -> Box<dyn Episode> {
        match ConsoleEpisode::new(self.0, run, files, &mut Rng::stream(run.seed, "atari start", number)) {
            Some(episode) => Box::new(episode),
            None => Box::new(NoCartridge),
        }
    }

    fn max_steps(&self) -> usize {
        DECISIONS
    }

    fn load(&self, files: &mut Files, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
        match zip::is_archive(bytes) {
            true => load_archive(files, self.0, bytes),
            false => files.game_mut(self.0).load(self.0, name, bytes),
        }
    }

    fn console(&self) -> Option<&dyn ConsoleWorld> {
        Some(self)
    }
}

impl ConsoleWorld for Atari {
    fn game(&self) -> Game {
        self.0
    }

    fn unplayable(&self, files: &Files) -> Option<Text> {
        let missing = !files.game(self.0).has_cartridge();
        missing.then(|| text!("error-no-cartridge", game = self.0.text(), file = cartridge_file(self.0)))
    }

    fn demo_paths(&self, run: &RunConfig, files: &Files) -> Vec<(usize, Vec<f32>)> {
        let Ok(recording) = self.recording(run, files) else { return vec![] };
        let windows = self.labelled_windows(run, &recording.playthroughs).unwrap_or_default();
        windows.iter().map(|(window, style)| (*style, window.path())).collect()
    }

    fn replay(&self, run: &RunConfig, files: &Files, trajectory: usize) -> Vec<Decision> {
        let Ok(recording) = self.recording(run, files) else { return vec![] };
        let windows = self.labelled_windows(run, &recording.playthroughs).unwrap_or_default();
        let start = files.game(self.0).reset_console();
        windows.get(trajectory).map(|(window, _)| window.replay(start.as_ref())).unwrap_or_default()
    }

    fn longest_step(&self) -> f32 {
        self.0.longest_step()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atari::Players;

    /// Games in which the player goes to and fro in one part of the screen.
    fn playthroughs(count: usize) -> Vec<Playthrough> {
        let ram = |game: usize, decision: usize| {
            let mut ram = [0; 128];
            (ram[10], ram[16]) = ((30 + 60 * (game % 2) + decision % 20) as u8, (20 + 80 * (game / 2 % 2)) as u8);
            // Three ghosts in the maze, and one outside.
            (ram[6], ram[7], ram[8]) = (80, 90, 100);
            ram
        };
        let playthrough = |number: usize| Playthrough {
            rams: (0..350).map(|decision| ram(number, decision)).collect(),
            actions: (0..350).map(|decision| (decision % 18) as u8).collect(),
            score: 100,
        };
        (0..count).map(playthrough).collect()
    }

    fn run(label: &str) -> RunConfig {
        let knobs = [PLAYERS.at(Players::Own)].into();
        RunConfig { seed: 3, label: label.into(), knobs, ..RunConfig::default() }
    }

    fn recording(game: Game, playthroughs: Vec<Playthrough>) -> Vec<u8> {
        Recording { game, playthroughs }.write()
    }

    #[test]
    fn a_recording_becomes_demonstrations_of_its_styles() {
        let (world, mut files) = (Atari(Game::MsPacman), Files::default());
        world.load(&mut files, "mine.plays", &recording(Game::MsPacman, playthroughs(20))).unwrap();
        let demos = world.demos(&run("area"), &files).unwrap();
        assert_eq!((demos.trajectories.len(), demos.side(true).count()), (60, 12));
        assert_eq!(demos.prior(), vec![0.25; 4], "every part of the screen has its games");
        let style = |y: f32, x: f32| usize::from(y > 80.0) * 2 + usize::from(x > 78.5);
        assert!(demos.trajectories.iter().all(|t| t.style == style(t.xy[1], t.xy[0])));
        assert_eq!(world.demos(&run("range"), &files).unwrap().styles, 3);
        let of_seed = |seed| world.demos(&RunConfig { seed, ..run("area") }, &files).unwrap().trajectories;
        assert_eq!(of_seed(1), of_seed(1));
        let whole = demos.whole(7).unwrap();
        assert_eq!(whole.observations.len(), DECISIONS * demos.observation_size);
        assert_eq!(whole.actions.len(), DECISIONS * demos.action_size);
        assert_eq!(world.demo_paths(&run("area"), &files).len(), 60);
        let replay = world.replay(&run("area"), &files, 3);
        assert_eq!((replay.len(), replay[0].others.len()), (DECISIONS, 3), "the memory is enough for the figures");
    }

    #[test]
    fn wrong_files_get_a_message() {
        let (world, mut files) = (Atari(Game::SpaceInvaders), Files::default());
        let mut key = |bytes: &[u8]| world.load(&mut files, "game.bin", bytes).unwrap_err().text().key;
        assert_eq!(key(&[0; 4096]), "error-unknown-cartridge");
        let other = recording(Game::Alien, vec![]);
        assert_eq!(key(&other), "error-other-recording");
        assert_eq!(key(&other[..other.len() - 1]), "error-recording-truncated");
        let missing = world.demos(&run("area"), &files).unwrap_err();
        assert_eq!(missing.text().key, "error-no-own-recording");
    }

    #[test]
    fn files_are_recognised_by_their_content() {
        let (world, mut files) = (Atari(Game::Alien), Files::default());
        let bytes = recording(Game::Alien, vec![]);
        let mut counts_as = |name: &str| world.load(&mut files, name, &bytes).unwrap().counts_as;
        // Browsers add a number to the name of a second download.
        for name in ["own-alien.plays", "own-alien (1).plays", "from a friend"] {
            let found = counts_as(name);
            assert_eq!(world.card().offer(&found).unwrap().choice, "own", "{name} counts as {found}");
        }
        assert_eq!(world.card().offer(&counts_as("atari-alien.plays")), None, "the shipped recording");
    }

    #[test]
    fn games_of_the_visitor_add_up() {
        let mut files = Files::default();
        for game in playthroughs(2) {
            files.add_own(Game::Alien, game);
        }
        assert_eq!(files.game(Game::Alien).recording(Players::Own).unwrap().playthroughs.len(), 2);
        assert!(files.game(Game::MsPacman).recording(Players::Own).is_none());
    }

    #[test]
    fn without_a_cartridge_no_agent_plays() {
        let (world, files) = (Atari(Game::Alien), Files::default());
        assert_eq!(ConsoleWorld::unplayable(&world, &files).unwrap().key, "error-no-cartridge");
        let mut episode = world.episode(&run("area"), &files, 0);
        assert!(!episode.act(&[0.0; 18]) && episode.reward().is_none());
    }
}
