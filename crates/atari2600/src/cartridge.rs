//! Cartridges: 2 and 4 KB plain, 8 KB (F8) and 16 KB (F6) in banks.

use thiserror::Error;

/// The bytes of a game and how they are switched. Never changes while a console runs.
pub struct Cartridge {
    /// With a few to spare, so that four can be read anywhere.
    bytes: [u8; MOST + 4],
    switches: Switches,
    comb: bool,
}

const MOST: usize = 0x4000;

/// The checksum of Ms. Pac-Man, for which ALE draws no comb at the left edge.
const WITHOUT_COMB: u32 = 0xB2D0_8FC9;

/// Reading or writing one of the last addresses selects a bank of 4 KB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Switches {
    first: u16,
    count: u16,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum CartridgeError {
    #[error(
        "This file has {bytes} bytes; a cartridge for this console has 2, 4, 8 or 16 KB. Choose an Atari 2600 ROM."
    )]
    Size { bytes: usize },
}

impl Cartridge {
    pub fn new(rom: &[u8]) -> Result<Self, CartridgeError> {
        let switches = match rom.len() {
            0x0800 | 0x1000 => Switches { first: 0, count: 0 },
            0x2000 => Switches { first: 0xFF8, count: 2 },
            0x4000 => Switches { first: 0xFF6, count: 4 },
            other => return Err(CartridgeError::Size { bytes: other }),
        };
        let mut bytes = [0; MOST + 4];
        for (place, byte) in bytes.iter_mut().zip(rom.iter().cycle()) {
            *place = *byte;
        }
        Ok(Self { bytes, switches, comb: crc32fast::hash(rom) != WITHOUT_COMB })
    }

    /// Whether HMOVE darkens the left edge of a line.
    pub fn leaves_comb(&self) -> bool {
        self.comb
    }

    /// Where the bank that is selected at power-on begins: the last, where these games start.
    pub fn first_bank(&self) -> u32 {
        u32::from(self.switches.count.saturating_sub(1)) << 12
    }

    #[inline]
    pub fn read(&self, bank: &mut u32, address: u16) -> u8 {
        if address & 0xFF0 == 0xFF0 {
            self.switch(bank, address);
        }
        self.at(*bank, u32::from(address) & 0xFFF)
    }

    /// The byte at a place of a bank, without any switching.
    #[inline]
    pub fn at(&self, bank: u32, place: u32) -> u8 {
        self.bytes[(bank | place) as usize & (MOST - 1)]
    }

    /// The four bytes from a place on, without any switching, as a number.
    #[inline]
    pub fn four_at(&self, bank: u32, place: u32) -> u32 {
        let start = (bank | place) as usize & (MOST - 1);
        u32::from_le_bytes([self.bytes[start], self.bytes[start + 1], self.bytes[start + 2], self.bytes[start + 3]])
    }

    /// Selects what an access to `address` selects.
    pub fn switch(&self, bank: &mut u32, address: u16) {
        let number = (address & 0xFFF).wrapping_sub(self.switches.first);
        if number < self.switches.count {
            *bank = u32::from(number) << 12;
        }
    }
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
        let mut bank = game.first_bank();
        assert_eq!([0x1000, 0x1400, 0x1800, 0xFC00].map(|at| game.read(&mut bank, at)), [0, 1, 0, 1]);
    }

    #[test]
    fn banks_switch_on_reading_and_writing() {
        let game = numbered(0x2000);
        let mut bank = game.first_bank();
        assert_eq!(game.read(&mut bank, 0x1000), 4);
        game.read(&mut bank, 0x1FF8);
        assert_eq!(game.read(&mut bank, 0x1400), 1);
        game.switch(&mut bank, 0xFF9);
        assert_eq!(game.read(&mut bank, 0xF400), 5);
    }

    #[test]
    fn odd_sizes_get_a_sentence() {
        assert_eq!(Cartridge::new(&[0; 100]).err(), Some(CartridgeError::Size { bytes: 100 }));
    }
}
