//! The beam position, and the lazy rendering of the rows it has passed.
//!
//! All times are in colour clocks since the start of the frame; the CPU cycle is three colour clocks.

use super::Tia;
use super::mask::PixelMask;
use super::render::{BACKGROUND_COLOUR, collision_latches, draw_row};
use crate::{HEIGHT, WIDTH};

/// Colour clocks per scanline, including horizontal blank.
pub const CLOCKS_PER_LINE: i32 = 228;
/// Colour clocks of horizontal blank, at the start of each scanline.
pub const HBLANK_CLOCKS: i32 = 68;
/// The scanline that is the first row of the picture.
const FIRST_VISIBLE_LINE: i32 = 34;
/// Pixels that HMOVE blanks at the start of a scanline.
const HMOVE_BLANK_WIDTH: usize = 8;

/// How far the picture has been rendered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beam {
    /// Time of the start of the first scanline. Not positive: a scanline continues into the next frame.
    pub frame_start: i32,
    /// Everything before this time is final.
    time: i32,
    row: usize,
    /// Colour clocks since the start of the scanline of `row`.
    column: i32,
    /// Pixels of the row that are rendered.
    pub rendered: usize,
    /// Rows, from the current one on, that may differ from the row above: one after a change at the start of a row, two
    /// after a change within a row.
    changed_rows: u8,
    /// Whether HMOVE has blanked the start of the row above.
    row_above_blanked: bool,
}

impl Beam {
    pub fn new(frame_start: i32) -> Self {
        let time = frame_start + CLOCKS_PER_LINE * FIRST_VISIBLE_LINE;
        Self { frame_start, time, changed_rows: 1, ..Self::default() }
    }

    /// Records a change of the picture from pixel `x` of the current row on.
    pub fn mark_changed(&mut self, x: usize) {
        self.changed_rows = self.changed_rows.max(if x == 0 { 1 } else { 2 });
    }

    /// Colour clocks since the start of the scanline at a time.
    pub fn column_at(&self, time: i32) -> i32 {
        (time - self.frame_start) % CLOCKS_PER_LINE
    }
}

impl Tia {
    /// Renders all rows completed before `time`, and returns the pixel of the current row at that time.
    #[inline]
    pub(super) fn advance_to(&mut self, time: i32) -> usize {
        if time > self.beam.time {
            self.beam.column += time - self.beam.time;
            self.beam.time = time;
            while self.beam.column >= CLOCKS_PER_LINE && self.beam.row < HEIGHT {
                self.finish_row();
                self.beam.column -= CLOCKS_PER_LINE;
                self.beam.row += 1;
                self.beam.rendered = 0;
                self.end_line();
            }
        }
        (self.beam.column - HBLANK_CLOCKS).clamp(0, WIDTH as i32) as usize
    }

    fn finish_row(&mut self) {
        // In a row equal to the one above no object has changed, so `since` is 0 for all of them already.
        if self.beam.rendered > 0 || !self.copy_row_above() {
            self.render_until(WIDTH);
            self.coverage.iter_mut().for_each(|object| object.since = 0);
        }
    }

    /// Renders the current row up to pixel `to` and sets collision latches.
    pub(super) fn render_until(&mut self, to: usize) {
        let from = self.beam.rendered;
        if from >= to {
            return;
        }
        self.beam.rendered = to;
        let mut masks = [PixelMask::default(); 6];
        let visible = self.take_coverage(from, to, &mut masks);
        let Some(row) = self.screen.as_chunks_mut::<WIDTH>().0.get_mut(self.beam.row) else { return };
        if self.vblank {
            row[from..to].fill(0);
        } else if visible == 0 {
            row[from..to].fill(self.colours[BACKGROUND_COLOUR]);
        } else {
            self.collisions |= collision_latches(&masks, visible);
            draw_row(row, from..to, &masks, visible, &self.colours, self.ctrlpf);
        }
        if from < HMOVE_BLANK_WIDTH {
            self.beam.row_above_blanked = self.hmove_blank_pending;
        }
        if self.hmove_blank_pending && from < HMOVE_BLANK_WIDTH {
            row[from..HMOVE_BLANK_WIDTH.min(to)].fill(0);
        }
        if to >= HMOVE_BLANK_WIDTH {
            self.hmove_blank_pending = false;
        }
        if to == WIDTH {
            self.beam.changed_rows = self.beam.changed_rows.saturating_sub(1);
        }
    }

    /// Copies the row above if the current row must equal it. Its collisions are latched already.
    fn copy_row_above(&mut self) -> bool {
        if self.beam.changed_rows > 0 || self.hmove_blank_pending != self.beam.row_above_blanked {
            return false;
        }
        let rows = self.screen.as_chunks_mut::<WIDTH>().0;
        let Some([above, row]) = rows.get_mut(self.beam.row.wrapping_sub(1)..=self.beam.row) else { return false };
        *row = *above;
        self.hmove_blank_pending = false;
        true
    }
}
