//! Why a file of demonstrations cannot be used.

use super::table::{MOST_COLUMNS, MOST_ROWS};
use protocol::{Text, text};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("{megabytes} MB")]
    TooLarge { megabytes: u64 },
    #[error("not text")]
    NoText,
    #[error("{found} columns")]
    Columns { found: usize },
    #[error("more than {MOST_ROWS} rows")]
    Rows,
    #[error("no column of numbers")]
    NoNumbers,
    #[error("no style")]
    NoStyle,
    #[error("no rows")]
    Empty,
    #[error("one style")]
    OneStyle { style: String },
    #[error("one path of style {style}")]
    OnePath { style: String },
    #[error("array {name}: shape {found}")]
    Shape { name: &'static str, found: String },
    #[error("no array {name}")]
    NoArray { name: &'static str },
}

impl TableError {
    pub fn text(&self) -> Text {
        match self {
            Self::TooLarge { megabytes } => {
                text!("error-table-large", found = *megabytes, most = super::LARGEST_BYTES >> 20)
            }
            Self::NoText => text!("error-table-no-text"),
            Self::Columns { found } => text!("error-table-columns", found = *found, most = MOST_COLUMNS),
            Self::Rows => text!("error-table-rows", most = MOST_ROWS),
            Self::NoNumbers => text!("error-table-no-numbers"),
            Self::NoStyle => text!("error-table-no-style"),
            Self::Empty => text!("error-table-empty"),
            Self::OneStyle { style } => text!("error-table-one-style", style = style.as_str()),
            Self::OnePath { style } => text!("error-table-one-path", style = style.as_str()),
            Self::Shape { name, found } => text!("error-table-shape", name = *name, found = found.as_str()),
            Self::NoArray { name } => text!("error-table-no-array", name = *name),
        }
    }
}
