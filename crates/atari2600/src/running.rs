//! The processor at work. All of this is folded into one loop, which keeps the registers of the 6507 in those of the
//! machine it runs on; what is rare or long is left to the chips.

use super::cartridge::Cartridge;
use super::chips::{Chips, is_memory, place_in_bank};
use super::cpu::{self, Cpu};
use super::tia::WSYNC;

/// The processor, apart from the chips it is wired to.
pub struct Running<'a> {
    pub cpu: Cpu,
    /// Instructions that this frame may still take.
    pub left: i32,
    pub chips: &'a mut Chips,
    pub cartridge: &'a Cartridge,
}

/// What an instruction takes that reads the timer at its full address.
pub const READ_CYCLES: i32 = 4;

impl Running<'_> {
    /// Runs until the frame is over.
    pub fn run(&mut self) {
        // A copy of its own, which nobody else can see.
        let mut running =
            Running { cpu: self.cpu, left: self.left, chips: &mut *self.chips, cartridge: self.cartridge };
        loop {
            running.left -= 1;
            if running.left < 0 {
                break;
            }
            cpu::step(&mut running);
        }
        self.cpu = running.cpu;
    }

    #[inline(always)]
    pub fn read(&mut self, address: u16) -> u8 {
        self.cpu.bus = if let Some(place) = place_in_bank(address, 1) {
            self.cartridge.at(self.chips.bank, place)
        } else if is_memory(address) {
            self.chips.riot.ram[address as usize & 0x7F]
        } else {
            self.chips.read(self.cartridge, address, self.cpu.clock, self.cpu.bus)
        };
        self.cpu.bus
    }

    /// Reads for nothing but what it leaves on the bus or switches.
    #[inline(always)]
    pub fn touch(&mut self, address: u16) {
        self.cpu.bus = self.chips.read(self.cartridge, address, self.cpu.clock, self.cpu.bus);
    }

    #[inline(always)]
    pub fn write(&mut self, address: u16, value: u8) {
        self.cpu.bus = value;
        if is_memory(address) {
            self.chips.riot.ram[address as usize & 0x7F] = value;
        } else if address & 0x1080 == 0 {
            if address & 0x3F == WSYNC {
                self.cpu.clock += self.chips.tia.wait(self.cpu.clock);
            } else {
                self.chips.tia.write(address, value, self.cpu.clock);
            }
            if self.chips.tia.frame_over() {
                self.left = 0;
            }
        } else {
            self.chips.write(self.cartridge, address, value, self.cpu.clock);
        }
    }

    /// The bytes of the instruction at the program counter, as a number; those it does not have are arbitrary.
    #[inline(always)]
    pub fn fetch(&mut self) -> u32 {
        match place_in_bank(self.cpu.counter, 3) {
            Some(place) => self.cartridge.four_at(self.chips.bank, place),
            None => self.chips.fetch(self.cartridge, self.cpu.counter, self.cpu.clock, self.cpu.bus),
        }
    }

    /// Games wait in a loop of two instructions for the timer to reach zero (`below`: to pass it). Having branched back to
    /// one, goes round at once as often as the loop would, `cycles` each time, and as if every instruction had been run.
    #[inline(always)]
    pub fn wait_for_timer(&mut self, below: bool, cycles: i32) {
        let Some(place) = place_in_bank(self.cpu.counter, 3) else { return };
        let code = self.cartridge.four_at(self.chips.bank, place).to_le_bytes();
        let reads_timer = match code {
            [0xAC..=0xAE, 0x84, 0x02, _] => true,
            // Tests the sign of the timer, but not whether all of it is zero.
            [0x2C, 0x84, 0x02, _] => below,
            _ => false,
        };
        if reads_timer {
            let rounds = self.chips.riot.rounds(self.cpu.clock + READ_CYCLES, cycles, below).min(self.left / 2);
            self.cpu.clock += rounds * cycles;
            self.left -= 2 * rounds;
        }
    }

    /// The address kept at `pointer` in page zero, where it may wrap.
    #[inline(always)]
    pub fn read_pointer(&mut self, pointer: u8) -> u16 {
        if (0x80..0xFF).contains(&pointer) {
            let place = usize::from(pointer & 0x7F);
            self.cpu.bus = self.chips.riot.ram[place + 1];
            return u16::from_le_bytes([self.chips.riot.ram[place], self.cpu.bus]);
        }
        let low = self.read(u16::from(pointer));
        u16::from_le_bytes([low, self.read(u16::from(pointer.wrapping_add(1)))])
    }

    /// The stack is page one, which shows the same memory as page zero.
    #[inline(always)]
    pub fn push(&mut self, value: u8) {
        let address = 0x100 | u16::from(self.cpu.stack);
        self.cpu.stack = self.cpu.stack.wrapping_sub(1);
        self.write(address, value);
    }

    #[inline(always)]
    pub fn pull(&mut self) -> u8 {
        // The chip reads before it has moved the pointer, which leaves its mark on the bus.
        self.read(0x100 | u16::from(self.cpu.stack));
        self.cpu.stack = self.cpu.stack.wrapping_add(1);
        self.read(0x100 | u16::from(self.cpu.stack))
    }
}
