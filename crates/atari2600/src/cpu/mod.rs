//! The 6507: a 6502 with thirteen address lines and no interrupt lines.

mod alu;
mod decode;
mod execute;
mod instructions;
mod memory;
mod registers;

pub use decode::length;
pub use registers::Registers;

use crate::bus::Bus;
use crate::cartridge::Cartridge;

/// The CPU together with the bus it drives, for the duration of one frame.
///
/// Its methods are inlined into one loop, so that a compiler can keep the registers of the 6507 in host registers.
/// Rare or long operations are methods of [`Bus`] and are not inlined.
pub struct Cpu6507<'a> {
    pub regs: Registers,
    /// Instructions after which the frame ends; 0 once the TIA has completed it.
    pub instructions_left: i32,
    pub bus: &'a mut Bus,
    pub cartridge: &'a Cartridge,
}

impl Cpu6507<'_> {
    /// Executes instructions until the frame ends.
    pub fn run(&mut self) {
        // A local copy never has its address taken by other code, so it can stay in registers.
        let mut cpu = Cpu6507 {
            regs: self.regs,
            instructions_left: self.instructions_left,
            bus: &mut *self.bus,
            cartridge: self.cartridge,
        };
        loop {
            cpu.instructions_left -= 1;
            if cpu.instructions_left < 0 {
                break;
            }
            execute::step(&mut cpu);
        }
        self.regs = cpu.regs;
    }
}
