//! What writing a register changes. Some changes show a few colour clocks after the write; the delays are ALE's.
//! A write that changes nothing visible costs nothing; one that does first completes the lines before it, which may
//! still depend on what it changes.

use std::mem;

use super::beam::{DARK, LINE};
use super::motion::{self, During};
use super::objects::{self, BALL, MISSILES, PLAYERS, PLAYFIELD};
use super::{NEVER, Tia};
use crate::console::WIDTH;

impl Tia {
    /// A sync of at least a line ends the frame when it is switched off.
    pub(super) fn sync(&mut self, value: u8, now: i32) {
        if value & 2 != 0 {
            self.sync_from = now + LINE;
        } else if now >= self.sync_from {
            self.paint_to(now);
            self.sync_from = NEVER;
            self.frame_over = true;
        }
    }

    pub(super) fn blank(&mut self, blanked: bool, now: i32) {
        if self.blanked != blanked {
            self.paint_to(now + 1);
            self.blanked = blanked;
        }
    }

    pub(super) fn clear_collisions(&mut self, now: i32) {
        self.paint_to(now);
        self.collisions = 0;
    }

    pub(super) fn set_colour(&mut self, which: usize, value: u8, now: i32) {
        if self.colours[which] != value {
            self.paint_to(now);
            self.colours[which] = value;
        }
    }

    pub(super) fn set_control(&mut self, value: u8, now: i32) {
        let on_the_left = self.beam.column_at(now) < DARK + 79;
        if on_the_left && self.mirrored != (value & 1 != 0) {
            let x = self.reach(now);
            self.mirrored = value & 1 != 0;
            self.show_playfield(x);
        }
        if self.control != value {
            let x = self.paint_to(now);
            self.control = value;
            self.show_ball(x);
        }
    }

    pub(super) fn set_size(&mut self, which: usize, value: u8, now: i32) {
        if self.sizes[which] != value {
            let x = self.reach(now + 8);
            self.sizes[which] = value;
            self.players[which].first_hidden = false;
            self.show_player(which, x);
            self.show_missile(which, x);
        }
    }

    pub(super) fn reflect(&mut self, which: usize, reflected: bool, now: i32) {
        if self.players[which].reflected != reflected {
            let x = self.reach(now + 1);
            self.players[which].reflected = reflected;
            self.show_player(which, x);
        }
    }

    /// Playfield bits are latched every four clocks.
    pub(super) fn set_playfield(&mut self, which: usize, value: u8, now: i32) {
        if self.playfield[which] != value {
            let delay = [4, 5, 2, 3][(self.beam.column_at(now) as usize / 3) & 3];
            let x = self.reach(now + delay);
            self.playfield[which] = value;
            self.show_playfield(x);
        }
    }

    pub(super) fn place_player(&mut self, which: usize, now: i32) {
        let new = motion::placed(self.beam.column_at(now), 3, 5);
        let during = motion::during(self.places[PLAYERS[which]].x, new, self.sizes[which]);
        // A copy that is being drawn is finished first.
        let x = self.reach(if during == During::Copy { now + 11 } else { now });
        self.players[which].first_hidden = during != During::Start;
        self.places[PLAYERS[which]].x = new;
        self.show_player(which, x);
    }

    pub(super) fn place_missile(&mut self, which: usize, now: i32) {
        let x = self.reach(now + 8);
        self.places[MISSILES[which]].x = motion::placed(self.beam.column_at(now), 2, 4);
        self.show_missile(which, x);
    }

    pub(super) fn place_ball(&mut self, now: i32) {
        let x = self.reach(now);
        self.places[BALL].x = motion::placed(self.beam.column_at(now), 2, 4);
        self.show_ball(x);
    }

