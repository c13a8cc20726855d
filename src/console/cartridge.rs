//! Cartridges: 2 and 4 KB plain, 8 KB (F8, E0) and 16 KB (F6) in banks.

use thiserror::Error;

/// The bytes of a game and how they are switched. Never changes while a console runs.
pub struct Cartridge {
    bytes: [u8; MOST],
    kind: Kind,
    comb: bool,
}

const MOST: usize = 0x4000;

/// The checksum of Ms. Pac-Man, for which ALE draws no comb at the left edge.
const WITHOUT_COMB: u32 = 0xB2D0_8FC9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    /// Whole banks of 4 KB; reading or writing one of the addresses from here on selects one.
    Banks {
        from: u16,
        count: u16,
    },
    /// Four windows of 1 KB; the first three can show any eighth of the cartridge.
    Windows,
}

/// Where each of the four windows of 1 KB begins in the cartridge.
pub type Windows = [u16; 4];

#[derive(Debug, Error, PartialEq, Eq)]
pub enum CartridgeError {
    #[error("This file has {0} bytes; a cartridge for this console has 2, 4, 8 or 16 KB. Choose an Atari 2600 ROM.")]
    Size(usize),
}

impl Cartridge {
    pub fn new(rom: &[u8]) -> Result<Self, CartridgeError> {
        let kind = match rom.len() {
            0x0800 | 0x1000 => Kind::Plain,
            0x2000 if switches_windows(rom) => Kind::Windows,
            0x2000 => Kind::Banks { from: 0xFF8, count: 2 },
            0x4000 => Kind::Banks { from: 0xFF6, count: 4 },
            other => return Err(CartridgeError::Size(other)),
        };
        let mut bytes = [0; MOST];
        for (place, byte) in bytes.iter_mut().zip(rom.iter().cycle()) {
            *place = *byte;
        }
        Ok(Self { bytes, kind, comb: crc32fast::hash(rom) != WITHOUT_COMB })
    }

    /// Whether HMOVE darkens the left edge of a line.
    pub fn leaves_comb(&self) -> bool {
        self.comb
    }

    /// What is selected at power-on: for banks the last, where the start vector of these games is.
    pub fn first_windows(&self) -> Windows {
        match self.kind {
            Kind::Plain => bank(0),
            Kind::Banks { count, .. } => bank(count - 1),
            Kind::Windows => [0x1000, 0x1400, 0x1800, 0x1C00],
        }
    }

    #[inline]
    pub fn read(&self, windows: &mut Windows, address: u16) -> u8 {
        // All switches of all kinds are in the last 32 bytes.
        if address & 0xFE0 == 0xFE0 {
            self.switch(windows, address & 0xFFF);
        }
        let start = windows[(address >> 10) as usize & 3];
        self.bytes[(start + (address & 0x3FF)) as usize & (MOST - 1)]
    }

    /// What an access to `address` selects.
    pub fn switch(&self, windows: &mut Windows, address: u16) {
        match self.kind {
            Kind::Banks { from, count } if (from..from + count).contains(&address) => *windows = bank(address - from),
            Kind::Windows if (0xFE0..0xFF8).contains(&address) => windows[(address as usize - 0xFE0) / 8] = (address & 7) << 10,
            _ => {}
        }
    }
}

fn bank(number: u16) -> Windows {
    [0, 0x400, 0x800, 0xC00].map(|window| number << 12 | window)
}

/// Whether an 8 KB game reads or writes the switches of windows, which one with whole banks has no reason to.
fn switches_windows(rom: &[u8]) -> bool {
    let reads = |operand: &[u8]| matches!(operand, [0xE0..=0xF7, 0x1F | 0x3F | 0x5F | 0x7F | 0x9F | 0xBF | 0xDF | 0xFF]);
    rom.windows(3).filter(|code| matches!(code[0], 0xAD | 0x8D | 0x0C) && reads(&code[1..])).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(size: usize) -> Cartridge {
        Cartridge::new(&(0..size).map(|at| (at >> 10) as u8).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn small_games_repeat() {
        let game = numbered(0x800);
        let mut windows = game.first_windows();
        assert_eq!([0x1000, 0x1400, 0x1800, 0xFC00].map(|at| game.read(&mut windows, at)), [0, 1, 0, 1]);
    }

    #[test]
    fn banks_switch_on_reading() {
        let game = numbered(0x2000);
        let mut windows = game.first_windows();
        assert_eq!(game.read(&mut windows, 0x1000), 4);
        game.read(&mut windows, 0x1FF8);
        assert_eq!(game.read(&mut windows, 0x1400), 1);
        game.switch(&mut windows, 0xFF9);
        assert_eq!(game.read(&mut windows, 0xF400), 5);
    }

    #[test]
    fn odd_sizes_get_a_sentence() {
        assert_eq!(Cartridge::new(&[0; 100]).err(), Some(CartridgeError::Size(100)));
    }
}
