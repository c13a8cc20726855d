//! A maze as places along its corridors, and how far they are from each other.

/// Ways out of a place: up, down, left, right. The way back is `way ^ 1`.
pub const WAYS: usize = 4;
/// Steps to a place that cannot be reached, or is further than this.
pub const UNREACHED: u8 = u8::MAX;
/// What is further off a corridor than this many steps is not in the maze: a figure in its house, or one that is gone.
const OFF: f32 = 2.0;

/// A straight corridor from one corner `[x, y]` to another, in the plane of the game's view (pixels, y upwards).
pub type Corridor = [[f32; 2]; 2];

/// The neighbours of a place, by way.
type Neighbours = [Option<usize>; WAYS];

/// Places one step apart. A step is about the distance, in pixels across and down, that takes a player equally long.
pub struct Maze {
    step: [f32; 2],
    places: Vec<[f32; 2]>,
    neighbours: Vec<Neighbours>,
    /// Steps to every place by each way, without coming back here: `[places, WAYS, places]`.
    ahead: Vec<u8>,
    /// Steps to the middle of each quarter (lower left, lower right, upper left, upper right), `[4, places]`.
    to_quarters: [Vec<u8>; 4],
}

impl Maze {
    /// `tunnels` are pairs of places, left and right, that are one step apart. `middle` is where the quarters meet.
    pub fn new(corridors: &[Corridor], tunnels: &[Corridor], step: [f32; 2], middle: [f32; 2]) -> Self {
        let mut maze =
            Self { step, places: vec![], neighbours: vec![], ahead: vec![], to_quarters: [const { vec![] }; 4] };
        let ends: Vec<[f32; 2]> = corridors.iter().flatten().copied().collect();
        for corridor in corridors {
            maze.add(corridor, &ends, corridors);
        }
        for [left, right] in tunnels {
            if let (Some(left), Some(right)) = (maze.nearest(*left), maze.nearest(*right)) {
                maze.join(right, left, 3);
            }
        }
        let count = maze.places.len();
        let ways = (0..count * WAYS).map(|at| (at / WAYS, at % WAYS));
        maze.ahead = ways.flat_map(|(place, way)| maze.search(maze.next(place, way), Some(place))).collect();
        maze.to_quarters = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|side| maze.search(maze.centre(side, middle), None));
        maze
    }

    /// Adds the places of a corridor: where it ends or meets another, and in between one about every step.
    fn add(&mut self, [from, to]: &Corridor, ends: &[[f32; 2]], corridors: &[Corridor]) {
        let axis = usize::from(from[0] == to[0]);
        let across = |other: &&Corridor| other[0][1 - axis] != other[1][1 - axis] && other[0][axis] == other[1][axis];
        let within = |at: f32, [one, two]: [f32; 2]| (one.min(two)..=one.max(two)).contains(&at);
        let crossing = corridors.iter().filter(across).filter(|other| {
            within(other[0][axis], [from[axis], to[axis]])
                && within(from[1 - axis], [other[0][1 - axis], other[1][1 - axis]])
        });
        let own =
            ends.iter().filter(|end| end[1 - axis] == from[1 - axis] && within(end[axis], [from[axis], to[axis]]));
        let mut stops: Vec<f32> = crossing.map(|other| other[0][axis]).chain(own.map(|end| end[axis])).collect();
        stops.sort_unstable_by(f32::total_cmp);
        stops.dedup();
        let at = |along: f32| if axis == 0 { [along, from[1]] } else { [from[0], along] };
        for pair in stops.windows(2) {
            let pieces = ((pair[1] - pair[0]) / self.step[axis]).round().max(1.0);
            let mut last = self.place(at(pair[0]));
            for piece in 1..=pieces as usize {
                let next = self.place(at(pair[0] + (pair[1] - pair[0]) * piece as f32 / pieces));
                self.join(last, next, if axis == 0 { 3 } else { 0 });
                last = next;
            }
        }
    }

    /// The number of the place at a position, a new one where there is none yet.
    fn place(&mut self, position: [f32; 2]) -> usize {
        self.places.iter().position(|place| *place == position).unwrap_or_else(|| {
            self.places.push(position);
            self.neighbours.push([None; WAYS]);
            self.places.len() - 1
        })
    }

    fn join(&mut self, from: usize, to: usize, way: usize) {
        self.neighbours[from][way] = Some(to);
        self.neighbours[to][way ^ 1] = Some(from);
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn position(&self, place: usize) -> [f32; 2] {
        self.places[place]
    }

    /// Pixels per step, across and down.
    pub fn step(&self) -> [f32; 2] {
        self.step
    }

    /// The place next to another.
    pub fn next(&self, place: usize, way: usize) -> Option<usize> {
        self.neighbours[place][way]
    }

    /// The place nearest to a position; None where the position is not in the maze.
    pub fn nearest(&self, [x, y]: [f32; 2]) -> Option<usize> {
        let off = |place: &[f32; 2]| (place[0] - x).abs() / self.step[0] + (place[1] - y).abs() / self.step[1];
        let mut best = (OFF, None);
        for (number, place) in self.places.iter().enumerate() {
            if off(place) < best.0 {
                best = (off(place), Some(number));
            }
        }
        best.1
    }

    /// Steps to every place that begin with `way` and do not come back to `place`; [`UNREACHED`] behind a wall.
    pub fn ahead(&self, place: usize, way: usize) -> &[u8] {
        let count = self.places.len();
        &self.ahead[(place * WAYS + way) * count..][..count]
    }

    /// Steps from every place to a goal, `[places]`.
    pub fn steps_to(&self, goal: usize) -> Vec<u8> {
        self.search(Some(goal), None)
    }

    /// Steps from a place to the middle of each quarter.
    pub fn to_quarters(&self, place: usize) -> [u8; 4] {
        self.to_quarters.each_ref().map(|steps| steps[place])
    }

    /// The place nearest to the middle of a quarter.
    fn centre(&self, side: [usize; 2], middle: [f32; 2]) -> Option<usize> {
        let edge = |axis: usize| {
            let along = self.places.iter().map(|place| place[axis]);
            if side[axis] == 0 { along.fold(f32::MAX, f32::min) } else { along.fold(f32::MIN, f32::max) }
        };
        let wanted = [0, 1].map(|axis| (edge(axis) + middle[axis]) / 2.0);
        let off = |place: usize| (0..2).map(|axis| (self.places[place][axis] - wanted[axis]).abs()).sum::<f32>();
        (0..self.places.len()).min_by(|one, two| off(*one).total_cmp(&off(*two)))
    }

    /// Breadth-first search. With `barred`, the first place is a step away from it, and it is not entered.
    fn search(&self, from: Option<usize>, barred: Option<usize>) -> Vec<u8> {
        let mut steps = vec![UNREACHED; self.places.len()];
        let Some(from) = from else { return steps };
        steps[from] = u8::from(barred.is_some());
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&place) = queue.get(at) {
            at += 1;
            for next in self.neighbours[place].into_iter().flatten() {
                if steps[next] == UNREACHED && Some(next) != barred && steps[place] < UNREACHED - 1 {
                    steps[next] = steps[place] + 1;
                    queue.push(next);
                }
            }
        }
        steps
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two squares side by side, 8 by 6 pixels each, and a tunnel along the lower edge:
    ///
    /// ```text
    /// y 12  +---+---+
    ///       |   |   |
    /// y 0  =+---+---+=
    ///    x  0   8  16
    /// ```
    pub fn two_squares() -> Maze {
        let corridors = [
            [[0.0, 12.0], [16.0, 12.0]],
            [[0.0, 0.0], [16.0, 0.0]],
            [[0.0, 0.0], [0.0, 12.0]],
            [[8.0, 0.0], [8.0, 12.0]],
            [[16.0, 0.0], [16.0, 12.0]],
        ];
        Maze::new(&corridors, &[[[0.0, 0.0], [16.0, 0.0]]], [4.0, 6.0], [8.0, 6.0])
    }

    #[test]
    fn corridors_become_places_a_step_apart() {
        let maze = two_squares();
        assert_eq!(maze.len(), 5 + 5 + 3, "two rows of five, and the middles of three columns");
        let at = |x: f32, y: f32| maze.nearest([x, y]).unwrap();
        let (corner, middle) = (at(0.0, 12.0), at(8.0, 12.0));
        assert_eq!(maze.neighbours[corner].map(|next| next.is_some()), [false, true, false, true]);
        assert_eq!(maze.neighbours[middle].map(|next| next.is_some()), [false, true, true, true]);
        assert_eq!(maze.next(corner, 1), Some(at(0.0, 6.0)));
        assert_eq!(maze.next(at(0.0, 0.0), 2), Some(at(16.0, 0.0)), "through the tunnel");
        assert_eq!(maze.next(at(16.0, 0.0), 3), Some(at(0.0, 0.0)));
        assert_eq!(maze.nearest([40.0, 6.0]), None, "outside");
        assert_eq!(maze.position(at(5.0, 1.0)), [4.0, 0.0], "the nearest");
    }

    #[test]
    fn ways_have_distances_of_their_own() {
        let maze = two_squares();
        let at = |x: f32, y: f32| maze.nearest([x, y]).unwrap();
        let (here, left, below) = (at(8.0, 12.0), at(0.0, 12.0), at(8.0, 0.0));
        assert_eq!(maze.ahead(here, 2)[left], 2);
        assert_eq!(maze.ahead(here, 1)[left], 6, "down and round the square");
        assert_eq!(maze.ahead(here, 1)[below], 2);
        assert!(maze.ahead(here, 0).iter().all(|steps| *steps == UNREACHED), "a wall");
        assert_eq!(maze.ahead(here, 2)[here], UNREACHED, "a way does not come back");
    }
}