    /// Writing one player's graphics makes the other's, and the second the ball's, old.
    pub(super) fn set_graphics(&mut self, which: usize, value: u8, now: i32) {
        let (own, other) = (self.players[which], self.players[1 - which]);
        let own_changes = !own.delayed && own.graphics != value;
        let other_changes = other.delayed && other.old_graphics != other.graphics;
        let ball_changes = which == 1 && self.ball.old_enabled != self.ball.enabled;
        let x = if own_changes || other_changes || ball_changes { self.reach(now + 1) } else { 0 };
        self.players[which].graphics = value;
        self.players[1 - which].old_graphics = other.graphics;
        if own_changes {
            self.show_player(which, x);
        }
        if other_changes {
            self.show_player(1 - which, x);
        }
        if ball_changes {
            self.ball.old_enabled = self.ball.enabled;
            self.show_ball(x);
        }
    }

    pub(super) fn enable_missile(&mut self, which: usize, enabled: bool, now: i32) {
        if self.missiles[which].enabled != enabled {
            let x = self.reach(now);
            self.missiles[which].enabled = enabled;
            self.show_missile(which, x);
        }
    }

    pub(super) fn enable_ball(&mut self, enabled: bool, now: i32) {
        if self.ball.enabled != enabled {
            let x = self.reach(now);
            self.ball.enabled = enabled;
            self.show_ball(x);
        }
    }

    pub(super) fn delay_player(&mut self, which: usize, delayed: bool, now: i32) {
        if self.players[which].delayed != delayed {
            let x = self.reach(now);
            self.players[which].delayed = delayed;
            self.show_player(which, x);
        }
    }

    pub(super) fn delay_ball(&mut self, delayed: bool, now: i32) {
        if self.ball.delayed != delayed {
            let x = self.reach(now);
            self.ball.delayed = delayed;
            self.show_ball(x);
        }
    }

    /// A missile let go starts from the middle of its player.
    pub(super) fn lock_missile(&mut self, which: usize, locked: bool, now: i32) {
        if self.missiles[which].locked != locked {
            let x = self.reach(now);
            if !locked {
                let middle = 4 * objects::stretch(self.sizes[which]);
                self.places[MISSILES[which]].x = (self.places[PLAYERS[which]].x + middle) % WIDTH as i32;
            }
            self.missiles[which].locked = locked;
            self.show_missile(which, x);
        }
    }

    pub(super) fn move_all(&mut self, now: i32) {
        let column = self.beam.column_at(now);
        let x = self.reach(now + 3);
        if self.leaves_comb && motion::darkens(column) {
            self.paint_until(x);
            self.comb = true;
        }
        for object in 0..self.places.len() {
            let place = &mut self.places[object];
            let shift = motion::shift(column, place.motion);
            place.x = (place.x + shift).rem_euclid(WIDTH as i32);
            let appears = object < 2 && mem::take(&mut self.players[object].first_hidden);
            if shift != 0 || appears {
                self.show(object, x);
            }
        }
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

    fn show(&mut self, object: usize, x: usize) {
        match object {
            BALL => self.show_ball(x),
            player if player < MISSILES[0] => self.show_player(player, x),
            missile => self.show_missile(missile - MISSILES[0], x),
        }
    }

    fn show_player(&mut self, which: usize, x: usize) {
        let shape = self.players[which].mask(self.places[PLAYERS[which]].x, self.sizes[which]);
        self.reshape(PLAYERS[which], x, shape);
    }

    fn show_missile(&mut self, which: usize, x: usize) {
        let shape = self.missiles[which].mask(self.places[MISSILES[which]].x, self.sizes[which]);
        self.reshape(MISSILES[which], x, shape);
    }

    fn show_ball(&mut self, x: usize) {
        let shape = self.ball.mask(self.places[BALL].x, self.control);
        self.reshape(BALL, x, shape);
    }

    fn show_playfield(&mut self, x: usize) {
        self.reshape(PLAYFIELD, x, objects::playfield(self.playfield, self.mirrored));
    }

    fn paint_to(&mut self, moment: i32) -> usize {
        let x = self.reach(moment);
        self.paint_until(x);
        x
    }
}
