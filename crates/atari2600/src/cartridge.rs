//! Cartridges: 2 and 4 KB without banks, 8 KB (F8) and 16 KB (F6) with bank switching.

use std::fmt;

use thiserror::Error;

/// A cartridge: its ROM and its bank-switching scheme. It never changes, so any number of consoles can share one.
pub struct Cartridge {
    /// The ROM, repeated to fill the array; the last bytes allow [`Cartridge::peek_u32`] at any offset.
    rom: [u8; MAX_SIZE + 4],
    banks: BankSwitching,
    hmove_blanks: bool,
}

const MAX_SIZE: usize = 0x4000;

/// CRC-32 of Ms. Pac-Man, for which ALE draws no HMOVE blanks.
const WITHOUT_HMOVE_BLANKS: u32 = 0xB2D0_8FC9;

/// Any access to one of `count` consecutive addresses (hotspots) selects a bank of 4 KB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BankSwitching {
    first_hotspot: u16,
    count: u16,
}

/// The reason why a file is not a cartridge for this console.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CartridgeError {
    /// No supported cartridge has a ROM of this size.
    #[error(
        "This file has {bytes} bytes; a cartridge for this console has 2, 4, 8 or 16 KB. Choose an Atari 2600 ROM."
    )]
    Size {
        /// Size of the file.
        bytes: usize,
    },
}

impl Cartridge {
    /// Creates a cartridge from a ROM file; its size determines the bank-switching scheme.
    pub fn new(rom: &[u8]) -> Result<Self, CartridgeError> {
        let banks = match rom.len() {
            0x0800 | 0x1000 => BankSwitching { first_hotspot: 0, count: 0 },
            0x2000 => BankSwitching { first_hotspot: 0xFF8, count: 2 },
            0x4000 => BankSwitching { first_hotspot: 0xFF6, count: 4 },
            bytes => return Err(CartridgeError::Size { bytes }),
        };
        let mut repeated = [0; MAX_SIZE + 4];
        for (target, byte) in repeated.iter_mut().zip(rom.iter().cycle()) {
            *target = *byte;
        }
        Ok(Self { rom: repeated, banks, hmove_blanks: crc32fast::hash(rom) != WITHOUT_HMOVE_BLANKS })
    }

    /// Whether HMOVE blanks the first eight pixels of a scanline.
    pub(crate) fn hmove_blanks(&self) -> bool {
        self.hmove_blanks
    }

    /// Offset of the bank that is selected at power-on: the last one, which is where the supported games start.
    pub(crate) fn startup_bank(&self) -> u32 {
        u32::from(self.banks.count.saturating_sub(1)) << 12
    }

    #[inline]
    pub(crate) fn read(&self, bank: &mut u32, address: u16) -> u8 {
        if address & 0xFF0 == 0xFF0 {
            self.select_bank(bank, address);
        }
        self.peek(*bank, u32::from(address) & 0xFFF)
    }

    /// The byte at an offset in a bank, without bank switching.
    #[inline]
    pub(crate) fn peek(&self, bank: u32, offset: u32) -> u8 {
        self.rom[(bank | offset) as usize & (MAX_SIZE - 1)]
    }

    /// Four bytes from an offset in a bank, little-endian, without bank switching.
    #[inline]
    pub(crate) fn peek_u32(&self, bank: u32, offset: u32) -> u32 {
        let start = (bank | offset) as usize & (MAX_SIZE - 1);
        u32::from_le_bytes([self.rom[start], self.rom[start + 1], self.rom[start + 2], self.rom[start + 3]])
    }

    /// Selects a bank if `address` is a hotspot.
    pub(crate) fn select_bank(&self, bank: &mut u32, address: u16) {
        let number = (address & 0xFFF).wrapping_sub(self.banks.first_hotspot);
        if number < self.banks.count {
            *bank = u32::from(number) << 12;
        }
    }
}

impl fmt::Debug for Cartridge {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Cartridge").field("banks", &self.banks).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ROM whose bytes are the number of their kilobyte.
    fn numbered(size: usize) -> Cartridge {
        Cartridge::new(&(0..size).map(|offset| (offset >> 10) as u8).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn small_roms_are_mirrored() {
        let cartridge = numbered(0x800);
        let mut bank = cartridge.startup_bank();
        let bytes = [0x1000, 0x1400, 0x1800, 0xFC00].map(|address| cartridge.read(&mut bank, address));
        assert_eq!(bytes, [0, 1, 0, 1]);
    }

    #[test]
    fn banks_switch_on_reading_and_writing() {
        let cartridge = numbered(0x2000);
        let mut bank = cartridge.startup_bank();
        assert_eq!(cartridge.read(&mut bank, 0x1000), 4);
        cartridge.read(&mut bank, 0x1FF8);
        assert_eq!(cartridge.read(&mut bank, 0x1400), 1);
        cartridge.select_bank(&mut bank, 0xFF9);
        assert_eq!(cartridge.read(&mut bank, 0xF400), 5);
    }

    #[test]
    fn other_sizes_are_errors_that_name_the_size() {
        let error = Cartridge::new(&[0; 100]).unwrap_err();
        assert_eq!(error, CartridgeError::Size { bytes: 100 });
        assert!(error.to_string().starts_with("This file has 100 bytes;"));
    }
}
