//! What lies on each way out of a player's place: whether it is safe, and what is to be had on it.

use super::maze::{Maze, UNREACHED, WAYS};

/// Steps that a flight is planned ahead.
const FLIGHT: u8 = 24;
/// Places that can be reached in a flight which count as one.
const FLIGHT_PLACES: f32 = 48.0;
/// Steps by which the player has to be at a place before any pursuer.
const MARGIN: f32 = 1.5;
/// Steps of lead that count as one.
const LEAD: f32 = 16.0;
/// Steps at which something counts as half as near as on the next place.
const HALF: f32 = 6.0;
/// Steps within which dots are counted, and the number of dots that counts as one.
const DOTS_WITHIN: u8 = 12;
const DOTS: f32 = 6.0;

/// Steps of the player within which a pursuer that can be there is a danger: chosen by score and calibration of guided
/// players of Alien (docs/score.md).
const DANGER: f32 = 6.0;

/// Names of the numbers of one way, in their order.
const OF_WAY: [&str; 14] = [
    "open",
    "heading",
    "lead",
    "flight",
    "flight places",
    "pursuer",
    "prey",
    "prize",
    "dot",
    "dots ahead",
    "to lower left",
    "to lower right",
    "to upper left",
    "to upper right",
];
const NAMES_OF_WAYS: [&str; WAYS] = ["up", "down", "left", "right"];
/// Names of the numbers behind those of the ways.
const OF_PLACE: [&str; 7] =
    ["off across", "off down", "caught after", "nearest pursuer", "nearest prey", "nearest dot", "power"];
/// Numbers that a scene is described by.
pub const SIZE: usize = WAYS * OF_WAY.len() + OF_PLACE.len();

pub fn names() -> impl Iterator<Item = String> {
    let of_way = |way: &'static str| OF_WAY.iter().map(move |name| format!("{way}: {name}"));
    NAMES_OF_WAYS.into_iter().flat_map(of_way).chain(OF_PLACE.iter().map(|name| name.to_string()))
}

/// A figure that moves along the corridors.
#[derive(Clone, Copy, Debug)]
pub struct MazeFigure {
    pub place: usize,
    /// The way of its last move. Pursuers do not turn back.
    pub heading: usize,
}

/// What is where in a maze at one moment.
pub struct MazeScene<'a> {
    pub maze: &'a Maze,
    /// The player's position; it may be off the corridors, for instance while a game begins.
    pub position: [f32; 2],
    pub heading: usize,
    pub pursuers: Vec<MazeFigure>,
    /// Steps of the player in the time of one step of a pursuer.
    pub pace: f32,
    pub prey: Vec<usize>,
    /// The share that is left of the time in which pursuers are prey.
    pub power: f32,
    pub prizes: Vec<usize>,
    /// Places with a dot, `[places]`.
    pub dots: Vec<bool>,
}

/// From steps to nearness: 1 on this place, 1/2 at [`HALF`] steps, 0 where it cannot be reached.
fn nearness(steps: Option<u8>) -> f32 {
    steps.filter(|steps| *steps < UNREACHED).map_or(0.0, |steps| HALF / (HALF + f32::from(steps)))
}

