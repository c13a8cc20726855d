//! A drawing as a file, for drawings that are too large for a link:
//! `{"drawing": 1, "paths": [{"style": 0, "xy": [x, y, x, y, ...]}, ...]}`, styles from 0 and units of the plane.

use protocol::drawing::{Drawing, DrawnPath, MOST_PATHS, MOST_STYLES};
use protocol::{Text, text};
use serde::{Deserialize, Serialize};

/// Larger files are refused before they are read, in bytes.
const LARGEST: usize = 16 << 20;
const VERSION: u32 = 1;

/// Why a file is not a drawing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingFileError {
    #[error("larger than {} MB", LARGEST >> 20)]
    TooLarge,
    #[error("not a drawing: {0}")]
    Foreign(String),
    #[error("version {0}")]
    Version(u32),
    #[error("{0} paths")]
    Paths(usize),
    #[error("path {0}")]
    Path(usize),
}

impl DrawingFileError {
    pub fn text(&self) -> Text {
        match self {
            Self::TooLarge => text!("error-drawing-large", most = LARGEST >> 20),
            Self::Foreign(why) => text!("error-drawing-foreign", why = why.as_str()),
            Self::Version(theirs) => text!("error-drawing-version", theirs = *theirs, ours = VERSION),
            Self::Paths(found) => text!("error-drawing-paths", found = *found, most = MOST_PATHS),
            Self::Path(number) => text!("error-drawing-path", number = *number, styles = MOST_STYLES),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct File {
    drawing: u32,
    paths: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    style: u8,
    xy: Vec<f32>,
}

pub fn read(bytes: &[u8]) -> Result<Drawing, DrawingFileError> {
    if bytes.len() > LARGEST {
        return Err(DrawingFileError::TooLarge);
    }
    let file: File = serde_json::from_slice(bytes).map_err(|why| DrawingFileError::Foreign(why.to_string()))?;
    if file.drawing != VERSION {
        return Err(DrawingFileError::Version(file.drawing));
    }
    if file.paths.is_empty() || file.paths.len() > MOST_PATHS {
        return Err(DrawingFileError::Paths(file.paths.len()));
    }
    let path =
        |(index, line): (usize, &Line)| DrawnPath::new(line.style, &line.xy).ok_or(DrawingFileError::Path(index + 1));
    Ok(Drawing { paths: file.paths.iter().enumerate().map(path).collect::<Result<_, _>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::drawing::ReadySet;

    #[test]
    fn a_file_of_drawn_lines_is_read() {
        let set = ReadySet::Slalom.drawing(3);
        let lines = set.paths.iter().map(|path| Line { style: path.style, xy: path.xy() }).collect();
        let bytes = serde_json::to_vec(&File { drawing: VERSION, paths: lines }).unwrap();
        let read = read(&bytes).unwrap();
        assert_eq!(read.paths.len(), 3);
        for (read, drawn) in read.paths.iter().zip(&set.paths) {
            assert_eq!(read.style, drawn.style);
            let off = read.xy().iter().zip(drawn.xy()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 0.1, "{off}");
        }
    }

    #[test]
    fn other_files_get_a_sentence() {
        let far = format!(r#"{{"drawing":1,"paths":[{}]}}"#, vec![r#"{"style":0,"xy":[0,0,9,9]}"#; 241].join(","));
        for (bytes, key) in [
            ("", "error-drawing-foreign"),
            ("{}", "error-drawing-foreign"),
            (r#"{"drawing":2,"paths":[]}"#, "error-drawing-version"),
            (r#"{"drawing":1,"paths":[]}"#, "error-drawing-paths"),
            (&far, "error-drawing-paths"),
            (r#"{"drawing":1,"paths":[{"style":9,"xy":[0,0,9,9]}]}"#, "error-drawing-path"),
            (r#"{"drawing":1,"paths":[{"style":0,"xy":[0,0]}]}"#, "error-drawing-path"),
            (r#"{"drawing":1,"paths":[{"style":0,"xy":[0,0,1e40,9]}]}"#, "error-drawing-path"),
        ] {
            assert_eq!(read(bytes.as_bytes()).unwrap_err().text().key, key, "{bytes}");
        }
        assert_eq!(read(&vec![b' '; LARGEST + 1]), Err(DrawingFileError::TooLarge));
    }
}
