//! The instructions of a cartridge, followed from the reset vector.

use std::collections::BTreeSet;

/// Bytes of each documented instruction, a row per high digit of the opcode; 0 for the undocumented ones.
#[rustfmt::skip]
const LENGTHS: [&[u8; 16]; 16] = [
    b"1200022012100330",
    b"2200022013000330",
    b"3200222012103330",
    b"2200022013000330",
    b"1200022012103330",
    b"2200022013000330",
    b"1200022012103330",
    b"2200022013000330",
    b"0200222010103330",
    b"2200222013100300",
    b"2220222012103330",
    b"2200222013103330",
    b"2200222012103330",
    b"2200022013000330",
    b"2200222012103330",
    b"2200022013000330",
];

const BRANCHES: [u8; 8] = [0x10, 0x30, 0x50, 0x70, 0x90, 0xB0, 0xD0, 0xF0];
const JSR: u8 = 0x20;
const JMP: u8 = 0x4C;
const JMP_INDIRECT: u8 = 0x6C;
const ENDS: [u8; 3] = [0x00, 0x40, 0x60];

/// The places of all instructions that a 4 KB cartridge can reach, or the first that is not documented.
pub fn reachable(rom: &[u8]) -> Result<BTreeSet<usize>, String> {
    let word = |at: usize| usize::from(rom[at]) | usize::from(rom[at + 1]) << 8;
    let mut seen = BTreeSet::new();
    let mut open = vec![word(0xFFC) & 0xFFF];
    while let Some(at) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        let opcode = rom[at];
        let next = match LENGTHS[usize::from(opcode >> 4)][usize::from(opcode & 15)] - b'0' {
            0 => return Err(format!("{opcode:02X} at F{at:03X} is not documented")),
            length => at + usize::from(length),
        };
        match opcode {
            JMP => open.push(word(at + 1) & 0xFFF),
            JSR => open.extend([next, word(at + 1) & 0xFFF]),
            JMP_INDIRECT => return Err(format!("the jump at F{at:03X} cannot be followed")),
            _ if ENDS.contains(&opcode) => {}
            _ if BRANCHES.contains(&opcode) => {
                open.extend([next, next.wrapping_add_signed(isize::from(rom[at + 1] as i8))]);
            }
            _ => open.push(next),
        }
    }
    Ok(seen)
}
