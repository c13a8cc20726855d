//! Operation, addressing mode and cycle count of each of the 256 opcodes.

/// The operation of an instruction, by its mnemonic. Undocumented operations come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub enum Op {
    Adc, And, Asl, Bcc, Bcs, Beq, Bit, Bmi, Bne, Bpl, Brk, Bvc, Bvs, Clc, Cld, Cli, Clv, Cmp, Cpx, Cpy, Dec, Dex, Dey,
    Eor, Inc, Inx, Iny, Jmp, Jsr, Lda, Ldx, Ldy, Lsr, Nop, Ora, Pha, Php, Pla, Plp, Rol, Ror, Rti, Rts, Sbc, Sec, Sed,
    Sei, Sta, Stx, Sty, Tax, Tay, Tsx, Txa, Txs, Tya,
    Alr, Anc, Ane, Arr, Dcp, Isc, Jam, Las, Lax, Lxa, Rla, Rra, Sax, Sbx, Sha, Shx, Shy, Slo, Sre, Tas,
}

/// How an instruction finds its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressingMode {
    Implied,
    Accumulator,
    Immediate,
    ZeroPage,
    ZeroPageX,
    ZeroPageY,
    Absolute,
    AbsoluteX,
    AbsoluteY,
    Indirect,
    IndirectX,
    IndirectY,
    Relative,
}

/// How an instruction accesses its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandAccess {
    None,
    Read,
    Write,
    ReadModifyWrite,
    Jump,
}

impl Op {
    pub const fn is_undocumented(self) -> bool {
        self as u8 >= Op::Alr as u8
    }

    pub const fn access(self, mode: AddressingMode) -> OperandAccess {
        match self {
            Op::Sta | Op::Stx | Op::Sty | Op::Sax | Op::Sha | Op::Shx | Op::Shy | Op::Tas => OperandAccess::Write,
            Op::Inc | Op::Dec | Op::Slo | Op::Rla | Op::Sre | Op::Rra | Op::Dcp | Op::Isc => {
                OperandAccess::ReadModifyWrite
            }
            Op::Asl | Op::Lsr | Op::Rol | Op::Ror => OperandAccess::ReadModifyWrite,
            Op::Jmp | Op::Jsr => OperandAccess::Jump,
            _ if matches!(mode, AddressingMode::Implied | AddressingMode::Relative) => OperandAccess::None,
            _ => OperandAccess::Read,
        }
    }
}

pub const fn op(opcode: u8) -> Op {
    OPS[opcode as usize]
}

pub const fn mode(opcode: u8) -> AddressingMode {
    match opcode {
        0x00 | 0x40 | 0x60 => AddressingMode::Implied,
        0x20 => AddressingMode::Absolute,
        0x6C => AddressingMode::Indirect,
        0x0A | 0x2A | 0x4A | 0x6A => AddressingMode::Accumulator,
        // Opcodes indexed with Y in columns that index with X.
        0x96 | 0x97 | 0xB6 | 0xB7 => AddressingMode::ZeroPageY,
        0x9E | 0x9F | 0xBE | 0xBF => AddressingMode::AbsoluteY,
        _ => COLUMNS[opcode as usize & 0x1F],
    }
}

/// Length of an instruction in bytes.
pub const fn length(opcode: u8) -> u16 {
    match mode(opcode) {
        AddressingMode::Implied | AddressingMode::Accumulator => 1,
        AddressingMode::Absolute | AddressingMode::AbsoluteX | AddressingMode::AbsoluteY | AddressingMode::Indirect => {
            3
        }
        _ => 2,
    }
}

/// CPU cycles, without those added by crossing a page or taking a branch.
pub const fn cycles(opcode: u8) -> u8 {
    CYCLES[opcode as usize]
}

/// The addressing mode by the low five bits of an opcode; [`mode`] lists the exceptions.
#[rustfmt::skip]
const COLUMNS: [AddressingMode; 32] = {
    use AddressingMode::*;
    [
        Immediate, IndirectX, Immediate, IndirectX, ZeroPage, ZeroPage, ZeroPage, ZeroPage,
        Implied, Immediate, Implied, Immediate, Absolute, Absolute, Absolute, Absolute,
        Relative, IndirectY, Implied, IndirectY, ZeroPageX, ZeroPageX, ZeroPageX, ZeroPageX,
        Implied, AbsoluteY, Implied, AbsoluteY, AbsoluteX, AbsoluteX, AbsoluteX, AbsoluteX,
    ]
};

