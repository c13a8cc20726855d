//! All that changes while a console runs, and the wires between the chips.

use super::cartridge::{Cartridge, Windows};
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
    windows: Windows,
    input: Input,
    /// What was last on the data bus: chips leave the bits they do not drive as they were.
    bus: u8,
}

/// A frame without a picture ends after as many instructions (as in ALE).
const INSTRUCTIONS: usize = 25_000;

impl Machine {
    pub fn power_on(cartridge: &Cartridge) -> Self {
        let mut machine = Self {
            cpu: Cpu::default(),
            clock: 0,
            riot: Riot::power_on(),
            tia: Tia::power_on(cartridge.leaves_comb()),
            windows: cartridge.first_windows(),
            input: Input::default(),
            bus: 0,
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
        for _ in 0..INSTRUCTIONS {
            cpu::step(self, cartridge);
            if self.tia.frame_over() {
                break;
            }
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
            cartridge.read(&mut self.windows, address)
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
            cartridge.switch(&mut self.windows, address & 0xFFF);
        } else if address & 0x280 == 0x080 {
            self.riot.ram[address as usize & 0x7F] = value;
        } else if address & 0x80 == 0 {
            self.clock += self.tia.write(address, value, self.clock);
        } else if address & 0x14 == 0x14 {
            self.riot.set_timer(address, value, self.clock);
        }
    }

    #[inline(always)]
    pub(super) fn fetch(&mut self, cartridge: &Cartridge) -> u8 {
        let address = self.cpu.counter;
        self.cpu.counter = address.wrapping_add(1);
        if address & 0x1000 == 0 {
            return self.read(cartridge, address);
        }
        self.bus = cartridge.read(&mut self.windows, address);
        self.bus
    }

    #[inline(always)]
    pub(super) fn fetch_word(&mut self, cartridge: &Cartridge) -> u16 {
        let low = self.fetch(cartridge);
        u16::from_le_bytes([low, self.fetch(cartridge)])
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
