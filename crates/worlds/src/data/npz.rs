//! Writing `.npz`: NumPy arrays in a zip archive.

use std::fmt::Display;

/// A NumPy array of numbers of one `kind` (`<f4`), version 1.0 of its format. `shape` is its lengths.
pub fn npy(kind: &str, shape: &[usize], data: &[u8]) -> Vec<u8> {
    // A tuple of one needs its comma.
    let lengths: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let shape = format!("({}{})", lengths.join(", "), if shape.len() == 1 { "," } else { "" });
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    // Numbers begin at a multiple of 64 bytes.
    let padding = 63 - (10 + header.len()) % 64;
    header.push_str(&" ".repeat(padding));
    header.push('\n');
    [&b"\x93NUMPY\x01\x00"[..], &(header.len() as u16).to_le_bytes(), header.as_bytes(), data].concat()
}

/// An array of single-precision numbers.
pub fn floats(shape: &[usize], values: &[f32]) -> Vec<u8> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    npy("<f4", shape, &bytes)
}

/// A row of whole numbers.
pub fn wholes(values: &[i32]) -> Vec<u8> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    npy("<i4", &[values.len()], &bytes)
}

/// An archive of members that are stored as they are. Names end in `.npy` for NumPy to read them.
pub fn stored_zip<N: AsRef<str> + Display>(members: &[(N, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in members {
        let name = name.as_ref();
        let (offset, size) = (archive.len() as u32, data.len() as u32);
        // Version 2.0, no flags, stored, 1 January 1980.
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        common.extend(crc32fast::hash(data).to_le_bytes());
        common.extend([size.to_le_bytes(), size.to_le_bytes()].concat());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        archive.extend_from_slice(b"PK\x03\x04");
        archive.extend_from_slice(&common);
        archive.extend_from_slice(name.as_bytes());
        archive.extend_from_slice(data);
        directory.extend(
            [b"PK\x01\x02\x14\x00", common.as_slice(), &[0; 10], &offset.to_le_bytes(), name.as_bytes()].concat(),
        );
    }
    let (count, at) = ((members.len() as u16).to_le_bytes(), (archive.len() as u32).to_le_bytes());
    let size = (directory.len() as u32).to_le_bytes();
    let end = [b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &at, &[0, 0]].concat();
    archive.extend(directory);
    archive.extend(end);
    archive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::import::{npy as read, zip};

    #[test]
    fn what_is_written_is_read() {
        let archive =
            stored_zip(&[("a.npy", floats(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.5])), ("b.npy", wholes(&[7, -8]))]);
        let member = |name: &str| zip::member(&archive, name).unwrap().unwrap();
        let array = read::read("a", member("a.npy")).unwrap();
        assert_eq!((array.shape.as_slice(), array.number(5)), (&[2, 3][..], 6.5));
        let array = read::read("b", member("b.npy")).unwrap();
        assert_eq!((array.shape.as_slice(), array.number(1)), (&[2][..], -8.0));
    }
}
