//! Magpie: gather the coins of a maze while cats hunt. Players know the mazes: they go the way whose cell is nearest to a
//! coin of their part of the maze, or to their goal where it has none left, and leave a way that a cat could cut off.

use super::intent::Intent;
use super::{Game, PlayerConfig, Strategy};
use crate::atari::magpie::{CELLS, Field, Memory, Way, Ways, cell_at, middle};
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

pub const CONFIG: PlayerConfig = PlayerConfig {
    corners: [[6.0, 7.0], [146.0, 160.0]],
    sticks: &[(0, -1), (1, 0), (-1, 0), (0, 1)],
    fires: false,
    pursued: true,
    walls: true,
    planning: None,
    max_decisions: 1800,
};

/// Pixels beyond the preferred area in which coins are still gathered: a cell.
const MARGIN: f32 = 16.0;
/// Frames that a step is worth.
const STEP: f32 = 16.0;
/// How the bold and the cautious play.
struct Manner {
    /// Steps of flight that are wanted behind the next cell, and frames of lead over every cat.
    flight: u16,
    lead: i32,
    /// Frames before a cat can come at which a player that waits goes on.
    wait: u16,
    /// Distance to the nearest cat that is kept, and frames that each pixel less costs.
    keeps: f32,
    cost: f32,
    /// Distances to the nearest cat at which a player goes towards it: coins are worth more while it is close.
    lure: std::ops::Range<u8>,
}

const BOLD: Manner = Manner { flight: 3, lead: 12, wait: 30, keeps: 0.0, cost: 0.0, lure: 44..120 };
const CAUTIOUS: Manner = Manner { flight: 6, lead: 48, wait: 80, keeps: 90.0, cost: 1.5, lure: 0..0 };
/// Pixels to the next cell at which a turn can be told; further away the stick held sideways turns back.
const TURN: u16 = 10;

pub struct Pathfinder {
    intent: Intent,
}

impl Pathfinder {
    pub fn new(start: &Console, rng: &mut Rng) -> Self {
        Self { intent: Intent::new(&CONFIG, &coins(Memory(start.ram())), rng) }
    }
}

impl Strategy for Pathfinder {
    fn next(&mut self, now: &Console, _think: bool, rng: &mut Rng) -> JoystickAction {
        let memory = Memory(now.ram());
        self.intent.update(&CONFIG, Game::Magpie.ram_position(now.ram()), &coins(memory), rng);
        let intent = &self.intent;
        let ways = Ways::new(memory);
        let manner = if intent.is_bold() { &BOLD } else { &CAUTIOUS };
        let lures = manner.lure.contains(&memory.near());
        let to_target = if lures { ways.to_cats } else { steps_to_target(memory, &ways, intent) };
        let arrived = to_target[ways.here] == 0 && memory.remaining(0) == 0;
        if arrived && ways.caught_after > manner.wait {
            return JoystickAction::NOOP;
        }
        let mut best: Option<(usize, [f32; 3])> = None;
        for (direction, way) in ways.ways.iter().enumerate() {
            let Some(way) = way else { continue };
            let mut value = value(memory, way, &to_target, manner);
            // Between two cells it is only for its life that a player turns back.
            if memory.remaining(0) > 0 && direction == memory.direction(0) ^ 1 {
                value[2] = f32::NEG_INFINITY;
            }
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((direction, value));
            }
        }
        let chosen = best.map_or(memory.direction(0), |(direction, _)| direction);
        let back = chosen == memory.direction(0) ^ 1;
        stick(if memory.remaining(0) > TURN && !back { memory.direction(0) } else { chosen })
    }
}

/// Places of the coins that are left.
fn coins(memory: Memory) -> Vec<[f32; 2]> {
    (0..CELLS).filter(|cell| memory.coin(*cell)).map(middle).collect()
}

/// Steps to the nearest coin of the player's part of the maze, or to its goal where there is none.
fn steps_to_target(memory: Memory, ways: &Ways, intent: &Intent) -> Field {
    let wanted = |cell: usize| memory.coin(cell) && intent.is_home(&CONFIG, middle(cell), MARGIN);
    let goal = cell_at(intent.goal());
    let coins = (0..CELLS).any(wanted);
    ways.maze.steps(|cell| if coins { wanted(cell) } else { cell == goal })
}

/// What a way is worth: steps of flight, frames of lead and, among ways that are as safe, frames to the target and off
/// the distance to the cats that is kept.
fn value(memory: Memory, way: &Way, to_target: &Field, manner: &Manner) -> [f32; 3] {
    let frames = f32::from(way.frames) + STEP * f32::from(to_target[way.cell]);
    let off = manner.cost * (manner.keeps - distance(memory, way.cell)).max(0.0);
    [f32::from(way.flight.min(manner.flight)), way.lead.min(manner.lead) as f32, -(frames + off)]
}

/// Distance from a cell to the nearest cat, pixels across plus lines down.
fn distance(memory: Memory, cell: usize) -> f32 {
    let [x, y] = middle(cell);
    let to = |cat: usize| {
        let [cat_x, cat_y] = memory.place(cat).map(f32::from);
        (x - cat_x).abs() + (y - cat_y).abs()
    };
    (1..=memory.cats()).map(to).fold(f32::MAX, f32::min)
}

fn stick(way: usize) -> JoystickAction {
    let (x, y) = [(0, -1), (0, 1), (-1, 0), (1, 0)][way];
    JoystickAction::from_direction(x, y, false)
}
