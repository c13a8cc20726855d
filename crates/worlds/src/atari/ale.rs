//! Steps a console the way ALE does, to compare it with ALE and to measure its speed.

use std::sync::Arc;

use web_time::Instant;

use super::Game;
use atari2600::{Cartridge, CartridgeError, Console, JoystickAction};

/// Runs and frames per run of the speed measurement; `tests/console/speed.py` does the same with ALE.
const RUNS: usize = 5;
const FRAMES: u32 = 2_000;

/// Plays one frame per action from the state that ALE's reset leaves. As in ALE, a game that is over stands still.
pub struct AleStepper {
    start: Console,
    console: Console,
    game: Option<Game>,
}

impl AleStepper {
    pub fn new(rom: &[u8]) -> Result<Self, CartridgeError> {
        let start = Console::start(Arc::new(Cartridge::new(rom)?));
        Ok(Self { console: start.clone(), start, game: Game::of_rom(rom) })
    }

    pub fn is_over(&self) -> bool {
        self.game.is_some_and(|game| game.is_over(self.console.ram()))
    }

    pub fn act(&mut self, action: JoystickAction) {
        if !self.is_over() {
            self.console.run_frame(action.into());
        }
    }

    pub fn restart(&mut self) {
        self.console.restore(self.start.state());
    }

    /// Frames per second, pictures included, in the fastest of several runs over all actions in turn.
    pub fn frames_per_second(&mut self) -> f64 {
        let mut fastest = 0.0_f64;
        for _ in 0..RUNS {
            self.restart();
            let start = Instant::now();
            for frame in 0..FRAMES {
                let number = (frame / 8 % u32::from(JoystickAction::COUNT)) as u8;
                self.act(JoystickAction::new(number).unwrap_or_default());
                if self.is_over() {
                    self.restart();
                }
            }
            fastest = fastest.max(f64::from(FRAMES) / start.elapsed().as_secs_f64());
        }
        fastest
    }

    pub fn console(&self) -> &Console {
        &self.console
    }

    /// The memory in hexadecimal and the CRC-32 of the picture's palette indices, row by row.
    pub fn fingerprint(&self) -> String {
        let memory: String = self.console.ram().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{memory} {:08x}", crc32fast::hash(self.console.screen()))
    }
}
