//! Consoles side by side, one per style: sixty frames per second, with one decision every four frames.

use super::assign_styles::assign_styles;
use crate::methods::Player;
use crate::rollout::{RecurrentState, StyleRequest};
use atari2600::JoystickAction;
use protocol::{RunConfig, Screen, Stick};
use worlds::atari::{ConsoleEpisode, FRAME_SKIP};
use worlds::data::Rng;
use worlds::labels::Labeler;
use worlds::{Environment, Episode, Files, Game};

/// Most consoles that fit side by side.
pub const MAX_CONSOLES: usize = 4;
/// Fewest decisions of a stretch of play whose style can be classified.
const MIN_DECISIONS: usize = 25;

/// A console and the agent that plays on it.
struct AgentConsole {
    episode: ConsoleEpisode,
    style: usize,
    rng: Rng,
    memory: RecurrentState,
    /// Frames since the last decision.
    frames: usize,
    /// Positions of the player in this stretch: x, y, x, y, ...
    path: Vec<f32>,
    /// Style of the latest stretch that was long enough to classify.
    achieved: Option<u8>,
    pmi: Option<f32>,
}

pub struct ConsoleGrid {
    game: Game,
    run: RunConfig,
    files: Files,
    labeler: Box<dyn Labeler>,
    consoles: Vec<AgentConsole>,
    /// Games started; each has its own random numbers.
    games: u64,
    observation: Vec<f32>,
    action: Vec<f32>,
}

impl ConsoleGrid {
    /// One console per style; None for a world that is not a game, or without its cartridge.
    pub fn new(environment: &Environment, player: &Player) -> Option<Self> {
        let Environment { world, run, files } = environment;
        let (game, labeler) = (world.console()?.game(), world.labeler(&run.label)?);
        let (observation, action) = (vec![0.0; player.observation_size], vec![0.0; player.action_size]);
        let mut grid = Self {
            game,
            run: run.clone(),
            files: files.clone(),
            labeler,
            consoles: vec![],
            games: 0,
            observation,
            action,
        };
        for style in 0..player.styles.min(MAX_CONSOLES) {
            let console = grid.start(style)?;
            grid.consoles.push(console);
        }
        Some(grid)
    }

    fn start(&mut self, style: usize) -> Option<AgentConsole> {
        let seed = self.run.seed;
        let mut start = Rng::stream(seed, "arcade start", self.games);
        let episode = ConsoleEpisode::new(self.game, &self.run, &self.files, &mut start)?;
        let rng = Rng::stream(seed, "arcade actions", self.games);
        self.games += 1;
        let (memory, path) = (RecurrentState::default(), vec![]);
        Some(AgentConsole { episode, style, rng, memory, frames: 0, path, achieved: None, pmi: None })
    }

    pub fn set_shares(&mut self, shares: &[f32]) {
        let current: Vec<usize> = self.consoles.iter().map(|console| console.style).collect();
        for (console, style) in self.consoles.iter_mut().zip(assign_styles(shares, &current)) {
            // Play under another requested style must not count for this one.
            if console.style != style {
                (console.style, console.achieved) = (style, None);
                console.start_window();
            }
        }
    }

    pub fn tick(&mut self, player: &mut Player, strength: f32) -> Vec<Screen> {
        let mut screens = Vec::with_capacity(self.consoles.len());
        for index in 0..self.consoles.len() {
            let console = &mut self.consoles[index];
            if console.frames == 0 {
                console.decide(player, strength, &mut self.observation, &mut self.action);
            }
            console.frame(self.labeler.as_ref());
            screens.push(console.screen());
            if console.episode.is_over() {
                let (style, achieved) = (console.style, console.achieved);
                if let Some(next) = self.start(style) {
                    self.consoles[index] = AgentConsole { achieved, ..next };
                }
            }
        }
        screens
    }
}

impl AgentConsole {
    fn decide(&mut self, player: &mut Player, strength: f32, observation: &mut [f32], action: &mut [f32]) {
        self.episode.observe(observation);
        let request = StyleRequest { style: self.style, strength, temperature: 1.0 };
        let request = request.unless_in_danger(&self.episode);
        player.act(observation, request, &mut self.memory, &mut self.rng, action);
        self.pmi = player.pmi(observation, action, self.style);
        self.episode.hold(self.episode.joystick_action(action));
        self.path.extend(self.episode.features().position());
    }

    fn frame(&mut self, labeler: &dyn Labeler) {
        self.episode.run_frame();
        self.frames += 1;
        if self.frames < FRAME_SKIP {
            return;
        }
        self.frames = 0;
        self.episode.end_decision();
        if self.path.len() >= 2 * MIN_DECISIONS {
            self.achieved = labeler.label(&self.path).map(|style| style as u8);
        }
        if self.episode.features().is_complete() {
            self.start_window();
        }
    }

    fn start_window(&mut self) {
        self.episode.start_window();
        self.memory = RecurrentState::default();
        self.path.clear();
    }

    fn screen(&self) -> Screen {
        Screen {
            pixels: self.episode.console().screen().to_vec(),
            style: self.style as u8,
            score: self.episode.score(),
            action: stick(self.episode.held()),
            pmi: self.pmi,
            achieved: self.achieved,
        }
    }
}

/// An action in the form that the page draws.
pub fn stick(action: JoystickAction) -> Stick {
    let (x, y) = action.direction();
    Stick { x: x as i8, y: y as i8, fire: action.fires() }
}
