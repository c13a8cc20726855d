//! The effects of register writes. Some become visible a few colour clocks after the write; the delays are ALE's.
//!
//! A write that changes nothing visible returns early. Any other first renders the rows before it, which depend on the
//! old value. None of these functions is inlined, which keeps `write` a jump table.

use std::mem;

use super::beam::{CLOCKS_PER_LINE, HBLANK_CLOCKS};
use super::motion::{self, Hmove, ResetPhase};
use super::objects::{self, BALL, MISSILES, PLAYERS};
use super::{NEVER, Tia};
use crate::WIDTH;

impl Tia {
    /// Clearing VSYNC after at least one scanline completes the frame.
    #[inline(never)]
    pub(super) fn set_vsync(&mut self, value: u8, now: i32) {
        if value & 2 != 0 {
            self.vsync_ends_from = now + CLOCKS_PER_LINE;
        } else if now >= self.vsync_ends_from {
            self.render_to(now);
            self.vsync_ends_from = NEVER;
            self.frame_complete = true;
        }
    }

    #[inline(never)]
    pub(super) fn set_vblank(&mut self, vblank: bool, now: i32) {
        if self.vblank != vblank {
            self.render_to(now + 1);
            self.vblank = vblank;
        }
    }

    #[inline(never)]
    pub(super) fn clear_collisions(&mut self, now: i32) {
        self.render_to(now);
        self.collisions = 0;
    }

    #[inline(never)]
    pub(super) fn set_colour(&mut self, which: usize, value: u8, now: i32) {
        if self.colours[which] != value {
            self.render_to(now);
            self.colours[which] = value;
        }
    }

    #[inline(never)]
    pub(super) fn set_ctrlpf(&mut self, value: u8, now: i32) {
        let in_left_half = self.beam.column_at(now) < HBLANK_CLOCKS + 79;
        if in_left_half && self.playfield_reflected != (value & 1 != 0) {
            let x = self.advance_to(now);
            self.playfield_reflected = value & 1 != 0;
            self.update_playfield(x);
        }
        if self.ctrlpf != value {
            let x = self.render_to(now);
            self.ctrlpf = value;
            self.update_ball(x);
        }
    }

    #[inline(never)]
    pub(super) fn set_nusiz(&mut self, which: usize, value: u8, now: i32) {
        if self.nusiz[which] != value {
            let x = self.advance_to(now + 8);
            self.nusiz[which] = value;
            self.players[which].first_copy_hidden = false;
            self.update_player(which, x);
            self.update_missile(which, x);
        }
    }

    #[inline(never)]
    pub(super) fn set_reflection(&mut self, which: usize, reflected: bool, now: i32) {
        if self.players[which].reflected != reflected {
            let x = self.advance_to(now + 1);
            self.players[which].reflected = reflected;
            self.update_player(which, x);
        }
    }

    /// Playfield bits are latched every four colour clocks.
    #[inline(never)]
    pub(super) fn set_playfield(&mut self, which: usize, value: u8, now: i32) {
        if self.playfield[which] != value {
            let delay = [4, 5, 2, 3][(self.beam.column_at(now) as usize / 3) & 3];
            let x = self.advance_to(now + delay);
            self.playfield[which] = value;
            self.update_playfield(x);
        }
    }

    #[inline(never)]
    pub(super) fn reset_player(&mut self, which: usize, now: i32) {
        let new = motion::reset_position(self.beam.column_at(now), 3, 5);
        let phase = motion::reset_phase(self.positions[PLAYERS[which]].x, new, self.nusiz[which]);
        // A copy that is being drawn is completed first.
        let x = self.advance_to(if phase == ResetPhase::Drawing { now + 11 } else { now });
        self.players[which].first_copy_hidden = phase != ResetPhase::Starting;
        self.positions[PLAYERS[which]].x = new;
        self.update_player(which, x);
    }

    #[inline(never)]
    pub(super) fn reset_missile(&mut self, which: usize, now: i32) {
        let x = self.advance_to(now + 8);
        self.positions[MISSILES[which]].x = motion::reset_position(self.beam.column_at(now), 2, 4);
        self.update_missile(which, x);
    }