impl MazeScene<'_> {
    /// Writes `[SIZE]` numbers of about one; zeros while the player is nowhere in the maze.
    pub fn observe(&self, into: &mut [f32]) {
        into.fill(0.0);
        let Some(here) = self.maze.nearest(self.position) else { return };
        let arrivals = self.arrivals();
        let (ways, rest) = into.split_at_mut(WAYS * OF_WAY.len());
        for (way, slot) in ways.as_chunks_mut::<{ OF_WAY.len() }>().0.iter_mut().enumerate() {
            if let Some(next) = self.maze.next(here, way) {
                *slot = self.way(&arrivals, here, way, next);
            }
        }
        let [x, y] = self.maze.position(here);
        let [across, down] = self.maze.step();
        let steps_to = |place: usize| (0..WAYS).map(|way| self.maze.ahead(here, way)[place]).min();
        let to = |place: usize| if place == here { Some(0) } else { steps_to(place) };
        let nearest = |places: &mut dyn Iterator<Item = usize>| nearness(places.filter_map(to).min());
        rest.copy_from_slice(&[
            (self.position[0] - x) / across,
            (self.position[1] - y) / down,
            (self.steps_until(arrivals[here]) / LEAD).min(1.0),
            nearest(&mut self.pursuers.iter().map(|pursuer| pursuer.place)),
            nearest(&mut self.prey.iter().copied()),
            nearest(&mut self.places_with_dots()),
            self.power,
        ]);
    }

    /// Whether a pursuer can reach the player within [`DANGER`] steps.
    pub fn in_danger(&self) -> bool {
        let Some(here) = self.maze.nearest(self.position) else { return false };
        self.steps_until(self.arrivals()[here]) < DANGER
    }

    fn places_with_dots(&self) -> impl Iterator<Item = usize> {
        self.dots.iter().enumerate().filter(|(_, dot)| **dot).map(|(place, _)| place)
    }

    /// The numbers of a way, in the order of [`OF_WAY`].
    fn way(&self, arrivals: &[u8], here: usize, way: usize, next: usize) -> [f32; OF_WAY.len()] {
        let ahead = self.maze.ahead(here, way);
        let nearest = |places: &mut dyn Iterator<Item = usize>| nearness(places.map(|place| ahead[place]).min());
        let (flight, flight_places) = self.flight(arrivals, here, next);
        let dots_ahead = self.places_with_dots().filter(|place| ahead[*place] <= DOTS_WITHIN).count();
        let (from, to) = (self.maze.to_quarters(here), self.maze.to_quarters(next));
        let gain = |quarter: usize| f32::from(from[quarter]) - f32::from(to[quarter]);
        [
            1.0,
            f32::from(u8::from(way == self.heading)),
            ((self.steps_until(arrivals[next]) - 1.0) / LEAD).clamp(-1.0, 1.0),
            f32::from(flight) / f32::from(FLIGHT),
            flight_places as f32 / FLIGHT_PLACES,
            nearest(&mut self.pursuers.iter().map(|pursuer| pursuer.place)),
            nearest(&mut self.prey.iter().copied()),
            nearest(&mut self.prizes.iter().copied()),
            nearest(&mut self.places_with_dots()),
            dots_ahead as f32 / DOTS,
            gain(0),
            gain(1),
            gain(2),
            gain(3),
        ]
    }

    /// Steps of the first pursuer that can be at each place, `[places]`.
    fn arrivals(&self) -> Vec<u8> {
        let mut first = vec![UNREACHED; self.maze.len()];
        for pursuer in &self.pursuers {
            for way in (0..WAYS).filter(|way| *way != pursuer.heading ^ 1) {
                for (slot, steps) in first.iter_mut().zip(self.maze.ahead(pursuer.place, way)) {
                    *slot = (*slot).min(*steps);
                }
            }
            first[pursuer.place] = 0;
        }
        first
    }

    /// The player's steps in the time of this many of a pursuer.
    fn steps_until(&self, arrival: u8) -> f32 {
        self.pace * f32::from(arrival)
    }

    /// How far the player can go from `next` without coming back `here`, always before any pursuer: steps, at most
    /// [`FLIGHT`], and the number of places on all such paths.
    fn flight(&self, arrivals: &[u8], here: usize, next: usize) -> (u8, usize) {
        let safe = |place: usize, steps: u8| self.steps_until(arrivals[place]) - f32::from(steps) > MARGIN;
        if !safe(next, 1) {
            return (0, 0);
        }
        let mut seen = vec![false; self.maze.len()];
        (seen[here], seen[next]) = (true, true);
        let mut queue = vec![(next, 1)];
        let mut at = 0;
        while let Some(&(place, steps)) = queue.get(at) {
            at += 1;
            for to in (0..WAYS).filter_map(|way| self.maze.next(place, way)) {
                if steps < FLIGHT && !seen[to] && safe(to, steps + 1) {
                    seen[to] = true;
                    queue.push((to, steps + 1));
                }
            }
        }
        (queue.last().map_or(0, |(_, steps)| *steps), queue.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::maze::tests::two_squares;
    use super::*;

    /// The player in the middle of the upper corridor of two squares.
    fn scene(maze: &Maze) -> MazeScene<'_> {
        MazeScene {
            maze,
            position: [8.0, 12.0],
            heading: 3,
            pursuers: vec![],
            pace: 1.0,
            prey: vec![],
            power: 0.0,
            prizes: vec![],
            dots: vec![false; maze.len()],
        }
    }

    fn numbers(scene: &MazeScene) -> ([[f32; OF_WAY.len()]; WAYS], Vec<f32>) {
        let mut into = [f32::NAN; SIZE];
        scene.observe(&mut into);
        let (ways, rest) = into.split_at(WAYS * OF_WAY.len());
        (std::array::from_fn(|way| std::array::from_fn(|at| ways[way * OF_WAY.len() + at])), rest.to_vec())
    }

    #[test]
    fn a_place_has_its_ways_out() {
        let maze = two_squares();
        let (ways, rest) = numbers(&scene(&maze));
        assert_eq!(ways.map(|way| way[0]), [0.0, 1.0, 1.0, 1.0], "open: down, left, right");
        assert_eq!(ways.map(|way| way[1]), [0.0, 0.0, 0.0, 1.0], "it heads right");
        assert_eq!(ways[0], [0.0; OF_WAY.len()], "a wall");
        assert!(ways[1][3] > 0.0 && rest[2] == 1.0, "nobody follows");
        let aside = MazeScene { position: [9.0, 12.0], ..scene(&maze) };
        assert_eq!(numbers(&aside).1[..2], [0.25, 0.0], "a pixel past the crossing");
        let nowhere = MazeScene { position: [40.0, 6.0], ..scene(&maze) };
        assert!(numbers(&nowhere).0.iter().flatten().all(|number| *number == 0.0));
        assert_eq!(names().count(), SIZE);
    }

    #[test]
    fn a_pursuer_that_comes_makes_a_way_unsafe_and_one_that_goes_does_not() {
        let maze = two_squares();
        let place = maze.nearest([16.0, 12.0]).unwrap();
        let comes = MazeScene { pursuers: vec![MazeFigure { place, heading: 2 }], ..scene(&maze) };
        let (ways, _) = numbers(&comes);
        assert_eq!(ways[3][3], 0.0, "two steps to the right it waits");
        assert!(ways[2][3] > 0.0 && ways[3][5] > ways[2][5], "{ways:?}");
        assert!(comes.in_danger() && !scene(&maze).in_danger());
        // It came from the left and cannot turn back.
        let goes = MazeScene { pursuers: vec![MazeFigure { place, heading: 3 }], ..scene(&maze) };
        assert!(numbers(&goes).0[3][2] > ways[3][2]);
    }

    #[test]
    fn ways_say_what_is_to_be_had() {
        let maze = two_squares();
        let at = |x: f32, y: f32| maze.nearest([x, y]).unwrap();
        let mut scene = MazeScene { prey: vec![at(0.0, 12.0)], prizes: vec![at(8.0, 0.0)], ..scene(&maze) };
        scene.dots[at(12.0, 12.0)] = true;
        let (ways, rest) = numbers(&scene);
        let best = |number: usize| (0..WAYS).max_by(|one, two| ways[*one][number].total_cmp(&ways[*two][number]));
        assert_eq!([best(6), best(7), best(8), best(9)].map(Option::unwrap), [2, 1, 3, 3]);
        assert_eq!(ways[3][8], nearness(Some(1)));
        assert_eq!(rest[4], nearness(Some(2)), "prey two steps to the left");
        assert!(ways[2][12] > 0.0 && ways[3][13] > 0.0, "the upper quarters are to the left and to the right");
    }
}
