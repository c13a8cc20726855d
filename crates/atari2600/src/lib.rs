#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod bus;
mod cartridge;
mod cpu;
mod input;
mod palette;
mod riot;
mod state;
mod tia;

use std::sync::Arc;

pub use cartridge::{Cartridge, CartridgeError};
pub use input::{ConsoleInput, JoystickAction};
pub use palette::rgb;
pub use state::ConsoleState;

/// Width of the picture in pixels.
pub const WIDTH: usize = 160;
/// Height of the picture in pixels.
pub const HEIGHT: usize = 210;

/// The registers of one of the two voices. No sound is made of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voice {
    /// AUDC, 0 to 15: the kind of sound.
    pub tone: u8,
    /// AUDF, 0 to 31: divides the frequency by one more than this.
    pub pitch: u8,
    /// AUDV, 0 to 15.
    pub volume: u8,
}

/// A console with a cartridge. A clone shares the cartridge and is otherwise independent.
#[derive(Clone)]
pub struct Console {
    cartridge: Arc<Cartridge>,
    state: ConsoleState,
}

/// Frames without input that ALE runs after power-on.
const IDLE_FRAMES: usize = 60;
/// Frames for which ALE then holds the reset switch.
const RESET_FRAMES: usize = 12;

impl Console {
    /// A console at power-on, with all RAM zero.
    pub fn power_on(cartridge: Arc<Cartridge>) -> Self {
        let state = ConsoleState::power_on(&cartridge);
        Self { cartridge, state }
    }

    /// A console at the start of a game: powers on, waits and holds the reset switch as ALE's `reset_game` does.
    pub fn start(cartridge: Arc<Cartridge>) -> Self {
        let mut console = Self::power_on(cartridge);
        for _ in 0..IDLE_FRAMES {
            console.run_frame(ConsoleInput::default());
        }
        for _ in 0..RESET_FRAMES {
            console.run_frame(ConsoleInput { reset: true, ..ConsoleInput::default() });
        }
        console
    }

    /// Runs until the picture is complete. The input is constant during the frame.
    pub fn run_frame(&mut self, input: ConsoleInput) {
        self.state.run_frame(&self.cartridge, input);
    }

    /// Scanlines of the last frame, from the end of a vertical sync to the end of the next; 262 in NTSC.
    pub fn scanlines(&self) -> u32 {
        self.state.scanlines()
    }

    /// The 128 bytes of RAM, at addresses 0x80 to 0xFF of the CPU.
    pub fn ram(&self) -> &[u8; 128] {
        self.state.ram()
    }

    /// What the two voices are set to play. The registers are kept as the cartridge wrote them, without making sound.
    pub fn voices(&self) -> [Voice; 2] {
        self.state.voices()
    }

    /// The picture as palette indices, row by row; [`rgb`] converts them.
    pub fn screen(&self) -> &[u8; WIDTH * HEIGHT] {
        self.state.screen()
    }

    /// The current state. A copy of it is a save state for [`Console::restore`].
    pub fn state(&self) -> &ConsoleState {
        &self.state
    }

    /// Returns to a state of a console with the same cartridge.
    pub fn restore(&mut self, state: &ConsoleState) {
        self.state = *state;
    }
}
