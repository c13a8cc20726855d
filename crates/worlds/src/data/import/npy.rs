//! NumPy arrays: a header (a Python dictionary literal), then the numbers in C order.

use super::{ArrayFault, ImportError};

/// The numbers stay as they are in the file: converted at once, bytes would need eight times their room.
pub struct Array {
    pub shape: Vec<usize>,
    bytes: Vec<u8>,
    /// Where the numbers begin.
    start: usize,
    size: usize,
    reader: NumberReader,
}

impl Array {
    pub fn len(&self) -> usize {
        (self.bytes.len() - self.start) / self.size
    }

    /// The number at an index within bounds.
    pub fn number(&self, index: usize) -> f64 {
        let at = self.start + index * self.size;
        (self.reader)(&self.bytes[at..at + self.size])
    }

    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.bytes[self.start..].chunks_exact(self.size).map(self.reader)
    }
}

/// Reads one number from its bytes.
type NumberReader = fn(&[u8]) -> f64;
/// Supported number types: name in the header, size in bytes, conversion.
const TYPES: [(&str, usize, NumberReader); 6] = [
    ("<f4", 4, |b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))),
    ("<f8", 8, |b| f64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]])),
    ("<i4", 4, |b| f64::from(i32::from_le_bytes([b[0], b[1], b[2], b[3]]))),
    ("<i8", 8, |b| i64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]) as f64),
    ("<u4", 4, |b| f64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]]))),
    ("|u1", 1, |b| f64::from(b[0])),
];

pub fn read(name: &str, bytes: Vec<u8>) -> Result<Array, ImportError> {
    parse(bytes).map_err(|fault| ImportError::Array { name: name.into(), fault })
}

fn parse(bytes: Vec<u8>) -> Result<Array, ArrayFault> {
    let header = match bytes.as_slice() {
        [0x93, b'N', b'U', b'M', b'P', b'Y', 1, _, a, b, ..] => 10..10 + usize::from(u16::from_le_bytes([*a, *b])),
        [0x93, b'N', b'U', b'M', b'P', b'Y', 2 | 3, _, a, b, c, 0, ..] => {
            12..12 + u32::from_le_bytes([*a, *b, *c, 0]) as usize
        }
        _ => return Err(ArrayFault::Foreign),
    };
    let start = header.end;
    let data = bytes.get(start..).ok_or(ArrayFault::HeaderTruncated)?;
    let header = std::str::from_utf8(&bytes[header]).map_err(|_| ArrayFault::HeaderDamaged)?;
    if value(header, "'fortran_order'")?.starts_with("True") {
        return Err(ArrayFault::FortranOrder);
    }
    let kind = value(header, "'descr'")?.trim_start_matches('\'');
    let &(_, size, reader) =
        TYPES.iter().find(|(kind_of, ..)| kind.starts_with(kind_of)).ok_or(ArrayFault::NoNumbers)?;
    let shape = shape(value(header, "'shape'")?)?;
    // Without the zeros, so that the product of some of the dimensions is never too large either.
    shape.iter().try_fold(size, |all, n| all.checked_mul((*n).max(1))).ok_or(ArrayFault::TooLarge)?;
    let numbers: usize = shape.iter().product();
    // Compared with the size of the data, so that a false shape allocates nothing.
    if numbers * size != data.len() {
        return Err(ArrayFault::Size);
    }
    Ok(Array { shape, start, size, reader, bytes })
}

/// The text behind a key of the dictionary.
fn value<'a>(header: &'a str, key: &str) -> Result<&'a str, ArrayFault> {
    let at = header.find(key).ok_or(ArrayFault::HeaderDamaged)?;
    Ok(header[at + key.len()..].trim_start_matches([':', ' ']))
}

fn shape(text: &str) -> Result<Vec<usize>, ArrayFault> {
    let inside = text.strip_prefix('(').and_then(|text| text.split(')').next()).ok_or(ArrayFault::HeaderDamaged)?;
    let words = inside.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|_| ArrayFault::HeaderDamaged)).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn array(kind: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
        [&b"\x93NUMPY\x01\x00"[..], &(header.len() as u16).to_le_bytes(), header.as_bytes(), data].concat()
    }

    #[test]
    fn numbers_of_every_type_are_read() {
        let floats = [1.5f32, -2.0].map(f32::to_le_bytes).concat();
        let numbers = |bytes| read("a", bytes).unwrap().numbers().collect::<Vec<_>>();
        let floats = read("a", array("<f4", "(1, 2)", &floats)).unwrap();
        assert_eq!((floats.shape.as_slice(), floats.len()), (&[1, 2][..], 2));
        assert_eq!([floats.number(0), floats.number(1)], [1.5, -2.0]);
        assert_eq!(numbers(array("<i8", "(1,)", &(-7i64).to_le_bytes())), [-7.0]);
        assert_eq!(numbers(array("|u1", "(2,)", &[3, 255])), [3.0, 255.0]);
    }

    #[test]
    fn other_arrays_get_a_message() {
        let bad = [
            array("<f4", "(3,)", &[0; 8]),
            array("<f4", "(9999999999, 9999999999)", &[0; 8]),
            array("<f4", "(0, 9999999999, 9999999999)", &[]),
            array("<U4", "(1,)", &[0; 16]),
            array("<f4", "(x,)", &[0; 4]),
            b"\x93NUMPY\x01\x00\xff\xff{}".to_vec(),
            b"\x93NUMPY\x02\x00\xff\xff\xff\x00".to_vec(),
            vec![],
        ];
        for bytes in bad {
            assert!(read("a", bytes).err().unwrap().text().key.starts_with("error-array-"));
        }
    }
}
