//! The chips besides the processor, and the wires between them.

use super::cartridge::Cartridge;
use super::cpu;
use super::input::ConsoleInput;
use super::riot::Riot;
use super::tia::Tia;

#[derive(Clone, Copy)]
pub struct Chips {
    pub riot: Riot,
    pub tia: Tia,
    /// Where the selected bank of the cartridge begins.
    pub bank: u32,
    input: ConsoleInput,
}

/// Whether an address is one of the memory. Address lines choose the chip: 12 the cartridge, else 7 the RIOT (with 9 its
/// ports), else the TIA.
#[inline(always)]
pub fn is_memory(address: u16) -> bool {
    address & 0x1280 == 0x0080
}

/// Where in a bank of the cartridge so many bytes are, unless reading one may switch banks or is not for the cartridge.
#[inline(always)]
pub fn place_in_bank(address: u16, bytes: u32) -> Option<u32> {
    let place = (u32::from(address) & 0x1FFF).wrapping_sub(0x1000);
    (place <= 0xFF0 - bytes).then_some(place)
}

impl Chips {
    pub fn power_on(cartridge: &Cartridge) -> Self {
        Self {
            riot: Riot::power_on(),
            tia: Tia::power_on(cartridge.leaves_comb()),
            bank: cartridge.first_bank(),
            input: ConsoleInput::default(),
        }
    }

    /// Starts a frame at `clock` of the last, which becomes 0.
    pub fn start_frame(&mut self, clock: i32, input: ConsoleInput) {
        self.input = input;
        self.tia.start_frame(clock);
        self.riot.rebase(clock);
    }

    /// What is on the data bus after a read, given what was before: chips leave the bits they do not drive as they were.
    #[inline(never)]
    pub fn read(&mut self, cartridge: &Cartridge, address: u16, clock: i32, bus: u8) -> u8 {
        if address & 0x1000 != 0 {
            cartridge.read(&mut self.bank, address)
        } else if is_memory(address) {
            self.riot.ram[address as usize & 0x7F]
        } else if address & 0x80 == 0 {
            self.tia.read(address, clock, bus, self.input.action.fires())
        } else {
            self.read_port(address, clock)
        }
    }

    /// The bytes of the instruction at an address, one read after the other.
    #[inline(never)]
    pub fn fetch(&mut self, cartridge: &Cartridge, at: u16, clock: i32, bus: u8) -> u32 {
        let mut bytes = [self.read(cartridge, at, clock, bus), 0, 0, 0];
        for offset in 1..usize::from(cpu::length(bytes[0])) {
            bytes[offset] = self.read(cartridge, at.wrapping_add(offset as u16), clock, bytes[offset - 1]);
        }
        u32::from_le_bytes(bytes)
    }

    fn read_port(&self, address: u16, clock: i32) -> u8 {
        match address & 7 {
            0 => self.input.sticks(),
            2 => self.input.switches(),
            4 | 6 => self.riot.timer(clock),
            5 | 7 => self.riot.expired(clock),
            // Port directions; these games only read the ports.
            _ => 0,
        }
    }

    /// Writes to a chip that is not the TIA.
    #[inline(never)]
    pub fn write(&mut self, cartridge: &Cartridge, address: u16, value: u8, clock: i32) {
        if address & 0x1000 != 0 {
            cartridge.switch(&mut self.bank, address);
        } else if is_memory(address) {
            self.riot.ram[address as usize & 0x7F] = value;
        } else if address & 0x14 == 0x14 {
            self.riot.set_timer(address, value, clock);
        }
    }
}
