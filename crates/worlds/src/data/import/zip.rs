//! The part of the zip format that `.npz` files and Python wheels use: the central directory (with its 64-bit extension, which NumPy
//! always writes) and members that are stored or deflated. A zip library would add more code than this.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::{ArchiveFault, ImportError, LARGEST_BYTES};

const END: &[u8] = b"PK\x05\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const MEMBER: &[u8] = b"PK\x03\x04";
/// Members may have this many bytes, and this many for each stored one: numbers never deflate as well as a bomb does.
const ALWAYS_READ: u64 = 64 << 20;
const PLAUSIBLE_INFLATION: u64 = 32;
/// A comment may follow the end record, so the search covers the longest comment.
const LONGEST_TAIL: usize = 22 + 0xffff;

struct ZipEntry<'a> {
    name: &'a [u8],
    method: u16,
    checksum: u32,
    stored: u64,
    size: u64,
    offset: u64,
}

const DAMAGED: ImportError = ImportError::Archive(ArchiveFault::Damaged);

fn short(bytes: &[u8], at: usize) -> Result<u16, ImportError> {
    bytes.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]])).ok_or(DAMAGED)
}

fn long(bytes: &[u8], at: usize) -> Result<u32, ImportError> {
    Ok(u32::from(short(bytes, at)?) | u32::from(short(bytes, at + 2)?) << 16)
}

fn wide(bytes: &[u8], at: usize) -> Result<u64, ImportError> {
    Ok(u64::from(long(bytes, at)?) | u64::from(long(bytes, at + 4)?) << 32)
}

fn slice(bytes: &[u8], at: u64, length: u64) -> Result<&[u8], ImportError> {
    let (at, length) = (usize::try_from(at).map_err(|_| DAMAGED)?, usize::try_from(length).map_err(|_| DAMAGED)?);
    bytes.get(at..at.checked_add(length).ok_or(DAMAGED)?).ok_or(DAMAGED)
}

/// Whether a file starts like an archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MEMBER)
}

/// The bytes of a member, verified by its checksum; None if there is no member of that name.
pub fn member(archive: &[u8], name: &str) -> Result<Option<Vec<u8>>, ImportError> {
    find(archive, |entry| entry.name == name.as_bytes())
}

/// The member of a size and CRC-32, whatever its name. The directory has both, so nothing else is inflated.
pub fn member_of(archive: &[u8], size: usize, checksum: u32) -> Result<Option<Vec<u8>>, ImportError> {
    find(archive, |entry| (entry.size, entry.checksum) == (size as u64, checksum))
}

fn find(archive: &[u8], wanted: impl Fn(&ZipEntry) -> bool) -> Result<Option<Vec<u8>>, ImportError> {
    let from = archive.len().saturating_sub(LONGEST_TAIL);
    let end = archive[from..].windows(END.len()).rposition(|window| window == END).ok_or(DAMAGED)?;
    let end = &archive[from + end..];
    let mut list = archive.get(long(end, 16)? as usize..).ok_or(DAMAGED)?;
    for _ in 0..short(end, 10)? {
        let (entry, rest) = entry(list)?;
        if wanted(&entry) {
            return unpack(archive, &entry).map(Some);
        }
        list = rest;
    }
    Ok(None)
}

fn entry(list: &[u8]) -> Result<(ZipEntry<'_>, &[u8]), ImportError> {
    if !list.starts_with(ENTRY) {
        return Err(DAMAGED);
    }
    let lengths = [short(list, 28)?, short(list, 30)?, short(list, 32)?].map(u64::from);
    let mut entry = ZipEntry {
        name: slice(list, 46, lengths[0])?,
        method: short(list, 10)?,
        checksum: long(list, 16)?,
        stored: u64::from(long(list, 20)?),
        size: u64::from(long(list, 24)?),
        offset: u64::from(long(list, 42)?),
    };
    let mut extra = slice(list, 46 + lengths[0], lengths[1])?;
    while extra.len() >= 4 {
        let length = u64::from(short(extra, 2)?);
        if short(extra, 0)? == 1 {
            widen(&mut entry, slice(extra, 4, length)?)?;
        }
        extra = &extra[4 + slice(extra, 4, length)?.len()..];
    }
    let all = 46 + lengths.iter().sum::<u64>();
    Ok((entry, &list[slice(list, 0, all)?.len()..]))
}

/// The extension holds exactly the numbers that do not fit 32 bits, in this order.
fn widen(entry: &mut ZipEntry, extension: &[u8]) -> Result<(), ImportError> {
    let mut at = 0;
    for number in [&mut entry.size, &mut entry.stored, &mut entry.offset] {
        if *number == u64::from(u32::MAX) {
            *number = wide(extension, at)?;
            at += 8;
        }
    }
    Ok(())
}

