//! One instruction at a time. Its cycles pass before its operand is touched, since the chip reads or writes in the
//! last of them: that is the moment TIA and RIOT see.

use super::Cpu;
use super::decode::{self, Mode, Op, Use};
use super::operate::{alone, branch, jump, modified, read, stored};
use crate::running::Running;

/// Runs the instruction at the program counter.
#[inline(always)]
pub fn step(running: &mut Running) {
    let bytes = running.fetch();
    if bytes & 0x80FF == 0x0085 {
        // A is stored in the TIA, which while drawing is every fifth instruction: a branch of its own is foreseen better.
        execute::<0x85>(running, (bytes >> 8) as u16);
    } else if !dispatch::<false>(running, bytes) {
        let apart = Running { chips: &mut *running.chips, ..*running };
        (running.cpu, running.left) = step_undocumented(apart, bytes);
    }
}

/// Apart from the others: browsers save on optimising when a function grows too large.
#[inline(never)]
fn step_undocumented(mut running: Running, bytes: u32) -> (Cpu, i32) {
    dispatch::<true>(&mut running, bytes);
    (running.cpu, running.left)
}

/// Runs an instruction if it is one of those asked for. Each opcode is compiled apart, with all that the tables say
/// folded in.
#[inline(always)]
fn dispatch<const UNDOCUMENTED: bool>(running: &mut Running, bytes: u32) -> bool {
    let operand = (bytes >> 8) as u16;
    macro_rules! opcodes {
        ($($opcode:literal)*) => { match bytes as u8 {
            $($opcode if const { decode::op($opcode).is_undocumented() == UNDOCUMENTED } => {
                execute::<$opcode>(running, operand);
                true
            })*
            _ => false,
        } };
    }
    opcodes!(
        0x00 0x01 0x02 0x03 0x04 0x05 0x06 0x07 0x08 0x09 0x0A 0x0B 0x0C 0x0D 0x0E 0x0F
        0x10 0x11 0x12 0x13 0x14 0x15 0x16 0x17 0x18 0x19 0x1A 0x1B 0x1C 0x1D 0x1E 0x1F
        0x20 0x21 0x22 0x23 0x24 0x25 0x26 0x27 0x28 0x29 0x2A 0x2B 0x2C 0x2D 0x2E 0x2F
        0x30 0x31 0x32 0x33 0x34 0x35 0x36 0x37 0x38 0x39 0x3A 0x3B 0x3C 0x3D 0x3E 0x3F
        0x40 0x41 0x42 0x43 0x44 0x45 0x46 0x47 0x48 0x49 0x4A 0x4B 0x4C 0x4D 0x4E 0x4F
        0x50 0x51 0x52 0x53 0x54 0x55 0x56 0x57 0x58 0x59 0x5A 0x5B 0x5C 0x5D 0x5E 0x5F
        0x60 0x61 0x62 0x63 0x64 0x65 0x66 0x67 0x68 0x69 0x6A 0x6B 0x6C 0x6D 0x6E 0x6F
        0x70 0x71 0x72 0x73 0x74 0x75 0x76 0x77 0x78 0x79 0x7A 0x7B 0x7C 0x7D 0x7E 0x7F
        0x80 0x81 0x82 0x83 0x84 0x85 0x86 0x87 0x88 0x89 0x8A 0x8B 0x8C 0x8D 0x8E 0x8F
        0x90 0x91 0x92 0x93 0x94 0x95 0x96 0x97 0x98 0x99 0x9A 0x9B 0x9C 0x9D 0x9E 0x9F
        0xA0 0xA1 0xA2 0xA3 0xA4 0xA5 0xA6 0xA7 0xA8 0xA9 0xAA 0xAB 0xAC 0xAD 0xAE 0xAF
        0xB0 0xB1 0xB2 0xB3 0xB4 0xB5 0xB6 0xB7 0xB8 0xB9 0xBA 0xBB 0xBC 0xBD 0xBE 0xBF
        0xC0 0xC1 0xC2 0xC3 0xC4 0xC5 0xC6 0xC7 0xC8 0xC9 0xCA 0xCB 0xCC 0xCD 0xCE 0xCF
        0xD0 0xD1 0xD2 0xD3 0xD4 0xD5 0xD6 0xD7 0xD8 0xD9 0xDA 0xDB 0xDC 0xDD 0xDE 0xDF
        0xE0 0xE1 0xE2 0xE3 0xE4 0xE5 0xE6 0xE7 0xE8 0xE9 0xEA 0xEB 0xEC 0xED 0xEE 0xEF
        0xF0 0xF1 0xF2 0xF3 0xF4 0xF5 0xF6 0xF7 0xF8 0xF9 0xFA 0xFB 0xFC 0xFD 0xFE 0xFF
    )
}

