//! Shared code of the binary file formats.

/// The largest expansion factor of deflate. Bodies that claim more are refused before they are inflated.
pub const MAX_INFLATION: u64 = 1032;

/// CRC-32 of a header and a body.
pub fn checksum(header: &[u8], body: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(header);
    sum.update(body);
    sum.finalize()
}

/// Writes a matching checksum into a file that a test has changed: the last four bytes of its header.
#[cfg(test)]
pub fn write_checksum(file: &mut [u8], header: usize) {
    let sum = checksum(&file[..header - 4], &file[header..]);
    file[header - 4..header].copy_from_slice(&sum.to_le_bytes());
}
