//! The TIA: picture and collisions.
//!
//! Rendering is lazy. Each object has a mask of the pixels it covers on the current scanline; a register write that
//! changes an object first advances to the current pixel and then replaces its mask. Rows are rendered when they are
//! complete, or when a write changes a colour or a priority within the row.

mod address;
mod beam;
mod coverage;
mod mask;
mod motion;
mod objects;
mod registers;
mod render;

pub use address::WSYNC;
use address::*;
use beam::{Beam, CLOCKS_PER_LINE};
use coverage::ObjectCoverage;
use objects::{BallObject, MissileObject, ObjectPosition, PlayerObject};

use super::{HEIGHT, Voice, WIDTH};

/// The registers of the TIA and the picture.
#[derive(Clone, Copy)]
pub struct Tia {
    screen: [u8; WIDTH * HEIGHT],
    beam: Beam,
    /// The earliest time at which clearing VSYNC completes the frame.
    vsync_ends_from: i32,
    frame_complete: bool,
    vblank: bool,
    /// HMOVE blanks the first pixels of the current row.
    hmove_blank_pending: bool,
    /// Whether HMOVE blanks pixels at all; ALE disables this for some games.
    hmove_blanks: bool,
    /// Collision latches, two bits per collision register.
    collisions: u16,
    /// COLUP0, COLUP1, COLUPF and COLUBK.
    colours: [u8; 4],
    ctrlpf: u8,
    /// NUSIZ0 and NUSIZ1.
    nusiz: [u8; 2],
    /// Positions of players, missiles and ball.
    positions: [ObjectPosition; 5],
    players: [PlayerObject; 2],
    missiles: [MissileObject; 2],
    ball: BallObject,
    /// PF0, PF1 and PF2.
    playfield: [u8; 3],
    /// Whether the right half mirrors the left. A CTRLPF write in the right half takes effect on the next scanline.
    playfield_reflected: bool,
    coverage: [ObjectCoverage; 6],
    /// One bit per object that covers pixels not rendered yet.
    covering_objects: u8,
    voices: [Voice; 2],
}

/// A frame without vertical sync ends after this many scanlines, as in ALE.
const MAX_LINES: i32 = 291;
const NEVER: i32 = i32::MAX;

impl Tia {
    pub fn power_on(hmove_blanks: bool) -> Self {
        Self {
            screen: [0; WIDTH * HEIGHT],
            beam: Beam::default(),
            vsync_ends_from: NEVER,
            frame_complete: false,
            vblank: false,
            hmove_blank_pending: false,
            hmove_blanks,
            collisions: 0,
            colours: [0; 4],
            ctrlpf: 0,
            nusiz: [0; 2],
            positions: [ObjectPosition::default(); 5],
            players: [PlayerObject::default(); 2],
            missiles: [MissileObject::default(); 2],
            ball: BallObject::default(),
            playfield: [0; 3],
            playfield_reflected: false,
            coverage: [ObjectCoverage::default(); 6],
            covering_objects: 0,
            voices: [Voice::default(); 2],
        }
    }

    pub fn screen(&self) -> &[u8; WIDTH * HEIGHT] {
        &self.screen
    }

    pub fn voices(&self) -> [Voice; 2] {
        self.voices
    }

    /// The scanline at CPU cycle `clock`, counted from the start of the frame.
    pub fn scanline_at(&self, clock: i32) -> u32 {
        ((3 * clock - self.beam.frame_start) / CLOCKS_PER_LINE) as u32
    }

    pub fn frame_complete(&self) -> bool {
        self.frame_complete
    }

    /// Starts a frame: CPU cycle `clock` of the previous frame becomes 0. The current scanline continues.
    pub fn start_frame(&mut self, clock: i32) {
        self.beam = Beam::new(-self.beam.column_at(3 * clock));
        self.coverage.iter_mut().for_each(ObjectCoverage::start_line);
        self.vsync_ends_from = NEVER;
        self.frame_complete = false;
    }

