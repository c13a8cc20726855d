//! Alien: its maze, eggs, pulsar, prize and aliens. Nothing here is from the cartridge: corridors are the places where
//! recorded players were, bits are those that change when an egg is collected there (`tests/surroundings.rs` derives both
//! again from the recording).

use std::sync::LazyLock;

use super::maze::{Corridor, Maze};
use super::ways::{MazeFigure, MazeScene};
use crate::atari::Game;
use crate::atari::game::Ram;

/// Pixels per step, two decisions of the player, whose speed is the same across and down.
const STEP: [f32; 2] = [4.0, 4.0];
/// Steps of the player in the time of a step of an alien.
const PACE: f32 = 1.25;
/// Sum of an x in the left half and its mirror image.
const MIRROR: f32 = 120.0;

/// Corridors across, in the left half or through both: y in the view, and pairs of x.
const ACROSS: [(f32, &[[f32; 2]]); 7] = [
    (19.0, &[[4.0, 48.0]]),
    (31.0, &[[4.0, 24.0], [36.0, 84.0]]),
    (43.0, &[[4.0, 52.0]]),
    (55.0, &[[0.0, 120.0]]),
    (67.0, &[[4.0, 16.0], [36.0, 84.0]]),
    (79.0, &[[16.0, 52.0]]),
    (91.0, &[[4.0, 116.0]]),
];
/// Corridors down: pairs of y, and the x in the left half.
const DOWN: [(&[[f32; 2]], f32); 6] = [
    (&[[19.0, 43.0], [67.0, 91.0]], 4.0),
    (&[[43.0, 79.0]], 16.0),
    (&[[19.0, 31.0]], 24.0),
    (&[[31.0, 43.0], [55.0, 67.0], [79.0, 91.0]], 36.0),
    (&[[19.0, 31.0]], 48.0),
    (&[[43.0, 55.0], [67.0, 79.0]], 52.0),
];
/// The tunnel's ends are one place.
const TUNNEL: Corridor = [[0.0, 55.0], [120.0, 55.0]];

/// Eggs: one byte per row and half, rows 6 pixels apart from the top.
const EGGS: [usize; 2] = [65, 78];
const EGG_ROWS: usize = 13;
const TOP: f32 = 91.0;
const ROW_HEIGHT: f32 = 6.0;
/// Bit and x of each column in either half.
const EGG_COLUMNS: [[(u8, f32); 6]; 2] = [
    [(2, 4.0), (4, 16.0), (6, 24.0), (3, 36.0), (5, 48.0), (7, 52.0)],
    [(2, 68.0), (4, 72.0), (6, 84.0), (3, 96.0), (5, 104.0), (7, 116.0)],
];
/// Addresses of x and y of the pulsar and of the prize; a y of 0 means that there is none. They are drawn a pixel lower.
const PRIZES: [[usize; 2]; 2] = [[53, 46], [54, 47]];
/// One byte per alien, then the player's, with directions in the lowest two bits.
const DIRECTIONS: usize = 31;
const PLAYER: usize = 3;
/// Time for which aliens can be caught.
const POWER: usize = 104;
/// From the memory's directions, anticlockwise from right, to ways.
const WAY_OF: [usize; 4] = [3, 0, 2, 1];

static MAZE: LazyLock<Maze> = LazyLock::new(|| {
    let mirrored = |[[x, y], [to_x, to_y]]: Corridor| [[MIRROR - to_x, to_y], [MIRROR - x, y]];
    let mut corridors: Vec<Corridor> = Vec::new();
    for (y, pairs) in ACROSS {
        corridors.extend(pairs.iter().map(|[from, to]| [[*from, y], [*to, y]]));
    }
    for (pairs, x) in DOWN {
        corridors.extend(pairs.iter().map(|[from, to]| [[x, *from], [x, *to]]));
    }
    let other_half: Vec<Corridor> = corridors.iter().copied().map(mirrored).collect();
    corridors.extend(other_half);
    Maze::new(&corridors, &[TUNNEL], STEP, [MIRROR / 2.0, 55.0])
});

/// Byte, bit and place of every egg. Rows between two steps have their eggs on the place above or below.
static EGG_BITS: LazyLock<Vec<(usize, u8, usize)>> = LazyLock::new(|| {
    let bits = (0..EGG_ROWS).flat_map(|row| {
        let y = TOP - ROW_HEIGHT * row as f32;
        let halves = EGGS.into_iter().zip(EGG_COLUMNS);
        halves.flat_map(move |(first, columns)| columns.map(|(bit, x)| (first + row, bit, [x, y])))
    });
    // A place of a corridor across has the egg's y, one of a corridor down its x.
    let on_corridor = |[x, y]: [f32; 2]| {
        let place = MAZE.nearest([x, y])?;
        let at = MAZE.position(place);
        let upright = (0..2).any(|way| MAZE.next(place, way).is_some());
        (at == [x, y] || (at[0] == x && upright && (at[1] - y).abs() <= ROW_HEIGHT / 2.0)).then_some(place)
    };
    bits.filter_map(|(byte, bit, at)| Some((byte, bit, on_corridor(at)?))).collect()
});

/// What is where.
pub fn scene(ram: &Ram) -> Option<MazeScene<'static>> {
    let maze = &*MAZE;
    let way = |figure: usize| WAY_OF[usize::from(ram[DIRECTIONS + figure] & 3)];
    let aliens = Game::Alien.others(ram).into_iter().enumerate();
    let aliens = aliens.filter_map(|(number, at)| Some((number, at.and_then(|at| maze.nearest(at))?)));
    let (mut pursuers, mut prey) = (vec![], vec![]);
    for (number, place) in aliens {
        match ram[POWER] {
            0 => pursuers.push(MazeFigure { place, heading: way(number) }),
            _ => prey.push(place),
        }
    }
    let prizes = PRIZES.map(|address| address.map(|at| f32::from(ram[at]))).into_iter();
    let prizes = prizes.filter(|at| at[1] > 0.0).filter_map(|[x, y]| maze.nearest([x, y + 1.0])).collect();
    let mut dots = vec![false; maze.len()];
    for (byte, bit, place) in EGG_BITS.iter() {
        dots[*place] |= ram[*byte] >> bit & 1 == 1;
    }
    let (position, power) = (Game::Alien.position(ram, false), f32::from(ram[POWER]) / 255.0);
    Some(MazeScene { maze, position, heading: way(PLAYER), pursuers, pace: PACE, prey, power, prizes, dots })
}
