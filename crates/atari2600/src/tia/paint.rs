//! Part of a line, once it is known what covers it: its colours, and what touches.

use std::ops::Range;

use super::mask::Mask;
use super::objects::{BALL, MISSILES, PLAYERS, PLAYFIELD};
use crate::WIDTH;

/// Places in the list of colours after those of the two players.
const FIELD_COLOUR: usize = 2;
pub const BACKGROUND_COLOUR: usize = 3;

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

/// The latches of all that touch.
pub fn touching(shown: &[Mask; 6], present: u8) -> u16 {
    let (mut latches, mut left) = (0, present);
    while left != 0 {
        let one = left.trailing_zeros() as usize;
        left &= left - 1;
        let mut others = left;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            if shown[one].overlaps(&shown[other]) {
                latches |= latch(one, other);
            }
        }
    }
    latches
}

/// From back to front: playfield and ball, then the second player, then the first; CTRLPF can bring the playfield
/// to the front, or give its halves the players' colours.
pub fn paint(
    row: &mut [u8; WIDTH],
    part: Range<usize>,
    shown: &[Mask; 6],
    present: u8,
    colours: &[u8; 4],
    control: u8,
) {
    let (score, in_front) = (control & 0x02 != 0, control & 0x04 != 0);
    let field = present & (1 << BALL | 1 << PLAYFIELD) != 0;
    let background = colours[BACKGROUND_COLOUR];
    if field && !in_front && !score && part == (0..WIDTH) {
        shown[PLAYFIELD].or(&shown[BALL]).spread(row, colours[FIELD_COLOUR], background);
    } else {
        row[part].fill(background);
        if field && !in_front {
            paint_field(row, shown, colours, score);
        }
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
