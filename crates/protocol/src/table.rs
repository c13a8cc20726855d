//! What a file of demonstrations contains, for the dialog that opens it.

use serde::{Deserialize, Serialize};

use super::Text;

/// Rows and reasons that a report lists at most; numbers count all.
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
    /// What was left out first, and why.
    pub dropped: Vec<Dropped>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnReport {
    pub name: String,
    /// What it is used for unless the link says otherwise.
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
