//! The memory map that the cartridge promises. Bytes out of range, which no cartridge writes, are brought into it:
//! recordings are files, and files can hold anything.

use super::maze::{COLUMNS, ROWS, SIDE, neighbour};

const STATE: usize = 0x04;
const LIVES: usize = 0x06;
const LEVEL: usize = 0x07;
const NEAR: usize = 0x0B;
const CATS: usize = 0x0D;
const XS: usize = 0x0E;
const YS: usize = 0x12;
const CELL_COLUMNS: usize = 0x16;
const CELL_ROWS: usize = 0x1A;
const DIRECTIONS: usize = 0x1E;
/// Coins of columns 0 to 4, one byte per row, and of columns 5 to 9.
const COINS: [usize; 2] = [0x25, 0x2F];
const COIN_BITS: [u8; SIDE] = [0x80, 0x20, 0x02, 0x04, 0x40, 0x40, 0x04, 0x02, 0x20, 0x80];

/// Values of the state.
const OVER: u8 = 0;
const PLAY: u8 = 1;
const CAUGHT: u8 = 2;

/// Speed of the cats by level, in 256ths of a pixel per frame; the magpie's is 256.
const PACES: [u16; 8] = [0xB0, 0xC0, 0xCC, 0xD8, 0xE2, 0xEC, 0xF4, 0xFA];

#[derive(Clone, Copy)]
pub struct Memory<'a>(pub &'a [u8; 128]);

impl Memory<'_> {
    pub fn is_over(self) -> bool {
        self.0[STATE] == OVER
    }

    pub fn in_play(self) -> bool {
        self.0[STATE] == PLAY
    }

    pub fn is_caught(self) -> bool {
        self.0[STATE] == CAUGHT
    }

    pub fn lives(self) -> u8 {
        self.0[LIVES]
    }

    pub fn level(self) -> u8 {
        self.0[LEVEL]
    }

    /// The two bytes of the score, binary-coded decimal.
    pub fn score(self) -> [u8; 2] {
        [self.0[8], self.0[9]]
    }

    /// Distance to the nearest cat, pixels across plus lines down, at most 255.
    pub fn near(self) -> u8 {
        self.0[NEAR]
    }

    pub fn cats(self) -> usize {
        usize::from(self.0[CATS]).min(3)
    }

    /// Left and top edge of the magpie (0) or of a cat (1 to 3), the top in lines of the maze.
    pub fn place(self, object: usize) -> [u8; 2] {
        [self.0[XS + object], self.0[YS + object]]
    }

    /// The cell that an object moves to or stands in.
    pub fn cell(self, object: usize) -> usize {
        let within = |byte: u8| usize::from(byte).min(SIDE - 1);
        within(self.0[CELL_ROWS + object]) * SIDE + within(self.0[CELL_COLUMNS + object])
    }

    /// The way of an object's last move: up, down, left, right.
    pub fn direction(self, object: usize) -> usize {
        usize::from(self.0[DIRECTIONS + object] & 3)
    }

    /// Pixels that an object is away from the middle of its cell.
    pub fn remaining(self, object: usize) -> u16 {
        let (cell, [x, y]) = (self.cell(object), self.place(object));
        u16::from(x.abs_diff(COLUMNS[cell % SIDE])) + u16::from(y.abs_diff(ROWS[cell / SIDE]))
    }

    /// The cell from which an object comes, at the edge of the maze its own.
    pub fn previous(self, object: usize) -> usize {
        let cell = self.cell(object);
        neighbour(cell, self.direction(object) ^ 1).unwrap_or(cell)
    }

    pub fn coin(self, cell: usize) -> bool {
        let (row, column) = (cell / SIDE, cell % SIDE);
        self.0[COINS[usize::from(column >= SIDE / 2)] + row] & COIN_BITS[column] != 0
    }

    /// Frames in which a cat moves this many pixels.
    pub fn cat_frames(self, pixels: u16) -> u16 {
        let pace = PACES[usize::from(self.level()).min(PACES.len() - 1)];
        (u32::from(pixels) * 256 / u32::from(pace)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        for byte in [0, 9, 10, 127, 255] {
            let ram = [byte; 128];
            let memory = Memory(&ram);
            for object in 0..=memory.cats() {
                assert!(memory.cell(object) < 100 && memory.previous(object) < 100);
                assert!(memory.cat_frames(memory.remaining(object)) < 1000);
            }
        }
    }

    #[test]
    fn coins_have_a_bit_each() {
        for cell in 0..100 {
            let mut ram = [0; 128];
            let row = cell / 10;
            (ram[COINS[0] + row], ram[COINS[1] + row]) = (0xE6, 0xE6);
            let coins = (0..100).filter(|cell| Memory(&ram).coin(*cell)).count();
            assert_eq!((coins, Memory(&ram).coin(cell)), (10, true));
        }
    }
}
