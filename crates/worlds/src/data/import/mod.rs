//! Reads other people's files into paths on the left half court. The format is recognised by the content; the file name
//! only gives the game of a scene.

pub mod atari_head;
mod attack;
mod error;
pub(crate) mod npy;
mod npz;
pub mod png;
mod scene;
mod sportvu;
pub(crate) mod zip;

pub use error::{ArchiveFault, ArrayFault, ImportError};

use super::pack;
use super::tracks::Tracks;

/// Larger files are refused before they are read. A game of SportVU has about 100 MB.
pub const LARGEST_BYTES: u64 = 512 << 20;

/// How spans of play are divided into paths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutting {
    /// Seconds between the starts of two paths; None is end to end, without overlap.
    pub every: Option<f32>,
}

/// Reads any of: a pack, a raw scene, a game of SportVU, an `.npz` with `data` `[N, T, 22]` or `xy_ft` `[N, 25, 2]`.
pub fn import(name: &str, bytes: &[u8], cutting: Cutting) -> Result<Tracks, ImportError> {
    if bytes.len() as u64 > LARGEST_BYTES {
        return Err(ImportError::TooLarge { megabytes: bytes.len() as u64 >> 20 });
    }
    let tracks = match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
        _ if pack::is_pack(bytes) => pack::read(bytes)?,
        _ if bytes.starts_with(b"PK") => npz::read(stem(name), bytes)?,
        Some(b'{') => sportvu::read(bytes, cutting)?,
        Some(b'-' | b'0'..=b'9') => scene::read(stem(name), bytes, cutting)?,
        _ => return Err(ImportError::Unknown),
    };
    if tracks.tracks.is_empty() { Err(ImportError::NoPaths) } else { Ok(tracks) }
}

/// Whether a file is one scene or one game of a larger set, as opposed to a pack or an archive with a whole data set.
pub fn is_part(bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, Some(b'{' | b'-' | b'0'..=b'9')) && !pack::is_pack(bytes)
}

/// The file's name without folders and extension. Only known extensions are removed, since scene names contain dots.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    [".txt", ".json", ".npz", ".pack"].iter().find_map(|ending| file.strip_suffix(ending)).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_get_a_message() {
        for bytes in [&b""[..], b"\x89PNG", b"hello", b"{}", b"{\"events\": 3}", b"PK\x03\x04", b"1 2 3", b"PMITRACK"] {
            let key = import("x", bytes, Cutting::default()).unwrap_err().text().key;
            assert!(key.starts_with("error-"), "{key}");
        }
        assert_eq!(stem("a/b_1_2.5.txt"), "b_1_2.5");
    }

    #[test]
    fn packs_come_back() {
        let tracks = Tracks {
            games: vec!["g".into()],
            tracks: vec![crate::data::Track { game: 0, player: 1, xy: vec![1.0; 2 * crate::data::POINTS] }],
        };
        assert_eq!(import("x.pack", &pack::write(&tracks).unwrap(), Cutting::default()).unwrap(), tracks);
    }
}