    /// Reads a register. The TIA drives two bits; the others keep their value in `data_bus`.
    pub fn read(&mut self, address: u16, clock: i32, data_bus: u8, fire: bool) -> u8 {
        let register = address & 0x0F;
        let driven = match register {
            CXM0P..=CXPPMM => {
                let x = self.advance_to(3 * clock);
                self.render_until(x);
                (self.collisions >> (2 * register) & 3) as u8
            }
            // INPT4 reads 0 while the left button is pressed; the right joystick is not connected.
            INPT4 => u8::from(!fire) << 1,
            INPT5 => 2,
            _ => 0,
        };
        driven << 6 | data_bus & 0x3F
    }

    /// Writes [`WSYNC`] and returns the CPU cycles until the end of the scanline, for which the CPU is halted.
    pub fn write_wsync(&mut self, clock: i32) -> i32 {
        let now = 3 * clock;
        self.limit_frame_length(now);
        (CLOCKS_PER_LINE - self.beam.column_at(now)) % CLOCKS_PER_LINE / 3
    }

    /// Writes any register but [`WSYNC`].
    pub fn write(&mut self, address: u16, value: u8, clock: i32) {
        let now = 3 * clock;
        self.limit_frame_length(now);
        match address & 0x3F {
            VSYNC => self.set_vsync(value, now),
            VBLANK => self.set_vblank(value & 2 != 0, now),
            register @ (NUSIZ0 | NUSIZ1) => self.set_nusiz((register - NUSIZ0).into(), value, now),
            register @ (COLUP0 | COLUP1 | COLUPF | COLUBK) => {
                self.set_colour((register - COLUP0).into(), value & 0xFE, now);
            }
            CTRLPF => self.set_ctrlpf(value, now),
            register @ (REFP0 | REFP1) => self.set_reflection((register - REFP0).into(), value & 8 != 0, now),
            register @ (PF0 | PF1 | PF2) => self.set_playfield((register - PF0).into(), value, now),
            register @ (RESP0 | RESP1) => self.reset_player((register - RESP0).into(), now),
            register @ (RESM0 | RESM1) => self.reset_missile((register - RESM0).into(), now),
            RESBL => self.reset_ball(now),
            register @ AUDC0..=AUDV1 => self.set_voice(register - AUDC0, value),
            register @ (GRP0 | GRP1) => self.set_graphics((register - GRP0).into(), value, now),
            register @ (ENAM0 | ENAM1) => self.enable_missile((register - ENAM0).into(), value & 2 != 0, now),
            ENABL => self.enable_ball(value & 2 != 0, now),
            register @ (HMP0 | HMP1 | HMM0 | HMM1 | HMBL) => {
                self.positions[usize::from(register - HMP0)].motion = value;
            }
            register @ (VDELP0 | VDELP1) => self.delay_player((register - VDELP0).into(), value & 1 != 0, now),
            VDELBL => self.delay_ball(value & 1 != 0, now),
            register @ (RESMP0 | RESMP1) => self.lock_missile((register - RESMP0).into(), value & 2 != 0, now),
            HMOVE => self.apply_hmove(now),
            HMCLR => self.positions.iter_mut().for_each(|position| position.motion = 0),
            CXCLR => self.clear_collisions(now),
            // RSYNC is not emulated; the other addresses have no register.
            _ => {}
        }
    }

    /// Writes AUDC0, AUDC1, AUDF0, AUDF1, AUDV0 or AUDV1, in this order.
    fn set_voice(&mut self, register: u16, value: u8) {
        let voice = &mut self.voices[usize::from(register & 1)];
        match register / 2 {
            0 => voice.tone = value & 0x0F,
            1 => voice.pitch = value & 0x1F,
            _ => voice.volume = value & 0x0F,
        }
    }

    fn limit_frame_length(&mut self, now: i32) {
        if now - self.beam.frame_start >= MAX_LINES * CLOCKS_PER_LINE {
            self.frame_complete = true;
        }
    }
}
