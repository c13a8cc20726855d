//! What can be on a line: two players, two missiles, a ball and the playfield, each with the pixels it covers.

use super::mask::Mask;
use crate::WIDTH;

/// Places of the objects in lists.
pub const PLAYERS: [usize; 2] = [0, 1];
pub const MISSILES: [usize; 2] = [2, 3];
pub const BALL: usize = 4;
pub const PLAYFIELD: usize = 5;

/// What moves: horizontal place and how far the next HMOVE takes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub x: i32,
    /// The motion register, as written.
    pub motion: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Player {
    pub graphics: u8,
    /// The graphics before the other player was last written, shown when `delayed`.
    pub old_graphics: u8,
    pub delayed: bool,
    pub reflected: bool,
    /// Placed anew on this line, so its first copy waits for the next.
    pub first_hidden: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Missile {
    pub enabled: bool,
    /// Kept hidden inside its player.
    pub locked: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Ball {
    pub enabled: bool,
    pub old_enabled: bool,
    pub delayed: bool,
}

/// Where copies of a player and its missile start, by the low bits of NUSIZ; unused places repeat the first.
const COPIES: [[usize; 3]; 8] = [[0; 3], [0, 16, 0], [0, 32, 0], [0, 16, 32], [0, 64, 0], [0; 3], [0, 32, 64], [0; 3]];

/// How often each pixel of a player is repeated.
pub fn stretch(size: u8) -> i32 {
    match size & 7 {
        5 => 2,
        7 => 4,
        _ => 1,
    }
}

/// Where copies start: one, two or three distances from the object's place.
pub fn copies(size: u8) -> &'static [usize] {
    let starts = &COPIES[size as usize & 7];
    &starts[..1 + (starts[1] != 0) as usize + (starts[2] != 0) as usize]
}

/// The copies of a pattern after the first, as in [`copies`]; spelled out, since shifts by what is known are cheap.
#[inline(always)]
fn further(pattern: u32, size: u8) -> u128 {
    let pattern = u128::from(pattern);
    match size & 7 {
        1 => pattern << 16,
        2 => pattern << 32,
        3 => pattern << 16 | pattern << 32,
        4 => pattern << 64,
        6 => pattern << 32 | pattern << 64,
        _ => 0,
    }
}

impl Player {
    #[inline(always)]
    pub fn mask(&self, x: i32, size: u8) -> Mask {
        let shown = if self.delayed { self.old_graphics } else { self.graphics };
        if shown == 0 {
            return Mask::default();
        }
        // The leftmost pixel is the highest bit, but in a mask the lowest.
        let shown = if self.reflected { shown } else { REVERSED[shown as usize] };
        // A stretched player starts a pixel later.
        let (pattern, late) = match stretch(size) {
            2 => (DOUBLE[shown as usize], 1),
            4 => (QUADRUPLE[shown as usize], 1),
            _ => (u32::from(shown), 0),
        };
        let first = if self.first_hidden { 0 } else { u128::from(pattern) };
        Mask::at((x as usize + late) % WIDTH, first | further(pattern, size))
    }
}

impl Missile {
    #[inline(always)]
    pub fn mask(&self, x: i32, size: u8) -> Mask {
        if !self.enabled || self.locked {
            return Mask::default();
        }
        Mask::at(x as usize, u128::from(bar(size)) | further(bar(size), size))
    }
}

impl Ball {
    #[inline(always)]
    pub fn mask(&self, x: i32, size: u8) -> Mask {
        let shown = if self.delayed { self.old_enabled } else { self.enabled };
        if shown { Mask::at(x as usize, u128::from(bar(size))) } else { Mask::default() }
    }
}

/// A missile or ball: 1, 2, 4 or 8 pixels by bits 4 and 5.
fn bar(size: u8) -> u32 {
    (1 << (1 << (size >> 4 & 3))) - 1
}

/// The playfield registers as pixels; the right half repeats or mirrors the left.
#[inline(always)]
pub fn playfield(registers: [u8; 3], mirrored: bool) -> Mask {
    let [first, second, third] = registers.map(usize::from);
    let wide = |bits: usize| u128::from(QUADRUPLE[bits]);
    let backwards = |bits: usize| u128::from(QUADRUPLE[REVERSED[bits] as usize]);
    let left = wide(first >> 4) | backwards(second) << 16 | wide(third) << 48;
    let right = if mirrored { backwards(third) | wide(second) << 32 | backwards(first & 0xF0) << 64 } else { left };
    Mask::halves(left, right)
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

    fn pixels(mask: Mask) -> Vec<usize> {
        (0..WIDTH).filter(|x| mask.overlaps(&Mask::span(*x, x + 1))).collect()
    }

    #[test]
    fn players_are_copied_and_stretched() {
        let player = Player { graphics: 0b1100_0000, ..Player::default() };
        assert_eq!(pixels(player.mask(10, 0)), [10, 11]);
        assert_eq!(pixels(player.mask(10, 3)), [10, 11, 26, 27, 42, 43]);
        assert_eq!(pixels(player.mask(10, 5)), [11, 12, 13, 14]);
        assert_eq!(pixels(Player { reflected: true, ..player }.mask(10, 0)), [16, 17]);
        assert_eq!(pixels(Player { first_hidden: true, ..player }.mask(10, 1)), [26, 27]);
        assert_eq!(pixels(Player { delayed: true, ..player }.mask(10, 0)), [0; 0]);
    }

    #[test]
    fn missiles_hide_in_players() {
        let missile = Missile { enabled: true, locked: false };
        assert_eq!(pixels(missile.mask(158, 0x20)), [0, 1, 158, 159]);
        assert_eq!(pixels(Missile { locked: true, ..missile }.mask(158, 0x20)), [0; 0]);
    }

    #[test]
    fn playfield_bits_are_four_wide() {
        assert_eq!(pixels(playfield([0x10, 0, 0], false)), [0, 1, 2, 3, 80, 81, 82, 83]);
        assert_eq!(pixels(playfield([0x10, 0, 0], true)), [0, 1, 2, 3, 156, 157, 158, 159]);
        assert_eq!(pixels(playfield([0, 0x80, 0x80], false))[..8], [16, 17, 18, 19, 76, 77, 78, 79]);
    }
}