    #[inline(never)]
    pub(super) fn reset_ball(&mut self, now: i32) {
        let x = self.advance_to(now);
        self.positions[BALL].x = motion::reset_position(self.beam.column_at(now), 2, 4);
        self.update_ball(x);
    }

    /// A write to GRP0 or GRP1 also latches the delayed graphics of the other player; GRP1 latches the delayed ball.
    #[inline(never)]
    pub(super) fn set_graphics(&mut self, which: usize, value: u8, now: i32) {
        let (own, other) = (&self.players[which], &self.players[which ^ 1]);
        let changes = [
            !own.delayed && own.graphics != value,
            other.delayed && other.old_graphics != other.graphics,
            which == 1 && self.ball.old_enabled != self.ball.enabled,
        ];
        if changes == [false; 3] {
            self.latch_graphics(which, value);
        } else {
            self.change_graphics(which, value, now, changes);
        }
    }

    #[inline(never)]
    fn change_graphics(&mut self, which: usize, value: u8, now: i32, [own, other, ball]: [bool; 3]) {
        let x = self.advance_to(now + 1);
        self.latch_graphics(which, value);
        if own {
            self.update_player(which, x);
        }
        if other {
            self.update_player(which ^ 1, x);
        }
        if ball {
            self.ball.old_enabled = self.ball.enabled;
            self.update_ball(x);
        }
    }

    fn latch_graphics(&mut self, which: usize, value: u8) {
        self.players[which].graphics = value;
        self.players[which ^ 1].old_graphics = self.players[which ^ 1].graphics;
    }

    #[inline(never)]
    pub(super) fn enable_missile(&mut self, which: usize, enabled: bool, now: i32) {
        if self.missiles[which].enabled != enabled {
            let x = self.advance_to(now);
            self.missiles[which].enabled = enabled;
            self.update_missile(which, x);
        }
    }

    #[inline(never)]
    pub(super) fn enable_ball(&mut self, enabled: bool, now: i32) {
        if self.ball.enabled != enabled {
            let x = self.advance_to(now);
            self.ball.enabled = enabled;
            self.update_ball(x);
        }
    }

    #[inline(never)]
    pub(super) fn delay_player(&mut self, which: usize, delayed: bool, now: i32) {
        if self.players[which].delayed != delayed {
            let x = self.advance_to(now);
            self.players[which].delayed = delayed;
            self.update_player(which, x);
        }
    }

    #[inline(never)]
    pub(super) fn delay_ball(&mut self, delayed: bool, now: i32) {
        if self.ball.delayed != delayed {
            let x = self.advance_to(now);
            self.ball.delayed = delayed;
            self.update_ball(x);
        }
    }

    /// A missile that is unlocked starts at the middle of its player.
    #[inline(never)]
    pub(super) fn lock_missile(&mut self, which: usize, locked: bool, now: i32) {
        if self.missiles[which].locked != locked {
            let x = self.advance_to(now);
            if !locked {
                let middle = 4 * objects::pixel_width(self.nusiz[which]);
                self.positions[MISSILES[which]].x = (self.positions[PLAYERS[which]].x + middle) % WIDTH as i32;
            }
            self.missiles[which].locked = locked;
            self.update_missile(which, x);
        }
    }

    #[inline(never)]
    pub(super) fn apply_hmove(&mut self, now: i32) {
        let column = self.beam.column_at(now);
        let x = self.advance_to(now + 3);
        if self.hmove_blanks && motion::blanks_pixels(column) {
            self.render_until(x);
            self.hmove_blank_pending = true;
        }
        let hmove = Hmove::at(column);
        for object in 0..self.positions.len() {
            let position = &mut self.positions[object];
            let shift = hmove.shift(position.motion);
            if shift != 0 {
                position.x = (position.x + shift).rem_euclid(WIDTH as i32);
            }
            let appears = object < 2 && mem::take(&mut self.players[object].first_copy_hidden);
            if shift != 0 || appears {
                self.update_object(object, x);
            }
        }
    }

    /// Renders everything before `time`, before a change of colours, priorities or latches.
    fn render_to(&mut self, time: i32) -> usize {
        let x = self.advance_to(time);
        self.render_until(x);
        self.beam.mark_changed(x);
        x
    }
}
