//! Arithmetic, shifts and comparisons on the registers.

use super::Registers;

impl Registers {
    /// ADC: A + value + carry. Decimal mode adds digit by digit and sets the flags as an NMOS 6502 does.
    #[inline(always)]
    pub(super) fn add(&mut self, value: u8) {
        let (a, carry) = (u16::from(self.a), u16::from(self.carry));
        let value16 = u16::from(value);
        let sum = a + value16 + carry;
        if !self.decimal {
            self.overflow = !(a ^ value16) & (a ^ sum) & 0x80 != 0;
            self.carry = sum > 0xFF;
            self.a = sum as u8;
            self.set_nz(self.a);
            return;
        }
        let mut low = (a & 0x0F) + (value16 & 0x0F) + carry;
        if low > 9 {
            low = ((low + 6) & 0x0F) + 0x10;
        }
        let mut total = (a & 0xF0) + (value16 & 0xF0) + low;
        self.zero = sum as u8;
        self.negative = total as u8;
        self.overflow = !(a ^ value16) & (a ^ total) & 0x80 != 0;
        if total >= 0xA0 {
            total += 0x60;
        }
        self.carry = total > 0xFF;
        self.a = total as u8;
    }

    /// SBC: A - value - (1 - carry). In both modes the flags are those of the binary difference.
    #[inline(always)]
    pub(super) fn subtract(&mut self, value: u8) {
        let borrow = i16::from(!self.carry);
        let (a, value) = (i16::from(self.a), i16::from(value));
        let difference = a - value - borrow;
        let mut digits = difference;
        if self.decimal {
            let mut low = (a & 0x0F) - (value & 0x0F) - borrow;
            if low < 0 {
                low = ((low - 6) & 0x0F) - 0x10;
            }
            digits = (a & 0xF0) - (value & 0xF0) + low;
            if digits < 0 {
                digits -= 0x60;
            }
        }
        self.overflow = (a ^ value) & (a ^ difference) & 0x80 != 0;
        self.carry = difference >= 0;
        self.set_nz(difference as u8);
        self.a = digits as u8;
    }

    #[inline(always)]
    pub(super) fn compare(&mut self, register: u8, value: u8) {
        self.carry = register >= value;
        self.set_nz(register.wrapping_sub(value));
    }

    #[inline(always)]
    pub(super) fn set_a(&mut self, value: u8) {
        self.a = value;
        self.set_nz(value);
    }

    #[inline(always)]
    pub(super) fn test_bits(&mut self, value: u8) {
        self.zero = self.a & value;
        self.negative = value;
        self.overflow = value & 0x40 != 0;
    }

    #[inline(always)]
    pub(super) fn shift_left(&mut self, value: u8, carry_in: bool) -> u8 {
        self.carry = value & 0x80 != 0;
        let shifted = value << 1 | u8::from(carry_in);
        self.set_nz(shifted);
        shifted
    }

    #[inline(always)]
    pub(super) fn shift_right(&mut self, value: u8, carry_in: bool) -> u8 {
        self.carry = value & 1 != 0;
        let shifted = value >> 1 | u8::from(carry_in) << 7;
        self.set_nz(shifted);
        shifted
    }

    /// ARR: AND, then rotate right. Carry and overflow depend on bits 6 and 5 of the result; decimal mode then
    /// corrects both digits and derives carry and overflow from the value before the rotation.
    #[inline(always)]
    pub(super) fn and_rotate(&mut self, value: u8) {
        let before = self.a & value;
        let rotated = before >> 1 | u8::from(self.carry) << 7;
        self.set_a(rotated);
        self.overflow = (rotated >> 6 ^ rotated >> 5) & 1 != 0;
        self.carry = rotated & 0x40 != 0;
        if !self.decimal {
            return;
        }
        self.overflow = (before ^ rotated) & 0x40 != 0;
        if (before & 0x0F) + (before & 0x01) > 5 {
            self.a = self.a & 0xF0 | self.a.wrapping_add(6) & 0x0F;
        }
        self.carry = u16::from(before & 0xF0) + u16::from(before & 0x10) > 0x50;
        if self.carry {
            self.a = self.a.wrapping_add(0x60);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(a: u8, carry: bool, decimal: bool, operation: impl Fn(&mut Registers)) -> (u8, bool, bool) {
        let mut regs = Registers { a, carry, decimal, ..Registers::default() };
        operation(&mut regs);
        (regs.a, regs.carry, regs.overflow)
    }

    #[test]
    fn binary_sums_equal_hand_computed_ones() {
        assert_eq!(after(0x50, false, false, |regs| regs.add(0x50)), (0xA0, false, true));
        assert_eq!(after(0xFF, true, false, |regs| regs.add(0x00)), (0x00, true, false));
        assert_eq!(after(0x50, true, false, |regs| regs.subtract(0xB0)), (0xA0, false, true));
        assert_eq!(after(0x05, true, false, |regs| regs.subtract(0x05)), (0x00, true, false));
    }

    #[test]
    fn decimal_sums_are_decimal() {
        for (a, b) in (0..100u8).flat_map(|a| (0..100u8).map(move |b| (a, b))) {
            let digits = |value: u8| ((value / 10) << 4) | (value % 10);
            let sum = after(digits(a), false, true, |regs| regs.add(digits(b)));
            assert_eq!((sum.0, sum.1), (digits((a + b) % 100), a + b > 99));
            let difference = after(digits(a), true, true, |regs| regs.subtract(digits(b)));
            assert_eq!((difference.0, difference.1), (digits((100 + a - b) % 100), a >= b));
        }
    }
}
