//! Labelling functions: from a path to the style it shows. One function a file.

mod nearest_circle;

pub use nearest_circle::{Circle, NearestCircle};

use crate::protocol::LabelCard;

pub trait Labeler {
    fn card(&self) -> LabelCard;
    /// The style a path (x, y, x, y, ...) shows, or None where it shows none of them.
    fn label(&self, xy: &[f32]) -> Option<usize>;
}
