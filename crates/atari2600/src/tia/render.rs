//! Colours and collisions of a row, from the pixel masks of its objects.

use std::ops::Range;

use super::mask::PixelMask;
use super::objects::{BALL, MISSILES, PLAYERS, PLAYFIELD};
use crate::WIDTH;

/// Indices of the colour registers; 0 and 1 are the players.
const PLAYFIELD_COLOUR: usize = 2;
pub const BACKGROUND_COLOUR: usize = 3;

/// The collision latch of a pair of objects. Bits `2 r` and `2 r + 1` are D6 and D7 of collision register `r`.
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

/// The latches of all pairs of visible objects that overlap. Bit `o` of `visible` stands for object `o`.
pub fn collision_latches(masks: &[PixelMask; 6], visible: u8) -> u16 {
    let (mut latches, mut left) = (0, visible);
    while left != 0 {
        let one = left.trailing_zeros() as usize;
        left &= left - 1;
        let mut others = left;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            if masks[one].overlaps(&masks[other]) {
                latches |= latch(one, other);
            }
        }
    }
    latches
}

/// Draws pixels `range` of a row, from back to front: playfield and ball, player and missile 1, player and missile 0.
/// CTRLPF can give the playfield priority, or the colours of the players to its halves (score mode).
pub fn draw_row(
    row: &mut [u8; WIDTH],
    range: Range<usize>,
    masks: &[PixelMask; 6],
    visible: u8,
    colours: &[u8; 4],
    ctrlpf: u8,
) {
    let (score_mode, playfield_first) = (ctrlpf & 0x02 != 0, ctrlpf & 0x04 != 0);
    let has_playfield = visible & (1 << BALL | 1 << PLAYFIELD) != 0;
    let background = colours[BACKGROUND_COLOUR];
    if has_playfield && !playfield_first && !score_mode && range == (0..WIDTH) {
        masks[PLAYFIELD].or(&masks[BALL]).fill_both(row, colours[PLAYFIELD_COLOUR], background);
    } else {
        row[range].fill(background);
        if has_playfield && !playfield_first {
            draw_playfield(row, masks, colours, score_mode);
        }
    }
    for which in [1, 0] {
        if visible & (1 << PLAYERS[which] | 1 << MISSILES[which]) != 0 {
            masks[PLAYERS[which]].or(&masks[MISSILES[which]]).fill(row, colours[which]);
        }
    }
    if has_playfield && playfield_first {
        draw_playfield(row, masks, colours, false);
    }
}

fn draw_playfield(row: &mut [u8; WIDTH], masks: &[PixelMask; 6], colours: &[u8; 4], score_mode: bool) {
    if score_mode {
        masks[PLAYFIELD].and(&PixelMask::span(0, WIDTH / 2)).fill(row, colours[0]);
        masks[PLAYFIELD].and(&PixelMask::span(WIDTH / 2, WIDTH)).fill(row, colours[1]);
        masks[BALL].fill(row, colours[PLAYFIELD_COLOUR]);
    } else {
        masks[PLAYFIELD].or(&masks[BALL]).fill(row, colours[PLAYFIELD_COLOUR]);
    }
}
