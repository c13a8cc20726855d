//! Changes of bytes and of text.

use worlds::data::Rng;

/// Numbers at the edges of their types.
const EDGES: [u64; 18] = [
    0,
    1,
    2,
    7,
    22,
    25,
    127,
    128,
    255,
    256,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    1 << 53,
    i64::MAX as u64,
    u64::MAX,
];
/// The longest that an input grows.
const LONGEST: usize = 1 << 20;

fn span(length: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let from = rng.below(length + 1);
    from..(from + 1 + rng.below(16)).min(length)
}

/// One change anywhere.
pub fn bytes(input: &mut Vec<u8>, rng: &mut Rng) {
    let length = input.len();
    if length == 0 {
        return input.push(rng.below(256) as u8);
    }
    let at = rng.below(length);
    match rng.below(8) {
        0 | 1 => input[at] ^= 1 << rng.below(8),
        2 => input[at] = rng.below(256) as u8,
        3 => number(input, at, rng),
        4 => drop(input.drain(span(length, rng))),
        5 if length < LONGEST => {
            let copied = input[span(length, rng)].to_vec();
            let to = rng.below(length + 1);
            input.splice(to..to, copied);
        }
        6 => input.truncate(at),
        _ => {
            let (from, value) = (span(length, rng), if rng.chance(0.5) { 0 } else { 0xff });
            input[from].fill(value);
        }
    }
}

/// A whole number or a float at an edge, of one to eight bytes.
fn number(input: &mut [u8], at: usize, rng: &mut Rng) {
    let value = match rng.below(4) {
        0 => u64::from([f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, -1e30, -0.0][rng.below(6)].to_bits()),
        _ => EDGES[rng.below(EDGES.len())],
    };
    let size = [1, 2, 4, 8][rng.below(4)].min(input.len() - at);
    let little = value.to_le_bytes();
    input[at..at + size].copy_from_slice(&little[..size]);
}

const WORDS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "8000000000000000000",
    "-9223372036854775808",
    "1e300",
    "-1e-300",
    "NaN",
    "inf",
    "0.1",
    "1000000000000",
    "4294967295",
    "",
    " ",
    "\n",
    ",",
    "[",
    "{}",
    "null",
    "\"",
    "%00",
    "&",
    "=",
    "\u{10ffff}",
];

/// A change that keeps text text most of the time: a word or number becomes another, lines are repeated or left out.
pub fn text(input: &mut Vec<u8>, rng: &mut Rng) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-+._".contains(byte);
    let length = input.len();
    if length == 0 || rng.chance(0.1) {
        return bytes(input, rng);
    }
    let at = rng.below(length);
    match rng.below(4) {
        0 | 1 => {
            let from = at - input[..at].iter().rev().take_while(|byte| is_word(byte)).count();
            let to = at + input[at..].iter().take_while(|byte| is_word(byte)).count();
            input.splice(from..to, WORDS[rng.below(WORDS.len())].bytes());
        }
        2 if length < LONGEST => {
            let line = input[at..].split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default().to_vec();
            let times = 1 + rng.below(3);
            input.splice(at..at, line.repeat(times));
        }
        _ => {
            let end = at + input[at..].iter().position(|byte| *byte == b'\n').unwrap_or(0);
            input.drain(at..end.min(at + 200).max(at));
        }
    }
}

/// Other bytes in about the same number.
#[allow(clippy::ptr_arg)] // Mutations of a target have one signature, and others change the length.
pub fn noise(input: &mut Vec<u8>, rng: &mut Rng) {
    match rng.below(3) {
        0 => input.iter_mut().for_each(|byte| *byte = rng.below(256) as u8),
        _ => (0..1 + rng.below(8)).for_each(|_| {
            let at = rng.below(input.len().max(1));
            if let Some(byte) = input.get_mut(at) {
                *byte = rng.below(256) as u8;
            }
        }),
    }
}
