//! What writing a register changes. Some changes show a few colour clocks after the write; the delays are ALE's.

use super::beam::{DARK, LINE};
use super::motion::{self, During};
use super::objects::{self, BALL, MISSILES, PLAYERS, PLAYFIELD};
use super::{NEVER, Tia};
use crate::console::WIDTH;

impl Tia {
    /// Draws up to `moment`, then changes something; nothing is drawn where nothing changes.
    #[inline]
    pub(super) fn change(&mut self, moment: i32, changes: bool, change: impl FnOnce(&mut Self)) {
        if changes {
            self.draw_until(moment);
            change(self);
        }
    }

    /// A sync of at least a line ends the frame when it is switched off.
    pub(super) fn sync(&mut self, value: u8, now: i32) {
        if value & 2 != 0 {
            self.sync_from = now + LINE;
        } else if now >= self.sync_from {
            self.draw_until(now);
            self.sync_from = NEVER;
            self.frame_over = true;
        }
    }

    pub(super) fn set_size(&mut self, which: usize, value: u8, now: i32) {
        self.change(now + 8, self.sizes[which] != value, |tia| {
            tia.sizes[which] = value;
            tia.players[which].first_hidden = false;
            tia.update_player(which);
            tia.update_missile(which);
        });
    }

    pub(super) fn set_colour(&mut self, which: usize, value: u8, now: i32) {
        self.change(now, self.colours[which] != value, |tia| tia.colours[which] = value);
    }

    pub(super) fn set_control(&mut self, value: u8, now: i32) {
        let on_the_left = self.beam.column_at(now) < DARK + 79;
        let mirrors = on_the_left && self.mirrored != (value & 1 != 0);
        self.change(now, self.control != value || mirrors, |tia| {
            tia.control = value;
            if mirrors {
                tia.mirrored = value & 1 != 0;
                tia.update_playfield();
            }
            tia.update_ball();
        });
    }

    pub(super) fn reflect(&mut self, which: usize, reflected: bool, now: i32) {
        self.change(now + 1, self.players[which].reflected != reflected, |tia| {
            tia.players[which].reflected = reflected;
            tia.update_player(which);
        });
    }

    /// Playfield bits are latched every four clocks.
    pub(super) fn set_playfield(&mut self, which: usize, value: u8, now: i32) {
        let delay = [4, 5, 2, 3][self.beam.column_at(now) as usize / 3 & 3];
        self.change(now + delay, self.playfield[which] != value, |tia| {
            tia.playfield[which] = value;
            tia.update_playfield();
        });
    }

    pub(super) fn place_player(&mut self, which: usize, now: i32) {
        let new = motion::placed(self.beam.column_at(now), 3, 5);
        let during = motion::during(self.places[PLAYERS[which]].x, new, self.sizes[which]);
        // A copy that is being drawn is finished first.
        self.draw_until(if during == During::Copy { now + 11 } else { now });
        self.players[which].first_hidden = during != During::Start;
        self.places[PLAYERS[which]].x = new;
        self.update_player(which);
    }

    pub(super) fn place_missile(&mut self, which: usize, now: i32) {
        self.draw_until(now + 8);
        self.places[MISSILES[which]].x = motion::placed(self.beam.column_at(now), 2, 4);
        self.update_missile(which);
    }

    pub(super) fn place_ball(&mut self, now: i32) {
        self.draw_until(now);
        self.places[BALL].x = motion::placed(self.beam.column_at(now), 2, 4);
        self.update_ball();
    }

    /// Writing one player's graphics makes the other's, and the second the ball's, old.
    pub(super) fn set_graphics(&mut self, which: usize, value: u8, now: i32) {
        let other = self.players[1 - which];
        let ball = which == 1 && self.ball.old_enabled != self.ball.enabled;
        let changes = self.players[which].graphics != value || other.old_graphics != other.graphics || ball;
        self.change(now + 1, changes, |tia| {
            tia.players[which].graphics = value;
            tia.players[1 - which].old_graphics = other.graphics;
            tia.update_player(which);
            if other.delayed {
                tia.update_player(1 - which);
            }
            if ball {
                tia.ball.old_enabled = tia.ball.enabled;
                tia.update_ball();
            }
        });
    }

    pub(super) fn enable_missile(&mut self, which: usize, enabled: bool, now: i32) {
        self.change(now, self.missiles[which].enabled != enabled, |tia| {
            tia.missiles[which].enabled = enabled;
            tia.update_missile(which);
        });
    }

    pub(super) fn enable_ball(&mut self, enabled: bool, now: i32) {
        self.change(now, self.ball.enabled != enabled, |tia| {
            tia.ball.enabled = enabled;
            tia.update_ball();
        });
    }

    pub(super) fn delay_player(&mut self, which: usize, delayed: bool, now: i32) {
        self.change(now, self.players[which].delayed != delayed, |tia| {
            tia.players[which].delayed = delayed;
            tia.update_player(which);
        });
    }

    pub(super) fn delay_ball(&mut self, delayed: bool, now: i32) {
        self.change(now, self.ball.delayed != delayed, |tia| {
            tia.ball.delayed = delayed;
            tia.update_ball();
        });
    }

    /// A missile let go starts from the middle of its player.
    pub(super) fn lock_missile(&mut self, which: usize, locked: bool, now: i32) {
        self.change(now, self.missiles[which].locked != locked, |tia| {
            if !locked {
                let middle = 4 * objects::stretch(tia.sizes[which]);
                tia.places[MISSILES[which]].x = (tia.places[PLAYERS[which]].x + middle) % WIDTH as i32;
            }
            tia.missiles[which].locked = locked;
            tia.update_missile(which);
        });
    }

    pub(super) fn move_all(&mut self, now: i32) {
        self.draw_until(now + 3);
        let column = self.beam.column_at(now);
        self.comb |= self.leaves_comb && motion::darkens(column);
        for place in &mut self.places {
            place.x = (place.x + motion::shift(column, place.motion)).rem_euclid(WIDTH as i32);
        }
        for which in 0..2 {
            self.players[which].first_hidden = false;
            self.update_player(which);
            self.update_missile(which);
        }
        self.update_ball();
    }

    /// What waits for the end of a line.
    pub(super) fn end_line(&mut self) {
        if self.mirrored != (self.control & 1 != 0) {
            self.mirrored = !self.mirrored;
            self.update_playfield();
        }
        for which in 0..2 {
            if self.players[which].first_hidden {
                self.players[which].first_hidden = false;
                self.update_player(which);
            }
        }
    }

    fn update_player(&mut self, which: usize) {
        let mask = self.players[which].mask(self.places[PLAYERS[which]].x, self.sizes[which]);
        self.cover(PLAYERS[which], mask);
    }

    fn update_missile(&mut self, which: usize) {
        let mask = self.missiles[which].mask(self.places[MISSILES[which]].x, self.sizes[which]);
        self.cover(MISSILES[which], mask);
    }

    fn update_ball(&mut self) {
        let mask = self.ball.mask(self.places[BALL].x, self.control);
        self.cover(BALL, mask);
    }

    fn update_playfield(&mut self) {
        self.cover(PLAYFIELD, objects::playfield(self.playfield, self.mirrored));
    }

    fn cover(&mut self, object: usize, mask: super::mask::Mask) {
        self.masks[object] = mask;
        self.covered = self.covered & !(1 << object) | u8::from(!mask.is_empty()) << object;
    }
}
