//! The goals of a player that knows its maze. Like people, it goes from one side of the maze to the other, and for some
//! seconds keeps to a quarter.

use crate::atari::Game;
use crate::atari::surroundings::maze::Maze;
use crate::data::Rng;
use crate::labels::Labeler;

/// Probability that a player keeps to a quarter for the next while, and how long that lasts in decisions: 4 to 14 seconds.
const KEEPS: f32 = 0.2;
const MIN_WHILE: usize = 60;
const MAX_WHILE: usize = 210;
/// Probability that the next goal is in the same quarter, for players that keep to it and for others.
const SAME: [f32; 2] = [0.9, 0.5];
/// How often another quarter is chosen (lower left, lower right, upper left, upper right): such that the players' stretches
/// are shared out among the quarters as people's are.
const QUARTERS: [f32; 4] = [0.8, 1.2, 1.0, 1.0];
/// How many times as often the quarter diagonally opposite is chosen.
const OPPOSITE: f32 = 2.0;
/// Probability that a goal is a dot, while the quarter has any.
const DOT: f32 = 0.5;
/// Of up to this many places the one that is furthest to the side is the goal: people often go round by the tunnels.
const DRAWS: usize = 6;
/// Steps from a goal at which it counts as reached.
pub const REACHED: u8 = 2;
/// Decisions after which a goal that was not reached is dropped.
const GOAL_DECISIONS: usize = 90;

pub struct Tour {
    game: Game,
    /// Number of the goal's quarter among the areas of the game.
    quarter: usize,
    /// Whether the player keeps to it.
    keeps: bool,
    /// Decisions until that is drawn anew, and until the goal is dropped.
    while_left: usize,
    goal_left: usize,
    /// Steps to the goal from every place, `[places]`; empty before the first goal.
    to_goal: Vec<u8>,
}

impl Tour {
    pub fn new(game: Game) -> Self {
        Self { game, quarter: 0, keeps: false, while_left: 0, goal_left: 0, to_goal: vec![] }
    }

    /// Steps to the goal from every place, `[places]`, once [`Self::update`] was called.
    pub fn to_goal(&self) -> &[u8] {
        &self.to_goal
    }

    /// Advances by one decision: draws a new goal where the old one was reached or is dropped. Says whether it was reached.
    /// `dots` are the places with a dot, `[places]`.
    pub fn update(&mut self, maze: &Maze, here: usize, dots: impl FnOnce() -> Vec<bool>, rng: &mut Rng) -> bool {
        self.while_left = self.while_left.saturating_sub(1);
        self.goal_left = self.goal_left.saturating_sub(1);
        if self.while_left == 0 {
            self.keeps = rng.chance(KEEPS);
            self.while_left = MIN_WHILE + rng.below(MAX_WHILE - MIN_WHILE);
        }
        let reached = self.to_goal.get(here).is_some_and(|steps| *steps <= REACHED);
        if reached || self.goal_left == 0 {
            let first = self.to_goal.is_empty();
            if first || !rng.chance(SAME[usize::from(!self.keeps)]) {
                self.quarter = self.other_quarter(rng);
            }
            self.to_goal = maze.steps_to(self.goal(maze, &dots(), rng));
            self.goal_left = GOAL_DECISIONS;
        }
        reached
    }

    fn other_quarter(&self, rng: &mut Rng) -> usize {
        let mut weights = QUARTERS;
        weights[self.quarter] = 0.0;
        // Quarters are numbered from one corner to the opposite one.
        weights[QUARTERS.len() - 1 - self.quarter] *= OPPOSITE;
        rng.pick(&weights)
    }

    /// A place of the quarter.
    fn goal(&self, maze: &Maze, dots: &[bool], rng: &mut Rng) -> usize {
        let areas = self.game.areas();
        let middle = areas.columns.first().copied().unwrap_or_default();
        let inside = |place: &usize| areas.label(&maze.position(*place)) == Some(self.quarter);
        let mut places: Vec<usize> = (0..maze.len()).filter(inside).collect();
        if rng.chance(DOT) && places.iter().any(|place| dots[*place]) {
            places.retain(|place| dots[*place]);
        }
        if places.is_empty() {
            return 0;
        }
        let aside = |place: &usize| (maze.position(*place)[0] - middle).abs();
        let first = places[rng.below(places.len())];
        let draws = (0..rng.below(DRAWS)).map(|_| places[rng.below(places.len())]);
        draws.fold(first, |best, place| if aside(&place) > aside(&best) { place } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atari::surroundings::ms_pacman::maze;

    #[test]
    fn goals_are_in_all_quarters_and_change_when_they_are_reached() {
        let (maze, game, mut rng) = (maze(&[0; 128]).unwrap(), Game::MsPacman, Rng::stream(1, "tour", 0));
        let (mut tour, mut here, mut goals, mut aside) = (Tour::new(game), 0, [0; 4], 0.0);
        for decision in 0..2_000 {
            let reached = tour.update(maze, here, || vec![false; maze.len()], &mut rng);
            assert_eq!(reached, decision > 0, "the player is always where the last goal was");
            let goal = tour.to_goal().iter().position(|steps| *steps == 0).unwrap();
            let position = maze.position(goal);
            assert_eq!(game.areas().label(&position), Some(tour.quarter));
            goals[tour.quarter] += 1;
            aside += (position[0] - 88.0).abs() / 2_000.0;
            here = goal;
        }
        assert!(goals.iter().all(|count| (350..700).contains(count)), "{goals:?}");
        assert!(aside > 45.0, "most goals are to the side: {aside} pixels");
    }

    #[test]
    fn goals_that_are_not_reached_are_dropped() {
        let (maze, mut rng) = (maze(&[0; 128]).unwrap(), Rng::stream(1, "tour", 1));
        let mut tour = Tour::new(Game::MsPacman);
        assert!(!tour.update(maze, 0, || vec![false; maze.len()], &mut rng), "there was no goal");
        let first = tour.to_goal().to_vec();
        let far = first.iter().position(|steps| *steps > 20).unwrap();
        let changed = (1..).find(|_| {
            assert!(!tour.update(maze, far, || vec![false; maze.len()], &mut rng), "it is far");
            tour.to_goal() != first
        });
        assert_eq!(changed, Some(GOAL_DECISIONS));
    }
}
