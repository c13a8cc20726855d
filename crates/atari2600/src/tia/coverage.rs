//! The pixels that each object covers on the current scanline.

use std::mem;

use super::Tia;
use super::mask::PixelMask;
use super::objects::{self, BALL, MISSILES, PLAYERS, PLAYFIELD};
use crate::WIDTH;

/// The pixels that one object covers on the current scanline, as far as they are not rendered yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct ObjectCoverage {
    /// Its current pixels, valid from pixel `since` on.
    mask: PixelMask,
    pub since: usize,
    /// Pixels left of `since`, from earlier masks.
    earlier: PixelMask,
}

impl ObjectCoverage {
    pub fn start_line(&mut self) {
        self.since = 0;
        self.earlier = PixelMask::default();
    }
}

impl Tia {
    /// Replaces the mask of an object from pixel `x` of the current scanline on.
    ///
    /// Inlined together with the code that builds the mask, which then stays in registers. In memory it would be
    /// stored in three parts and loaded in two, which defeats store forwarding.
    #[inline(always)]
    pub(super) fn set_mask(&mut self, object: usize, x: usize, mask: PixelMask) {
        let coverage = &mut self.coverage[object];
        if coverage.mask.equals(&mask) && coverage.since <= x {
            return;
        }
        self.beam.mark_changed(x);
        // Pixels that are rendered have their final colour.
        let from = coverage.since.max(self.beam.rendered);
        if self.covering_objects >> object & 1 == 1 && from < x {
            coverage.earlier = coverage.earlier.or(&coverage.mask.and(&PixelMask::span(from, x)));
        }
        coverage.since = x;
        coverage.mask = mask;
        let covers = u8::from(!mask.is_empty() || !coverage.earlier.is_empty());
        self.covering_objects = self.covering_objects & !(1 << object) | covers << object;
    }

    /// Applies changes that take effect at the end of a scanline.
    pub(super) fn end_line(&mut self) {
        if self.playfield_reflected != (self.ctrlpf & 1 != 0) {
            self.playfield_reflected = !self.playfield_reflected;
            self.update_playfield(0);
        }
        for which in 0..2 {
            if mem::take(&mut self.players[which].first_copy_hidden) {
                self.update_player(which, 0);
            }
        }
    }

    pub(super) fn update_object(&mut self, object: usize, x: usize) {
        match object {
            BALL => self.update_ball(x),
            player if player < MISSILES[0] => self.update_player(player, x),
            missile => self.update_missile(missile - MISSILES[0], x),
        }
    }

    #[inline(never)]
    pub(super) fn update_player(&mut self, which: usize, x: usize) {
        let mask = self.players[which].mask(self.positions[PLAYERS[which]].x, self.nusiz[which]);
        self.set_mask(PLAYERS[which], x, mask);
    }

    #[inline(never)]
    pub(super) fn update_missile(&mut self, which: usize, x: usize) {
        let mask = self.missiles[which].mask(self.positions[MISSILES[which]].x, self.nusiz[which]);
        self.set_mask(MISSILES[which], x, mask);
    }

    #[inline(never)]
    pub(super) fn update_ball(&mut self, x: usize) {
        let mask = self.ball.mask(self.positions[BALL].x, self.ctrlpf);
        self.set_mask(BALL, x, mask);
    }

    #[inline(never)]
    pub(super) fn update_playfield(&mut self, x: usize) {
        self.set_mask(PLAYFIELD, x, objects::playfield(self.playfield, self.playfield_reflected));
    }

    /// Writes the mask of each object between two pixels to `masks`, and returns one bit per object with any pixels.
    /// Entries of `masks` for other objects are not written.
    #[inline]
    pub(super) fn take_coverage(&mut self, from: usize, to: usize, masks: &mut [PixelMask; 6]) -> u8 {
        let (mut left, mut visible) = (self.covering_objects, 0);
        while left != 0 {
            let object = left.trailing_zeros() as usize;
            left &= left - 1;
            let coverage = &mut self.coverage[object];
            let whole = coverage.since == 0 && to == WIDTH && from == 0;
            let now =
                if whole { coverage.mask } else { coverage.mask.and(&PixelMask::span(coverage.since.max(from), to)) };
            masks[object] = now.or(&coverage.earlier);
            coverage.earlier = PixelMask::default();
            visible |= u8::from(!masks[object].is_empty()) << object;
            if coverage.mask.is_empty() {
                self.covering_objects &= !(1 << object);
            }
        }
        visible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tia::address::{COLUPF, ENABL, RESBL};

    const CYCLES_PER_LINE: i32 = 76;

    #[test]
    fn rendered_pixels_keep_their_colour_when_their_object_changes_later_in_the_line() {
        let mut tia = Tia::power_on(false);
        tia.start_frame(0);
        let line = 40 * CYCLES_PER_LINE;
        tia.write(RESBL, 0, line - CYCLES_PER_LINE + 48);
        tia.write(ENABL, 2, line);
        tia.write(COLUPF, 0x10, line);
        // The ball is at pixel 80. The colour changes at pixel 91, and the ball is disabled at pixel 145.
        tia.write(COLUPF, 0x20, line + 53);
        tia.write(ENABL, 0, line + 71);
        tia.write(COLUPF, 0x30, line + 2 * CYCLES_PER_LINE);
        assert_eq!(tia.screen()[6 * WIDTH..][79..82], [0, 0x10, 0]);
    }
}
