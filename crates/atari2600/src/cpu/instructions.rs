//! The effect of each operation on registers and stack. Inlined into `execute`, once per opcode.

use super::Cpu6507;
use super::decode::{AddressingMode, Op};
use super::memory::READ_CYCLES;

/// Operations that read an operand.
#[inline(always)]
pub(super) fn execute_read(cpu: &mut Cpu6507, op: Op, value: u8) {
    let regs = &mut cpu.regs;
    match op {
        Op::Adc => regs.add(value),
        Op::Sbc => regs.subtract(value),
        Op::And => regs.set_a(regs.a & value),
        Op::Ora => regs.set_a(regs.a | value),
        Op::Eor => regs.set_a(regs.a ^ value),
        Op::Bit => regs.test_bits(value),
        Op::Cmp => regs.compare(regs.a, value),
        Op::Cpx => regs.compare(regs.x, value),
        Op::Cpy => regs.compare(regs.y, value),
        Op::Lda => regs.set_a(value),
        Op::Ldx => {
            regs.x = value;
            regs.set_nz(value);
        }
        Op::Ldy => {
            regs.y = value;
            regs.set_nz(value);
        }
        _ => read_undocumented(cpu, op, value),
    }
}

#[inline(always)]
fn read_undocumented(cpu: &mut Cpu6507, op: Op, value: u8) {
    let regs = &mut cpu.regs;
    match op {
        Op::Lax => {
            regs.x = value;
            regs.set_a(value);
        }
        Op::Anc => {
            regs.set_a(regs.a & value);
            regs.carry = regs.a & 0x80 != 0;
        }
        Op::Alr => regs.a = regs.shift_right(regs.a & value, false),
        Op::Arr => regs.and_rotate(value),
        Op::Sbx => {
            let both = regs.a & regs.x;
            regs.compare(both, value);
            regs.x = both.wrapping_sub(value);
        }
        // The contribution of A varies between chips; 0xEE is the usual constant.
        Op::Ane => regs.set_a((regs.a | 0xEE) & regs.x & value),
        Op::Lxa => {
            regs.x = (regs.a | 0xEE) & value;
            regs.set_a(regs.x);
        }
        Op::Las => {
            regs.sp &= value;
            regs.x = regs.sp;
            regs.set_a(regs.sp);
        }
        _ => {}
    }
}

/// The value that a store writes to `address`.
#[inline(always)]
pub(super) fn value_to_store(cpu: &mut Cpu6507, op: Op, address: u16) -> u8 {
    let regs = &mut cpu.regs;
    let page_plus_one = ((address >> 8) as u8).wrapping_add(1);
    match op {
        Op::Stx => regs.x,
        Op::Sty => regs.y,
        Op::Sax => regs.a & regs.x,
        Op::Sha => regs.a & regs.x & page_plus_one,
        Op::Shx => regs.x & page_plus_one,
        Op::Shy => regs.y & page_plus_one,
        Op::Tas => {
            regs.sp = regs.a & regs.x;
            regs.sp & page_plus_one
        }
        _ => regs.a,
    }
}

/// The value that a read-modify-write operation writes back.
#[inline(always)]
pub(super) fn modified_value(cpu: &mut Cpu6507, op: Op, value: u8) -> u8 {
    let regs = &mut cpu.regs;
    let carry = regs.carry;
    let result = match op {
        Op::Asl | Op::Slo => regs.shift_left(value, false),
        Op::Rol | Op::Rla => regs.shift_left(value, carry),
        Op::Lsr | Op::Sre => regs.shift_right(value, false),
        Op::Ror | Op::Rra => regs.shift_right(value, carry),
        Op::Inc | Op::Isc => value.wrapping_add(1),
        _ => value.wrapping_sub(1),
    };
    match op {
        Op::Inc | Op::Dec => regs.set_nz(result),
        Op::Slo => regs.set_a(regs.a | result),
        Op::Rla => regs.set_a(regs.a & result),
        Op::Sre => regs.set_a(regs.a ^ result),
        Op::Rra => regs.add(result),
        Op::Dcp => regs.compare(regs.a, result),
        Op::Isc => regs.subtract(result),
        _ => {}
    }
    result
}

