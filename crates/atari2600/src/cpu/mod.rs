//! The 6507: a 6502 with thirteen address lines and no interrupts.

mod alu;
mod decode;
mod execute;
mod operate;

pub use decode::length;
pub use execute::step;

/// Registers, clock and data bus. Zero and negative are kept as the value that decides them, which is cheaper than two flags.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    pub a: u8,
    pub x: u8,
    pub y: u8,
    pub stack: u8,
    pub counter: u16,
    /// Cycles since this frame began.
    pub clock: i32,
    /// What was last on the data bus.
    pub bus: u8,
    /// The zero flag is set when this is 0.
    zero: u8,
    /// The negative flag is bit 7 of this.
    negative: u8,
    carry: bool,
    overflow: bool,
    decimal: bool,
    interrupts_off: bool,
}

const CARRY: u8 = 0x01;
const ZERO: u8 = 0x02;
const INTERRUPTS_OFF: u8 = 0x04;
const DECIMAL: u8 = 0x08;
const BREAK: u8 = 0x10;
const UNUSED: u8 = 0x20;
const OVERFLOW: u8 = 0x40;
const NEGATIVE: u8 = 0x80;

impl Cpu {
    pub fn start(counter: u16) -> Self {
        Self { stack: 0xFF, counter, bus: (counter >> 8) as u8, zero: 1, interrupts_off: true, ..Self::default() }
    }

    #[inline(always)]
    fn set(&mut self, value: u8) {
        self.zero = value;
        self.negative = value;
    }

    /// The status register as the stack sees it.
    #[inline(always)]
    fn status(&self) -> u8 {
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        UNUSED
            | BREAK
            | flag(self.carry, CARRY)
            | flag(self.zero == 0, ZERO)
            | flag(self.interrupts_off, INTERRUPTS_OFF)
            | flag(self.decimal, DECIMAL)
            | flag(self.overflow, OVERFLOW)
            | (self.negative & NEGATIVE)
    }

    #[inline(always)]
    fn set_status(&mut self, status: u8) {
        self.carry = status & CARRY != 0;
        self.zero = if status & ZERO != 0 { 0 } else { 1 };
        self.interrupts_off = status & INTERRUPTS_OFF != 0;
        self.decimal = status & DECIMAL != 0;
        self.overflow = status & OVERFLOW != 0;
        self.negative = status;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[inline(always)]
    fn status_survives_the_stack() {
        let mut cpu = Cpu::default();
        for status in 0..=255 {
            cpu.set_status(status);
            assert_eq!(cpu.status(), status | UNUSED | BREAK);
        }
    }
}
