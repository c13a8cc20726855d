//! Contents of a file of demonstrations, for the panel that opens it.

use serde::{Deserialize, Serialize};

use super::Text;

/// Most rows and reasons that a report lists; its numbers count all of them.
pub const LISTED: usize = 12;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableReport {
    pub columns: Vec<ColumnReport>,
    /// The first rows, as they are in the file.
    pub first_rows: Vec<Vec<String>>,
    /// Styles by falling number of paths.
    pub styles: Vec<StyleReport>,
    pub paths: u32,
    /// Rows in use.
    pub rows: u32,
    pub dropped_rows: u32,
    pub dropped_paths: u32,
    /// The first rows and paths that were left out, and why.
    pub dropped: Vec<Dropped>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnReport {
    pub name: String,
    /// Its use unless the link names another.
    pub role: ColumnRole,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ColumnRole {
    Path,
    Time,
    Style,
    State,
    Action,
    /// Its first value is not a number.
    Unused,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StyleReport {
    pub name: String,
    pub paths: u32,
    pub rows: u32,
}

/// A row that was left out, or the first row of a path that was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dropped {
    /// Line of a text file, or index of the path in an array; counted from one.
    pub row: u32,
    pub why: Text,
}
