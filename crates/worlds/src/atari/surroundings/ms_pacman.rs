//! Ms. Pac-Man: its first maze, dots, pills and ghosts. Nothing here is from the cartridge: corridors are the places where
//! recorded players were, bits are those that change when something is eaten there (`tests/surroundings.rs` derives both
//! again from the recording).

use std::sync::LazyLock;

use super::maze::{Corridor, Maze};
use super::ways::{MazeFigure, MazeScene};
use crate::atari::Game;
use crate::atari::game::Ram;

/// Pixels across and down that take a player equally long.
const STEP: [f32; 2] = [4.0, 6.0];
/// Steps of the player in the time of a step of a ghost, which is a little slower.
const PACE: f32 = 1.1;
/// Sum of a y in the memory, counted downwards, and its y in the view.
const HEIGHT: f32 = 160.0;

/// Corridors across: y in the view, and pairs of x.
const ACROSS: [(f32, &[[f32; 2]]); 8] = [
    (158.0, &[[18.0, 42.0], [58.0, 118.0], [134.0, 158.0]]),
    (134.0, &[[18.0, 158.0]]),
    (110.0, &[[12.0, 26.0], [42.0, 134.0], [150.0, 171.0]]),
    (86.0, &[[26.0, 66.0], [110.0, 150.0]]),
    (62.0, &[[12.0, 26.0], [42.0, 134.0], [150.0, 171.0]]),
    (38.0, &[[18.0, 42.0], [74.0, 102.0], [134.0, 158.0]]),
    (26.0, &[[58.0, 74.0], [102.0, 118.0]]),
    (2.0, &[[18.0, 158.0]]),
];
/// Corridors down: pairs of y, and the x in the left half; the right half mirrors it.
const DOWN: [(&[[f32; 2]], f32); 6] = [
    (&[[158.0, 134.0], [38.0, 2.0]], 18.0),
    (&[[134.0, 38.0]], 26.0),
    (&[[158.0, 110.0], [62.0, 2.0]], 42.0),
    (&[[158.0, 134.0], [62.0, 26.0]], 58.0),
    (&[[134.0, 62.0]], 66.0),
    (&[[62.0, 2.0]], 74.0),
];
/// Sum of an x in the left half and its mirror image.
const MIRROR: f32 = 176.0;
/// Heights of the tunnels, whose ends are one place.
const TUNNELS: [f32; 2] = [110.0, 62.0];
const ENDS: [f32; 2] = [12.0, 171.0];

/// Dots: three bytes per row, rows 12 pixels apart from the top. Of a set bit without corridor nothing is to be had.
const DOTS: usize = 59;
const DOT_ROWS: usize = 14;
const ROW_HEIGHT: f32 = 12.0;
/// Byte of the row, bit and x of each column.
const DOT_COLUMNS: [(usize, u8, f32); 18] = [
    (0, 6, 18.0),
    (1, 7, 26.0),
    (1, 5, 34.0),
    (1, 3, 42.0),
    (1, 1, 50.0),
    (2, 0, 58.0),
    (2, 2, 66.0),
    (2, 4, 74.0),
    (2, 6, 82.0),
    (1, 6, 94.0),
    (1, 4, 102.0),
    (1, 2, 110.0),
    (1, 0, 118.0),
    (2, 1, 126.0),
    (2, 3, 134.0),
    (2, 5, 142.0),
    (2, 7, 150.0),
    (0, 4, 158.0),
];
/// Pills: bit of byte 117 and place.
const PILLS: usize = 117;
const PILL_PLACES: [(u8, [f32; 2]); 4] =
    [(5, [18.0, 146.0]), (3, [158.0, 146.0]), (4, [18.0, 14.0]), (2, [158.0, 14.0])];
/// The fruit; its x is 0 where there is none.
const FRUIT: [usize; 2] = [11, 17];
/// The maze, 0 for the first; the player's direction; one byte per ghost from the second on; time that ghosts can be eaten.
const LEVEL: usize = 0;
const GHOSTS: usize = 1;
const DIRECTION: usize = 56;
const POWER: usize = 116;
/// A ghost's byte: it can be eaten; what it does (bits 4 to 6); its direction.
const EDIBLE: u8 = 0x80;
const EYES: u8 = 4;
const ENTERS_HOUSE: u8 = 6;
const AT_HOME: u8 = 7;
/// From the memory's directions, clockwise from up, to ways.
const WAY_OF: [usize; 4] = [0, 3, 1, 2];

