//! The memory map that the cartridge promises; `cartridge/README.md` has it in words.

use atari2600::Console;

pub const COLUMNS: [u8; 10] = [6, 22, 38, 54, 70, 82, 98, 114, 130, 146];
pub const ROWS: [u8; 10] = [7, 24, 41, 58, 75, 92, 109, 126, 143, 160];

/// Bit of each column's coin.
const COINS: [u8; 10] = [0x80, 0x20, 0x02, 0x04, 0x40, 0x40, 0x04, 0x02, 0x20, 0x80];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Over,
    Play,
    Caught,
    Cleared,
}

/// What the memory says in one frame.
#[derive(Clone, Debug)]
pub struct Memory(pub [u8; 128]);

impl Memory {
    pub fn of(console: &Console) -> Self {
        Self(*console.ram())
    }

    fn at(&self, address: usize) -> u8 {
        self.0[address - 0x80]
    }

    pub fn state(&self) -> State {
        [State::Over, State::Play, State::Caught, State::Cleared][usize::from(self.at(0x84))]
    }

    pub fn lives(&self) -> u8 {
        self.at(0x86)
    }

    pub fn level(&self) -> u8 {
        self.at(0x87)
    }

    pub fn score(&self) -> u32 {
        [self.at(0x88), self.at(0x89)].iter().fold(0, |sum, byte| {
            assert!(byte >> 4 < 10 && byte & 15 < 10, "not a decimal number: {byte:02X}");
            100 * sum + 10 * u32::from(byte >> 4) + u32::from(byte & 15)
        })
    }

    pub fn coins_left(&self) -> u8 {
        self.at(0x8A)
    }

    pub fn near(&self) -> u8 {
        self.at(0x8B)
    }

    pub fn worth(&self) -> u8 {
        self.at(0x8C)
    }

    pub fn cats(&self) -> usize {
        usize::from(self.at(0x8D))
    }

    /// Left and top edge of the magpie (0) or of a cat (1 to 3).
    pub fn place(&self, object: usize) -> (u8, u8) {
        (self.at(0x8E + object), self.at(0x92 + object))
    }

    /// Column and row of the cell that an object moves to.
    pub fn cell(&self, object: usize) -> (usize, usize) {
        (usize::from(self.at(0x96 + object)), usize::from(self.at(0x9A + object)))
    }

    pub fn direction(&self, object: usize) -> u8 {
        self.at(0x9E + object)
    }

    pub fn coin(&self, column: usize, row: usize) -> bool {
        self.at(if column < 5 { 0xA5 } else { 0xAF } + row) & COINS[column] != 0
    }

    pub fn coins(&self) -> usize {
        (0..100).filter(|cell| self.coin(cell % 10, cell / 10)).count()
    }

    /// Pixels across and lines down from the magpie to a cat.
    pub fn distance(&self, cat: usize) -> (u8, u8) {
        let ((x, y), (cat_x, cat_y)) = (self.place(0), self.place(cat));
        (x.abs_diff(cat_x), y.abs_diff(cat_y))
    }
}
