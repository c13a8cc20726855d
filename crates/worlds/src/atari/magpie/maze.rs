//! The walls of the three mazes, and distances along their corridors. Walls are in the cartridge, not in the memory.

use std::sync::LazyLock;

/// Cells per row and per column.
pub const SIDE: usize = 10;
pub const CELLS: usize = SIDE * SIDE;
/// Mazes, which come in turn.
pub const MAZES: usize = 3;
/// Ways out of a cell: up, down, left, right, as the cartridge numbers them. The way back is `way ^ 1`.
pub const WAYS: usize = 4;
/// Pixels from one cell to the next; 17 downwards, 12 in the middle.
pub const STEP: u16 = 16;
/// The distance of cells that cannot be reached.
pub const UNREACHED: u16 = u16::MAX;

/// Left and top edge of an object in the middle of a cell.
pub const COLUMNS: [u8; SIDE] = [6, 22, 38, 54, 70, 82, 98, 114, 130, 146];
pub const ROWS: [u8; SIDE] = [7, 24, 41, 58, 75, 92, 109, 126, 143, 160];

/// A number for every cell, row by row.
pub type Field = [u16; CELLS];

/// The left halves of the mazes; the right halves mirror them. Every second line has beams, the others posts.
#[rustfmt::skip]
const HALVES: [[&[u8; 16]; 2 * SIDE + 1]; MAZES] = [
    [
        b"+--+--+--+--+---",
        b"|               ",
        b"+  +--+--+--+  +",
        b"|              |",
        b"+  +  +--+  +---",
        b"|  |           |",
        b"+  +--+--+--+  +",
        b"|              |",
        b"+  +--+  +--+  +",
        b"|               ",
        b"+--+  +--+  +---",
        b"|        |     |",
        b"+  +--+  +  +  +",
        b"|  |     |  |   ",
        b"+  +  +--+  +  +",
        b"|  |        |  |",
        b"+  +--+  +  +  +",
        b"|  |     |  |  |",
        b"+  +  +--+  +  +",
        b"|               ",
        b"+--+--+--+--+---",
    ],
    [
        b"+--+--+--+--+---",
        b"|              |",
        b"+  +--+--+  +  +",
        b"|           |   ",
        b"+  +--+--+--+  +",
        b"|              |",
        b"+  +--+--+--+---",
        b"|               ",
        b"+  +--+--+--+  +",
        b"|              |",
        b"+--+  +--+  +---",
        b"|        |      ",
        b"+  +--+  +  +  +",
        b"|     |  |  |  |",
        b"+  +  +  +  +  +",
        b"|  |  |  |  |  |",
        b"+  +  +  +  +  +",
        b"|  |     |  |   ",
        b"+  +  +--+  +  +",
        b"|              |",
        b"+--+--+--+--+---",
    ],
    [
        b"+--+--+--+--+---",
        b"|              |",
        b"+  +--+--+--+  +",
        b"|               ",
        b"+--+  +--+  +---",
        b"|        |     |",
        b"+  +--+  +--+  +",
        b"|        |     |",
        b"+  +--+--+  +  +",
        b"|           |   ",
        b"+  +--+--+  +---",
        b"|        |     |",
        b"+  +  +  +  +  +",
        b"|  |  |     |  |",
        b"+  +  +  +  +  +",
        b"|  |     |  |   ",
        b"+  +  +--+  +  +",
        b"|  |  |     |  |",
        b"+  +  +  +  +  +",
        b"|        |      ",
        b"+--+--+--+--+---",
    ],
];

/// The middle of each quarter, in the order of the areas: lower left, lower right, upper left, upper right.
const QUARTERS: [usize; 4] = [72, 77, 22, 27];

static ALL: LazyLock<[MagpieMaze; MAZES]> = LazyLock::new(|| HALVES.each_ref().map(MagpieMaze::read));

pub struct MagpieMaze {
    open: [[bool; WAYS]; CELLS],
    /// Steps to the middle of each quarter.
    pub to_quarters: [Field; 4],
}

/// The cell next to another, walls or not; None at the edge of the maze.
pub fn neighbour(cell: usize, way: usize) -> Option<usize> {
    let (row, column) = (cell / SIDE, cell % SIDE);
    match way {
        0 => (row > 0).then(|| cell - SIDE),
        1 => (row + 1 < SIDE).then(|| cell + SIDE),
        2 => (column > 0).then(|| cell - 1),
        _ => (column + 1 < SIDE).then(|| cell + 1),
    }
}

/// The cell nearest to a left and top edge in pixels.
pub fn cell_at([x, y]: [f32; 2]) -> usize {
    let nearest = |middles: &[u8; SIDE], at: f32| {
        let off = |index: &usize| (f32::from(middles[*index]) - at).abs();
        (0..SIDE).fold(0, |best, index| if off(&index) < off(&best) { index } else { best })
    };
    nearest(&ROWS, y) * SIDE + nearest(&COLUMNS, x)
}

/// Left and top edge, in pixels, of an object in the middle of a cell.
pub fn middle(cell: usize) -> [f32; 2] {
    [f32::from(COLUMNS[cell % SIDE]), f32::from(ROWS[cell / SIDE])]
}

