//! From other people's files to paths on the left half court. A file is recognised by what it holds, not by
//! its name; the name only says which game a scene is from.

pub mod atari_head;
mod attack;
mod npy;
mod npz;
pub mod png;
mod scene;
mod sportvu;
mod zip;

use super::pack::{self, PackError};
use super::tracks::Tracks;

/// Larger files are refused before they are read. A game of SportVU has about 100 MB.
pub const LARGEST_BYTES: u64 = 512 << 20;

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error("the file has {found} MB, and at most {} MB are read", LARGEST_BYTES >> 20)]
    Huge { found: u64 },
    #[error("this is not tracking data: {0} is needed")]
    Foreign(&'static str),
    #[error("line {line}: {what}")]
    Line { line: usize, what: String },
    #[error("this is not a game as SportVU writes it: {0}")]
    Json(String),
    #[error("the archive cannot be read: {0}")]
    Archive(&'static str),
    #[error("the array “{name}” cannot be read: {what}")]
    Array { name: String, what: String },
    #[error("the picture cannot be read: {0}")]
    Picture(&'static str),
    #[error("{0}")]
    Cartridge(String),
    #[error("the recording {0}; copy or download it again, or make it again with “lab demos”")]
    Recording(&'static str),
    #[error("there is no stretch of eight seconds with all ten players in one half")]
    Nothing,
}

/// How stretches of play are cut into paths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutting {
    /// Seconds from one path to the next; None is end to end, so that no moment is told twice.
    pub every: Option<f32>,
}

/// Reads any of: a pack, a raw scene, a game of SportVU, an `.npz` with `data` (N, T, 22) or `xy_ft` (N, 25, 2).
pub fn import(name: &str, bytes: &[u8], cutting: Cutting) -> Result<Tracks, ImportError> {
    if bytes.len() as u64 > LARGEST_BYTES {
        return Err(ImportError::Huge { found: bytes.len() as u64 >> 20 });
    }
    let tracks = match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
        _ if pack::is_pack(bytes) => pack::read(bytes)?,
        _ if bytes.starts_with(b"PK") => npz::read(stem(name), bytes)?,
        Some(b'{') => sportvu::read(bytes, cutting)?,
        Some(b'-' | b'0'..=b'9') => scene::read(stem(name), bytes, cutting)?,
        _ => return Err(ImportError::Foreign("a pack, a raw scene, SportVU JSON or an .npz")),
    };
    if tracks.tracks.is_empty() { Err(ImportError::Nothing) } else { Ok(tracks) }
}

/// Whether a file holds one scene or one game, as those do that come by the dozen; packs and archives hold all there is.
pub fn is_part(bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, Some(b'{' | b'-' | b'0'..=b'9')) && !pack::is_pack(bytes)
}

/// The file's name without folders and ending. Clocks in names have dots of their own.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    [".txt", ".json", ".npz", ".pack"].iter().find_map(|ending| file.strip_suffix(ending)).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_get_a_sentence() {
        for bytes in [&b""[..], b"\x89PNG", b"hello", b"{}", b"{\"events\": 3}", b"PK\x03\x04", b"1 2 3", b"PMITRACK"] {
            let sentence = import("x", bytes, Cutting::default()).unwrap_err().to_string();
            assert!(sentence.len() > 20 && !sentence.contains('\n'), "{sentence}");
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
