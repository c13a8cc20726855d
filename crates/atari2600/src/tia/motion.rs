//! Horizontal positions of objects: the reset registers and HMOVE.

use super::beam::{CLOCKS_PER_LINE, HBLANK_CLOCKS};
use super::objects::{copy_offsets, pixel_width};
use crate::WIDTH;

/// Colour clocks from the HMOVE write to the first extra clock pulse of the objects, and between two pulses.
const FIRST_PULSE: i32 = 9;
const BETWEEN_PULSES: i32 = 4;
/// Colour clocks by which an HMOVE early in a scanline extends horizontal blank.
const HBLANK_EXTENSION: i32 = 8;

/// Whether an HMOVE at this column blanks the first pixels of this scanline or, at its end, of the next.
pub fn blanks_pixels(column: i32) -> bool {
    let cycle = column / 3;
    cycle <= 20 || cycle >= 75
}

/// The effect of an HMOVE, which depends on the column of the write.
#[derive(Clone, Copy, Debug)]
pub struct Hmove {
    /// Extra clock pulses before the end of horizontal blank, and before the end of the scanline.
    pulses_before_picture: i32,
    pulses_before_end: i32,
    hblank_extension: i32,
}

impl Hmove {
    pub fn at(column: i32) -> Self {
        let first = column / 3 * 3 + FIRST_PULSE;
        let before = |column: i32| ((column - first + BETWEEN_PULSES - 1).div_euclid(BETWEEN_PULSES)).max(0);
        let hblank_extension = if column / 3 <= 20 { HBLANK_EXTENSION } else { 0 };
        Self {
            pulses_before_picture: before(HBLANK_CLOCKS + hblank_extension),
            pulses_before_end: before(CLOCKS_PER_LINE),
            hblank_extension,
        }
    }

    /// The shift in pixels of an object with this motion register; right is positive.
    ///
    /// An object receives no regular clock during horizontal blank, so each extra pulse there shifts it one pixel left.
    /// An extended horizontal blank withholds clocks and shifts it right.
    pub fn shift(self, motion: u8) -> i32 {
        let pulses = i32::from(motion >> 4 ^ 8);
        self.hblank_extension - self.pulses_before_picture.min(pulses) - pulses + self.pulses_before_end.min(pulses)
    }
}

/// The position of an object after a write to its reset register at this column: `in_hblank` during horizontal
/// blank, otherwise `delay` pixels after the beam.
pub fn reset_position(column: i32, in_hblank: i32, delay: i32) -> i32 {
    if column < HBLANK_CLOCKS { in_hblank } else { (column - HBLANK_CLOCKS + delay) % WIDTH as i32 }
}

/// The phase of a player in which its reset register is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetPhase {
    /// No copy is near the beam.
    Idle,
    /// A copy is about to start.
    Starting,
    /// A copy is being drawn.
    Drawing,
}

/// The phase of a player at `old` with this NUSIZ when it is reset to `new`.
pub fn reset_phase(old: i32, new: i32, nusiz: u8) -> ResetPhase {
    let mut phase = ResetPhase::Idle;
    for offset in copy_offsets(nusiz) {
        let since = (new - old - *offset as i32).rem_euclid(WIDTH as i32);
        if since < 4 {
            phase = ResetPhase::Starting;
        } else if since < 4 + 8 * pixel_width(nusiz) {
            phase = ResetPhase::Drawing;
        }
    }
    phase
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shift(column: i32, motion: u8) -> i32 {
        Hmove::at(column).shift(motion)
    }

    #[test]
    fn hmove_at_the_start_of_a_line_moves_by_the_register() {
        let moves: Vec<_> = (0..16).map(|motion| shift(9, motion << 4)).collect();
        assert_eq!(moves, [0, -1, -2, -3, -4, -5, -6, -7, 8, 7, 6, 5, 4, 3, 2, 1]);
    }

    #[test]
    fn late_hmove_loses_clocks() {
        // Of fifteen pulses, eight fall into horizontal blank from cycle 12 on, two from cycle 20 on, none in the picture.
        assert_eq!(shift(36, 0x70), 0);
        // Two pulses, at 69 and 73, precede the end of horizontal blank at 76.
        assert_eq!(shift(60, 0x70), 6);
        assert_eq!(shift(90, 0x70), 0);
        // At the end of a scanline all pulses fall into the next horizontal blank, which is not extended.
        assert_eq!((shift(219, 0x70), shift(219, 0x80), shift(219, 0)), (-15, 0, -8));
    }

    #[test]
    fn the_phase_of_a_reset_player_depends_on_its_copies() {
        assert_eq!(reset_phase(10, 12, 0), ResetPhase::Starting);
        assert_eq!(reset_phase(10, 20, 0), ResetPhase::Drawing);
        assert_eq!(reset_phase(10, 22, 0), ResetPhase::Idle);
        assert_eq!(reset_phase(150, 10, 1), ResetPhase::Drawing);
    }
}
