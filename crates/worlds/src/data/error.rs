//! Why a run has no demonstrations.

use protocol::{Text, text};

use crate::atari::{MissingRecording, PictureError};
use crate::basketball::ModelError;

#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error("no demonstrations")]
    Empty,
    #[error("trajectory {index} has {found} numbers instead of {expected}")]
    Shape { index: usize, expected: usize, found: usize },
    #[error("trajectory {index} has style {style} of {styles}")]
    Style { index: usize, style: usize, styles: usize },
    #[error("trajectory {index} has an action that is not one of {actions}")]
    Action { index: usize, actions: usize },
    #[error("no real paths are loaded")]
    NoRealPaths,
    #[error("no table is loaded")]
    NoTable,
    #[error("there is no column {name}")]
    NoColumn { name: String },
    #[error("no columns for state or action")]
    NoColumns,
    #[error("no demonstration has style {style} by the rule")]
    EmptyClass { style: usize },
    #[error("style {style} has no paths, {known} have")]
    EmptyStyle { style: usize, known: usize },
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error(transparent)]
    Recording(#[from] MissingRecording),
    #[error(transparent)]
    Pictures(#[from] PictureError),
}

impl DataError {
    pub fn text(&self) -> Text {
        match *self {
            Self::Empty => text!("error-no-demonstrations"),
            Self::Shape { index, expected, found } => {
                text!("error-trajectory-shape", index = index, expected = expected, found = found)
            }
            Self::Style { index, style, styles } => {
                text!("error-trajectory-style", index = index, style = style, styles = styles)
            }
            Self::Action { index, actions } => text!("error-trajectory-action", index = index, actions = actions),
            Self::NoRealPaths => text!("error-no-real-paths"),
            Self::NoTable => text!("error-table-missing"),
            Self::NoColumn { ref name } => text!("error-table-no-column", name = name.as_str()),
            Self::NoColumns => text!("error-table-no-columns"),
            Self::EmptyClass { style } => text!("error-empty-class", style = style),
            Self::EmptyStyle { style, known } => text!("error-table-empty-style", style = style, known = known),
            Self::Model(ref error) => error.text(),
            Self::Recording(error) => error.text(),
            Self::Pictures(error) => error.text(),
        }
    }
}