#[inline(always)]
pub(super) fn branch(cpu: &mut Cpu6507, op: Op, operand: u16) {
    let offset = operand as i8;
    let regs = &mut cpu.regs;
    let taken = match op {
        Op::Bpl => regs.negative & 0x80 == 0,
        Op::Bmi => regs.negative & 0x80 != 0,
        Op::Bvc => !regs.overflow,
        Op::Bvs => regs.overflow,
        Op::Bcc => !regs.carry,
        Op::Bcs => regs.carry,
        Op::Bne => regs.zero != 0,
        _ => regs.zero == 0,
    };
    if taken {
        let target = regs.pc.wrapping_add_signed(i16::from(offset));
        let extra = if (target ^ regs.pc) & 0xFF00 == 0 { 1 } else { 2 };
        regs.pc = target;
        cpu.regs.clock += extra;
        if offset == -5 && matches!(op, Op::Bne | Op::Bpl) {
            cpu.skip_timer_wait(op == Op::Bpl, READ_CYCLES + 2 + extra);
        }
    }
}

#[inline(always)]
pub(super) fn jump(cpu: &mut Cpu6507, op: Op, mode: AddressingMode, operand: u16) {
    let mut target = operand;
    if mode == AddressingMode::Indirect {
        // The high byte of the pointer is read from the same page, even if the low byte is the last of it.
        let next = target & 0xFF00 | u16::from((target as u8).wrapping_add(1));
        let low = cpu.read(target);
        target = u16::from_le_bytes([low, cpu.read(next)]);
    }
    if op == Op::Jsr {
        let [low, high] = cpu.regs.pc.wrapping_sub(1).to_le_bytes();
        cpu.push(high);
        cpu.push(low);
    }
    cpu.regs.pc = target;
}

/// Operations without an operand.
#[inline(always)]
pub(super) fn execute_implied(cpu: &mut Cpu6507, op: Op) {
    match op {
        Op::Brk | Op::Rti | Op::Rts | Op::Pha | Op::Php | Op::Pla | Op::Plp => stack_operation(cpu, op),
        Op::Clc => cpu.regs.carry = false,
        Op::Sec => cpu.regs.carry = true,
        Op::Cld => cpu.regs.decimal = false,
        Op::Sed => cpu.regs.decimal = true,
        Op::Cli => cpu.regs.interrupt_disable = false,
        Op::Sei => cpu.regs.interrupt_disable = true,
        Op::Clv => cpu.regs.overflow = false,
        Op::Txs => cpu.regs.sp = cpu.regs.x,
        // The CPU locks up: it repeats this instruction.
        Op::Jam => cpu.regs.pc = cpu.regs.pc.wrapping_sub(1),
        _ => register_operation(cpu, op),
    }
}

#[inline(always)]
fn register_operation(cpu: &mut Cpu6507, op: Op) {
    let regs = &mut cpu.regs;
    let (value, register) = match op {
        Op::Inx => (regs.x.wrapping_add(1), &mut regs.x),
        Op::Dex => (regs.x.wrapping_sub(1), &mut regs.x),
        Op::Iny => (regs.y.wrapping_add(1), &mut regs.y),
        Op::Dey => (regs.y.wrapping_sub(1), &mut regs.y),
        Op::Tax => (regs.a, &mut regs.x),
        Op::Tay => (regs.a, &mut regs.y),
        Op::Txa => (regs.x, &mut regs.a),
        Op::Tya => (regs.y, &mut regs.a),
        Op::Tsx => (regs.sp, &mut regs.x),
        _ => return,
    };
    *register = value;
    regs.set_nz(value);
}

#[inline(always)]
fn stack_operation(cpu: &mut Cpu6507, op: Op) {
    match op {
        Op::Pha => cpu.push(cpu.regs.a),
        Op::Php => cpu.push(cpu.regs.status()),
        Op::Pla => {
            let value = cpu.pull();
            cpu.regs.set_a(value);
        }
        Op::Plp => {
            let status = cpu.pull();
            cpu.regs.set_status(status);
        }
        Op::Rts => {
            let low = cpu.pull();
            cpu.regs.pc = u16::from_le_bytes([low, cpu.pull()]).wrapping_add(1);
        }
        Op::Rti => {
            let status = cpu.pull();
            cpu.regs.set_status(status);
            let low = cpu.pull();
            cpu.regs.pc = u16::from_le_bytes([low, cpu.pull()]);
        }
        _ => {
            // BRK skips one byte and jumps through the IRQ vector.
            let [low, high] = cpu.regs.pc.wrapping_add(1).to_le_bytes();
            cpu.push(high);
            cpu.push(low);
            cpu.push(cpu.regs.status());
            cpu.regs.interrupt_disable = true;
            let low = cpu.read(0xFFFE);
            cpu.regs.pc = u16::from_le_bytes([low, cpu.read(0xFFFF)]);
        }
    }
}
