//! The bus: decodes addresses to cartridge, RIOT and TIA.
//!
//! Address line A12 selects the cartridge. Otherwise A7 selects the RIOT, where A9 separates ports and timer from RAM,
//! and without A7 the TIA is selected.

use super::cartridge::Cartridge;
use super::cpu;
use super::input::ConsoleInput;
use super::riot::Riot;
use super::tia::Tia;

/// The chips that the CPU reads and writes, and the input they report.
#[derive(Clone, Copy)]
pub struct Bus {
    pub riot: Riot,
    pub tia: Tia,
    /// Offset of the selected bank in the cartridge, in bytes.
    pub bank: u32,
    input: ConsoleInput,
}

/// Whether an address selects the 128 bytes of RAM.
#[inline(always)]
pub fn is_ram(address: u16) -> bool {
    address & 0x1280 == 0x0080
}

/// Whether an address selects the TIA.
#[inline(always)]
pub fn is_tia(address: u16) -> bool {
    address & 0x1080 == 0
}

/// The offset in the selected bank of `bytes` bytes at an address, if all of them are in the cartridge and none can be
/// a bank-switching hotspot.
#[inline(always)]
pub fn bank_offset(address: u16, bytes: u32) -> Option<u32> {
    let offset = (u32::from(address) & 0x1FFF).wrapping_sub(0x1000);
    (offset <= 0xFF0 - bytes).then_some(offset)
}

impl Bus {
    pub fn power_on(cartridge: &Cartridge) -> Self {
        Self {
            riot: Riot::power_on(),
            tia: Tia::power_on(cartridge.hmove_blanks()),
            bank: cartridge.startup_bank(),
            input: ConsoleInput::default(),
        }
    }

    /// Starts a frame: `clock` of the previous frame becomes cycle 0.
    pub fn start_frame(&mut self, clock: i32, input: ConsoleInput) {
        self.input = input;
        self.tia.start_frame(clock);
        self.riot.rebase(clock);
    }

    /// The data bus after a read. Bits that the selected chip does not drive keep their value in `data_bus`.
    #[inline(never)]
    pub fn read(&mut self, cartridge: &Cartridge, address: u16, clock: i32, data_bus: u8) -> u8 {
        if address & 0x1000 != 0 {
            cartridge.read(&mut self.bank, address)
        } else if is_ram(address) {
            self.riot.ram[address as usize & 0x7F]
        } else if address & 0x80 == 0 {
            self.tia.read(address, clock, data_bus, self.input.action.fires())
        } else {
            self.read_port(address, clock)
        }
    }

    /// Fetches the instruction at an address byte by byte, with the side effects of each read.
    #[inline(never)]
    pub fn fetch(&mut self, cartridge: &Cartridge, address: u16, clock: i32, data_bus: u8) -> u32 {
        let mut bytes = [self.read(cartridge, address, clock, data_bus), 0, 0, 0];
        for offset in 1..usize::from(cpu::length(bytes[0])) {
            bytes[offset] = self.read(cartridge, address.wrapping_add(offset as u16), clock, bytes[offset - 1]);
        }
        u32::from_le_bytes(bytes)
    }

    fn read_port(&self, address: u16, clock: i32) -> u8 {
        match address & 7 {
            0 => self.input.port_a(),
            2 => self.input.port_b(),
            4 | 6 => self.riot.timer(clock),
            5 | 7 => self.riot.timer_status(clock),
            // Data direction registers: both ports are inputs.
            _ => 0,
        }
    }

    /// Writes to the cartridge or the RIOT; writes to the TIA go to [`Tia::write`].
    #[inline(never)]
    pub fn write(&mut self, cartridge: &Cartridge, address: u16, value: u8, clock: i32) {
        if address & 0x1000 != 0 {
            cartridge.select_bank(&mut self.bank, address);
        } else if is_ram(address) {
            self.riot.ram[address as usize & 0x7F] = value;
        } else if address & 0x14 == 0x14 {
            self.riot.set_timer(address, value, clock);
        }
    }
}
