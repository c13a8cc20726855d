//! What can be on a line: two players, two missiles, a ball and the playfield, each with the pixels it covers.

use super::mask::Mask;
use crate::console::WIDTH;

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

impl Player {
    pub fn mask(&self, x: i32, size: u8) -> Mask {
        let shown = if self.delayed { self.old_graphics } else { self.graphics };
        let mut mask = Mask::default();
        if shown == 0 {
            return mask;
        }
        // The leftmost pixel is the highest bit, but in a mask the lowest.
        let shown = if self.reflected { shown } else { shown.reverse_bits() };
        // A stretched player starts a pixel later.
        let (pattern, late) = match stretch(size) {
            2 => (DOUBLE[shown as usize], 1),
            4 => (QUADRUPLE[shown as usize], 1),
            _ => (u32::from(shown), 0),
        };
        for start in copies(size).iter().skip(usize::from(self.first_hidden)) {
            mask.stamp(pattern, (x as usize + start + late) % WIDTH);
        }
        mask
    }
}

impl Missile {
    pub fn mask(&self, x: i32, size: u8) -> Mask {
        let mut mask = Mask::default();
        if self.enabled && !self.locked {
            for start in copies(size) {
                mask.stamp(bar(size), (x as usize + start) % WIDTH);
            }
        }
        mask
    }
}

impl Ball {
    pub fn mask(&self, x: i32, size: u8) -> Mask {
        let mut mask = Mask::default();
        if if self.delayed { self.old_enabled } else { self.enabled } {
            mask.stamp(bar(size), x as usize);
        }
        mask
    }
}

/// A missile or ball: 1, 2, 4 or 8 pixels by bits 4 and 5.
fn bar(size: u8) -> u32 {
    (1 << (1 << (size >> 4 & 3))) - 1
}

/// The playfield registers as pixels; the right half repeats or mirrors the left.
pub fn playfield(registers: [u8; 3], mirrored: bool) -> Mask {
    let [first, second, third] = registers;
    let wide = |bits: u8| u128::from(QUADRUPLE[bits as usize]);
    let left = wide(first >> 4) | wide(second.reverse_bits()) << 16 | wide(third) << 48;
    Mask::halves(left, if mirrored { left.reverse_bits() >> 48 } else { left })
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