#[rustfmt::skip]
const OPS: [Op; 256] = {
    use Op::*;
    [
        Brk, Ora, Jam, Slo, Nop, Ora, Asl, Slo, Php, Ora, Asl, Anc, Nop, Ora, Asl, Slo,
        Bpl, Ora, Jam, Slo, Nop, Ora, Asl, Slo, Clc, Ora, Nop, Slo, Nop, Ora, Asl, Slo,
        Jsr, And, Jam, Rla, Bit, And, Rol, Rla, Plp, And, Rol, Anc, Bit, And, Rol, Rla,
        Bmi, And, Jam, Rla, Nop, And, Rol, Rla, Sec, And, Nop, Rla, Nop, And, Rol, Rla,
        Rti, Eor, Jam, Sre, Nop, Eor, Lsr, Sre, Pha, Eor, Lsr, Alr, Jmp, Eor, Lsr, Sre,
        Bvc, Eor, Jam, Sre, Nop, Eor, Lsr, Sre, Cli, Eor, Nop, Sre, Nop, Eor, Lsr, Sre,
        Rts, Adc, Jam, Rra, Nop, Adc, Ror, Rra, Pla, Adc, Ror, Arr, Jmp, Adc, Ror, Rra,
        Bvs, Adc, Jam, Rra, Nop, Adc, Ror, Rra, Sei, Adc, Nop, Rra, Nop, Adc, Ror, Rra,
        Nop, Sta, Nop, Sax, Sty, Sta, Stx, Sax, Dey, Nop, Txa, Ane, Sty, Sta, Stx, Sax,
        Bcc, Sta, Jam, Sha, Sty, Sta, Stx, Sax, Tya, Sta, Txs, Tas, Shy, Sta, Shx, Sha,
        Ldy, Lda, Ldx, Lax, Ldy, Lda, Ldx, Lax, Tay, Lda, Tax, Lxa, Ldy, Lda, Ldx, Lax,
        Bcs, Lda, Jam, Lax, Ldy, Lda, Ldx, Lax, Clv, Lda, Tsx, Las, Ldy, Lda, Ldx, Lax,
        Cpy, Cmp, Nop, Dcp, Cpy, Cmp, Dec, Dcp, Iny, Cmp, Dex, Sbx, Cpy, Cmp, Dec, Dcp,
        Bne, Cmp, Jam, Dcp, Nop, Cmp, Dec, Dcp, Cld, Cmp, Nop, Dcp, Nop, Cmp, Dec, Dcp,
        Cpx, Sbc, Nop, Isc, Cpx, Sbc, Inc, Isc, Inx, Sbc, Nop, Sbc, Cpx, Sbc, Inc, Isc,
        Beq, Sbc, Jam, Isc, Nop, Sbc, Inc, Isc, Sed, Sbc, Nop, Isc, Nop, Sbc, Inc, Isc,
    ]
};

#[rustfmt::skip]
const CYCLES: [u8; 256] = [
    7, 6, 2, 8, 3, 3, 5, 5, 3, 2, 2, 2, 4, 4, 6, 6,
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,
    6, 6, 2, 8, 3, 3, 5, 5, 4, 2, 2, 2, 4, 4, 6, 6,
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,
    6, 6, 2, 8, 3, 3, 5, 5, 3, 2, 2, 2, 3, 4, 6, 6,
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,
    6, 6, 2, 8, 3, 3, 5, 5, 4, 2, 2, 2, 5, 4, 6, 6,
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,
    2, 6, 2, 6, 3, 3, 3, 3, 2, 2, 2, 2, 4, 4, 4, 4,
    2, 6, 2, 6, 4, 4, 4, 4, 2, 5, 2, 5, 5, 5, 5, 5,
    2, 6, 2, 6, 3, 3, 3, 3, 2, 2, 2, 2, 4, 4, 4, 4,
    2, 5, 2, 5, 4, 4, 4, 4, 2, 4, 2, 4, 4, 4, 4, 4,
    2, 6, 2, 8, 3, 3, 5, 5, 2, 2, 2, 2, 4, 4, 6, 6,
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,
    2, 6, 2, 8, 3, 3, 5, 5, 2, 2, 2, 2, 4, 4, 6, 6,
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_instructions_decode() {
        let known = [
            (0xA9, Op::Lda, AddressingMode::Immediate, 2),
            (0xB1, Op::Lda, AddressingMode::IndirectY, 5),
            (0xB6, Op::Ldx, AddressingMode::ZeroPageY, 4),
            (0xBE, Op::Ldx, AddressingMode::AbsoluteY, 4),
            (0x6C, Op::Jmp, AddressingMode::Indirect, 5),
            (0x4C, Op::Jmp, AddressingMode::Absolute, 3),
            (0x20, Op::Jsr, AddressingMode::Absolute, 6),
            (0x9D, Op::Sta, AddressingMode::AbsoluteX, 5),
            (0xFE, Op::Inc, AddressingMode::AbsoluteX, 7),
            (0x4A, Op::Lsr, AddressingMode::Accumulator, 2),
            (0xD0, Op::Bne, AddressingMode::Relative, 2),
            (0x60, Op::Rts, AddressingMode::Implied, 6),
            (0x8A, Op::Txa, AddressingMode::Implied, 2),
        ];
        for (opcode, operation, operand, time) in known {
            assert_eq!((op(opcode), mode(opcode), cycles(opcode)), (operation, operand, time), "{opcode:02X}");
        }
    }
}
