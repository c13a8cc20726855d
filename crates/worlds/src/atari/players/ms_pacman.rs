//! Ms. Pac-Man: eat the dots of a maze while avoiding ghosts. Players know the first maze: they follow the shortest ways to
//! goals all over it, by routes that are tried on a copy of the console.

use std::collections::VecDeque;

use super::route::{Routes, place, stick};
use super::tour::Tour;
use super::{Game, PlayerConfig, Strategy};
use crate::atari::surroundings::ms_pacman::{heading, maze, scene};
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

pub const CONFIG: PlayerConfig = PlayerConfig {
    corners: [[18.0, 2.0], [158.0, 158.0]],
    sticks: &[(0, -1), (1, 0), (-1, 0), (0, 1)],
    fires: false,
    pursued: false,
    walls: true,
    planning: None,
    max_decisions: 900,
};

/// Range of the decisions that a player goes straight on for after a goal, or stands where there is a wall. People also
/// come to a wall before they know where to go.
const MIN_PAUSE: usize = 4;
const MAX_PAUSE: usize = 14;
/// Decisions without a ghost that are wanted behind a pause.
const SPARE: usize = 8;

pub struct Roamer {
    tour: Tour,
    routes: Routes,
    /// What is left of the chosen route, the next action first.
    plan: VecDeque<JoystickAction>,
    /// Decisions until the player goes on.
    pause: usize,
}

impl Roamer {
    pub fn new(start: &Console) -> Self {
        Self { tour: Tour::new(Game::MsPacman), routes: Routes::new(start), plan: VecDeque::new(), pause: 0 }
    }
}

impl Strategy for Roamer {
    /// The next action of the route; none in a later maze, which is not known.
    fn next(&mut self, now: &Console, think: bool, rng: &mut Rng) -> JoystickAction {
        let ram = now.ram();
        let Some((maze, here)) = maze(ram).and_then(|maze| Some((maze, place(maze, now)?))) else {
            return JoystickAction::NOOP;
        };
        let way = heading(ram);
        let dots = || scene(ram).map_or(vec![false; maze.len()], |scene| scene.dots);
        if self.tour.update(maze, here, dots, rng) {
            let most = MIN_PAUSE + rng.below(MAX_PAUSE - MIN_PAUSE);
            self.pause = self.routes.safe_for(now, way, most, SPARE);
            self.plan.clear();
        }
        if self.pause > 0 {
            self.pause -= 1;
            return stick(way);
        }
        if think || self.plan.is_empty() {
            let best = self.routes.best(now, maze, here, self.tour.to_goal(), rng);
            self.plan = best.map_or(VecDeque::new(), |route| route.actions);
        }
        self.plan.pop_front().unwrap_or(JoystickAction::NOOP)
    }
}
