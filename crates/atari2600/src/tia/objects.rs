//! The objects of the TIA (two players, two missiles, a ball, the playfield) and the pixels they cover.

use super::mask::PixelMask;
use crate::WIDTH;

/// Indices of the objects.
pub const PLAYERS: [usize; 2] = [0, 1];
pub const MISSILES: [usize; 2] = [2, 3];
pub const BALL: usize = 4;
pub const PLAYFIELD: usize = 5;

/// The horizontal position of a movable object.
#[derive(Clone, Copy, Debug, Default)]
pub struct ObjectPosition {
    pub x: i32,
    /// The motion register (HMxx) as written.
    pub motion: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerObject {
    pub graphics: u8,
    /// The graphics at the last write to the other player, displayed while `delayed` (VDELP).
    pub old_graphics: u8,
    pub delayed: bool,
    pub reflected: bool,
    /// Its position was reset on this scanline, so the first copy appears only on the next.
    pub first_copy_hidden: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct MissileObject {
    pub enabled: bool,
    /// Hidden and locked to its player (RESMP).
    pub locked: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct BallObject {
    pub enabled: bool,
    pub old_enabled: bool,
    pub delayed: bool,
}

/// Offsets of the copies of a player and its missile by the low bits of NUSIZ; unused entries are 0.
const COPIES: [[usize; 3]; 8] = [[0; 3], [0, 16, 0], [0, 32, 0], [0, 16, 32], [0, 64, 0], [0; 3], [0, 32, 64], [0; 3]];

/// Width of a pixel of a player.
pub fn pixel_width(nusiz: u8) -> i32 {
    match nusiz & 7 {
        5 => 2,
        7 => 4,
        _ => 1,
    }
}

/// Offsets of the one, two or three copies from the position of the object.
pub fn copy_offsets(nusiz: u8) -> &'static [usize] {
    let starts = &COPIES[nusiz as usize & 7];
    &starts[..1 + (starts[1] != 0) as usize + (starts[2] != 0) as usize]
}

/// The copies of a pattern after the first, at [`copy_offsets`]; spelled out, because constant shifts are cheap.
#[inline(always)]
fn further_copies(pattern: u32, nusiz: u8) -> u128 {
    let pattern = u128::from(pattern);
    match nusiz & 7 {
        1 => pattern << 16,
        2 => pattern << 32,
        3 => pattern << 16 | pattern << 32,
        4 => pattern << 64,
        6 => pattern << 32 | pattern << 64,
        _ => 0,
    }
}

impl PlayerObject {
    #[inline(always)]
    pub fn mask(&self, x: i32, nusiz: u8) -> PixelMask {
        let graphics = if self.delayed { self.old_graphics } else { self.graphics };
        if graphics == 0 {
            return PixelMask::default();
        }
        // The leftmost pixel is the highest bit of the register, and the lowest of a mask.
        let graphics = if self.reflected { graphics } else { REVERSED[graphics as usize] };
        // A wide player starts one pixel later.
        let (pattern, delay) = match pixel_width(nusiz) {
            2 => (DOUBLE[graphics as usize], 1),
            4 => (QUADRUPLE[graphics as usize], 1),
            _ => (u32::from(graphics), 0),
        };
        let first = if self.first_copy_hidden { 0 } else { u128::from(pattern) };
        PixelMask::pattern_at((x as usize + delay) % WIDTH, first | further_copies(pattern, nusiz))
    }
}

impl MissileObject {
    #[inline(always)]
    pub fn mask(&self, x: i32, nusiz: u8) -> PixelMask {
        if !self.enabled || self.locked {
            return PixelMask::default();
        }
        PixelMask::pattern_at(x as usize, u128::from(bar(nusiz)) | further_copies(bar(nusiz), nusiz))
    }
}

impl BallObject {
    #[inline(always)]
    pub fn mask(&self, x: i32, ctrlpf: u8) -> PixelMask {
        let enabled = if self.delayed { self.old_enabled } else { self.enabled };
        if enabled { PixelMask::pattern_at(x as usize, u128::from(bar(ctrlpf))) } else { PixelMask::default() }
    }
}

/// A missile or ball: 1, 2, 4 or 8 pixels by bits 4 and 5 of NUSIZ or CTRLPF.
fn bar(size: u8) -> u32 {
    (1 << (1 << (size >> 4 & 3))) - 1
}

/// The pixels of the playfield; the right half repeats or mirrors the left.
#[inline(always)]
pub fn playfield(registers: [u8; 3], reflected: bool) -> PixelMask {
    let [first, second, third] = registers.map(usize::from);
    let wide = |bits: usize| u128::from(QUADRUPLE[bits]);
    let reversed = |bits: usize| u128::from(QUADRUPLE[REVERSED[bits] as usize]);
    let left = wide(first >> 4) | reversed(second) << 16 | wide(third) << 48;
    let right = if reflected { reversed(third) | wide(second) << 32 | reversed(first & 0xF0) << 64 } else { left };
    PixelMask::from_halves(left, right)
}

const fn repeated(times: usize) -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 2048 {
        if ((at / 8) >> (at % 8)) & 1 == 1 {
            table[at / 8] |= ((1 << times) - 1) << (times * (at % 8));
        }
        at += 1;
    }
    table
}

static REVERSED: [u8; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        table[at] = (at as u8).reverse_bits();
        at += 1;
    }
    table
};
static DOUBLE: [u32; 256] = repeated(2);
static QUADRUPLE: [u32; 256] = repeated(4);

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(mask: PixelMask) -> Vec<usize> {
        (0..WIDTH).filter(|x| mask.overlaps(&PixelMask::span(*x, x + 1))).collect()
    }

    #[test]
    fn players_are_copied_and_widened() {
        let player = PlayerObject { graphics: 0b1100_0000, ..PlayerObject::default() };
        assert_eq!(pixels(player.mask(10, 0)), [10, 11]);
        assert_eq!(pixels(player.mask(10, 3)), [10, 11, 26, 27, 42, 43]);
        assert_eq!(pixels(player.mask(10, 5)), [11, 12, 13, 14]);
        assert_eq!(pixels(PlayerObject { reflected: true, ..player }.mask(10, 0)), [16, 17]);
        assert_eq!(pixels(PlayerObject { first_copy_hidden: true, ..player }.mask(10, 1)), [26, 27]);
        assert_eq!(pixels(PlayerObject { delayed: true, ..player }.mask(10, 0)), [0; 0]);
    }

    #[test]
    fn locked_missiles_are_hidden() {
        let missile = MissileObject { enabled: true, locked: false };
        assert_eq!(pixels(missile.mask(158, 0x20)), [0, 1, 158, 159]);
        assert_eq!(pixels(MissileObject { locked: true, ..missile }.mask(158, 0x20)), [0; 0]);
    }

    #[test]
    fn playfield_bits_are_four_wide() {
        assert_eq!(pixels(playfield([0x10, 0, 0], false)), [0, 1, 2, 3, 80, 81, 82, 83]);
        assert_eq!(pixels(playfield([0x10, 0, 0], true)), [0, 1, 2, 3, 156, 157, 158, 159]);
        assert_eq!(pixels(playfield([0, 0x80, 0x80], false))[..8], [16, 17, 18, 19, 76, 77, 78, 79]);
    }
}
