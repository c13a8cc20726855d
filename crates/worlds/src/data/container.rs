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
