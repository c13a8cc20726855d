//! An Atari 2600: 6507, TIA, RIOT and a cartridge. It knows nothing of learning.
//!
//! It is exact against the Arcade Learning Environment (ALE), the usual oracle of this console, so some choices
//! that hardware leaves open are made as ALE makes them; each says so. `tests/console.rs` holds this.

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

/// Picture size, in pixels.
pub const WIDTH: usize = 160;
pub const HEIGHT: usize = 210;

/// A console with a cartridge in it.
#[derive(Clone)]
pub struct Console {
    cartridge: Arc<Cartridge>,
    state: ConsoleState,
}

/// Frames that ALE lets pass after power-on, and those it then holds the reset switch for.
const IDLE_FRAMES: usize = 60;
const RESET_FRAMES: usize = 12;

impl Console {
    /// Switches the console on, with the memory cleared.
    pub fn power_on(cartridge: Arc<Cartridge>) -> Self {
        let state = ConsoleState::power_on(&cartridge);
        Self { cartridge, state }
    }

    /// Switches the console on and starts a game, as ALE's reset does.
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

    /// Runs until the picture is complete.
    pub fn run_frame(&mut self, input: ConsoleInput) {
        self.state.run_frame(&self.cartridge, input);
    }

    pub fn ram(&self) -> &[u8; 128] {
        self.state.ram()
    }

    /// The picture, row by row, as palette indices.
    pub fn screen(&self) -> &[u8; WIDTH * HEIGHT] {
        self.state.screen()
    }

    /// All that changes while the console runs: keep a copy to come back to this moment.
    pub fn state(&self) -> &ConsoleState {
        &self.state
    }

    /// Goes back to a moment kept from a console with the same cartridge.
    pub fn restore(&mut self, state: &ConsoleState) {
        self.state = *state;
    }
}
