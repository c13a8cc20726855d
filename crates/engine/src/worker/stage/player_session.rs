//! A game that the visitor plays, and its recording.

use atari2600::JoystickAction;
use protocol::{Failure, PlayRecording, RunConfig, Screen, Stick, text};
use worlds::atari::{ConsoleEpisode, FRAME_SKIP, Playthrough, count_styles, own_file};
use worlds::data::Rng;
use worlds::labels::Labeler;
use worlds::{Files, Game, World};

/// Decisions after which the game ends: an hour of play.
const MAX_DECISIONS: usize = 54_000;
/// Fewest decisions of a stretch of play whose style can be classified.
const MIN_DECISIONS: usize = 50;

pub struct PlayerSession {
    world: String,
    game: Game,
    labeler: Box<dyn Labeler>,
    episode: ConsoleEpisode,
    recording: Playthrough,
    stick: Stick,
    /// The game waits for the visitor's first move.
    waiting: bool,
    /// Frames since the last decision.
    frames: usize,
    path: Vec<f32>,
}

impl PlayerSession {
    /// Starts game `number` of the visitor.
    pub fn start(world: &dyn World, run: &RunConfig, files: &Files, number: u64) -> Result<Self, Failure> {
        let session = || {
            let (game, labeler) = (world.console()?.game(), world.labeler(&run.label)?);
            let episode = ConsoleEpisode::new(game, run, files, &mut Rng::stream(run.seed, "visitor", number))?;
            let (recording, stick, path) = (Playthrough::default(), Stick::default(), vec![]);
            Some(Self {
                world: run.world.clone(),
                game,
                labeler,
                episode,
                recording,
                stick,
                waiting: true,
                frames: 0,
                path,
            })
        };
        let why = || match world.console().and_then(|console| console.unplayable(files)) {
            Some(why) => text!("worker-cannot-play-yet", why = why),
            None => text!("worker-no-joystick"),
        };
        session().ok_or_else(|| Failure::new(why(), text!("worker-load-cartridge")))
    }

    pub fn move_joystick(&mut self, stick: Stick) {
        self.stick = stick;
        self.waiting &= stick == Stick::default();
    }

    /// Runs one frame and returns its picture; None when the game is over.
    pub fn tick(&mut self) -> Option<Screen> {
        if self.waiting {
            return Some(self.screen());
        }
        if self.frames == 0 {
            if self.episode.is_over() || self.recording.decisions() >= MAX_DECISIONS {
                return None;
            }
            let Stick { x, y, fire } = self.stick;
            let action = self.game.nearest(JoystickAction::from_direction(i32::from(x), i32::from(y), fire));
            self.episode.hold(action);
            self.recording.rams.push(*self.episode.console().ram());
            self.recording.actions.push(action.number());
            self.path.extend(self.episode.features().position());
        }
        self.episode.run_frame();
        self.frames = (self.frames + 1) % FRAME_SKIP;
        if self.frames == 0 {
            self.episode.end_decision();
            if self.episode.features().is_complete() {
                self.episode.start_window();
                self.path.clear();
            }
        }
        Some(self.screen())
    }

    fn screen(&self) -> Screen {
        let long_enough = self.path.len() >= 2 * MIN_DECISIONS;
        let achieved = long_enough.then(|| self.labeler.label(&self.path)).flatten().map(|style| style as u8);
        Screen {
            pixels: self.episode.console().screen().to_vec(),
            // No style is requested of a visitor, so the achieved one stands in for it.
            style: achieved.unwrap_or_default(),
            score: self.episode.score(),
            action: self.stick,
            pmi: None,
            achieved,
        }
    }

    /// Ends the game and adds it to the earlier games of the visitor.
    pub fn finish(mut self, files: &mut Files) -> PlayRecording {
        self.recording.score = self.episode.score();
        let score = self.recording.score;
        let all = files.add_own(self.game, self.recording);
        PlayRecording {
            world: self.world,
            name: own_file(self.game),
            score,
            plays: all.playthroughs.len() as u32,
            decisions: all.decisions() as u32,
            styles: count_styles(&all, self.labeler.as_ref()),
            bytes: all.write(),
        }
    }
}
