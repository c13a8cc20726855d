//! Scripted players. They read the memory and look ahead: since a console can be copied, a player tries a few plans on a
//! copy and follows the best. A plan is rated by the game (points, lives) and by the player's current intent: a part of
//! the screen, how far to roam there, and how often to fire. In mazes that are known players find their ways by them
//! instead: in Ms. Pac-Man to goals all over the maze, like people's, and in Magpie to coins, with an intent of how close
//! to let the cats come.

mod alien;
mod intent;
mod magpie;
mod ms_pacman;
mod plan;
mod route;
mod space_invaders;
mod tour;

use self::magpie::Pathfinder;
use self::ms_pacman::Roamer;
use self::plan::Planner;
use super::{FRAME_SKIP, Game, Playthrough};
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

/// Settings of the scripted players of a game.
struct PlayerConfig {
    /// The smallest and the largest x and y of `Game::ram_position`.
    corners: [[f32; 2]; 2],
    /// Stick directions with different effects: x to the right, y down.
    sticks: &'static [(i32, i32)],
    /// Whether players use the button.
    fires: bool,
    /// Whether players differ by how close they let pursuers come.
    pursued: bool,
    /// Whether there are walls.
    walls: bool,
    /// How plans are made; None where players find their ways in a maze that they know.
    planning: Option<Planning>,
    /// Decisions after which a game is stopped.
    max_decisions: usize,
}

#[derive(Clone, Copy)]
struct Planning {
    /// Decisions per plan.
    horizon: usize,
    /// Plans that are tried per planning.
    plans: usize,
    /// Cost of the distance to the goal, in points of the game per pixel.
    distance_cost: f32,
}

/// How a player comes to its next action.
trait Strategy {
    /// The next action, at every decision of play; `think` is unset between plannings.
    fn next(&mut self, now: &Console, think: bool, rng: &mut Rng) -> JoystickAction;
}

impl Game {
    fn player_config(self) -> &'static PlayerConfig {
        match self {
            Self::Alien => &alien::CONFIG,
            Self::MsPacman => &ms_pacman::CONFIG,
            Self::SpaceInvaders => &space_invaders::CONFIG,
            Self::Magpie => &magpie::CONFIG,
        }
    }

    fn strategy(self, start: &Console, rng: &mut Rng) -> Box<dyn Strategy> {
        match (self, self.player_config().planning) {
            (_, Some(planning)) => Box::new(Planner::new(self, planning, start, rng)),
            (Self::MsPacman, None) => Box::new(Roamer::new(start)),
            (_, None) => Box::new(Pathfinder::new(start, rng)),
        }
    }
}

/// Decisions between two plannings. People do not change their minds fifteen times per second.
const PLANNING_INTERVAL: usize = 6;
/// Probability that a decision is replaced by a random stick direction.
const SLIP: f32 = 0.05;
/// Largest delay of a player at the start, in decisions.
const MAX_DELAY: usize = 8;

/// Plays one game from `start`, a console as ALE's reset leaves it. Everything is determined by `seed` and `number`.
pub fn play(game: Game, start: &Console, seed: u64, number: u64) -> Playthrough {
    let config = game.player_config();
    let mut rng = Rng::stream(seed, game.id(), number);
    let mut console = start.clone();
    let mut strategy = game.strategy(start, &mut rng);
    let mut playthrough = Playthrough::default();
    let mut delay = rng.below(MAX_DELAY);
    // Decisions until the next planning.
    let mut wait = 0_usize;
    let mut last_position = [f32::NAN; 2];
    while playthrough.actions.len() < config.max_decisions && !game.is_over(console.ram()) {
        let position = game.ram_position(console.ram());
        let action = if !game.in_play(console.ram()) {
            JoystickAction::NOOP
        } else if delay > 0 {
            delay -= 1;
            JoystickAction::NOOP
        } else {
            // A player that is stopped by a wall plans again at once.
            if config.walls && position == last_position {
                wait = 0;
            }
            let action = strategy.next(&console, wait == 0, &mut rng);
            let slips = rng.chance(SLIP);
            wait = if slips { 0 } else { wait.checked_sub(1).unwrap_or(PLANNING_INTERVAL - 1) };
            if slips { slip(config, action, &mut rng) } else { action }
        };
        last_position = position;
        playthrough.rams.push(*console.ram());
        playthrough.actions.push(action.number());
        (0..FRAME_SKIP).for_each(|_| console.run_frame(action.into()));
    }
    playthrough.score = game.score(console.ram());
    playthrough
}

/// A random stick direction with the button of `action`.
fn slip(config: &PlayerConfig, action: JoystickAction, rng: &mut Rng) -> JoystickAction {
    let (x, y) = config.sticks[rng.below(config.sticks.len())];
    JoystickAction::from_direction(x, y, action.fires())
}
