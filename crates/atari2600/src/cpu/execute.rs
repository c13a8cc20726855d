//! Executes one instruction at a time.
//!
//! All cycles of an instruction are added before its operand is accessed: the 6507 reads or writes the operand in the
//! last cycle, and TIA and RIOT depend on the time of that access.

use super::decode::{self, AddressingMode, Op, OperandAccess};
use super::instructions::{branch, execute_implied, execute_read, jump, modified_value, value_to_store};
use super::{Cpu6507, Registers};
use crate::bus::is_tia;

/// Executes the instruction at the program counter.
#[inline(always)]
pub fn step(cpu: &mut Cpu6507) {
    let bytes = cpu.fetch();
    if bytes & 0x80FF == 0x0085 {
        // STA to the TIA is a fifth of all instructions while drawing; a branch of its own is predicted better.
        execute::<0x85>(cpu, (bytes >> 8) as u16);
    } else if !dispatch::<false>(cpu, bytes) {
        let copy = Cpu6507 { bus: &mut *cpu.bus, ..*cpu };
        (cpu.regs, cpu.instructions_left) = execute_undocumented(copy, bytes);
    }
}

/// A function of its own, because V8 optimises functions above a certain size less.
#[inline(never)]
fn execute_undocumented(mut cpu: Cpu6507, bytes: u32) -> (Registers, i32) {
    dispatch::<true>(&mut cpu, bytes);
    (cpu.regs, cpu.instructions_left)
}

/// Executes an instruction of the requested kind; returns false for any other. Each opcode is a separate instance of
/// [`execute`], with the decode tables evaluated at compile time.
#[inline(always)]
fn dispatch<const UNDOCUMENTED: bool>(cpu: &mut Cpu6507, bytes: u32) -> bool {
    let operand = (bytes >> 8) as u16;
    macro_rules! opcodes {
        ($($opcode:literal)*) => { match bytes as u8 {
            $($opcode if const { decode::op($opcode).is_undocumented() == UNDOCUMENTED } => {
                execute::<$opcode>(cpu, operand);
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
fn execute<const OPCODE: u8>(cpu: &mut Cpu6507, operand: u16) {
    let (op, mode) = const { (decode::op(OPCODE), decode::mode(OPCODE)) };
    cpu.regs.clock += const { decode::cycles(OPCODE) as i32 };
    cpu.regs.pc = cpu.regs.pc.wrapping_add(const { decode::length(OPCODE) });
    match const { decode::op(OPCODE).access(decode::mode(OPCODE)) } {
        OperandAccess::None if mode == AddressingMode::Relative => branch(cpu, op, operand),
        OperandAccess::None => execute_implied(cpu, op),
        OperandAccess::Jump => jump(cpu, op, mode, operand),
        OperandAccess::Read if mode == AddressingMode::Immediate => execute_read(cpu, op, operand as u8),
        OperandAccess::Read => {
            let address = address(cpu, mode, operand, true);
            let value = cpu.read(address);
            execute_read(cpu, op, value);
        }
        OperandAccess::Write => {
            let address = address(cpu, mode, operand, false);
            let value = value_to_store(cpu, op, address);
            cpu.write(address, value);
        }
        OperandAccess::ReadModifyWrite if mode == AddressingMode::Accumulator => {
            cpu.regs.a = modified_value(cpu, op, cpu.regs.a)
        }
        OperandAccess::ReadModifyWrite => {
            let address = address(cpu, mode, operand, false);
            modify(cpu, op, address);
        }
    }
}

/// A read-modify-write instruction: read, write of the unmodified value, write of the result, one cycle each. Only
/// the TIA distinguishes this from a single write.
#[inline(always)]
fn modify(cpu: &mut Cpu6507, op: Op, address: u16) {
    let is_tia = is_tia(address);
    cpu.regs.clock -= if is_tia { 2 } else { 0 };
    let value = cpu.read(address);
    if is_tia {
        cpu.regs.clock += 1;
        cpu.write(address, value);
        cpu.regs.clock += 1;
    }
    let value = modified_value(cpu, op, value);
    cpu.write(address, value);
}

/// The effective address. Indexing across a page takes one more cycle for reads (`is_read`); writes always take it,
/// and the cycle table includes it.
#[inline(always)]
fn address(cpu: &mut Cpu6507, mode: AddressingMode, operand: u16, is_read: bool) -> u16 {
    let (x, y) = (cpu.regs.x, cpu.regs.y);
    let [low, high] = operand.to_le_bytes();
    cpu.regs.data_bus = low;
    match mode {
        AddressingMode::ZeroPage => u16::from(low),
        AddressingMode::ZeroPageX => indexed_zero_page(cpu, low, x),
        AddressingMode::ZeroPageY => indexed_zero_page(cpu, low, y),
        AddressingMode::Absolute => {
            cpu.regs.data_bus = high;
            operand
        }
        AddressingMode::AbsoluteX => indexed(cpu, operand, x, is_read),
        AddressingMode::AbsoluteY => indexed(cpu, operand, y, is_read),
        AddressingMode::IndirectX => cpu.read_pointer(low.wrapping_add(x)),
        AddressingMode::IndirectY => {
            let base = cpu.read_pointer(low);
            indexed(cpu, base, y, is_read)
        }
        AddressingMode::Implied
        | AddressingMode::Accumulator
        | AddressingMode::Immediate
        | AddressingMode::Indirect
        | AddressingMode::Relative => 0,
    }
}

#[inline(always)]
fn indexed(cpu: &mut Cpu6507, base: u16, index: u8, is_read: bool) -> u16 {
    let address = base.wrapping_add(u16::from(index));
    cpu.regs.data_bus = (base >> 8) as u8;
    if (base ^ address) & 0xFF00 != 0 {
        // A dummy read before the carry reaches the high byte.
        cpu.dummy_read(base & 0xFF00 | address & 0x00FF);
        cpu.regs.clock += i32::from(is_read);
    }
    address
}

#[inline(always)]
fn indexed_zero_page(cpu: &mut Cpu6507, base: u8, index: u8) -> u16 {
    let address = u16::from(base.wrapping_add(index));
    if address < 0x80 {
        // A dummy read before the index is added. Reads of the TIA return some bits of what it leaves on the data bus.
        cpu.dummy_read(u16::from(base));
    }
    address
}
