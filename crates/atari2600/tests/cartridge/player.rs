//! A player that finds its way by the walls it sees, gathers coins and keeps away from cats.

use std::collections::VecDeque;

use atari2600::{Console, JoystickAction, WIDTH};

use super::memory::{COLUMNS, Memory, ROWS};

/// Lines from one row to the next.
const PITCH: usize = 17;
const FAR: u32 = 1000;

/// The row of the picture in which the maze begins: a dark joint before the uppermost beam.
pub fn top(console: &Console) -> usize {
    let lit = console.screen().chunks(WIDTH).position(|row| row[1] != 0);
    lit.expect("a maze in the picture") - 1
}

/// Ways out of each cell, by direction: up, down, left, right.
pub struct Maze {
    open: [[[bool; 4]; 10]; 10],
}

impl Maze {
    /// Reads the walls off the picture. No object may be between two cells.
    pub fn seen(console: &Console) -> Self {
        let lit = |x: usize, y: usize| console.screen()[y * WIDTH + x] != 0;
        let top = top(console);
        let beam = |column: usize, beam: usize| lit(usize::from(COLUMNS[column]) + 3, top + PITCH * beam + 3);
        let post = |left: usize, row: usize| {
            let x = match left {
                0..4 => 16 * left + 17,
                4 => 79,
                _ => 159 - (16 * (8 - left) + 17),
            };
            lit(x, top + PITCH * row + 8)
        };
        let mut open = [[[false; 4]; 10]; 10];
        for (row, cells) in open.iter_mut().enumerate() {
            for (column, ways) in cells.iter_mut().enumerate() {
                *ways = [
                    !beam(column, row),
                    !beam(column, row + 1),
                    column > 0 && !post(column - 1, row),
                    column < 9 && !post(column, row),
                ];
            }
        }
        Self { open }
    }

    fn neighbours(&self, (column, row): (usize, usize)) -> impl Iterator<Item = (usize, (usize, usize))> {
        let cells =
            [(column, row.wrapping_sub(1)), (column, row + 1), (column.wrapping_sub(1), row), (column + 1, row)];
        let open = self.open[row][column];
        (0..4).filter(move |way| open[*way]).map(move |way| (way, cells[way]))
    }

    /// Steps from the nearest of some cells to every cell, over those that `may` be entered after so many steps.
    pub fn steps(&self, from: &[(usize, usize)], may: impl Fn((usize, usize), u32) -> bool) -> [[u32; 10]; 10] {
        let mut steps = [[FAR; 10]; 10];
        let mut queue = VecDeque::new();
        for cell in from {
            steps[cell.1][cell.0] = 0;
            queue.push_back(*cell);
        }
        while let Some(cell) = queue.pop_front() {
            let so_far = steps[cell.1][cell.0];
            for (_, (column, row)) in self.neighbours(cell) {
                if steps[row][column] == FAR && may((column, row), so_far + 1) {
                    steps[row][column] = so_far + 1;
                    queue.push_back((column, row));
                }
            }
        }
        steps
    }

    pub fn is_whole(&self) -> bool {
        self.steps(&[(0, 0)], |_, _| true).iter().flatten().all(|steps| *steps < FAR)
    }

    pub fn has_dead_ends(&self) -> bool {
        self.open.iter().flatten().any(|ways| ways.iter().filter(|way| **way).count() < 2)
    }

    /// The way to the nearest coin that can be had `margin` steps before any cat, else away from the cats.
    pub fn choose(&self, memory: &Memory, margin: u32) -> JoystickAction {
        let here = memory.cell(0);
        let (x, y) = memory.place(0);
        if (x, y) != (COLUMNS[here.0], ROWS[here.1]) {
            return stick(usize::from(memory.direction(0)));
        }
        let cats: Vec<_> = (1..=memory.cats()).map(|cat| memory.cell(cat)).collect();
        let danger = self.steps(&cats, |_, _| true);
        let mine = |way: (usize, usize)| {
            self.steps(&[way], |cell, steps| cell != here && steps + 1 + margin < danger[cell.1][cell.0])
        };
        let best = self.neighbours(here).min_by_key(|(_, cell)| {
            let close = danger[cell.1][cell.0];
            if close <= margin + 1 {
                return 3 * FAR - close;
            }
            let steps = mine(*cell);
            let coins = (0..100).filter(|at| memory.coin(at % 10, at / 10));
            coins.map(|at| steps[at / 10][at % 10]).min().unwrap_or(FAR).min(FAR + 100 - close)
        });
        best.map_or(JoystickAction::NOOP, |(way, _)| stick(way))
    }
}

fn stick(way: usize) -> JoystickAction {
    let (x, y) = [(0, -1), (0, 1), (-1, 0), (1, 0)][way];
    JoystickAction::from_direction(x, y, false)
}
