//! The picture, drawn only when something is about to change it, and the collisions seen while drawing.

use super::Tia;
use super::mask::Mask;
use super::objects::{BALL, MISSILES, PLAYERS, PLAYFIELD};
use crate::console::{HEIGHT, WIDTH};

/// Colour clocks: three a CPU cycle, 228 a line, of which the first 68 are dark.
pub const LINE: i32 = 228;
pub const DARK: i32 = 68;
/// The line that is the first of the picture.
pub const FIRST_LINE: i32 = 34;
/// HMOVE darkens the first pixels of a line.
const COMB: usize = 8;
/// Places in the list of colours after those of the two players.
const FIELD_COLOUR: usize = 2;
const BACKGROUND_COLOUR: usize = 3;

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
}

impl Beam {
    pub fn start(start: i32) -> Self {
        Self { start, reached: start + LINE * FIRST_LINE, ..Self::default() }
    }

    /// Colour clocks since the line began.
    pub fn column_at(&self, now: i32) -> i32 {
        (now - self.start) % LINE
    }
}

/// What an object covers on the line being drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Track {
    /// Its shape now, and the pixel from which on it has had it.
    mask: Mask,
    since: usize,
    /// What it covered before that, as far as it is not painted yet.
    behind: Mask,
}

impl Track {
    pub fn start_line(&mut self) {
        self.since = 0;
        self.behind = Mask::default();
    }
}

/// The latch of two objects that touch: D7 and D6 of the eight collision registers, two bits a register.
const fn latch(one: usize, other: usize) -> u16 {
    1 << match (one, other) {
        (0, 2) => 0,
        (1, 2) => 1,
        (1, 3) => 2,
        (0, 3) => 3,
        (0, BALL) => 4,
        (0, PLAYFIELD) => 5,
        (1, BALL) => 6,
        (1, PLAYFIELD) => 7,
        (2, BALL) => 8,
        (2, PLAYFIELD) => 9,
        (3, BALL) => 10,
        (3, PLAYFIELD) => 11,
        (BALL, PLAYFIELD) => 13,
        (2, 3) => 14,
        _ => 15,
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
                self.paint_until(WIDTH);
                self.beam.column -= LINE;
                self.beam.row += 1;
                self.beam.painted = 0;
                self.tracks.iter_mut().for_each(|track| track.since = 0);
                self.end_line();
            }
        }
        (self.beam.column - DARK).clamp(0, WIDTH as i32) as usize
    }

    /// Gives an object another shape from a pixel of this line on.
    #[inline]
    pub(super) fn reshape(&mut self, object: usize, x: usize, shape: Mask) {
        let track = &mut self.tracks[object];
        if self.covering >> object & 1 == 1 && track.since < x {
            track.behind = track.behind.or(&track.mask.and(&Mask::span(track.since, x)));
        }
        track.since = x;
        track.mask = shape;
        let covers = u8::from(!shape.is_empty() || !track.behind.is_empty());
        self.covering = self.covering & !(1 << object) | covers << object;
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
        } else {
            row[from..to].fill(self.colours[BACKGROUND_COLOUR]);
            if present & present.wrapping_sub(1) != 0 {
                self.collisions |= touching(&shown, present);
            }
            if present != 0 {
                paint(row, &shown, present, &self.colours, self.control);
            }
        }
        if self.comb && from < COMB {
            row[from..COMB.min(to)].fill(0);
        }
        if to >= COMB {
            self.comb = false;
        }
    }

    /// What the objects cover between two pixels, and a bit for each that covers anything.
    #[inline]
    fn take_shown(&mut self, from: usize, to: usize, shown: &mut [Mask; 6]) -> u8 {
        let (mut left, mut present) = (self.covering, 0);
        while left != 0 {
            let object = left.trailing_zeros() as usize;
            left &= left - 1;
            let track = &mut self.tracks[object];
            let whole = track.since == 0 && to == WIDTH && from == 0;
            let now = if whole { track.mask } else { track.mask.and(&Mask::span(track.since.max(from), to)) };
            shown[object] = now.or(&track.behind);
            track.behind = Mask::default();
            present |= u8::from(!shown[object].is_empty()) << object;
            if track.mask.is_empty() {
                self.covering &= !(1 << object);
            }
        }
        present
    }
}

fn touching(shown: &[Mask; 6], present: u8) -> u16 {
    let mut latches = 0;
    for one in 0..5 {
        if present >> one & 1 == 0 {
            continue;
        }
        for other in one + 1..6 {
            if present >> other & 1 == 1 && shown[one].overlaps(&shown[other]) {
                latches |= latch(one, other);
            }
        }
    }
    latches
}

/// From back to front: playfield and ball, then the second player, then the first; CTRLPF can bring the playfield
/// to the front, or give its halves the players' colours.
fn paint(row: &mut [u8; WIDTH], shown: &[Mask; 6], present: u8, colours: &[u8; 4], control: u8) {
    let (score, in_front) = (control & 0x02 != 0, control & 0x04 != 0);
    let field = present & (1 << BALL | 1 << PLAYFIELD) != 0;
    if field && !in_front {
        paint_field(row, shown, colours, score);
    }
    for which in [1, 0] {
        if present & (1 << PLAYERS[which] | 1 << MISSILES[which]) != 0 {
            shown[PLAYERS[which]].or(&shown[MISSILES[which]]).paint(row, colours[which]);
        }
    }
    if field && in_front {
        paint_field(row, shown, colours, false);
    }
}

fn paint_field(row: &mut [u8; WIDTH], shown: &[Mask; 6], colours: &[u8; 4], score: bool) {
    if score {
        shown[PLAYFIELD].and(&Mask::span(0, WIDTH / 2)).paint(row, colours[0]);
        shown[PLAYFIELD].and(&Mask::span(WIDTH / 2, WIDTH)).paint(row, colours[1]);
        shown[BALL].paint(row, colours[FIELD_COLOUR]);
    } else {
        shown[PLAYFIELD].or(&shown[BALL]).paint(row, colours[FIELD_COLOUR]);
    }
}
