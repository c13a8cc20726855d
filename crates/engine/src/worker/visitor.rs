//! The visitor at the joystick: a console that they play, and what they do kept as a recording.

use atari2600::JoystickAction;
use protocol::{Failure, PlayRecording, RunConfig, Screen, Stick};
use worlds::World;
use worlds::atari::{FRAME_SKIP, Game, Match, Play, add_own, own_file, styles_of};
use worlds::data::Rng;
use worlds::labels::Labeler;

/// An hour of play; who plays longer has their recording begun anew.
const MOST_DECISIONS: usize = 54_000;
/// Decisions after which the style of what was played can be told.
const TELLING: usize = 50;

pub struct Visitor {
    world: String,
    game: Game,
    labeler: Box<dyn Labeler>,
    play: Match,
    kept: Play,
    stick: Stick,
    /// Frames since the last decision.
    frames: usize,
    path: Vec<f32>,
}

impl Visitor {
    /// Sits down at a new game, or says why that cannot be.
    pub fn sit(world: &dyn World, run: &RunConfig, number: u64) -> Result<Self, Failure> {
        let seat = || {
            let (game, labeler) = (world.game()?, world.labeler(&run.label)?);
            let play = Match::new(game, &mut Rng::stream(run.seed, "visitor", number))?;
            let (kept, stick, path) = (Play::default(), Stick::default(), vec![]);
            Some(Self { world: run.world.clone(), game, labeler, play, kept, stick, frames: 0, path })
        };
        let cannot = |why: String| format!("You cannot play yet: {why}.");
        let why = || world.unplayable().map_or("This world has no joystick.".into(), cannot);
        seat().ok_or_else(|| Failure::new(why(), "Load its cartridge, then try again."))
    }

    pub fn lean(&mut self, stick: Stick) {
        self.stick = stick;
    }

    /// The next frame; None when the game is over.
    pub fn tick(&mut self) -> Option<Screen> {
        if self.frames == 0 {
            if self.play.is_over() || self.kept.decisions() >= MOST_DECISIONS {
                return None;
            }
            let Stick { x, y, fire } = self.stick;
            let action = self.game.nearest(JoystickAction::from_direction(i32::from(x), i32::from(y), fire));
            self.play.hold(action);
            self.kept.rams.push(*self.play.console().ram());
            self.kept.actions.push(action.number());
            self.path.extend(self.play.window().place());
        }
        self.play.frame();
        self.frames = (self.frames + 1) % FRAME_SKIP;
        if self.frames == 0 {
            self.play.settle();
            if self.play.window().is_over() {
                self.play.look_anew();
                self.path.clear();
            }
        }
        Some(self.screen())
    }

    fn screen(&self) -> Screen {
        let telling = self.path.len() >= 2 * TELLING;
        let achieved = telling.then(|| self.labeler.label(&self.path)).flatten().map(|style| style as u8);
        Screen {
            pixels: self.play.console().screen().to_vec(),
            // Nobody asks the visitor for a style; they are shown in that of what they do.
            style: achieved.unwrap_or_default(),
            score: self.play.score(),
            action: self.stick,
            pmi: None,
            achieved,
        }
    }

    /// Gets up: what was played joins what the visitor played before.
    pub fn rise(mut self) -> PlayRecording {
        self.kept.score = self.play.score();
        let score = self.kept.score;
        let all = add_own(self.game, self.kept);
        PlayRecording {
            world: self.world,
            name: own_file(self.game),
            score,
            plays: all.plays.len() as u32,
            decisions: all.decisions() as u32,
            styles: styles_of(&all, self.labeler.as_ref()),
            bytes: all.write(),
        }
    }
}
