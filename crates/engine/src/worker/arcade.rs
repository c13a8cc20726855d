//! Consoles side by side, one a style: sixty frames a second, a decision every four.

use super::share_out;
use crate::methods::Player;
use crate::rollout::{RecurrentState, StyleRequest};
use atari2600::JoystickAction;
use protocol::{RunConfig, Screen, Stick};
use worlds::atari::{FRAME_SKIP, Game, Match};
use worlds::data::Rng;
use worlds::labels::Labeler;
use worlds::{Episode, World};

/// What fits side by side.
const MOST: usize = 4;
/// Decisions of a stretch after which its style can be told.
const TELLING: usize = 25;

struct Cabinet {
    play: Match,
    style: usize,
    rng: Rng,
    memory: RecurrentState,
    /// Frames since the decision.
    frames: usize,
    /// Where the player was in this stretch, and the style of the one before.
    path: Vec<f32>,
    achieved: Option<u8>,
    pmi: Option<f32>,
}

pub struct Arcade {
    game: Game,
    seed: u64,
    labeler: Box<dyn Labeler>,
    cabinets: Vec<Cabinet>,
    games: u64,
    seen: Vec<f32>,
    action: Vec<f32>,
}

impl Arcade {
    /// None where the world is no game, or its cartridge is not there.
    pub fn new(world: &dyn World, run: &RunConfig, player: &Player) -> Option<Self> {
        let (game, labeler) = (world.game()?, world.labeler(&run.label)?);
        let (seen, action) = (vec![0.0; player.observation_size], vec![0.0; player.action_size]);
        let mut arcade = Self { game, seed: run.seed, labeler, cabinets: vec![], games: 0, seen, action };
        for style in 0..player.styles.min(MOST) {
            let cabinet = arcade.start(style)?;
            arcade.cabinets.push(cabinet);
        }
        Some(arcade)
    }

    fn start(&mut self, style: usize) -> Option<Cabinet> {
        let play = Match::new(self.game, &mut Rng::stream(self.seed, "arcade start", self.games))?;
        let rng = Rng::stream(self.seed, "arcade actions", self.games);
        self.games += 1;
        let (memory, path) = (RecurrentState::default(), vec![]);
        Some(Cabinet { play, style, rng, memory, frames: 0, path, achieved: None, pmi: None })
    }

    pub fn ask(&mut self, mix: &[f32]) {
        let current: Vec<usize> = self.cabinets.iter().map(|cabinet| cabinet.style).collect();
        for (cabinet, style) in self.cabinets.iter_mut().zip(share_out(mix, &current)) {
            // What was played for another style is not held against this one.
            if cabinet.style != style {
                (cabinet.style, cabinet.achieved) = (style, None);
                cabinet.look_anew();
            }
        }
    }

    pub fn tick(&mut self, player: &mut Player, strength: f32) -> Vec<Screen> {
        let mut screens = Vec::with_capacity(self.cabinets.len());
        for index in 0..self.cabinets.len() {
            let cabinet = &mut self.cabinets[index];
            if cabinet.frames == 0 {
                cabinet.decide(player, strength, &mut self.seen, &mut self.action);
            }
            cabinet.frame(self.labeler.as_ref());
            screens.push(cabinet.screen());
            if cabinet.play.is_over() {
                let (style, achieved) = (cabinet.style, cabinet.achieved);
                if let Some(next) = self.start(style) {
                    self.cabinets[index] = Cabinet { achieved, ..next };
                }
            }
        }
        screens
    }
}

impl Cabinet {
    fn decide(&mut self, player: &mut Player, strength: f32, seen: &mut [f32], action: &mut [f32]) {
        self.play.observe(seen);
        let asked = StyleRequest { style: self.style, strength, temperature: 1.0 };
        player.act(seen, asked, &mut self.memory, &mut self.rng, action);
        self.pmi = player.pmi(seen, action, self.style);
        self.play.hold(self.play.choice(action));
        self.path.extend(self.play.window().place());
    }

    fn frame(&mut self, labeler: &dyn Labeler) {
        self.play.frame();
        self.frames += 1;
        if self.frames < FRAME_SKIP {
            return;
        }
        self.frames = 0;
        self.play.settle();
        if self.path.len() >= 2 * TELLING {
            self.achieved = labeler.label(&self.path).map(|style| style as u8);
        }
        if self.play.window().is_over() {
            self.look_anew();
        }
    }

    fn look_anew(&mut self) {
        self.play.look_anew();
        self.memory = RecurrentState::default();
        self.path.clear();
    }

    fn screen(&self) -> Screen {
        Screen {
            pixels: self.play.console().screen().to_vec(),
            style: self.style as u8,
            score: self.play.score(),
            action: stick(self.play.held()),
            pmi: self.pmi,
            achieved: self.achieved,
        }
    }
}

/// An action as the page knows it.
pub fn stick(action: JoystickAction) -> Stick {
    let (x, y) = action.direction();
    Stick { x: x as i8, y: y as i8, fire: action.fires() }
}
