//! Where objects are placed and how HMOVE shifts them.

use super::beam::{DARK, LINE};
use super::objects::{copies, stretch};
use crate::WIDTH;

/// Colour clocks from writing HMOVE to the first of the extra clocks it gives to objects, and between two of them.
const FIRST_PULSE: i32 = 9;
const BETWEEN_PULSES: i32 = 4;
/// HMOVE early in a line keeps it dark for so many more clocks.
const LONGER_DARK: i32 = 8;

/// Whether HMOVE at this column makes the line dark for longer.
pub fn darkens(column: i32) -> bool {
    let cycle = column / 3;
    cycle <= 20 || cycle >= 75
}

/// An HMOVE, by the column at which it is written.
#[derive(Clone, Copy, Debug)]
pub struct Hmove {
    /// How many of its extra clocks would come before the dark part of this line ends, and before the line ends.
    before_light: i32,
    before_end: i32,
    longer: i32,
}

impl Hmove {
    pub fn at(column: i32) -> Self {
        let first = column / 3 * 3 + FIRST_PULSE;
        let before = |moment: i32| ((moment - first + BETWEEN_PULSES - 1).div_euclid(BETWEEN_PULSES)).max(0);
        let longer = if column / 3 <= 20 { LONGER_DARK } else { 0 };
        Self { before_light: before(DARK + longer), before_end: before(LINE), longer }
    }

    /// How far an object with this motion register moves (right is positive).
    ///
    /// Each extra clock that falls into the dark part of a line shifts an object one pixel left, since its own clock
    /// stands still there; a longer dark part shifts it right.
    pub fn shift(self, motion: u8) -> i32 {
        let pulses = i32::from(motion >> 4 ^ 8);
        self.longer - self.before_light.min(pulses) - pulses + self.before_end.min(pulses)
    }
}

/// Where an object goes when its reset register is written at this column: `dark` pixels from the left in the dark
/// part of a line, else some clocks `late`.
pub fn placed(column: i32, dark: i32, late: i32) -> i32 {
    if column < DARK { dark } else { (column - DARK + late) % WIDTH as i32 }
}

/// What a player was doing when it was placed anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum During {
    Nothing,
    /// A copy was about to start.
    Start,
    /// A copy was being drawn.
    Copy,
}

/// What a player at `old` of this size is doing when it is placed at `new`.
pub fn during(old: i32, new: i32, size: u8) -> During {
    let mut found = During::Nothing;
    for start in copies(size) {
        let since = (new - old - *start as i32).rem_euclid(WIDTH as i32);
        if since < 4 {
            found = During::Start;
        } else if since < 4 + 8 * stretch(size) {
            found = During::Copy;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shift(column: i32, motion: u8) -> i32 {
        Hmove::at(column).shift(motion)
    }

    #[test]
    fn hmove_at_the_start_of_a_line_moves_as_asked() {
        let moves: Vec<_> = (0..16).map(|motion| shift(9, motion << 4)).collect();
        assert_eq!(moves, [0, -1, -2, -3, -4, -5, -6, -7, 8, 7, 6, 5, 4, 3, 2, 1]);
    }

    #[test]
    fn late_hmove_loses_clocks() {
        // Of fifteen extra clocks eight fall into the dark from cycle 12 on, two from cycle 20 on, and in the picture none.
        assert_eq!(shift(36, 0x70), 0);
        // Two pulses, at 69 and 73, come before it ends at 76.
        assert_eq!(shift(60, 0x70), 6);
        assert_eq!(shift(90, 0x70), 0);
        // At the very end of a line all fall into the next dark part, which is not longer.
        assert_eq!((shift(219, 0x70), shift(219, 0x80), shift(219, 0)), (-15, 0, -8));
    }

    #[test]
    fn a_player_placed_again_is_caught_in_the_act() {
        assert_eq!(during(10, 12, 0), During::Start);
        assert_eq!(during(10, 20, 0), During::Copy);
        assert_eq!(during(10, 22, 0), During::Nothing);
        assert_eq!(during(150, 10, 1), During::Copy);
    }
}
