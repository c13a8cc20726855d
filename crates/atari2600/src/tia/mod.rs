//! The TIA: picture and collisions. It is drawn lazily, up to the moment a register changes.

mod beam;
mod mask;
mod motion;
mod objects;
mod paint;
mod registers;
mod tracks;

use beam::{Beam, LINE};
use objects::{Ball, Missile, Place, Player};
use tracks::Track;

use super::{HEIGHT, WIDTH};

#[derive(Clone, Copy)]
pub struct Tia {
    screen: [u8; WIDTH * HEIGHT],
    beam: Beam,
    /// The vertical sync may end the frame from this moment on.
    sync_from: i32,
    frame_over: bool,
    blanked: bool,
    /// The next drawn line starts with dark pixels, the comb that HMOVE leaves.
    comb: bool,
    leaves_comb: bool,
    collisions: u16,
    /// Of the players, the playfield and the background.
    colours: [u8; 4],
    /// CTRLPF.
    control: u8,
    /// NUSIZ0 and NUSIZ1.
    sizes: [u8; 2],
    /// Of players, missiles and ball.
    places: [Place; 5],
    players: [Player; 2],
    missiles: [Missile; 2],
    ball: Ball,
    playfield: [u8; 3],
    /// Whether the right half mirrors the left; on the right half of a line CTRLPF comes too late.
    mirrored: bool,
    tracks: [Track; 6],
    /// A bit for each object that covers anything not yet painted.
    covering: u8,
}

/// The register that makes the CPU wait.
pub const WSYNC: u16 = 0x02;

/// A frame that never syncs ends after as many lines (as in ALE).
const LONGEST: i32 = 291;
const NEVER: i32 = i32::MAX;

impl Tia {
    pub fn power_on(leaves_comb: bool) -> Self {
        Self {
            screen: [0; WIDTH * HEIGHT],
            beam: Beam::default(),
            sync_from: NEVER,
            frame_over: false,
            blanked: false,
            comb: false,
            leaves_comb,
            collisions: 0,
            colours: [0; 4],
            control: 0,
            sizes: [0; 2],
            places: [Place::default(); 5],
            players: [Player::default(); 2],
            missiles: [Missile::default(); 2],
            ball: Ball::default(),
            playfield: [0; 3],
            mirrored: false,
            tracks: [Track::default(); 6],
            covering: 0,
        }
    }

    pub fn screen(&self) -> &[u8; WIDTH * HEIGHT] {
        &self.screen
    }

    pub fn frame_over(&self) -> bool {
        self.frame_over
    }

    /// Starts a frame at `clock` of the last, which becomes 0. The line goes on where it is.
    pub fn start_frame(&mut self, clock: i32) {
        self.beam = Beam::start(-self.beam.column_at(3 * clock));
        self.tracks.iter_mut().for_each(Track::start_line);
        self.sync_from = NEVER;
        self.frame_over = false;
    }

    /// Reads a register; bits the chip does not drive stay as they were on the bus.
    pub fn read(&mut self, address: u16, clock: i32, bus: u8, fire: bool) -> u8 {
        let register = address & 0x0F;
        let driven = match register {
            0..=7 => {
                let x = self.reach(3 * clock);
                self.paint_until(x);
                (self.collisions >> (2 * register) & 3) as u8
            }
            // The left button is closed when pressed, and there is no right one.
            0x0C => u8::from(!fire) << 1,
            0x0D => 2,
            _ => 0,
        };
        driven << 6 | bus & 0x3F
    }

    /// Writes [`WSYNC`] and returns the CPU cycles until the line ends, for which the chip halts the CPU.
    pub fn write_wsync(&mut self, clock: i32) -> i32 {
        let now = 3 * clock;
        self.end_long_frame(now);
        (LINE - self.beam.column_at(now)) % LINE / 3
    }

    /// Writes any other register.
    #[allow(clippy::manual_range_patterns, reason = "a range is compared with, but single registers are jumped to")]
    pub fn write(&mut self, address: u16, value: u8, clock: i32) {
        let now = 3 * clock;
        self.end_long_frame(now);
        match address & 0x3F {
            0x00 => self.sync(value, now),
            0x01 => self.blank(value & 2 != 0, now),
            register @ (0x04 | 0x05) => self.set_size(register as usize & 1, value, now),
            register @ (0x06 | 0x07 | 0x08 | 0x09) => self.set_colour(register as usize - 0x06, value & 0xFE, now),
            0x0A => self.set_control(value, now),
            register @ (0x0B | 0x0C) => self.reflect(register as usize - 0x0B, value & 8 != 0, now),
            register @ (0x0D | 0x0E | 0x0F) => self.set_playfield(register as usize - 0x0D, value, now),
            register @ (0x10 | 0x11) => self.place_player(register as usize & 1, now),
            register @ (0x12 | 0x13) => self.place_missile(register as usize & 1, now),
            0x14 => self.place_ball(now),
            register @ (0x1B | 0x1C) => self.set_graphics((register as usize & 1) ^ 1, value, now),
            register @ (0x1D | 0x1E) => self.enable_missile(register as usize - 0x1D, value & 2 != 0, now),
            0x1F => self.enable_ball(value & 2 != 0, now),
            register @ (0x20 | 0x21 | 0x22 | 0x23 | 0x24) => self.places[register as usize - 0x20].motion = value,
            register @ (0x25 | 0x26) => self.delay_player(register as usize - 0x25, value & 1 != 0, now),
            0x27 => self.delay_ball(value & 1 != 0, now),
            register @ (0x28 | 0x29) => self.lock_missile(register as usize & 1, value & 2 != 0, now),
            0x2A => self.move_all(now),
            0x2B => self.places.iter_mut().for_each(|place| place.motion = 0),
            0x2C => self.clear_collisions(now),
            // RSYNC, which no game here uses, sound, and addresses without a register.
            _ => {}
        }
    }

    fn end_long_frame(&mut self, now: i32) {
        if now - self.beam.start >= LONGEST * LINE {
            self.frame_over = true;
        }
    }
}
