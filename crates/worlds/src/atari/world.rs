//! A game as a world: stretches of recorded play to learn from, a console to play on.

use std::sync::Arc;

use super::card::card;
use super::episode::Nobody;
use super::stretch::{Stretch, cut};
use super::window::{DECISIONS, OBSERVATION};
use super::{Game, Match, Moment, Play, Recording, files};
use crate::data::import::ImportError;
use crate::data::{ActionKind, DataError, Demos, Rng};
use crate::labels::{FireRate, Labeler, Range};
use crate::{Episode, World};
use protocol::{Found, RunConfig, WorldCard};

/// Held-out stretches for each that trains.
const HELD_OUT_SHARE: f32 = 0.25;

pub struct Atari(pub Game);

impl Atari {
    /// Ways to name styles; the first is the default.
    fn labelers(&self) -> [Box<dyn Labeler>; 2] {
        let second: Box<dyn Labeler> = match self.0.range_thresholds() {
            Some(thresholds) => Box::new(Range { thresholds }),
            None => Box::new(FireRate),
        };
        [Box::new(self.0.areas()), second]
    }

    /// The stretches that a run uses, each with its style; the run's seed decides which they are.
    fn stretches<'a>(&self, run: &RunConfig, plays: &'a [Play]) -> Result<Vec<(Stretch<'a>, usize)>, DataError> {
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        let stretches = cut(self.0, plays);
        let train = run.whole("stretches");
        let held_out = (train as f32 * HELD_OUT_SHARE).ceil() as usize;
        let mut all = Vec::with_capacity(stretches.len().min(train + held_out));
        for (side, count) in [(false, train), (true, held_out)] {
            let mut of_side: Vec<Stretch> = stretches.iter().copied().filter(|one| one.held_out == side).collect();
            Rng::stream(run.seed, "atari choice", u64::from(side)).shuffle(&mut of_side);
            let styled = of_side.into_iter().filter_map(|stretch| Some((stretch, labeler.label(&stretch.path())?)));
            all.extend(styled.take(count));
        }
        Ok(all)
    }

    fn recording(&self, run: &RunConfig) -> Result<Arc<Recording>, DataError> {
        let own = run.word("player") == "own";
        files::recording(self.0, own).ok_or_else(|| self.missing(own))
    }

    fn missing(&self, own: bool) -> DataError {
        let name = self.0.name();
        DataError::Model(match own {
            true => format!("there are no plays of {name} by you yet; play it here or load a recording of yours"),
            false => format!("the recording of {name} ({}) is not loaded", Recording::file_name(self.0)),
        })
    }
}

impl World for Atari {
    fn card(&self) -> WorldCard {
        card(self.0, self.labelers().iter().map(|labeler| labeler.card()).collect())
    }

    fn demos(&self, run: &RunConfig) -> Result<Demos, DataError> {
        let labeler = self.labeler(&run.label).ok_or(DataError::Empty)?;
        let recording = self.recording(run)?;
        let stretches = self.stretches(run, &recording.plays)?;
        Demos {
            observation_size: OBSERVATION,
            action_size: self.0.actions().len(),
            action_kind: ActionKind::Discrete,
            styles: labeler.card().styles.len(),
            trajectories: stretches.iter().map(|(stretch, style)| stretch.demonstration(*style)).collect(),
        }
        .checked()
    }

    fn labeler(&self, label: &str) -> Option<Box<dyn Labeler>> {
        self.labelers().into_iter().find(|labeler| labeler.card().id == label)
    }

    /// Players have no noise-free path.
    fn ideals(&self, _run: &RunConfig) -> Vec<Vec<f32>> {
        vec![]
    }

    fn episode(&self, run: &RunConfig, number: u64) -> Box<dyn Episode> {
        match Match::new(self.0, &mut Rng::stream(run.seed, "atari start", number)) {
            Some(game) => Box::new(game),
            None => Box::new(Nobody),
        }
    }

    fn steps(&self) -> usize {
        DECISIONS
    }

    fn unplayable(&self) -> Option<String> {
        let (name, id) = (self.0.name(), self.0.id());
        (!files::has_console(self.0)).then(|| {
            format!(
                "styles are not counted, because {name} has no cartridge here and nobody can play it; drop your own ROM \
                 ({id}.bin) on the page"
            )
        })
    }

    fn replays(&self, run: &RunConfig) -> Vec<(usize, Vec<f32>)> {
        let Ok(recording) = self.recording(run) else { return vec![] };
        let stretches = self.stretches(run, &recording.plays).unwrap_or_default();
        stretches.iter().map(|(stretch, style)| (*style, stretch.path())).collect()
    }

    fn stride(&self) -> Option<f32> {
        Some(self.0.stride())
    }

