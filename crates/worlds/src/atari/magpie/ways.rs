//! Where the ways out of the magpie's cell lead: how soon cats can be there, and whether one can go on.

use super::maze::{CELLS, Field, MagpieMaze, STEP, UNREACHED, WAYS};
use super::memory::Memory;

/// Steps that a flight is planned ahead.
pub const FLIGHT: u16 = 8;
/// Frames that the magpie has to be at a cell before a cat; a cat catches it from 5 pixels away.
const MARGIN: i32 = 9;

/// One way out of the cell that the magpie moves to or stands in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way {
    /// The cell behind it.
    pub cell: usize,
    /// Frames until the magpie is there.
    pub frames: u16,
    /// Frames by which it is there before any cat; negative where a cat is first or comes towards it.
    pub lead: i32,
    /// Steps that it can then go on before any cat, up to [`FLIGHT`].
    pub flight: u16,
}

pub struct Ways {
    pub maze: &'static MagpieMaze,
    /// The cell that the magpie moves to or stands in.
    pub here: usize,
    /// By direction; None where there is a wall.
    pub ways: [Option<Way>; WAYS],
    /// Steps from every cell to the nearest cat.
    pub to_cats: Field,
    /// Frames after which the first cat can be at the magpie's cell.
    pub caught_after: u16,
}

impl Ways {
    pub fn new(memory: Memory) -> Self {
        let (maze, here) = (MagpieMaze::of_level(memory.level()), memory.cell(0));
        let cats = 1..=memory.cats();
        let to_cats = maze.steps(|cell| cats.clone().any(|cat| memory.cell(cat) == cell));
        let arrivals = arrivals(maze, memory);
        // Cats do not turn back, so what is behind one is safe, but not the way towards it.
        let oncoming = |from: usize, to: usize| {
            cats.clone().any(|cat| (memory.cell(cat), memory.previous(cat)) == (from, to) && memory.remaining(cat) > 0)
        };
        let way = |direction: usize| {
            let cell = maze.next(here, direction)?;
            let left = memory.remaining(0);
            let back = left > 0 && direction == memory.direction(0) ^ 1;
            let frames = if back { STEP.saturating_sub(left) } else { left + STEP };
            let lead = if oncoming(here, cell) { -MARGIN } else { i32::from(arrivals[cell]) - i32::from(frames) };
            let flight = flight(maze, &arrivals, &oncoming, (here, cell), frames);
            Some(Way { cell, frames, lead, flight: if lead > MARGIN { flight } else { 0 } })
        };
        Self { maze, here, ways: [0, 1, 2, 3].map(way), to_cats, caught_after: arrivals[here] }
    }
}

/// Frames after which the first cat can be at each cell.
fn arrivals(maze: &MagpieMaze, memory: Memory) -> Field {
    let mut first = [UNREACHED; CELLS];
    for cat in 1..=memory.cats() {
        let (cell, previous, left) = (memory.cell(cat), memory.previous(cat), memory.remaining(cat));
        for (slot, steps) in first.iter_mut().zip(maze.steps_ahead(cell, previous)) {
            if steps < UNREACHED {
                *slot = (*slot).min(memory.cat_frames(left + STEP * steps));
            }
        }
    }
    first
}

/// Steps that can be taken from the second of two cells, without going back to the first, always before any cat.
fn flight(
    maze: &MagpieMaze,
    arrivals: &Field,
    oncoming: &dyn Fn(usize, usize) -> bool,
    (from, to): (usize, usize),
    frames: u16,
) -> u16 {
    let mut seen = [false; CELLS];
    (seen[from], seen[to]) = (true, true);
    let (mut edge, mut next_edge) = (vec![to], vec![]);
    for step in 1..=FLIGHT {
        let there = i32::from(frames) + i32::from(STEP) * i32::from(step);
        for cell in edge.drain(..) {
            for next in (0..WAYS).filter_map(|way| maze.next(cell, way)) {
                let safe = i32::from(arrivals[next]) - there > MARGIN && !oncoming(cell, next);
                if safe && !std::mem::replace(&mut seen[next], true) {
                    next_edge.push(next);
                }
            }
        }
        if next_edge.is_empty() {
            return step - 1;
        }
        std::mem::swap(&mut edge, &mut next_edge);
    }
    FLIGHT
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The magpie at the left of the uppermost corridor of the first maze, a cat some cells to its right.
    fn corridor(cat_column: u8, cat_direction: u8) -> [u8; 128] {
        let mut ram = [0; 128];
        (ram[0x04], ram[0x0D]) = (1, 1);
        (ram[0x0E], ram[0x12]) = (22, 7);
        (ram[0x16], ram[0x1A], ram[0x1E]) = (1, 0, 3);
        (ram[0x0F], ram[0x13]) = (6 + 16 * cat_column, 7);
        (ram[0x17], ram[0x1B], ram[0x1F]) = (cat_column, 0, cat_direction);
        ram
    }

    #[test]
    fn a_cat_that_comes_closes_a_way_and_one_that_goes_does_not() {
        let (left, right) = (2, 3);
        let comes = corridor(3, left as u8);
        let ways = Ways::new(Memory(&comes)).ways;
        assert!(ways[0].is_none() && ways[1].is_none(), "a corridor");
        assert!(ways[right].unwrap().lead < 10 && ways[left].unwrap().flight == FLIGHT);
        let goes = corridor(3, right as u8);
        assert!(Ways::new(Memory(&goes)).ways[right].unwrap().lead > 60);
    }

    #[test]
    fn a_cat_on_the_way_to_this_cell_is_not_run_into() {
        let mut ram = corridor(1, 2);
        // Between the second and the third cell, moving left to the second.
        ram[0x0F] = 30;
        let ways = Ways::new(Memory(&ram)).ways;
        assert!(ways[3].unwrap().lead < 0 && ways[3].unwrap().flight == 0);
    }
}