static MAZE: LazyLock<Maze> = LazyLock::new(|| {
    let down = |from: f32, to: f32, x: f32| [[x, from], [x, to]];
    let mut corridors: Vec<Corridor> = Vec::new();
    for (y, pairs) in ACROSS {
        corridors.extend(pairs.iter().map(|[from, to]| [[*from, y], [*to, y]]));
    }
    for (pairs, x) in DOWN {
        corridors.extend(pairs.iter().flat_map(|[from, to]| [x, MIRROR - x].map(|x| down(*from, *to, x))));
    }
    let tunnels = TUNNELS.map(|y| ENDS.map(|x| [x, y]));
    Maze::new(&corridors, &tunnels, STEP, [MIRROR / 2.0, HEIGHT / 2.0])
});

/// Places of the dots with byte and bit, those under pills left out.
static DOT_BITS: LazyLock<Vec<(usize, u8, usize)>> = LazyLock::new(|| {
    let bits = (0..DOT_ROWS).flat_map(|row| {
        let y = HEIGHT - 2.0 - ROW_HEIGHT * row as f32;
        DOT_COLUMNS.map(|(byte, bit, x)| (DOTS + 3 * row + byte, bit, [x, y]))
    });
    let is_pill = |at: &[f32; 2]| PILL_PLACES.iter().any(|(_, place)| place == at);
    // In the tunnels no place is exactly where the dot is.
    let close = |place: &usize, at: [f32; 2]| (0..2).all(|axis| (MAZE.position(*place)[axis] - at[axis]).abs() <= 1.0);
    let on_corridor = |at: [f32; 2]| MAZE.nearest(at).filter(|place| close(place, at));
    bits.filter(|(_, _, at)| !is_pill(at)).filter_map(|(byte, bit, at)| Some((byte, bit, on_corridor(at)?))).collect()
});

/// The maze; None for later ones, which are not known.
pub fn maze(ram: &Ram) -> Option<&'static Maze> {
    (ram[LEVEL] == 0).then(|| &*MAZE)
}

/// The way of the player's last move.
pub fn heading(ram: &Ram) -> usize {
    WAY_OF[usize::from(ram[DIRECTION] & 3)]
}

/// What is where; None in mazes that are not known.
pub fn scene(ram: &Ram) -> Option<MazeScene<'static>> {
    let maze = maze(ram)?;
    let mut scene = MazeScene {
        maze,
        position: Game::MsPacman.position(ram, false),
        heading: heading(ram),
        pursuers: vec![],
        pace: PACE,
        prey: vec![],
        power: f32::from(ram[POWER].min(127)) / 127.0,
        prizes: vec![],
        dots: vec![false; maze.len()],
    };
    for (ghost, position) in Game::MsPacman.others(ram).into_iter().enumerate() {
        let byte = ram[GHOSTS + ghost];
        let roams = ![EYES, ENTERS_HOUSE, AT_HOME].contains(&(byte >> 4 & 7));
        let Some(place) = position.filter(|_| roams).and_then(|at| maze.nearest(at)) else { continue };
        match byte & EDIBLE {
            0 => scene.pursuers.push(MazeFigure { place, heading: WAY_OF[usize::from(byte & 3)] }),
            _ => scene.prey.push(place),
        }
    }
    if scene.prey.is_empty() {
        scene.power = 0.0;
    }
    let pills = PILL_PLACES.iter().filter(|(bit, _)| ram[PILLS] >> bit & 1 == 1).map(|(_, at)| *at);
    let fruit = FRUIT.map(|address| f32::from(ram[address]));
    let fruit = Some([fruit[0], HEIGHT - fruit[1]]).filter(|at| at[0] > 0.0);
    scene.prizes.extend(pills.chain(fruit).filter_map(|at| maze.nearest(at)));
    for (byte, bit, place) in DOT_BITS.iter() {
        scene.dots[*place] = ram[*byte] >> bit & 1 == 1;
    }
    Some(scene)
}
