//! All that changes while a console runs, and the wires between the chips.

use super::cartridge::Cartridge;
use super::cpu::{self, Cpu};
use super::input::Input;
use super::riot::Riot;
use super::tia::Tia;
use super::{HEIGHT, WIDTH};

/// The state of a console: plain data, so a copy is a saved game.
#[derive(Clone, Copy)]
pub struct Machine {
    pub(super) cpu: Cpu,
    /// CPU cycles since this frame began.
    pub(super) clock: i32,
    riot: Riot,
    tia: Tia,
    /// Where the selected bank of the cartridge begins.
    bank: u16,
    input: Input,
    /// What was last on the data bus: chips leave the bits they do not drive as they were.
    pub(super) bus: u8,
    /// Instructions that this frame may still take.
    left: i32,
}

/// What an instruction takes that reads the timer at its full address.
pub(super) const READ_CYCLES: i32 = 4;

/// A frame without a picture ends after as many instructions (as in ALE).
const INSTRUCTIONS: i32 = 25_000;

impl Machine {
    pub fn power_on(cartridge: &Cartridge) -> Self {
        let mut machine = Self {
            cpu: Cpu::default(),
            clock: 0,
            riot: Riot::power_on(),
            tia: Tia::power_on(cartridge.leaves_comb()),
            bank: cartridge.first_bank(),
            input: Input::default(),
            bus: 0,
            left: 0,
        };
        let low = machine.read(cartridge, 0xFFFC);
        machine.cpu = Cpu::start(u16::from_le_bytes([low, machine.read(cartridge, 0xFFFD)]));
        machine
    }

    pub fn frame(&mut self, cartridge: &Cartridge, input: Input) {
        self.input = input;
        self.tia.start_frame(self.clock);
        self.riot.rebase(self.clock);
        self.clock = 0;
        self.left = INSTRUCTIONS;
        while self.left > 0 {
            self.left -= 1;
            cpu::step(self, cartridge);
        }
    }

    /// Games wait in a loop of two instructions for the timer to reach zero. Having branched back to one, goes
    /// round at once as often as the loop would, `cycles` each time, and as if every instruction had been run.
    #[inline(never)]
    pub(super) fn wait_for_timer(&mut self, cartridge: &Cartridge, cycles: i32) {
        let at = self.cpu.counter;
        let code = cartridge.four_at(self.bank, at).to_le_bytes();
        let reads_timer = matches!(code, [0xAD | 0xAE | 0xAC | 0x2C, 0x84, 0x02, _]);
        if at & 0x1000 != 0 && reads_timer {
            let first_read = self.clock + READ_CYCLES;
            let rounds = (self.riot.zero_at() - first_read + cycles - 1).div_euclid(cycles).clamp(0, self.left / 2);
            self.clock += rounds * cycles;
            self.left -= 2 * rounds;
        }
    }

    pub fn ram(&self) -> &[u8; 128] {
        &self.riot.ram
    }

    pub fn screen(&self) -> &[u8; WIDTH * HEIGHT] {
        self.tia.screen()
    }

    /// Address lines choose the chip: 12 the cartridge, else 7 the RIOT (with 9 its ports), else the TIA.
    #[inline]
    pub(super) fn read(&mut self, cartridge: &Cartridge, address: u16) -> u8 {
        self.bus = if address & 0x1000 != 0 {
            cartridge.read(&mut self.bank, address)
        } else if address & 0x280 == 0x080 {
            self.riot.ram[address as usize & 0x7F]
        } else if address & 0x80 == 0 {
            self.tia.read(address, self.clock, self.bus, self.input.action.fires())
        } else {
            self.read_port(address)
        };
        self.bus
    }

    fn read_port(&self, address: u16) -> u8 {
        match address & 7 {
            0 => self.input.sticks(),
            2 => self.input.switches(),
            4 | 6 => self.riot.timer(self.clock),
            5 | 7 => self.riot.expired(self.clock),
            // Port directions; these games only read the ports.
            _ => 0,
        }
    }

    #[inline]
    pub(super) fn write(&mut self, cartridge: &Cartridge, address: u16, value: u8) {
        self.bus = value;
        if address & 0x1000 != 0 {
            cartridge.switch(&mut self.bank, address);
        } else if address & 0x280 == 0x080 {
            self.riot.ram[address as usize & 0x7F] = value;
        } else if address & 0x80 == 0 {
            self.clock += self.tia.write(address, value, self.clock);
            if self.tia.frame_over() {
                self.left = 0;
            }
        } else if address & 0x14 == 0x14 {
            self.riot.set_timer(address, value, self.clock);
        }
    }

    /// The bytes of the instruction at the program counter, as a number; those it does not have are arbitrary.
    #[inline(always)]
    pub(super) fn fetch(&mut self, cartridge: &Cartridge) -> u32 {
        let at = self.cpu.counter;
        // Far from the switches, so reading a byte too much does no harm.
        if at & 0x1000 != 0 && at & 0xFFF < 0xFE0 {
            return cartridge.four_at(self.bank, at);
        }
        self.fetch_carefully(cartridge)
    }

    #[inline(never)]
    fn fetch_carefully(&mut self, cartridge: &Cartridge) -> u32 {
        let at = self.cpu.counter;
        let mut bytes = [self.read(cartridge, at), 0, 0, 0];
        for offset in 1..cpu::length(bytes[0]) {
            bytes[usize::from(offset)] = self.read(cartridge, at.wrapping_add(offset));
        }
        u32::from_le_bytes(bytes)
    }

    /// The address kept at `pointer` in page zero, where it may wrap.
    #[inline(always)]
    pub(super) fn read_pointer(&mut self, cartridge: &Cartridge, pointer: u8) -> u16 {
        let low = self.read(cartridge, u16::from(pointer));
        u16::from_le_bytes([low, self.read(cartridge, u16::from(pointer.wrapping_add(1)))])
    }

    /// The stack is page one, which shows the same memory as page zero.
    #[inline]
    pub(super) fn push(&mut self, cartridge: &Cartridge, value: u8) {
        let address = 0x100 | u16::from(self.cpu.stack);
        self.cpu.stack = self.cpu.stack.wrapping_sub(1);
        self.write(cartridge, address, value);
    }

    #[inline]
    pub(super) fn pull(&mut self, cartridge: &Cartridge) -> u8 {
        // The chip reads before it has moved the pointer, which leaves its mark on the bus.
        self.read(cartridge, 0x100 | u16::from(self.cpu.stack));
        self.cpu.stack = self.cpu.stack.wrapping_add(1);
        self.read(cartridge, 0x100 | u16::from(self.cpu.stack))
    }
}
