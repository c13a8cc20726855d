//! Why a visitor's file cannot be used.

use super::LARGEST_BYTES;
use crate::atari::{GameFileError, RecordingError};
use crate::data::pack::PackError;
use crate::loaded::TableError;
use crate::yours::DrawingFileError;
use protocol::{Text, text};

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    #[error("{megabytes} MB, more than {}", LARGEST_BYTES >> 20)]
    TooLarge { megabytes: u64 },
    #[error(transparent)]
    Drawing(#[from] DrawingFileError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("this world reads no files")]
    NoFiles,
    #[error("neither a pack, a raw scene, SportVU JSON nor an .npz")]
    Unknown,
    #[error("not a text file")]
    NoText,
    #[error("not a scene of ten players and a ball")]
    NotTenPlayers,
    #[error("line {line}: {words} words instead of “frame_id agent_id x y group”")]
    SceneWords { line: usize, words: usize },
    #[error("line {line}: not numbers")]
    SceneNumbers { line: usize },
    #[error("not a SportVU game: {0}")]
    Json(String),
    #[error("archive: {0:?}")]
    Archive(ArchiveFault),
    #[error("neither an array “xy_ft” (N, 25, 2) nor “data” (N, T, 22)")]
    NoArrays,
    #[error("array “{name}”: {fault:?}")]
    Array { name: String, fault: ArrayFault },
    #[error("no eight seconds with all ten players in one half")]
    NoPaths,
}

/// What is wrong with a zip archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveFault {
    Damaged,
    TooLarge,
    Compression,
}

/// What is wrong with a NumPy array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayFault {
    Foreign,
    HeaderTruncated,
    HeaderDamaged,
    FortranOrder,
    NoNumbers,
    TooLarge,
    Size,
    Units,
    Shape { found: Vec<usize>, expected: &'static str },
    Count { paths: usize },
    Frames { found: usize, needed: usize },
}

impl ImportError {
    pub fn text(&self) -> Text {
        match self {
            Self::Pack(error) => error.text(),
            Self::Recording(error) => error.text(),
            Self::GameFile(error) => error.text(),
            Self::Drawing(error) => error.text(),
            Self::Table(error) => error.text(),
            Self::TooLarge { megabytes } => {
                text!("error-file-too-large", found = *megabytes, most = LARGEST_BYTES >> 20)
            }
            Self::NoFiles => text!("error-file-no-reader"),
            Self::Unknown => text!("error-file-unknown"),
            Self::NoText => text!("error-scene-no-text"),
            Self::NotTenPlayers => text!("error-scene-players"),
            Self::SceneWords { line, words } => text!("error-scene-words", line = *line, words = *words),
            Self::SceneNumbers { line } => text!("error-scene-numbers", line = *line),
            Self::Json(detail) => text!("error-sportvu", detail = detail.as_str()),
            Self::Archive(ArchiveFault::Damaged) => text!("error-archive-damaged"),
            Self::Archive(ArchiveFault::TooLarge) => text!("error-archive-too-large"),
            Self::Archive(ArchiveFault::Compression) => text!("error-archive-compression"),
            Self::NoArrays => text!("error-archive-no-arrays"),
            Self::Array { name, fault } => fault.text(name),
            Self::NoPaths => text!("error-file-no-paths"),
        }
    }
}

impl ArrayFault {
    fn text(&self, name: &str) -> Text {
        match self {
            Self::Foreign => text!("error-array-foreign", name = name),
            Self::HeaderTruncated => text!("error-array-header-truncated", name = name),
            Self::HeaderDamaged => text!("error-array-header-damaged", name = name),
            Self::FortranOrder => text!("error-array-fortran-order", name = name),
            Self::NoNumbers => text!("error-array-no-numbers", name = name),
            Self::TooLarge => text!("error-array-too-large", name = name),
            Self::Size => text!("error-array-size", name = name),
            Self::Units => text!("error-array-units", name = name),
            Self::Shape { found, expected } => {
                text!("error-array-shape", name = name, found = format!("{found:?}"), expected = *expected)
            }
            Self::Count { paths } => text!("error-array-count", name = name, paths = *paths),
            Self::Frames { found, needed } => {
                text!("error-array-frames", name = name, found = *found, needed = *needed)
            }
        }
    }
}
