//! A game played on the console, with one decision per four frames.

use super::downscale::{PictureHistory, STACK};
use super::features::WindowFeatures;
use super::{FRAME_SKIP, Game};
use crate::data::Rng;
use crate::labels::Boldness;
use crate::{Episode, Files};
use atari2600::{Console, JoystickAction};
use protocol::RunConfig;
use protocol::knobs::sees::{SEES, Sees};

/// A console and the features of the current window of decisions. One game consists of several windows, each of which
/// is an episode.
#[derive(Clone)]
pub struct ConsoleEpisode {
    game: Game,
    console: Console,
    features: WindowFeatures,
    sees: Sees,
    /// Whether danger goes before style: not where the style is how close pursuers may come.
    heeds_danger: bool,
    /// Where agents see pictures.
    history: Option<PictureHistory>,
    held: JoystickAction,
    /// Score at the start of the episode.
    first_score: u32,
}

impl ConsoleEpisode {
    /// A new game after a random number of idle frames; None without the cartridge.
    pub fn new(game: Game, run: &RunConfig, files: &Files, rng: &mut Rng) -> Option<Self> {
        let console = files.game(game).playable_console(rng)?;
        let (features, score) = (WindowFeatures::new(game, console.ram()), game.score(console.ram()));
        let sees = SEES.get(run);
        let history = (sees == Sees::Picture).then(|| PictureHistory::new(&console));
        let heeds_danger = run.label != Boldness::ID;
        let held = JoystickAction::NOOP;
        Some(Self { game, console, features, sees, heeds_danger, history, held, first_score: score })
    }

    /// Sets the joystick for the next frames.
    pub fn hold(&mut self, action: JoystickAction) {
        self.held = action;
    }

    pub fn held(&self) -> JoystickAction {
        self.held
    }

    pub fn run_frame(&mut self) {
        if let Some(history) = &mut self.history {
            history.remember(&self.console);
        }
        self.console.run_frame(self.held.into());
    }

    /// Updates the features after the frames of a decision.
    pub fn end_decision(&mut self) {
        self.features.update(self.held, self.console.ram());
        if let Some(history) = &mut self.history {
            history.add(&self.console);
        }
    }

    /// Starts the next window of the same game.
    pub fn start_window(&mut self) {
        self.features = WindowFeatures::new(self.game, self.console.ram());
    }

    pub fn features(&self) -> &WindowFeatures {
        &self.features
    }

    pub fn console(&self) -> &Console {
        &self.console
    }

    pub fn score(&self) -> u32 {
        self.game.score(self.console.ram())
    }

    pub fn is_over(&self) -> bool {
        self.game.is_over(self.console.ram())
    }

    /// The joystick action with the largest entry of an action vector, `[Game::actions().len()]`.
    pub fn joystick_action(&self, action: &[f32]) -> JoystickAction {
        let largest = action
            .iter()
            .enumerate()
            .fold((0, f32::NEG_INFINITY), |best, (at, value)| if *value > best.1 { (at, *value) } else { best });
        self.game.actions().get(largest.0).copied().and_then(JoystickAction::new).unwrap_or_default()
    }
}

impl Episode for ConsoleEpisode {
    fn observe(&self, into: &mut [f32]) {
        match (&self.history, self.sees) {
            (Some(history), _) => match into.split_at_mut_checked(STACK.pixels()) {
                Some((pixels, unseen)) => {
                    history.observe(pixels);
                    self.features.observe_unseen(unseen);
                }
                // A buffer of another size belongs to a policy of another version.
                None => into.fill(0.0),
            },
            (None, Sees::Surroundings) => self.features.observe_surroundings(self.console.ram(), into),
            (None, _) => self.features.observe(self.console.ram(), into),
        }
    }

    fn act(&mut self, action: &[f32]) -> bool {
        self.hold(self.joystick_action(action));
        (0..FRAME_SKIP).for_each(|_| self.run_frame());
        self.end_decision();
        !self.features.is_complete() && !self.is_over()
    }

    fn position(&self) -> (f32, f32) {
        let [x, y] = self.features.position();
        (x, y)
    }

    fn others(&self) -> Vec<[f32; 2]> {
        self.game.visible_others(self.console.ram())
    }

    fn in_danger(&self) -> bool {
        self.heeds_danger && self.game.in_danger(self.console.ram())
    }

    fn reward(&self) -> Option<f32> {
        Some(self.score().saturating_sub(self.first_score) as f32)
    }

    fn next_window(&mut self) -> bool {
        self.start_window();
        self.first_score = self.score();
        !self.is_over()
    }
}

/// The episode of a game whose cartridge is not loaded: it ends at once.
pub struct NoCartridge;

impl Episode for NoCartridge {
    fn observe(&self, into: &mut [f32]) {
        into.fill(0.0);
    }

    fn act(&mut self, _action: &[f32]) -> bool {
        false
    }

    fn position(&self) -> (f32, f32) {
        (0.0, 0.0)
    }
}
