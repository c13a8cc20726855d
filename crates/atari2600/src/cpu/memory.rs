//! Memory accesses of the CPU: the common cases inline, all others through [`Bus`](crate::bus::Bus).

use super::Cpu6507;
use crate::bus::{bank_offset, is_ram, is_tia};
use crate::tia::WSYNC;

/// Cycles of an instruction that reads the timer with absolute addressing.
pub const READ_CYCLES: i32 = 4;

impl Cpu6507<'_> {
    #[inline(always)]
    pub fn read(&mut self, address: u16) -> u8 {
        self.regs.data_bus = if let Some(offset) = bank_offset(address, 1) {
            self.cartridge.peek(self.bus.bank, offset)
        } else if is_ram(address) {
            self.bus.riot.ram[address as usize & 0x7F]
        } else {
            self.bus.read(self.cartridge, address, self.regs.clock, self.regs.data_bus)
        };
        self.regs.data_bus
    }

    /// Reads for the side effects only: the value left on the data bus, and bank switching.
    #[inline(always)]
    pub fn dummy_read(&mut self, address: u16) {
        self.regs.data_bus = self.bus.read(self.cartridge, address, self.regs.clock, self.regs.data_bus);
    }

    #[inline(always)]
    pub fn write(&mut self, address: u16, value: u8) {
        self.regs.data_bus = value;
        if is_ram(address) {
            self.bus.riot.ram[address as usize & 0x7F] = value;
        } else if is_tia(address) {
            if address & 0x3F == WSYNC {
                self.regs.clock += self.bus.tia.write_wsync(self.regs.clock);
            } else {
                self.bus.tia.write(address, value, self.regs.clock);
            }
            if self.bus.tia.frame_complete() {
                self.instructions_left = 0;
            }
        } else {
            self.bus.write(self.cartridge, address, value, self.regs.clock);
        }
    }

    /// The instruction at the program counter, little-endian; bytes after its last one are arbitrary.
    #[inline(always)]
    pub fn fetch(&mut self) -> u32 {
        match bank_offset(self.regs.pc, 3) {
            Some(offset) => self.cartridge.peek_u32(self.bus.bank, offset),
            None => self.bus.fetch(self.cartridge, self.regs.pc, self.regs.clock, self.regs.data_bus),
        }
    }

    /// Skips a loop that waits for the timer to reach zero, or with `below` to pass it.
    ///
    /// Called after a taken branch. If the branch target is a read of the timer, the loop consists of that read and the
    /// branch: all its iterations are accounted for at once, `cycles` and two instructions each.
    #[inline(always)]
    pub fn skip_timer_wait(&mut self, below: bool, cycles: i32) {
        let Some(offset) = bank_offset(self.regs.pc, 3) else { return };
        let code = self.cartridge.peek_u32(self.bus.bank, offset).to_le_bytes();
        let reads_timer = match code {
            [0xAC..=0xAE, 0x84, 0x02, _] => true,
            // BIT sets the negative flag from the timer, but not the zero flag.
            [0x2C, 0x84, 0x02, _] => below,
            _ => false,
        };
        if reads_timer {
            let iterations = self
                .bus
                .riot
                .wait_iterations(self.regs.clock + READ_CYCLES, cycles, below)
                .min(self.instructions_left / 2);
            self.regs.clock += iterations * cycles;
            self.instructions_left -= 2 * iterations;
        }
    }

    /// The 16-bit address stored at `pointer` in page zero, wrapping within the page.
    #[inline(always)]
    pub fn read_pointer(&mut self, pointer: u8) -> u16 {
        if (0x80..0xFF).contains(&pointer) {
            let offset = usize::from(pointer & 0x7F);
            self.regs.data_bus = self.bus.riot.ram[offset + 1];
            return u16::from_le_bytes([self.bus.riot.ram[offset], self.regs.data_bus]);
        }
        let low = self.read(u16::from(pointer));
        u16::from_le_bytes([low, self.read(u16::from(pointer.wrapping_add(1)))])
    }

    /// Pushes onto the stack in page one, which mirrors the RAM of page zero.
    #[inline(always)]
    pub fn push(&mut self, value: u8) {
        let address = 0x100 | u16::from(self.regs.sp);
        self.regs.sp = self.regs.sp.wrapping_sub(1);
        self.write(address, value);
    }

    #[inline(always)]
    pub fn pull(&mut self) -> u8 {
        // A dummy read at the old stack pointer changes the data bus.
        self.read(0x100 | u16::from(self.regs.sp));
        self.regs.sp = self.regs.sp.wrapping_add(1);
        self.read(0x100 | u16::from(self.regs.sp))
    }
}
