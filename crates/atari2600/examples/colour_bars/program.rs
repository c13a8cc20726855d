//! A 4 KB cartridge, assembled here: bars in all colours and a white square that the joystick moves.

/// RAM addresses of the program.
const SQUARE_Y: u8 = 0x80;
const FRAME_COUNT: u8 = 0x81;

/// TIA registers.
const VSYNC: u8 = 0x00;
const VBLANK: u8 = 0x01;
const WSYNC: u8 = 0x02;
const COLUP0: u8 = 0x06;
const COLUBK: u8 = 0x09;
const RESP0: u8 = 0x10;
const GRP0: u8 = 0x1B;
const HMP0: u8 = 0x20;
const HMOVE: u8 = 0x2A;

/// Opcodes, by mnemonic and addressing mode.
const ADC_IMMEDIATE: u8 = 0x69;
const ADC_ZERO_PAGE: u8 = 0x65;
const AND_IMMEDIATE: u8 = 0x29;
const BNE: u8 = 0xD0;
const CLC: u8 = 0x18;
const CLD: u8 = 0xD8;
const CMP_IMMEDIATE: u8 = 0xC9;
const DEX: u8 = 0xCA;
const INC_ZERO_PAGE: u8 = 0xE6;
const JMP: u8 = 0x4C;
const LDA_ABSOLUTE: u8 = 0xAD;
const LDA_ABSOLUTE_X: u8 = 0xBD;
const LDA_IMMEDIATE: u8 = 0xA9;
const LDX_IMMEDIATE: u8 = 0xA2;
const LSR: u8 = 0x4A;
const SBC_ZERO_PAGE: u8 = 0xE5;
const SEC: u8 = 0x38;
const STA_ZERO_PAGE: u8 = 0x85;
const STX_ZERO_PAGE: u8 = 0x86;
const TAX: u8 = 0xAA;
const TXA: u8 = 0x8A;

const ROM_START: u16 = 0xF000;
/// Two tables of four bytes, indexed by two contacts of the joystick; an open contact is a 1.
const HORIZONTAL_MOTION: usize = 0xF00;
const VERTICAL_MOTION: usize = 0xF04;

/// The bytes of the cartridge.
pub fn rom() -> Vec<u8> {
    let mut code = vec![CLD, LDA_IMMEDIATE, 0x0E, STA_ZERO_PAGE, COLUP0, LDA_IMMEDIATE, 100, STA_ZERO_PAGE, SQUARE_Y];
    code.extend([STA_ZERO_PAGE, RESP0]);
    let frame = ROM_START + code.len() as u16;
    vertical_blank(&mut code);
    move_square(&mut code);
    picture(&mut code);
    overscan(&mut code);
    let [low, high] = frame.to_le_bytes();
    code.extend([JMP, low, high]);

    code.resize(HORIZONTAL_MOTION, 0);
    // The motion registers count to the left: 0x10 is one pixel left, 0xF0 one pixel right.
    code.extend([0x00, 0xF0, 0x10, 0x00]);
    debug_assert_eq!(code.len(), VERTICAL_MOTION);
    // Scanlines are counted from the bottom.
    code.extend([0x00, 0xFF, 0x01, 0x00]);
    code.resize(0xFFC, 0);
    let [low, high] = ROM_START.to_le_bytes();
    code.extend([low, high, low, high]);
    code
}

/// Three scanlines of vertical sync, then 35 of vertical blank.
fn vertical_blank(code: &mut Vec<u8>) {
    code.extend([LDA_IMMEDIATE, 2, STA_ZERO_PAGE, VBLANK, STA_ZERO_PAGE, VSYNC]);
    wait_for_lines(code, 3);
    code.extend([LDA_IMMEDIATE, 0, STA_ZERO_PAGE, VSYNC]);
    wait_for_lines(code, 35);
}

/// Reads the joystick and moves the square; takes two scanlines, the second starting with HMOVE.
fn move_square(code: &mut Vec<u8>) {
    let [swcha_low, swcha_high] = 0x0280_u16.to_le_bytes();
    let table = |offset: usize| (ROM_START + offset as u16).to_le_bytes();
    let ([across_low, across_high], [down_low, down_high]) = (table(HORIZONTAL_MOTION), table(VERTICAL_MOTION));
    code.extend([INC_ZERO_PAGE, FRAME_COUNT]);
    // Bits 4 and 5 of SWCHA are up and down.
    code.extend([LDA_ABSOLUTE, swcha_low, swcha_high, LSR, LSR, LSR, LSR, AND_IMMEDIATE, 3, TAX]);
    code.extend([LDA_ABSOLUTE_X, down_low, down_high, CLC, ADC_ZERO_PAGE, SQUARE_Y, STA_ZERO_PAGE, SQUARE_Y]);
    // Bits 6 and 7 of SWCHA are left and right.
    code.extend([LDA_ABSOLUTE, swcha_low, swcha_high, LSR, LSR, LSR, LSR, LSR, LSR, TAX]);
    code.extend([LDA_ABSOLUTE_X, across_low, across_high, STA_ZERO_PAGE, HMP0]);
    code.extend([STA_ZERO_PAGE, WSYNC, STA_ZERO_PAGE, HMOVE]);
    wait_for_lines(code, 1);
}

/// 192 scanlines: the line number is the colour, and eight lines from `SQUARE_Y` on show the square.
fn picture(code: &mut Vec<u8>) {
    code.extend([LDA_IMMEDIATE, 0, STA_ZERO_PAGE, VBLANK, LDX_IMMEDIATE, 192]);
    let line = code.len();
    code.extend([STA_ZERO_PAGE, WSYNC, STX_ZERO_PAGE, COLUBK]);
    // The comparison leaves the carry clear inside the square, and 0xFF plus the carry is 0xFF inside and 0 outside.
    code.extend([TXA, SEC, SBC_ZERO_PAGE, SQUARE_Y, CMP_IMMEDIATE, 8, LDA_IMMEDIATE, 0xFF, ADC_IMMEDIATE, 0]);
    code.extend([STA_ZERO_PAGE, GRP0, DEX]);
    branch_if_not_zero(code, line);
}

fn overscan(code: &mut Vec<u8>) {
    code.extend([LDA_IMMEDIATE, 2, STA_ZERO_PAGE, WSYNC, STA_ZERO_PAGE, VBLANK]);
    wait_for_lines(code, 29);
}

fn wait_for_lines(code: &mut Vec<u8>, lines: u8) {
    code.extend([LDX_IMMEDIATE, lines]);
    let line = code.len();
    code.extend([STA_ZERO_PAGE, WSYNC, DEX]);
    branch_if_not_zero(code, line);
}

/// A branch back to an earlier offset.
fn branch_if_not_zero(code: &mut Vec<u8>, target: usize) {
    let distance = code.len() + 2 - target;
    code.extend([BNE, (distance as u8).wrapping_neg()]);
}
