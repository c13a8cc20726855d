//! Labelling functions: from a path to the style it shows. One function per file.

mod area;
mod average_speed;
mod boldness;
mod court;
mod curvature;
mod destination;
mod direction;
mod displacement;
mod fire_rate;
mod nearest_circle;
mod nearest_drawn;
mod nearest_lane;
mod range;
mod range_label;
mod rule_label;

pub use area::Area;
pub use average_speed::AVERAGE_SPEED;
pub use boldness::Boldness;
pub use curvature::CURVATURE;
pub use destination::DESTINATION;
pub use direction::DIRECTION;
pub use displacement::DISPLACEMENT;
pub use fire_rate::FireRate;
pub use nearest_circle::{Circle, NearestCircle};
pub use nearest_drawn::NearestDrawn;
pub use nearest_lane::NearestLane;
pub use range::range;
pub use range_label::RangeLabel;
pub use rule_label::{RuleLabel, measure};

use protocol::LabelCard;

pub trait Labeler {
    /// The card's id, without building the card.
    fn id(&self) -> &'static str;
    fn card(&self) -> LabelCard;
    /// The style that a path (x, y, x, y, ...) shows, or None where it shows none of them.
    fn label(&self, xy: &[f32]) -> Option<usize>;
    /// The number that decides the style, where one does (`LabelCard::ranges`), in the unit of the card.
    fn score(&self, _xy: &[f32]) -> Option<f32> {
        None
    }
}
