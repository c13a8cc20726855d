//! The objects on the line being drawn: what they cover, and since when.

use std::mem;

use super::Tia;
use super::mask::Mask;
use super::objects::{self, BALL, MISSILES, PLAYERS, PLAYFIELD};
use crate::WIDTH;

/// What an object covers on the line being drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Track {
    /// Its shape now, and the pixel from which on it has had it.
    mask: Mask,
    pub since: usize,
    /// What it covered before that, as far as it is not painted yet.
    behind: Mask,
}

impl Track {
    pub fn start_line(&mut self) {
        self.since = 0;
        self.behind = Mask::default();
    }
}

impl Tia {
    /// Gives an object another shape from a pixel of this line on. Inlined, as is what makes the shape: on its way
    /// through memory it would be stored in three parts and read in two, which processors wait for.
    #[inline(always)]
    pub(super) fn reshape(&mut self, object: usize, x: usize, shape: Mask) {
        let track = &mut self.tracks[object];
        if track.mask.equals(&shape) && track.since <= x {
            return;
        }
        self.beam.disturb(x);
        if self.covering >> object & 1 == 1 && track.since < x {
            track.behind = track.behind.or(&track.mask.and(&Mask::span(track.since, x)));
        }
        track.since = x;
        track.mask = shape;
        let covers = u8::from(!shape.is_empty() || !track.behind.is_empty());
        self.covering = self.covering & !(1 << object) | covers << object;
    }

    /// What waits for the end of a line.
    pub(super) fn end_line(&mut self) {
        if self.mirrored != (self.control & 1 != 0) {
            self.mirrored = !self.mirrored;
            self.show_playfield(0);
        }
        for which in 0..2 {
            if mem::take(&mut self.players[which].first_hidden) {
                self.show_player(which, 0);
            }
        }
    }

    pub(super) fn show(&mut self, object: usize, x: usize) {
        match object {
            BALL => self.show_ball(x),
            player if player < MISSILES[0] => self.show_player(player, x),
            missile => self.show_missile(missile - MISSILES[0], x),
        }
    }

    #[inline(never)]
    pub(super) fn show_player(&mut self, which: usize, x: usize) {
        let shape = self.players[which].mask(self.places[PLAYERS[which]].x, self.sizes[which]);
        self.reshape(PLAYERS[which], x, shape);
    }

    #[inline(never)]
    pub(super) fn show_missile(&mut self, which: usize, x: usize) {
        let shape = self.missiles[which].mask(self.places[MISSILES[which]].x, self.sizes[which]);
        self.reshape(MISSILES[which], x, shape);
    }

    #[inline(never)]
    pub(super) fn show_ball(&mut self, x: usize) {
        let shape = self.ball.mask(self.places[BALL].x, self.control);
        self.reshape(BALL, x, shape);
    }

    #[inline(never)]
    pub(super) fn show_playfield(&mut self, x: usize) {
        self.reshape(PLAYFIELD, x, objects::playfield(self.playfield, self.mirrored));
    }

    /// What the objects cover between two pixels, and a bit for each that covers anything.
    #[inline]
    pub(super) fn take_shown(&mut self, from: usize, to: usize, shown: &mut [Mask; 6]) -> u8 {
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