impl MagpieMaze {
    /// The maze of a level: they come in turn.
    pub fn of_level(level: u8) -> &'static Self {
        &ALL[usize::from(level) % MAZES]
    }

    fn read(half: &[&[u8; 16]; 2 * SIDE + 1]) -> Self {
        // The whole maze is 31 characters wide, with its mirror axis at character 15.
        let wall = |line: usize, character: usize| half[line][character.min(30 - character)] != b' ';
        let mut open = [[false; WAYS]; CELLS];
        for (cell, ways) in open.iter_mut().enumerate() {
            let (line, left) = (2 * (cell / SIDE) + 1, 3 * (cell % SIDE));
            *ways = [!wall(line - 1, left + 1), !wall(line + 1, left + 1), !wall(line, left), !wall(line, left + 3)];
        }
        let mut maze = Self { open, to_quarters: [[0; CELLS]; 4] };
        maze.to_quarters = QUARTERS.map(|middle| maze.steps(|cell| cell == middle));
        maze
    }

    /// The cell behind an open way.
    pub fn next(&self, cell: usize, way: usize) -> Option<usize> {
        if self.open[cell][way] { neighbour(cell, way) } else { None }
    }

    /// Steps from every cell to the nearest of those that `wanted` holds for.
    pub fn steps(&self, wanted: impl Fn(usize) -> bool) -> Field {
        let mut field = [UNREACHED; CELLS];
        let (mut queue, mut end) = ([0; CELLS], 0);
        for cell in (0..CELLS).filter(|cell| wanted(*cell)) {
            (field[cell], queue[end]) = (0, cell);
            end += 1;
        }
        self.spread(&mut field, &mut queue, end, None);
        field
    }

    /// Steps from a cell to all others if the first step is not back to `previous`.
    pub fn steps_ahead(&self, from: usize, previous: usize) -> Field {
        let mut field = [UNREACHED; CELLS];
        let mut queue = [0; CELLS];
        (field[from], queue[0]) = (0, from);
        self.spread(&mut field, &mut queue, 1, Some((from, previous)));
        field
    }

    /// Breadth-first search from the first `end` cells of the queue, without the step `barred`.
    fn spread(&self, field: &mut Field, queue: &mut [usize; CELLS], mut end: usize, barred: Option<(usize, usize)>) {
        let mut at = 0;
        while at < end {
            let cell = queue[at];
            at += 1;
            for next in (0..WAYS).filter_map(|way| self.next(cell, way)) {
                if field[next] == UNREACHED && barred != Some((cell, next)) {
                    (field[next], queue[end]) = (field[cell] + 1, next);
                    end += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mazes_are_whole_and_without_dead_ends() {
        for maze in ALL.iter() {
            assert!(maze.to_quarters.iter().flatten().all(|steps| *steps < 40));
            for cell in 0..CELLS {
                let ways: Vec<usize> = (0..WAYS).filter_map(|way| maze.next(cell, way)).collect();
                assert!(ways.len() >= 2, "{cell}: {ways:?}");
                assert!(ways.iter().all(|next| (0..WAYS).any(|way| maze.next(*next, way) == Some(cell))));
            }
        }
    }

    /// Whether a way is open by the tables in a page of the cartridge, read as `IsOpen` in its source does.
    fn is_open(page: &[u8], maze: usize, cell: usize, way: usize) -> bool {
        const BEAM_BITS: [u8; SIDE] = [0x40, 0x20, 0x02, 0x04, 0x40, 0x40, 0x04, 0x02, 0x20, 0x40];
        const BEAM_TABLES: [usize; SIDE] = [0, 1, 1, 2, 2, 2, 2, 1, 1, 0];
        const POST_BITS: [u8; SIDE + 1] = [0, 0x80, 0x08, 0x01, 0x10, 0x02, 0x10, 0x01, 0x08, 0x80, 0];
        const POST_TABLES: [usize; SIDE + 1] = [3, 4, 4, 5, 5, 3, 5, 5, 4, 4, 3];
        let (row, column) = (cell / SIDE, cell % SIDE);
        let byte = |table: usize, row: usize| page[33 * table + 11 * maze + row];
        match way {
            0 | 1 => byte(BEAM_TABLES[column], row + way) & BEAM_BITS[column] == 0,
            _ => {
                let post = column + way - 2;
                POST_BITS[post] != 0 && byte(POST_TABLES[post], row) & POST_BITS[post] == 0
            }
        }
    }

    #[test]
    fn walls_are_those_of_the_cartridge() {
        let rom = std::fs::read("../../datasets/magpie.a26").unwrap();
        let same = |page: &[u8]| {
            (0..3).all(|maze| {
                (0..CELLS * WAYS).all(|at| {
                    let (cell, way) = (at / WAYS, at % WAYS);
                    is_open(page, maze, cell, way) == ALL[maze].open[cell][way]
                })
            })
        };
        assert_eq!(
            rom.as_chunks::<256>().0.iter().filter(|page| same(&page[..])).count(),
            1,
            "the page with the tables"
        );
    }

    #[test]
    fn distances_by_hand() {
        let maze = MagpieMaze::of_level(3);
        let field = maze.steps(|cell| cell == 0);
        assert_eq!([field[0], field[9], field[10], field[11]], [0, 9, 1, 2], "along the uppermost corridor");
        assert_eq!(maze.steps(|_| false), [UNREACHED; CELLS]);
        // From the second cell of that corridor, which is closed below, the first can be reached only by a detour.
        assert_eq!(maze.steps_ahead(1, 0)[2], 1);
        assert!(maze.steps_ahead(1, 0)[0] > 5);
        assert_eq!([cell_at([6.0, 7.0]), cell_at([150.0, 158.0])], [0, 99]);
    }
}
