//! One instruction at a time. Its cycles pass before its operand is touched, since the chip reads or writes in the
//! last of them: that is the moment TIA and RIOT see.

use super::decode::{self, Mode, Op, Use};
use crate::console::cartridge::Cartridge;
use crate::console::machine::{Machine, READ_CYCLES};

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

#[inline(always)]
fn read(machine: &mut Machine, op: Op, value: u8) {
    let cpu = &mut machine.cpu;
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
        _ => read_undocumented(machine, op, value),
    }
}

#[inline(always)]
fn read_undocumented(machine: &mut Machine, op: Op, value: u8) {
    let cpu = &mut machine.cpu;
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
fn stored(machine: &mut Machine, op: Op, address: u16) -> u8 {
    let cpu = &mut machine.cpu;
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
fn modified(machine: &mut Machine, op: Op, value: u8) -> u8 {
    let cpu = &mut machine.cpu;
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
fn branch(machine: &mut Machine, cartridge: &Cartridge, op: Op, operand: u16) {
    let offset = operand as i8;
    let cpu = &mut machine.cpu;
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
        machine.clock += more;
        if offset == -5 && matches!(op, Op::Bne | Op::Bpl) {
            machine.wait_for_timer(cartridge, READ_CYCLES + 2 + more);
        }
    }
}

#[inline(always)]
fn jump(machine: &mut Machine, cartridge: &Cartridge, op: Op, mode: Mode, operand: u16) {
    let mut target = operand;
    if mode == Mode::Indirect {
        // The pointer's high byte comes from the same page, even when the low byte ends it.
        let next = target & 0xFF00 | u16::from((target as u8).wrapping_add(1));
        let low = machine.read(cartridge, target);
        target = u16::from_le_bytes([low, machine.read(cartridge, next)]);
    }
    if op == Op::Jsr {
        let [low, high] = machine.cpu.counter.wrapping_sub(1).to_le_bytes();
        machine.push(cartridge, high);
        machine.push(cartridge, low);
    }
    machine.cpu.counter = target;
}

/// Instructions without an operand.
#[inline(always)]
fn alone(machine: &mut Machine, cartridge: &Cartridge, op: Op) {
    match op {
        Op::Brk | Op::Rti | Op::Rts | Op::Pha | Op::Php | Op::Pla | Op::Plp => stack(machine, cartridge, op),
        Op::Clc => machine.cpu.carry = false,
        Op::Sec => machine.cpu.carry = true,
        Op::Cld => machine.cpu.decimal = false,
        Op::Sed => machine.cpu.decimal = true,
        Op::Cli => machine.cpu.interrupts_off = false,
        Op::Sei => machine.cpu.interrupts_off = true,
        Op::Clv => machine.cpu.overflow = false,
        Op::Txs => machine.cpu.stack = machine.cpu.x,
        // The chip hangs: the same instruction for ever.
        Op::Jam => machine.cpu.counter = machine.cpu.counter.wrapping_sub(1),
        _ => transfer(machine, op),
    }
}

#[inline(always)]
fn transfer(machine: &mut Machine, op: Op) {
    let cpu = &mut machine.cpu;
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
fn stack(machine: &mut Machine, cartridge: &Cartridge, op: Op) {
    match op {
        Op::Pha => machine.push(cartridge, machine.cpu.a),
        Op::Php => machine.push(cartridge, machine.cpu.status()),
        Op::Pla => {
            let value = machine.pull(cartridge);
            machine.cpu.set_a(value);
        }
        Op::Plp => {
            let status = machine.pull(cartridge);
            machine.cpu.set_status(status);
        }
        Op::Rts => {
            let low = machine.pull(cartridge);
            machine.cpu.counter = u16::from_le_bytes([low, machine.pull(cartridge)]).wrapping_add(1);
        }
        Op::Rti => {
            let status = machine.pull(cartridge);
            machine.cpu.set_status(status);
            let low = machine.pull(cartridge);
            machine.cpu.counter = u16::from_le_bytes([low, machine.pull(cartridge)]);
        }
        _ => {
            // BRK skips a byte and runs through the vector it shares with interrupts.
            let [low, high] = machine.cpu.counter.wrapping_add(1).to_le_bytes();
            machine.push(cartridge, high);
            machine.push(cartridge, low);
            machine.push(cartridge, machine.cpu.status());
            machine.cpu.interrupts_off = true;
            let low = machine.read(cartridge, 0xFFFE);
            machine.cpu.counter = u16::from_le_bytes([low, machine.read(cartridge, 0xFFFF)]);
        }
    }
}
