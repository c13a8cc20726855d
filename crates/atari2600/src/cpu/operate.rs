//! What each instruction does, once its operand is at hand. All of it is folded into `execute`, opcode by opcode.

use super::decode::{Mode, Op};
use crate::running::{READ_CYCLES, Running};

#[inline(always)]
pub(super) fn read(running: &mut Running, op: Op, value: u8) {
    let cpu = &mut running.cpu;
    match op {
        Op::Adc => cpu.add(value),
        Op::Sbc => cpu.subtract(value),
        Op::And => cpu.set_a(cpu.a & value),
        Op::Ora => cpu.set_a(cpu.a | value),
        Op::Eor => cpu.set_a(cpu.a ^ value),
        Op::Bit => cpu.test_bits(value),
        Op::Cmp => cpu.compare(cpu.a, value),
        Op::Cpx => cpu.compare(cpu.x, value),
        Op::Cpy => cpu.compare(cpu.y, value),
        Op::Lda => cpu.set_a(value),
        Op::Ldx => {
            cpu.x = value;
            cpu.set(value);
        }
        Op::Ldy => {
            cpu.y = value;
            cpu.set(value);
        }
        _ => read_undocumented(running, op, value),
    }
}

#[inline(always)]
fn read_undocumented(running: &mut Running, op: Op, value: u8) {
    let cpu = &mut running.cpu;
    match op {
        Op::Lax => {
            cpu.x = value;
            cpu.set_a(value);
        }
        Op::Anc => {
            cpu.set_a(cpu.a & value);
            cpu.carry = cpu.a & 0x80 != 0;
        }
        Op::Alr => cpu.a = cpu.shift_right(cpu.a & value, false),
        Op::Arr => cpu.and_rotate(value),
        Op::Sbx => {
            let both = cpu.a & cpu.x;
            cpu.compare(both, value);
            cpu.x = both.wrapping_sub(value);
        }
        // What A contributes to these two varies between chips; EE is the usual value.
        Op::Ane => cpu.set_a((cpu.a | 0xEE) & cpu.x & value),
        Op::Lxa => {
            cpu.x = (cpu.a | 0xEE) & value;
            cpu.set_a(cpu.x);
        }
        Op::Las => {
            cpu.stack &= value;
            cpu.x = cpu.stack;
            cpu.set_a(cpu.stack);
        }
        _ => {}
    }
}

/// What a writing instruction stores.
#[inline(always)]
pub(super) fn stored(running: &mut Running, op: Op, address: u16) -> u8 {
    let cpu = &mut running.cpu;
    let page_after = (address >> 8) as u8;
    match op {
        Op::Stx => cpu.x,
        Op::Sty => cpu.y,
        Op::Sax => cpu.a & cpu.x,
        Op::Sha => cpu.a & cpu.x & page_after.wrapping_add(1),
        Op::Shx => cpu.x & page_after.wrapping_add(1),
        Op::Shy => cpu.y & page_after.wrapping_add(1),
        Op::Tas => {
            cpu.stack = cpu.a & cpu.x;
            cpu.stack & page_after.wrapping_add(1)
        }
        _ => cpu.a,
    }
}

/// What a modifying instruction makes of its operand.
#[inline(always)]
pub(super) fn modified(running: &mut Running, op: Op, value: u8) -> u8 {
    let cpu = &mut running.cpu;
    let carry = cpu.carry;
    let result = match op {
        Op::Asl | Op::Slo => cpu.shift_left(value, false),
        Op::Rol | Op::Rla => cpu.shift_left(value, carry),
        Op::Lsr | Op::Sre => cpu.shift_right(value, false),
        Op::Ror | Op::Rra => cpu.shift_right(value, carry),
        Op::Inc | Op::Isc => value.wrapping_add(1),
        _ => value.wrapping_sub(1),
    };
    match op {
        Op::Inc | Op::Dec => cpu.set(result),
        Op::Slo => cpu.set_a(cpu.a | result),
        Op::Rla => cpu.set_a(cpu.a & result),
        Op::Sre => cpu.set_a(cpu.a ^ result),
        Op::Rra => cpu.add(result),
        Op::Dcp => cpu.compare(cpu.a, result),
        Op::Isc => cpu.subtract(result),
        _ => {}
    }
    result
}

