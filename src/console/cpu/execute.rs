//! One instruction at a time. Its cycles pass before its operand is touched, since the chip reads or writes in the
//! last of them: that is the moment TIA and RIOT see.

use super::decode::{self, Mode, Op, Use};
use super::operate::{alone, branch, jump, modified, read, stored};
use crate::console::cartridge::Cartridge;
use crate::console::machine::Machine;

/// Machine, cartridge, and the two bytes after the opcode.
type Step = fn(&mut Machine, &Cartridge, u16);

/// Runs the instruction at the program counter.
pub fn step(machine: &mut Machine, cartridge: &Cartridge) {
    let bytes = machine.fetch(cartridge);
    STEPS[bytes as u8 as usize](machine, cartridge, (bytes >> 8) as u16);
}

/// `execute` for every opcode: each is compiled apart, with all that the tables say folded in.
static STEPS: [Step; 256] = {
    macro_rules! rows {
        ($($high:literal)*) => { [$(
            execute::<{ $high << 4 }>, execute::<{ $high << 4 | 1 }>, execute::<{ $high << 4 | 2 }>,
            execute::<{ $high << 4 | 3 }>, execute::<{ $high << 4 | 4 }>, execute::<{ $high << 4 | 5 }>,
            execute::<{ $high << 4 | 6 }>, execute::<{ $high << 4 | 7 }>, execute::<{ $high << 4 | 8 }>,
            execute::<{ $high << 4 | 9 }>, execute::<{ $high << 4 | 10 }>, execute::<{ $high << 4 | 11 }>,
            execute::<{ $high << 4 | 12 }>, execute::<{ $high << 4 | 13 }>, execute::<{ $high << 4 | 14 }>,
            execute::<{ $high << 4 | 15 }>,
        )*] };
    }
    rows!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
};

fn execute<const OPCODE: u8>(machine: &mut Machine, cartridge: &Cartridge, operand: u16) {
    let (op, mode) = const { (decode::op(OPCODE), decode::mode(OPCODE)) };
    machine.clock += const { decode::cycles(OPCODE) as i32 };
    machine.cpu.counter = machine.cpu.counter.wrapping_add(const { decode::length(OPCODE) });
    match const { decode::op(OPCODE).operand(decode::mode(OPCODE)) } {
        Use::Nothing if mode == Mode::Relative => branch(machine, cartridge, op, operand),
        Use::Nothing => alone(machine, cartridge, op),
        Use::Jumps => jump(machine, cartridge, op, mode, operand),
        Use::Reads if mode == Mode::Immediate => read(machine, op, operand as u8),
        Use::Reads => {
            let address = address(machine, cartridge, mode, operand, true);
            let value = machine.read(cartridge, address);
            read(machine, op, value);
        }
        Use::Writes => {
            let address = address(machine, cartridge, mode, operand, false);
            let value = stored(machine, op, address);
            machine.write(cartridge, address, value);
        }
        Use::Modifies if mode == Mode::Accumulator => machine.cpu.a = modified(machine, op, machine.cpu.a),
        Use::Modifies => {
            let address = address(machine, cartridge, mode, operand, false);
            modify(machine, cartridge, op, address);
        }
    }
}

/// Reads, writes back what was read while the result is made, and writes the result, a cycle each. Only the TIA
/// tells this from a single write.
#[inline(always)]
fn modify(machine: &mut Machine, cartridge: &Cartridge, op: Op, address: u16) {
    let twice = address & 0x1080 == 0;
    machine.clock -= if twice { 2 } else { 0 };
    let value = machine.read(cartridge, address);
    if twice {
        machine.clock += 1;
        machine.write(cartridge, address, value);
        machine.clock += 1;
    }
    let value = modified(machine, op, value);
    machine.write(cartridge, address, value);
}

/// The operand's address. A read that crosses a page while indexing takes a cycle more (`reads`); writes always do,
/// and their table has it.
#[inline(always)]
fn address(machine: &mut Machine, cartridge: &Cartridge, mode: Mode, operand: u16, reads: bool) -> u16 {
    let (x, y) = (machine.cpu.x, machine.cpu.y);
    let [low, high] = operand.to_le_bytes();
    machine.bus = low;
    match mode {
        Mode::ZeroPage => u16::from(low),
        Mode::ZeroPageX => page_zero(machine, cartridge, low, x),
        Mode::ZeroPageY => page_zero(machine, cartridge, low, y),
        Mode::Absolute => {
            machine.bus = high;
            operand
        }
        Mode::AbsoluteX => indexed(machine, cartridge, operand, x, reads),
        Mode::AbsoluteY => indexed(machine, cartridge, operand, y, reads),
        Mode::IndirectX => machine.read_pointer(cartridge, low.wrapping_add(x)),
        Mode::IndirectY => {
            let base = machine.read_pointer(cartridge, low);
            indexed(machine, cartridge, base, y, reads)
        }
        Mode::Implied | Mode::Accumulator | Mode::Immediate | Mode::Indirect | Mode::Relative => 0,
    }
}

#[inline(always)]
fn indexed(machine: &mut Machine, cartridge: &Cartridge, base: u16, index: u8, reads: bool) -> u16 {
    let address = base.wrapping_add(u16::from(index));
    machine.bus = (base >> 8) as u8;
    if (base ^ address) & 0xFF00 != 0 {
        // The chip reads before it has carried into the high byte.
        machine.read(cartridge, base & 0xFF00 | address & 0x00FF);
        machine.clock += i32::from(reads);
    }
    address
}

#[inline(always)]
fn page_zero(machine: &mut Machine, cartridge: &Cartridge, base: u8, index: u8) -> u16 {
    let address = u16::from(base.wrapping_add(index));
    if address < 0x80 {
        // The chip reads before it has added the index, and what that leaves on the bus shows in reads of the TIA.
        machine.read(cartridge, u16::from(base));
    }
    address
}
