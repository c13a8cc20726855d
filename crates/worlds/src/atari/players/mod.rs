//! Scripted players. They read the memory, and they look ahead: a copy of the console is a saved game, so a player tries
//! a few plans on a copy and follows the one that ends best. What counts as best is partly the game's (points, lives)
//! and partly a mood: a part of the screen that it likes for a while, how far it strays there, how often it fires.

mod alien;
mod mood;
mod ms_pacman;
mod plan;
mod space_invaders;

use self::mood::Mood;
use self::plan::Planner;
use super::{FRAME_SKIP, Game, Play};
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

/// What a game asks of its player.
struct Taste {
    /// Where the player can be: the corners with the smallest and the largest x and y of `Game::position`.
    corners: [[f32; 2]; 2],
    /// Ways to lean the stick that make a difference: x to the right, y down.
    sticks: &'static [(i32, i32)],
    /// Whether the button does something worth doing.
    fires: bool,
    /// Whether there are walls to run into.
    walls: bool,
    /// Decisions that a plan looks ahead.
    horizon: usize,
    /// Plans tried whenever the player thinks again.
    plans: usize,
    /// What a pixel further from where it wants to be costs, in points of the game.
    pull: f32,
    /// Decisions after which a play is broken off.
    longest: usize,
}

impl Game {
    fn taste(self) -> &'static Taste {
        match self {
            Self::Alien => &alien::TASTE,
            Self::MsPacman => &ms_pacman::TASTE,
            Self::SpaceInvaders => &space_invaders::TASTE,
        }
    }
}

/// Decisions between one thought and the next, if nothing goes wrong: nobody decides anew fifteen times a second.
const PATIENCE: usize = 6;
/// The share of decisions at which the stick slips.
const SLIP: f32 = 0.05;
/// Decisions that a player may be late at the start.
const LATEST_START: usize = 8;

/// Plays a game from where ALE's reset left it (`start`). The seed and the number decide everything. The actions alone
/// make the same play again, since the console has no chance in it.
pub fn play(game: Game, start: &Console, seed: u64, number: u64) -> Play {
    let taste = game.taste();
    let mut rng = Rng::stream(seed, game.id(), number);
    let mut console = start.clone();
    let mut mood = Mood::new(taste, &mut rng);
    let mut planner = Planner::new(game, start);
    let mut play = Play::default();
    let mut idle = rng.below(LATEST_START);
    let mut patience = 0_usize;
    let mut before = [f32::NAN; 2];
    while play.actions.len() < taste.longest && !game.is_over(console.ram()) {
        let here = game.position(console.ram());
        let action = if !game.in_play(console.ram()) {
            JoystickAction::NOOP
        } else if idle > 0 {
            idle -= 1;
            JoystickAction::NOOP
        } else {
            mood.pass(taste, here, &mut rng);
            // Who runs into a wall looks for another way at once.
            if taste.walls && here == before {
                patience = 0;
            }
            let action = planner.next(&console, &mood, patience == 0, &mut rng);
            let slips = rng.chance(SLIP);
            patience = if slips { 0 } else { patience.checked_sub(1).unwrap_or(PATIENCE - 1) };
            if slips { slipped(taste, action, &mut rng) } else { action }
        };
        before = here;
        play.rams.push(*console.ram());
        play.actions.push(action.number());
        (0..FRAME_SKIP).for_each(|_| console.run_frame(action.into()));
    }
    play.score = game.score(console.ram());
    play
}

fn slipped(taste: &Taste, meant: JoystickAction, rng: &mut Rng) -> JoystickAction {
    let (x, y) = taste.sticks[rng.below(taste.sticks.len())];
    JoystickAction::from_direction(x, y, meant.fires())
}
