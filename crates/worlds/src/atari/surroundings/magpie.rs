//! Magpie: its mazes, coins and cats as the other mazes have theirs.

use std::sync::LazyLock;

use super::maze::{Corridor, Maze};
use super::ways::{MazeFigure, MazeScene};
use crate::atari::Game;
use crate::atari::magpie::{self, CELLS, MAZES, Memory};

/// A cell is about four steps, so that a figure between two cells has its own place.
const STEP: [f32; 2] = [4.0, 4.25];
/// Sum of a line of the maze, counted downwards, and its y in the view.
const LINES: f32 = 167.0;
/// Where the quarters meet.
const MIDDLE: [f32; 2] = [76.0, 84.0];
/// Pixels in which the pace of a cat is measured.
const LONG: u16 = 64;

/// A maze and the place of each cell's middle, `[CELLS]`.
type CellPlaces = (Maze, Vec<Option<usize>>);

static PLACES: LazyLock<[CellPlaces; MAZES]> = LazyLock::new(|| std::array::from_fn(|level| places(level as u8)));

fn middle(cell: usize) -> [f32; 2] {
    let [x, y] = magpie::middle(cell);
    [x, LINES - y]
}

fn places(level: u8) -> CellPlaces {
    let walls = magpie::MagpieMaze::of_level(level);
    let open =
        |cell: usize| [1, 3].into_iter().filter_map(move |way| Some([middle(cell), middle(walls.next(cell, way)?)]));
    let corridors: Vec<Corridor> = (0..CELLS).flat_map(open).collect();
    let maze = Maze::new(&corridors, &[], STEP, MIDDLE);
    let of_cells = (0..CELLS).map(|cell| maze.nearest(middle(cell))).collect();
    (maze, of_cells)
}

pub fn scene(ram: &[u8; 128]) -> Option<MazeScene<'static>> {
    let memory = Memory(ram);
    let (maze, of_cells) = &PLACES[usize::from(memory.level()) % MAZES];
    let mut dots = vec![false; maze.len()];
    for place in (0..CELLS).filter(|cell| memory.coin(*cell)).filter_map(|cell| of_cells[cell]) {
        dots[place] = true;
    }
    let cats = (1..=memory.cats()).zip(Game::Magpie.others(ram));
    let pursuer = |(cat, at): (usize, Option<[f32; 2]>)| {
        Some(MazeFigure { place: maze.nearest(at?)?, heading: memory.direction(cat) })
    };
    Some(MazeScene {
        maze,
        position: Game::Magpie.position(ram, false),
        heading: memory.direction(0),
        pursuers: cats.filter_map(pursuer).collect(),
        pace: f32::from(memory.cat_frames(LONG)) / f32::from(LONG),
        prey: vec![],
        power: 0.0,
        prizes: vec![],
        dots,
    })
}
