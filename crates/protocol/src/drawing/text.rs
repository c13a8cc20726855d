//! A drawing as text: `d1` and base64url of
//!
//! ```text
//! paths | per path: style, points, first x, first y, then the difference to the point before | checksum
//! ```
//!
//! Numbers are variable-length (seven bits per byte, low bits first); differences are zigzag coded. The two bytes of the
//! checksum are Fletcher's, so that an incomplete or mistyped link is not read as another drawing.

use super::{CELLS, DRAWN_STEPS, Drawing, DrawnPath, MOST_PATHS, MOST_STYLES, PLANE};
use crate::{Text, text};

/// Version of the format; the first characters of every drawing.
const VERSION: &str = "d1";
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Bytes of the longest drawing: three per number.
const MOST_BYTES: usize = 8 + MOST_PATHS * (8 + 6 * DRAWN_STEPS);

/// Why a text is not a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    #[error("not a drawing of this version")]
    Version,
    #[error("cut short or damaged")]
    Damaged,
}

impl DrawingError {
    pub fn text(self) -> Text {
        match self {
            Self::Version => text!("link-drawing-version"),
            Self::Damaged => text!("link-drawing-damaged"),
        }
    }
}

impl Drawing {
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        put(&mut bytes, self.paths.len() as u32);
        for path in &self.paths {
            put(&mut bytes, u32::from(path.style));
            put(&mut bytes, path.cells.len() as u32);
            let mut last = [0i16; 2];
            for cell in &path.cells {
                for axis in 0..2 {
                    put(&mut bytes, zigzag(i32::from(cell[axis]) - i32::from(last[axis])));
                }
                last = *cell;
            }
        }
        let sum = checksum(&bytes);
        bytes.extend(sum);
        format!("{VERSION}{}", to_base64(&bytes))
    }

    /// Reads what `to_text` wrote. Its size is bounded before anything is read.
    pub fn from_text(text: &str) -> Result<Self, DrawingError> {
        let body = text.strip_prefix(VERSION).ok_or(DrawingError::Version)?;
        if body.len() > MOST_BYTES / 3 * 4 + 4 {
            return Err(DrawingError::Damaged);
        }
        read(body).ok_or(DrawingError::Damaged)
    }
}

fn read(body: &str) -> Option<Drawing> {
    let bytes = from_base64(body)?;
    let (mut rest, sum) = bytes.split_last_chunk::<2>()?;
    if *sum != checksum(rest) {
        return None;
    }
    let count = take(&mut rest)? as usize;
    if count > MOST_PATHS {
        return None;
    }
    let paths = (0..count).map(|_| read_path(&mut rest)).collect::<Option<_>>()?;
    rest.is_empty().then_some(Drawing { paths })
}

fn read_path(rest: &mut &[u8]) -> Option<DrawnPath> {
    let style = take(rest)?;
    if style as usize >= MOST_STYLES || take(rest)? as usize != DRAWN_STEPS + 1 {
        return None;
    }
    let mut last = [0i32; 2];
    let mut cells = Vec::with_capacity(DRAWN_STEPS + 1);
    for _ in 0..=DRAWN_STEPS {
        for axis in 0..2 {
            last[axis] = last[axis].checked_add(unzigzag(take(rest)?))?;
            if !(0..=(PLANE[axis] * CELLS + 0.5) as i32).contains(&last[axis]) {
                return None;
            }
        }
        cells.push(last.map(|cell| cell as i16));
    }
    Some(DrawnPath { style: style as u8, cells })
}

fn zigzag(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)) as u32
}

fn unzigzag(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a variable-length number of at most three bytes.
fn take(rest: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14] {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn checksum(bytes: &[u8]) -> [u8; 2] {
    let add = |[a, b]: [u32; 2], byte: &u8| {
        let a = (a + u32::from(*byte)) % 255;
        [a, (b + a) % 255]
    };
    bytes.iter().fold([1, 0], add).map(|sum| sum as u8)
}

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..=group.len() {
            text.push(char::from(ALPHABET[(bits >> (18 - 6 * letter) & 63) as usize]));
        }
    }
    text
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        if group.len() == 1 {
            return None;
        }
        let mut bits = 0;
        for (place, letter) in group.iter().enumerate() {
            let six = ALPHABET.iter().position(|known| known == letter)?;
            bits |= (six as u32) << (18 - 6 * place);
        }
        bytes.extend(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{LONGEST_DRAWING, ReadySet};

    fn drawing() -> Drawing {
        let line = |style, line: &[f32]| DrawnPath::new(style, line).unwrap();
        Drawing { paths: vec![line(0, &[1.0, 8.0, 23.0, 8.0]), line(5, &[24.0, 16.0, 0.0, 0.0, 24.0, 0.0])] }
    }

    #[test]
    fn what_was_written_is_read_back() {
        let mut drawings = vec![Drawing::default(), drawing()];
        drawings.extend(ReadySet::ALL.map(|set| set.drawing(MOST_STYLES)));
        for drawing in drawings {
            assert_eq!(Drawing::from_text(&drawing.to_text()), Ok(drawing));
        }
    }

    #[test]
    fn thirty_paths_fit_into_a_link() {
        let paths = (0..5).flat_map(|_| ReadySet::Letters.drawing(MOST_STYLES).paths).collect::<Vec<_>>();
        assert_eq!(paths.len(), 30);
        let text = Drawing { paths }.to_text();
        assert!(text.len() <= LONGEST_DRAWING, "{}", text.len());
        assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    }

    #[test]
    fn no_beginning_of_a_drawing_is_a_drawing() {
        let text = drawing().to_text();
        assert!((VERSION.len()..text.len()).all(|cut| Drawing::from_text(&text[..cut]) == Err(DrawingError::Damaged)));
        assert_eq!(Drawing::from_text(""), Err(DrawingError::Version));
    }

    #[test]
    fn hostile_texts_are_refused() {
        let packed = |bytes: &[u8]| {
            let sum = checksum(bytes);
            format!("{VERSION}{}", to_base64(&[bytes, &sum].concat()))
        };
        let many = packed(&[0xff, 0xff, 0x7f]);
        let outside = packed(&[&[1, 0, 61][..], &[0xff, 0xff, 0x01].repeat(122)].concat());
        let style = packed(&[&[1, 6, 61][..], &[0; 122]].concat());
        let points = packed(&[&[1, 0, 2][..], &[0; 4]].concat());
        let endless = packed(&[0x80; 40]);
        let after = packed(&[0, 7]);
        for text in [&many, &outside, &style, &points, &endless, &after, "d1☃", "d1====", "d1A"] {
            assert_eq!(Drawing::from_text(text), Err(DrawingError::Damaged), "{text}");
        }
        assert_eq!(Drawing::from_text(&format!("d1{}", "A".repeat(4 * MOST_BYTES))), Err(DrawingError::Damaged));
        for text in ["letters", "d2AAAA", "D1"] {
            assert_eq!(Drawing::from_text(text), Err(DrawingError::Version));
        }
    }

    #[test]
    fn one_wrong_letter_is_noticed() {
        let text = drawing().to_text();
        for at in VERSION.len()..text.len() {
            let mut letters = text.clone().into_bytes();
            letters[at] = if letters[at] == b'Q' { b'g' } else { b'Q' };
            let read = Drawing::from_text(std::str::from_utf8(&letters).unwrap());
            // The last letter may hold bits that no byte has.
            assert!(read.is_err() || at + 1 == text.len(), "letter {at}");
        }
    }
}
