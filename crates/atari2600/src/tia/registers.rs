//! What writing a register changes. Some changes show a few colour clocks after the write; the delays are ALE's.
//! A write that changes nothing visible costs nothing; one that does first completes the lines before it, which may
//! still depend on what it changes. None is folded into `write`, which then has nothing to do but jump to one.

use std::mem;

use super::beam::{DARK, LINE};
use super::motion::{self, During, Hmove};
use super::objects::{self, BALL, MISSILES, PLAYERS};
use super::{NEVER, Tia};
use crate::WIDTH;

impl Tia {
    /// A sync of at least a line ends the frame when it is switched off.
    #[inline(never)]
    pub(super) fn sync(&mut self, value: u8, now: i32) {
        if value & 2 != 0 {
            self.sync_from = now + LINE;
        } else if now >= self.sync_from {
            self.paint_to(now);
            self.sync_from = NEVER;
            self.frame_over = true;
        }
    }

    #[inline(never)]
    pub(super) fn blank(&mut self, blanked: bool, now: i32) {
        if self.blanked != blanked {
            self.paint_to(now + 1);
            self.blanked = blanked;
        }
    }

    #[inline(never)]
    pub(super) fn clear_collisions(&mut self, now: i32) {
        self.paint_to(now);
        self.collisions = 0;
    }

    #[inline(never)]
    pub(super) fn set_colour(&mut self, which: usize, value: u8, now: i32) {
        if self.colours[which] != value {
            self.paint_to(now);
            self.colours[which] = value;
        }
    }

    #[inline(never)]
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

    #[inline(never)]
    pub(super) fn set_size(&mut self, which: usize, value: u8, now: i32) {
        if self.sizes[which] != value {
            let x = self.reach(now + 8);
            self.sizes[which] = value;
            self.players[which].first_hidden = false;
            self.show_player(which, x);
            self.show_missile(which, x);
        }
    }

    #[inline(never)]
    pub(super) fn reflect(&mut self, which: usize, reflected: bool, now: i32) {
        if self.players[which].reflected != reflected {
            let x = self.reach(now + 1);
            self.players[which].reflected = reflected;
            self.show_player(which, x);
        }
    }

    /// Playfield bits are latched every four clocks.
    #[inline(never)]
    pub(super) fn set_playfield(&mut self, which: usize, value: u8, now: i32) {
        if self.playfield[which] != value {
            let delay = [4, 5, 2, 3][(self.beam.column_at(now) as usize / 3) & 3];
            let x = self.reach(now + delay);
            self.playfield[which] = value;
            self.show_playfield(x);
        }
    }

    #[inline(never)]
    pub(super) fn place_player(&mut self, which: usize, now: i32) {
        let new = motion::placed(self.beam.column_at(now), 3, 5);
        let during = motion::during(self.places[PLAYERS[which]].x, new, self.sizes[which]);
        // A copy that is being drawn is finished first.
        let x = self.reach(if during == During::Copy { now + 11 } else { now });
        self.players[which].first_hidden = during != During::Start;
        self.places[PLAYERS[which]].x = new;
        self.show_player(which, x);
    }

    #[inline(never)]
    pub(super) fn place_missile(&mut self, which: usize, now: i32) {
        let x = self.reach(now + 8);
        self.places[MISSILES[which]].x = motion::placed(self.beam.column_at(now), 2, 4);
        self.show_missile(which, x);
    }

    #[inline(never)]
    pub(super) fn place_ball(&mut self, now: i32) {
        let x = self.reach(now);
        self.places[BALL].x = motion::placed(self.beam.column_at(now), 2, 4);
        self.show_ball(x);
    }

    /// Writing one player's graphics makes the other's, and the second the ball's, old.
    #[inline(never)]
    pub(super) fn set_graphics(&mut self, which: usize, value: u8, now: i32) {
        let (own, other) = (&self.players[which], &self.players[which ^ 1]);
        let changes = [
            !own.delayed && own.graphics != value,
            other.delayed && other.old_graphics != other.graphics,
            which == 1 && self.ball.old_enabled != self.ball.enabled,
        ];
        if changes == [false; 3] {
            self.age_graphics(which, value);
        } else {
            self.change_graphics(which, value, now, changes);
        }
    }

    #[inline(never)]
    fn change_graphics(&mut self, which: usize, value: u8, now: i32, [own, other, ball]: [bool; 3]) {
        let x = self.reach(now + 1);
        self.age_graphics(which, value);
        if own {
            self.show_player(which, x);
        }
        if other {
            self.show_player(which ^ 1, x);
        }
        if ball {
            self.ball.old_enabled = self.ball.enabled;
            self.show_ball(x);
        }
    }

    fn age_graphics(&mut self, which: usize, value: u8) {
        self.players[which].graphics = value;
        self.players[which ^ 1].old_graphics = self.players[which ^ 1].graphics;
    }

    #[inline(never)]
    pub(super) fn enable_missile(&mut self, which: usize, enabled: bool, now: i32) {
        if self.missiles[which].enabled != enabled {
            let x = self.reach(now);
            self.missiles[which].enabled = enabled;
            self.show_missile(which, x);
        }
    }

    #[inline(never)]
    pub(super) fn enable_ball(&mut self, enabled: bool, now: i32) {
        if self.ball.enabled != enabled {
            let x = self.reach(now);
            self.ball.enabled = enabled;
            self.show_ball(x);
        }
    }

    #[inline(never)]
    pub(super) fn delay_player(&mut self, which: usize, delayed: bool, now: i32) {
        if self.players[which].delayed != delayed {
            let x = self.reach(now);
            self.players[which].delayed = delayed;
            self.show_player(which, x);
        }
    }

    #[inline(never)]
    pub(super) fn delay_ball(&mut self, delayed: bool, now: i32) {
        if self.ball.delayed != delayed {
            let x = self.reach(now);
            self.ball.delayed = delayed;
            self.show_ball(x);
        }
    }

    /// A missile let go starts from the middle of its player.
    #[inline(never)]
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

    #[inline(never)]
    pub(super) fn move_all(&mut self, now: i32) {
        let column = self.beam.column_at(now);
        let x = self.reach(now + 3);
        if self.leaves_comb && motion::darkens(column) {
            self.paint_until(x);
            self.comb = true;
        }
        let hmove = Hmove::at(column);
        for object in 0..self.places.len() {
            let place = &mut self.places[object];
            let shift = hmove.shift(place.motion);
            if shift != 0 {
                place.x = (place.x + shift).rem_euclid(WIDTH as i32);
            }
            let appears = object < 2 && mem::take(&mut self.players[object].first_hidden);
            if shift != 0 || appears {
                self.show(object, x);
            }
        }
    }

    fn paint_to(&mut self, moment: i32) -> usize {
        let x = self.reach(moment);
        self.paint_until(x);
        self.beam.disturb(x);
        x
    }
}