#[inline(always)]
pub(super) fn branch(running: &mut Running, op: Op, operand: u16) {
    let offset = operand as i8;
    let cpu = &mut running.cpu;
    let taken = match op {
        Op::Bpl => cpu.negative & 0x80 == 0,
        Op::Bmi => cpu.negative & 0x80 != 0,
        Op::Bvc => !cpu.overflow,
        Op::Bvs => cpu.overflow,
        Op::Bcc => !cpu.carry,
        Op::Bcs => cpu.carry,
        Op::Bne => cpu.zero != 0,
        _ => cpu.zero == 0,
    };
    if taken {
        let target = cpu.counter.wrapping_add_signed(i16::from(offset));
        let more = if (target ^ cpu.counter) & 0xFF00 == 0 { 1 } else { 2 };
        cpu.counter = target;
        running.cpu.clock += more;
        if offset == -5 && matches!(op, Op::Bne | Op::Bpl) {
            running.wait_for_timer(op == Op::Bpl, READ_CYCLES + 2 + more);
        }
    }
}

#[inline(always)]
pub(super) fn jump(running: &mut Running, op: Op, mode: Mode, operand: u16) {
    let mut target = operand;
    if mode == Mode::Indirect {
        // The pointer's high byte comes from the same page, even when the low byte ends it.
        let next = target & 0xFF00 | u16::from((target as u8).wrapping_add(1));
        let low = running.read(target);
        target = u16::from_le_bytes([low, running.read(next)]);
    }
    if op == Op::Jsr {
        let [low, high] = running.cpu.counter.wrapping_sub(1).to_le_bytes();
        running.push(high);
        running.push(low);
    }
    running.cpu.counter = target;
}

/// Instructions without an operand.
#[inline(always)]
pub(super) fn alone(running: &mut Running, op: Op) {
    match op {
        Op::Brk | Op::Rti | Op::Rts | Op::Pha | Op::Php | Op::Pla | Op::Plp => stack(running, op),
        Op::Clc => running.cpu.carry = false,
        Op::Sec => running.cpu.carry = true,
        Op::Cld => running.cpu.decimal = false,
        Op::Sed => running.cpu.decimal = true,
        Op::Cli => running.cpu.interrupts_off = false,
        Op::Sei => running.cpu.interrupts_off = true,
        Op::Clv => running.cpu.overflow = false,
        Op::Txs => running.cpu.stack = running.cpu.x,
        // The chip hangs: the same instruction for ever.
        Op::Jam => running.cpu.counter = running.cpu.counter.wrapping_sub(1),
        _ => transfer(running, op),
    }
}

#[inline(always)]
fn transfer(running: &mut Running, op: Op) {
    let cpu = &mut running.cpu;
    let (value, register) = match op {
        Op::Inx => (cpu.x.wrapping_add(1), &mut cpu.x),
        Op::Dex => (cpu.x.wrapping_sub(1), &mut cpu.x),
        Op::Iny => (cpu.y.wrapping_add(1), &mut cpu.y),
        Op::Dey => (cpu.y.wrapping_sub(1), &mut cpu.y),
        Op::Tax => (cpu.a, &mut cpu.x),
        Op::Tay => (cpu.a, &mut cpu.y),
        Op::Txa => (cpu.x, &mut cpu.a),
        Op::Tya => (cpu.y, &mut cpu.a),
        Op::Tsx => (cpu.stack, &mut cpu.x),
        _ => return,
    };
    *register = value;
    cpu.set(value);
}

#[inline(always)]
fn stack(running: &mut Running, op: Op) {
    match op {
        Op::Pha => running.push(running.cpu.a),
        Op::Php => running.push(running.cpu.status()),
        Op::Pla => {
            let value = running.pull();
            running.cpu.set_a(value);
        }
        Op::Plp => {
            let status = running.pull();
            running.cpu.set_status(status);
        }
        Op::Rts => {
            let low = running.pull();
            running.cpu.counter = u16::from_le_bytes([low, running.pull()]).wrapping_add(1);
        }
        Op::Rti => {
            let status = running.pull();
            running.cpu.set_status(status);
            let low = running.pull();
            running.cpu.counter = u16::from_le_bytes([low, running.pull()]);
        }
        _ => {
            // BRK skips a byte and runs through the vector it shares with interrupts.
            let [low, high] = running.cpu.counter.wrapping_add(1).to_le_bytes();
            running.push(high);
            running.push(low);
            running.push(running.cpu.status());
            running.cpu.interrupts_off = true;
            let low = running.read(0xFFFE);
            running.cpu.counter = u16::from_le_bytes([low, running.read(0xFFFF)]);
        }
    }
}