#[inline(always)]
fn execute<const OPCODE: u8>(running: &mut Running, operand: u16) {
    let (op, mode) = const { (decode::op(OPCODE), decode::mode(OPCODE)) };
    running.cpu.clock += const { decode::cycles(OPCODE) as i32 };
    running.cpu.counter = running.cpu.counter.wrapping_add(const { decode::length(OPCODE) });
    match const { decode::op(OPCODE).operand(decode::mode(OPCODE)) } {
        Use::Nothing if mode == Mode::Relative => branch(running, op, operand),
        Use::Nothing => alone(running, op),
        Use::Jumps => jump(running, op, mode, operand),
        Use::Reads if mode == Mode::Immediate => read(running, op, operand as u8),
        Use::Reads => {
            let address = address(running, mode, operand, true);
            let value = running.read(address);
            read(running, op, value);
        }
        Use::Writes => {
            let address = address(running, mode, operand, false);
            let value = stored(running, op, address);
            running.write(address, value);
        }
        Use::Modifies if mode == Mode::Accumulator => running.cpu.a = modified(running, op, running.cpu.a),
        Use::Modifies => {
            let address = address(running, mode, operand, false);
            modify(running, op, address);
        }
    }
}

/// Reads, writes back what was read while the result is made, and writes the result, a cycle each. Only the TIA
/// tells this from a single write.
#[inline(always)]
fn modify(running: &mut Running, op: Op, address: u16) {
    let twice = address & 0x1080 == 0;
    running.cpu.clock -= if twice { 2 } else { 0 };
    let value = running.read(address);
    if twice {
        running.cpu.clock += 1;
        running.write(address, value);
        running.cpu.clock += 1;
    }
    let value = modified(running, op, value);
    running.write(address, value);
}

/// The operand's address. A read that crosses a page while indexing takes a cycle more (`reads`); writes always do,
/// and their table has it.
#[inline(always)]
fn address(running: &mut Running, mode: Mode, operand: u16, reads: bool) -> u16 {
    let (x, y) = (running.cpu.x, running.cpu.y);
    let [low, high] = operand.to_le_bytes();
    running.cpu.bus = low;
    match mode {
        Mode::ZeroPage => u16::from(low),
        Mode::ZeroPageX => page_zero(running, low, x),
        Mode::ZeroPageY => page_zero(running, low, y),
        Mode::Absolute => {
            running.cpu.bus = high;
            operand
        }
        Mode::AbsoluteX => indexed(running, operand, x, reads),
        Mode::AbsoluteY => indexed(running, operand, y, reads),
        Mode::IndirectX => running.read_pointer(low.wrapping_add(x)),
        Mode::IndirectY => {
            let base = running.read_pointer(low);
            indexed(running, base, y, reads)
        }
        Mode::Implied | Mode::Accumulator | Mode::Immediate | Mode::Indirect | Mode::Relative => 0,
    }
}

#[inline(always)]
fn indexed(running: &mut Running, base: u16, index: u8, reads: bool) -> u16 {
    let address = base.wrapping_add(u16::from(index));
    running.cpu.bus = (base >> 8) as u8;
    if (base ^ address) & 0xFF00 != 0 {
        // The chip reads before it has carried into the high byte.
        running.touch(base & 0xFF00 | address & 0x00FF);
        running.cpu.clock += i32::from(reads);
    }
    address
}

#[inline(always)]
fn page_zero(running: &mut Running, base: u8, index: u8) -> u16 {
    let address = u16::from(base.wrapping_add(index));
    if address < 0x80 {
        // The chip reads before it has added the index, and what that leaves on the bus shows in reads of the TIA.
        running.touch(u16::from(base));
    }
    address
}
