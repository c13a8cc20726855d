//! All that changes while a console runs.

use super::cartridge::Cartridge;
use super::chips::Chips;
use super::cpu::Cpu;
use super::input::ConsoleInput;
use super::running::Running;
use super::{HEIGHT, WIDTH};

/// The state of a console: plain data, so a copy is a saved game.
#[derive(Clone, Copy)]
pub struct ConsoleState {
    cpu: Cpu,
    chips: Chips,
}

/// A frame without a picture ends after as many instructions (as in ALE).
const INSTRUCTIONS: i32 = 25_000;

impl ConsoleState {
    pub fn power_on(cartridge: &Cartridge) -> Self {
        let mut chips = Chips::power_on(cartridge);
        let mut vector = |address| chips.read(cartridge, address, 0, 0);
        let counter = u16::from_le_bytes([vector(0xFFFC), vector(0xFFFD)]);
        Self { cpu: Cpu::start(counter), chips }
    }

    pub fn run_frame(&mut self, cartridge: &Cartridge, input: ConsoleInput) {
        self.chips.start_frame(self.cpu.clock, input);
        self.cpu.clock = 0;
        let mut running = Running { cpu: self.cpu, left: INSTRUCTIONS, chips: &mut self.chips, cartridge };
        running.run();
        self.cpu = running.cpu;
    }

    pub fn ram(&self) -> &[u8; 128] {
        &self.chips.riot.ram
    }

    pub fn screen(&self) -> &[u8; WIDTH * HEIGHT] {
        self.chips.tia.screen()
    }
}
