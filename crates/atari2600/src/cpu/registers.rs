//! The registers of the 6507 and its status byte.

/// Registers, cycle count and data bus of the CPU.
///
/// The zero and negative flags are stored as the value they derive from, which is cheaper than computing two flags
/// after every instruction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registers {
    pub a: u8,
    pub x: u8,
    pub y: u8,
    pub sp: u8,
    pub pc: u16,
    /// CPU cycles since the start of the frame.
    pub clock: i32,
    /// The last value on the data bus.
    pub data_bus: u8,
    /// The zero flag is set when this is 0.
    pub(super) zero: u8,
    /// The negative flag is bit 7 of this.
    pub(super) negative: u8,
    pub(super) carry: bool,
    pub(super) overflow: bool,
    pub(super) decimal: bool,
    pub(super) interrupt_disable: bool,
}

const CARRY: u8 = 0x01;
const ZERO: u8 = 0x02;
const INTERRUPT_DISABLE: u8 = 0x04;
const DECIMAL: u8 = 0x08;
const BREAK: u8 = 0x10;
const UNUSED: u8 = 0x20;
const OVERFLOW: u8 = 0x40;
const NEGATIVE: u8 = 0x80;

impl Registers {
    /// The registers after reset, with execution starting at `pc`.
    pub fn reset(pc: u16) -> Self {
        Self { sp: 0xFF, pc, data_bus: (pc >> 8) as u8, zero: 1, interrupt_disable: true, ..Self::default() }
    }

    /// Sets the zero and negative flags from a result.
    #[inline(always)]
    pub(super) fn set_nz(&mut self, value: u8) {
        self.zero = value;
        self.negative = value;
    }

    /// The status byte as PHP and BRK push it.
    #[inline(always)]
    pub(super) fn status(&self) -> u8 {
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        UNUSED
            | BREAK
            | flag(self.carry, CARRY)
            | flag(self.zero == 0, ZERO)
            | flag(self.interrupt_disable, INTERRUPT_DISABLE)
            | flag(self.decimal, DECIMAL)
            | flag(self.overflow, OVERFLOW)
            | (self.negative & NEGATIVE)
    }

    #[inline(always)]
    pub(super) fn set_status(&mut self, status: u8) {
        self.carry = status & CARRY != 0;
        self.zero = if status & ZERO != 0 { 0 } else { 1 };
        self.interrupt_disable = status & INTERRUPT_DISABLE != 0;
        self.decimal = status & DECIMAL != 0;
        self.overflow = status & OVERFLOW != 0;
        self.negative = status;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_survives_the_stack() {
        let mut regs = Registers::default();
        for status in 0..=255 {
            regs.set_status(status);
            assert_eq!(regs.status(), status | UNUSED | BREAK);
        }
    }
}
