//! The picture, drawn only when something is about to change it: how far it has come, and how it goes on.

use super::Tia;
use super::mask::Mask;
use super::paint::{BACKGROUND_COLOUR, paint, touching};
use crate::{HEIGHT, WIDTH};

/// Colour clocks: three a CPU cycle, 228 a line, of which the first 68 are dark.
pub const LINE: i32 = 228;
pub const DARK: i32 = 68;
/// The line that is the first of the picture.
pub const FIRST_LINE: i32 = 34;
/// HMOVE darkens the first pixels of a line.
const COMB: usize = 8;

/// How far the picture has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beam {
    /// When the frame began; not after 0, since lines go on across frames.
    pub start: i32,
    /// Nothing before this moment can change any more.
    reached: i32,
    row: usize,
    column: i32,
    /// Pixels of the row that have their colours.
    painted: usize,
    /// Rows, from this one on, that may be unlike the one above: one after a change, two when it came within a row.
    unlike: u8,
    /// The row above began with dark pixels.
    combed: bool,
}

impl Beam {
    pub fn start(start: i32) -> Self {
        Self { start, reached: start + LINE * FIRST_LINE, unlike: 1, ..Self::default() }
    }

    /// Something changes from a pixel of this row on.
    pub fn disturb(&mut self, x: usize) {
        self.unlike = self.unlike.max(if x == 0 { 1 } else { 2 });
    }

    /// Colour clocks since the line began.
    pub fn column_at(&self, now: i32) -> i32 {
        (now - self.start) % LINE
    }
}

impl Tia {
    /// Completes all lines up to a moment, and returns the pixel it falls on.
    #[inline]
    pub(super) fn reach(&mut self, moment: i32) -> usize {
        if moment > self.beam.reached {
            self.beam.column += moment - self.beam.reached;
            self.beam.reached = moment;
            while self.beam.column >= LINE && self.beam.row < HEIGHT {
                self.complete_row();
                self.beam.column -= LINE;
                self.beam.row += 1;
                self.beam.painted = 0;
                self.end_line();
            }
        }
        (self.beam.column - DARK).clamp(0, WIDTH as i32) as usize
    }

    fn complete_row(&mut self) {
        // In a row like the one above no object changed, so all have had their shape since it began.
        if self.beam.painted > 0 || !self.repeat_row() {
            self.paint_until(WIDTH);
            self.tracks.iter_mut().for_each(|track| track.since = 0);
        }
    }

    /// Paints the line up to a pixel, with colours as they are, and notes what touches.
    pub(super) fn paint_until(&mut self, to: usize) {
        let from = self.beam.painted;
        if from >= to {
            return;
        }
        self.beam.painted = to;
        let mut shown = [Mask::default(); 6];
        let present = self.take_shown(from, to, &mut shown);
        let Some(row) = self.screen.as_chunks_mut::<WIDTH>().0.get_mut(self.beam.row) else { return };
        if self.blanked {
            row[from..to].fill(0);
        } else if present == 0 {
            row[from..to].fill(self.colours[BACKGROUND_COLOUR]);
        } else {
            self.collisions |= touching(&shown, present);
            paint(row, from..to, &shown, present, &self.colours, self.control);
        }
        if from < COMB {
            self.beam.combed = self.comb;
        }
        if self.comb && from < COMB {
            row[from..COMB.min(to)].fill(0);
        }
        if to >= COMB {
            self.comb = false;
        }
        if to == WIDTH {
            self.beam.unlike = self.beam.unlike.saturating_sub(1);
        }
    }

    /// Paints the row as the one above, if it has to look the same. What touches then touched there already.
    fn repeat_row(&mut self) -> bool {
        if self.beam.unlike > 0 || self.comb != self.beam.combed {
            return false;
        }
        let rows = self.screen.as_chunks_mut::<WIDTH>().0;
        let Some([above, row]) = rows.get_mut(self.beam.row.wrapping_sub(1)..=self.beam.row) else { return false };
        *row = *above;
        self.comb = false;
        true
    }
}
