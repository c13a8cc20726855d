//! The mutable state of a console.

use super::bus::Bus;
use super::cartridge::Cartridge;
use super::cpu::{Cpu6507, Registers};
use super::input::ConsoleInput;
use super::{HEIGHT, Voice, WIDTH};

/// A save state: everything that changes while a [`Console`](crate::Console) runs, RAM and picture included.
///
/// It is plain data without pointers (`Copy`, about 35 KB) and belongs to the cartridge it was created with.
#[derive(Clone, Copy)]
pub struct ConsoleState {
    regs: Registers,
    bus: Bus,
}

/// A frame without vertical sync ends after this many instructions, as in ALE.
const MAX_INSTRUCTIONS: i32 = 25_000;

impl ConsoleState {
    pub(crate) fn power_on(cartridge: &Cartridge) -> Self {
        let mut bus = Bus::power_on(cartridge);
        let mut read = |address| bus.read(cartridge, address, 0, 0);
        let reset_vector = u16::from_le_bytes([read(0xFFFC), read(0xFFFD)]);
        Self { regs: Registers::reset(reset_vector), bus }
    }

    pub(crate) fn run_frame(&mut self, cartridge: &Cartridge, input: ConsoleInput) {
        self.bus.start_frame(self.regs.clock, input);
        self.regs.clock = 0;
        let mut cpu = Cpu6507 { regs: self.regs, instructions_left: MAX_INSTRUCTIONS, bus: &mut self.bus, cartridge };
        cpu.run();
        self.regs = cpu.regs;
    }

    /// Scanlines of the last frame, from the end of a vertical sync to the end of the next; 262 in NTSC.
    pub fn scanlines(&self) -> u32 {
        self.bus.tia.scanline_at(self.regs.clock)
    }

    /// The 128 bytes of RAM, at addresses 0x80 to 0xFF of the CPU.
    pub fn ram(&self) -> &[u8; 128] {
        &self.bus.riot.ram
    }

    /// What the two voices are set to play.
    pub fn voices(&self) -> [Voice; 2] {
        self.bus.tia.voices()
    }

    /// The picture as palette indices, row by row; [`rgb`](crate::rgb) converts them.
    pub fn screen(&self) -> &[u8; WIDTH * HEIGHT] {
        self.bus.tia.screen()
    }
}
