//! A game frame by frame, as ALE plays it: what the console is compared by.

use std::sync::Arc;

use super::Game;
use crate::console::{Action, Cartridge, CartridgeError, Console};

/// Plays actions one frame each from where ALE's reset leaves a game. A game that is over stands still, as in ALE.
pub struct Trace {
    start: Console,
    console: Console,
    game: Option<Game>,
}

impl Trace {
    pub fn new(rom: &[u8]) -> Result<Self, CartridgeError> {
        let start = Console::start(Arc::new(Cartridge::new(rom)?));
        Ok(Self { console: start.clone(), start, game: Game::of_rom(rom) })
    }

    pub fn is_over(&self) -> bool {
        self.game.is_some_and(|game| game.is_over(self.console.ram()))
    }

    pub fn act(&mut self, action: Action) {
        if !self.is_over() {
            self.console.frame(action.into());
        }
    }

    pub fn restart(&mut self) {
        self.console.restore(self.start.machine());
    }

    pub fn console(&self) -> &Console {
        &self.console
    }

    /// The memory in hexadecimal and the CRC-32 of the picture's palette indices, row by row.
    pub fn line(&self) -> String {
        let memory: String = self.console.ram().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{memory} {:08x}", crc32fast::hash(self.console.screen()))
    }
}