    fn film(&self, run: &RunConfig, trajectory: usize) -> Vec<Moment> {
        let Ok(recording) = self.recording(run) else { return vec![] };
        let stretches = self.stretches(run, &recording.plays).unwrap_or_default();
        let start = files::reset_console(self.0);
        stretches.get(trajectory).map(|(stretch, _)| stretch.film(start.as_ref())).unwrap_or_default()
    }

    fn game(&self) -> Option<Game> {
        Some(self.0)
    }

    fn load(&self, name: &str, bytes: &[u8]) -> Result<Found, ImportError> {
        files::load(self.0, name, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Value;

    /// Plays that go to and fro in one part of the screen each.
    fn plays(count: usize) -> Vec<Play> {
        let ram = |play: usize, decision: usize| {
            let mut ram = [0; 128];
            (ram[10], ram[16]) = ((30 + 60 * (play % 2) + decision % 20) as u8, (20 + 80 * (play / 2 % 2)) as u8);
            // Three ghosts in the maze, one that is nowhere.
            (ram[6], ram[7], ram[8]) = (80, 90, 100);
            ram
        };
        let play = |number: usize| Play {
            rams: (0..350).map(|decision| ram(number, decision)).collect(),
            actions: (0..350).map(|decision| (decision % 18) as u8).collect(),
            score: 100,
        };
        (0..count).map(play).collect()
    }

    fn run(label: &str) -> RunConfig {
        let card = Atari(Game::MsPacman).card();
        let mut run = RunConfig { seed: 3, label: label.into(), ..RunConfig::default() };
        run.knobs = card.knobs.into_iter().map(|card| (card.id, card.default)).collect();
        run.knobs.insert("player".into(), Value::Word("own".into()));
        run
    }

    #[test]
    fn a_recording_becomes_demonstrations_of_its_styles() {
        let world = Atari(Game::MsPacman);
        files::keep(Recording { game: Game::MsPacman, plays: plays(20) }, true);
        let demos = world.demos(&run("area")).unwrap();
        assert_eq!((demos.trajectories.len(), demos.side(true).count()), (60, 12));
        assert_eq!(demos.prior(), vec![0.25; 4], "every part of the screen has its plays");
        let style = |y: f32, x: f32| usize::from(y > 80.0) * 2 + usize::from(x > 78.5);
        assert!(demos.trajectories.iter().all(|t| t.style == style(t.xy[1], t.xy[0])));
        assert_eq!(world.demos(&run("range")).unwrap().styles, 3);
        let seeds = |seed| world.demos(&RunConfig { seed, ..run("area") }).unwrap().trajectories;
        assert_eq!(seeds(1), seeds(1));
        assert_eq!(world.replays(&run("area")).len(), 60);
        let film = world.film(&run("area"), 3);
        assert_eq!((film.len(), film[0].others.len()), (DECISIONS, 3), "what memory says needs no console");
    }

    #[test]
    fn wrong_files_get_a_sentence() {
        let world = Atari(Game::SpaceInvaders);
        let sentence = |bytes: &[u8]| world.load("game.bin", bytes).unwrap_err().to_string();
        assert!(sentence(&[0; 4096]).contains("not the cartridge of Space Invaders"));
        let other = Recording { game: Game::Alien, plays: vec![] }.write();
        assert!(sentence(&other).contains("a recording of Alien, not of Space Invaders"));
        assert!(sentence(&other[..other.len() - 1]).contains("recording"));
        let run = RunConfig { label: "area".into(), ..run("area") };
        let missing = Atari(Game::SpaceInvaders).demos(&run).unwrap_err().to_string();
        assert!(missing.contains("no plays of Space Invaders by you"), "{missing}");
    }

    #[test]
    fn a_recording_is_known_by_what_it_holds() {
        let world = Atari(Game::Alien);
        let bytes = Recording { game: Game::Alien, plays: vec![] }.write();
        let counts_as = |name: &str| world.load(name, &bytes).unwrap().counts_as;
        // Browsers number what is downloaded twice.
        for name in ["own-alien.plays", "own-alien (1).plays", "from a friend"] {
            let found = counts_as(name);
            assert_eq!(world.card().offer(&found).unwrap().choice, "own", "{name} counts as {found}");
        }
        assert_eq!(world.card().offer(&counts_as("atari-alien.plays")), None, "what ships is nobody's own");
    }

    #[test]
    fn without_a_cartridge_nobody_plays_and_it_is_said() {
        // Only tests with a cartridge put one in, and those are elsewhere.
        let world = Atari(Game::Alien);
        assert!(world.unplayable().unwrap().contains("Alien has no cartridge"));
        let mut episode = world.episode(&run("area"), 0);
        assert!(!episode.act(&[0.0; 18]) && episode.reward().is_none());
    }
}
