//! Routes through a maze, tried on a copy of the console: the shortest way to a goal by each way out of a place. What
//! ghosts will do and what is to be had is known from the copy.

use std::collections::VecDeque;

use super::plan::{DEATH, DISCOUNT, MAX_POINTS};
use super::tour::REACHED;
use super::{FRAME_SKIP, Game};
use crate::atari::surroundings::maze::{Maze, WAYS};
use crate::atari::surroundings::ms_pacman::heading;
use crate::data::Rng;
use atari2600::{Console, JoystickAction};

/// Decisions per route.
const HORIZON: usize = 14;
/// Cost of a step that is left to the goal, in points of the game.
const STEP_COST: f32 = 7.0;
/// Routes to anywhere that are tried while all others end in a death.
const FLIGHTS: usize = 3;
/// Decisions that the first way of a route is held for until it has been taken.
const TURN: usize = 3;

/// A route that was tried.
pub struct Route {
    /// Discounted points, minus the cost of the steps left and of a death.
    value: f32,
    dies: bool,
    pub actions: VecDeque<JoystickAction>,
}

/// Tries routes of Ms. Pac-Man.
pub struct Routes {
    copy: Console,
}

impl Routes {
    pub fn new(start: &Console) -> Self {
        Self { copy: start.clone() }
    }

    /// The best route from a place, by steps to the goal from every place.
    pub fn best(&mut self, now: &Console, maze: &Maze, here: usize, to_goal: &[u8], rng: &mut Rng) -> Option<Route> {
        let ways: Vec<usize> = (0..WAYS).filter(|way| maze.next(here, *way).is_some()).collect();
        let mut best: Option<Route> = None;
        for first in &ways {
            best = better(best, self.tried(now, maze, *first, to_goal, to_goal));
        }
        for _ in 0..if ways.is_empty() { 0 } else { FLIGHTS } {
            if best.as_ref().is_some_and(|best| !best.dies) {
                break;
            }
            let anywhere = maze.steps_to(rng.below(maze.len()));
            best = better(best, self.tried(now, maze, ways[rng.below(ways.len())], &anywhere, to_goal));
        }
        best
    }

    /// The route that begins with the way `first` and goes on the shortest way by `field`, steps from every place, without
    /// turning back.
    fn tried(&mut self, now: &Console, maze: &Maze, first: usize, field: &[u8], to_goal: &[u8]) -> Route {
        self.copy.restore(now.state());
        let mut route = Route { value: 0.0, dies: false, actions: VecDeque::with_capacity(HORIZON) };
        let (mut score, mut weight, mut left) = (Game::MsPacman.score(now.ram()), 1.0, 0);
        let (mut taken, mut here) = (false, place(maze, &self.copy));
        for step in 0..HORIZON {
            let heading = heading(self.copy.ram());
            taken |= step >= TURN || step > 0 && heading == first;
            let way = here.filter(|_| taken).map_or(first, |here| turn(maze, here, heading, field));
            route.actions.push_back(stick(way));
            if self.dies(way) {
                route.dies = true;
                route.value -= DEATH * (HORIZON - step) as f32;
                break;
            }
            let points = Game::MsPacman.score(self.copy.ram()).saturating_sub(score);
            score += points;
            route.value += weight * points.min(MAX_POINTS) as f32;
            weight *= DISCOUNT;
            here = place(maze, &self.copy);
            left = here.map_or(left, |here| to_goal[here]);
            if left <= REACHED {
                break;
            }
        }
        route.value -= STEP_COST * f32::from(left);
        route
    }

    /// How many of `most` decisions a way can be held for, with `spare` decisions left in which no ghost comes.
    pub fn safe_for(&mut self, now: &Console, way: usize, most: usize, spare: usize) -> usize {
        self.copy.restore(now.state());
        (0..most + spare).find(|_| self.dies(way)).map_or(most, |decision| decision.saturating_sub(spare))
    }

    /// Holds a way for one decision; whether the player dies of it.
    fn dies(&mut self, way: usize) -> bool {
        (0..FRAME_SKIP).for_each(|_| self.copy.run_frame(stick(way).into()));
        Game::MsPacman.is_dying(self.copy.ram()) || Game::MsPacman.is_over(self.copy.ram())
    }
}

fn better(best: Option<Route>, other: Route) -> Option<Route> {
    Some(best.filter(|best| best.value >= other.value).unwrap_or(other))
}

/// The place that the player is at; None while it is nowhere in the maze.
pub fn place(maze: &Maze, console: &Console) -> Option<usize> {
    maze.nearest(Game::MsPacman.position(console.ram(), false))
}

/// The way from a place that is the shortest by `field`, other than back.
fn onward(maze: &Maze, place: usize, heading: usize, field: &[u8]) -> Option<usize> {
    let ways = (0..WAYS).filter(|way| *way != heading ^ 1);
    ways.filter_map(|way| Some((field[maze.next(place, way)?], way))).min().map(|(_, way)| way)
}

/// Where the stick has to point. A turn at the next place is held before it, since the player may pass it within this
/// decision; until then a stick held against a wall changes nothing.
fn turn(maze: &Maze, here: usize, heading: usize, field: &[u8]) -> usize {
    let Some(way) = onward(maze, here, heading, field) else { return heading ^ 1 };
    let next = maze.next(here, way).filter(|_| way == heading);
    let then = next.and_then(|next| onward(maze, next, heading, field));
    then.filter(|then| maze.next(here, *then).is_none()).unwrap_or(way)
}

/// The stick for a way: up, down, left, right.
pub fn stick(way: usize) -> JoystickAction {
    let (x, y) = [(0, -1), (0, 1), (-1, 0), (1, 0)][way];
    JoystickAction::from_direction(x, y, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atari::surroundings::maze::tests::two_squares;

    #[test]
    fn players_turn_where_the_shortest_way_does() {
        let maze = two_squares();
        let at = |x: f32, y: f32| maze.nearest([x, y]).unwrap();
        let (down, left, right) = (1, 2, 3);
        let field = maze.steps_to(at(8.0, 0.0));
        assert_eq!(turn(&maze, at(0.0, 12.0), down, &field), down, "the corner: straight on is as short");
        assert_eq!(turn(&maze, at(8.0, 12.0), right, &field), down, "at the turn");
        assert_eq!(turn(&maze, at(4.0, 12.0), right, &field), down, "held before it");
        assert_eq!(turn(&maze, at(4.0, 12.0), left, &field), down, "never back: round the square");
        assert_eq!(onward(&maze, at(16.0, 12.0), right, &field), Some(down), "the only way that is open");
    }

    #[test]
    fn the_first_of_routes_with_equal_values_is_kept() {
        let route = |value: f32, dies: bool| Route { value, dies, actions: VecDeque::new() };
        assert!(better(Some(route(1.0, true)), route(1.0, false)).unwrap().dies);
        assert!(!better(Some(route(1.0, true)), route(2.0, false)).unwrap().dies);
        assert_eq!(better(None, route(-5.0, false)).unwrap().value, -5.0);
    }
}