fn unpack(archive: &[u8], entry: &ZipEntry) -> Result<Vec<u8>, ImportError> {
    let header = slice(archive, entry.offset, 30)?;
    if !header.starts_with(MEMBER) {
        return Err(DAMAGED);
    }
    let start = entry.offset + 30 + u64::from(short(header, 26)?) + u64::from(short(header, 28)?);
    let stored = slice(archive, start, entry.stored)?;
    if entry.size > LARGEST_BYTES || entry.size > ALWAYS_READ + PLAUSIBLE_INFLATION * entry.stored {
        return Err(ImportError::Archive(ArchiveFault::TooLarge));
    }
    let bytes = match entry.method {
        0 => stored.to_vec(),
        8 => decompress_to_vec_with_limit(stored, entry.size as usize).map_err(|_| DAMAGED)?,
        _ => return Err(ImportError::Archive(ArchiveFault::Compression)),
    };
    if bytes.len() as u64 != entry.size || crc32fast::hash(&bytes) != entry.checksum {
        return Err(DAMAGED);
    }
    Ok(bytes)
}

#[cfg(test)]
pub mod tests {
    use miniz_oxide::deflate::compress_to_vec;

    use super::super::super::Rng;
    use super::*;

    /// An archive as NumPy writes it: every other member stored, 64-bit numbers in the directory.
    pub fn archive(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let (mut file, mut list) = (Vec::new(), Vec::new());
        for (number, (name, bytes)) in members.iter().enumerate() {
            let method = if number % 2 == 0 { 8u16 } else { 0 };
            let stored = if method == 8 { compress_to_vec(bytes, 6) } else { bytes.clone() };
            let offset = file.len() as u64;
            file.extend([MEMBER, &[0; 22], &(name.len() as u16).to_le_bytes(), &[0, 0], name.as_bytes()].concat());
            file.extend(&stored);
            list.extend([ENTRY, &[0; 6], &method.to_le_bytes(), &[0; 4]].concat());
            list.extend(crc32fast::hash(bytes).to_le_bytes());
            list.extend([0xff; 8]);
            list.extend((name.len() as u16).to_le_bytes());
            list.extend([28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]);
            list.extend([name.as_bytes(), &[1, 0, 24, 0]].concat());
            list.extend([bytes.len() as u64, stored.len() as u64, offset].map(u64::to_le_bytes).concat());
        }
        let start = file.len() as u32;
        file.extend(&list);
        let count = (members.len() as u16).to_le_bytes();
        file.extend([END, &[0; 4], &count, &count, &(list.len() as u32).to_le_bytes()].concat());
        file.extend([&start.to_le_bytes()[..], &[0, 0]].concat());
        file
    }

    #[test]
    fn members_are_found_by_name() {
        let file = archive(&[("a.npy", vec![7; 5000]), ("b.npy", b"plain".to_vec())]);
        assert_eq!(member(&file, "a.npy").unwrap(), Some(vec![7; 5000]));
        assert_eq!(member(&file, "b.npy").unwrap(), Some(b"plain".to_vec()));
        assert_eq!(member(&file, "c.npy").unwrap(), None);
        assert_eq!(member_of(&file, 5, crc32fast::hash(b"plain")).unwrap(), Some(b"plain".to_vec()));
        assert_eq!(member_of(&file, 6, crc32fast::hash(b"plain")).unwrap(), None);
    }

    #[test]
    fn a_bomb_is_refused_and_a_large_plain_member_is_not() {
        let zeros = vec![0; 100 << 20];
        let file = archive(&[("bomb.npy", zeros), ("plain.npy", vec![1; 100 << 20])]);
        assert!(matches!(member(&file, "bomb.npy"), Err(ImportError::Archive(ArchiveFault::TooLarge))));
        assert_eq!(member(&file, "plain.npy").unwrap().map(|bytes| bytes.len()), Some(100 << 20));
    }

    #[test]
    fn cuts_and_flipped_bits_never_panic_nor_give_other_bytes() {
        let bytes: Vec<u8> = (0..4000u32).map(|n| (n * n) as u8).collect();
        let file = archive(&[("a.npy", bytes.clone())]);
        // The last two bytes are the length of the comment, which is not read.
        for length in 0..file.len() - 2 {
            assert!(member(&file[..length], "a.npy").is_err());
        }
        let mut rng = Rng::stream(4, "zip", 0);
        for _ in 0..3000 {
            let mut bad = file.clone();
            bad[rng.below(file.len())] ^= 1 << rng.below(8);
            if let Ok(Some(found)) = member(&bad, "a.npy") {
                assert_eq!(found, bytes);
            }
        }
    }
}
