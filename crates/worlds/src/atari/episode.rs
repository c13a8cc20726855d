//! A game that is played on the console, a decision every four frames.

use super::window::Window;
use super::{FRAME_SKIP, Game, files};
use crate::Episode;
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

/// A console with somebody at it, who is looked at in stretches.
#[derive(Clone)]
pub struct Match {
    game: Game,
    console: Console,
    window: Window,
    held: JoystickAction,
    score_before: u32,
}

impl Match {
    /// A new game with a start of its own; None without the cartridge.
    pub fn new(game: Game, rng: &mut Rng) -> Option<Self> {
        let console = files::console(game, rng)?;
        let (window, score) = (Window::new(game, console.ram()), game.score(console.ram()));
        Some(Self { game, console, window, held: JoystickAction::NOOP, score_before: score })
    }

    /// Presses what the next frames are played with.
    pub fn hold(&mut self, action: JoystickAction) {
        self.held = action;
    }

    pub fn held(&self) -> JoystickAction {
        self.held
    }

    pub fn frame(&mut self) {
        self.console.run_frame(self.held.into());
    }

    /// The frames of a decision have passed.
    pub fn settle(&mut self) {
        self.window.went(self.held, self.console.ram());
    }

    /// Begins another stretch of the same game.
    pub fn look_anew(&mut self) {
        self.window = Window::new(self.game, self.console.ram());
    }

    pub fn window(&self) -> &Window {
        &self.window
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

    /// The action that a policy's numbers stand for: the largest of one a choice.
    pub fn choice(&self, numbers: &[f32]) -> JoystickAction {
        let largest = numbers
            .iter()
            .enumerate()
            .fold((0, f32::NEG_INFINITY), |best, (at, value)| if *value > best.1 { (at, *value) } else { best });
        self.game.actions().get(largest.0).copied().and_then(JoystickAction::new).unwrap_or_default()
    }
}

impl Episode for Match {
    fn observe(&self, into: &mut [f32]) {
        self.window.observe(self.console.ram(), into);
    }

    fn act(&mut self, action: &[f32]) -> bool {
        self.hold(self.choice(action));
        (0..FRAME_SKIP).for_each(|_| self.frame());
        self.settle();
        !self.window.is_over() && !self.is_over()
    }

    fn position(&self) -> (f32, f32) {
        let [x, y] = self.window.place();
        (x, y)
    }

    fn reward(&self) -> Option<f32> {
        Some(self.score().saturating_sub(self.score_before) as f32)
    }

    fn go_on(&mut self) -> bool {
        self.look_anew();
        self.score_before = self.score();
        !self.is_over()
    }
}

/// Nobody plays without a cartridge.
pub struct Nobody;

impl Episode for Nobody {
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
