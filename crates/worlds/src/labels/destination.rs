//! Destination: ‖s_T - basket‖, how far from the basket a path ends.

use super::Labeler;
use super::court::{card, ends, feet, length, range_of, ring};
use protocol::LabelCard;

/// Basket and thresholds as published with this label, scaled.
const BASKET: [f32; 2] = [-0.213, 0.0];
const THRESHOLDS: [f32; 2] = [0.25, 0.39];

#[derive(Clone, Copy)]
pub struct Destination;

impl Labeler for Destination {
    fn id(&self) -> &'static str {
        "destination"
    }

    fn card(&self) -> LabelCard {
        let styles = ["style-near-basket", "style-mid-range", "style-far-out"];
        LabelCard {
            marks: THRESHOLDS.iter().map(|radius| ring(Some(feet(BASKET)), *radius)).collect(),
            ..card(self.id(), styles, None, &THRESHOLDS)
        }
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        let (_, last) = ends(xy)?;
        Some(length([last[0] - BASKET[0], last[1] - BASKET[1]]))
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        range_of(self.score(xy), &THRESHOLDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // (-0.213 · 94 + 25, 25) = (4.978, 25) is the basket; 0.3 widths beside it are 15 feet.
        assert_eq!(Destination.label(&[40.0, 9.0, 4.978, 25.0]), Some(0));
        let score = Destination.score(&[40.0, 9.0, 4.978, 40.0]).unwrap();
        assert!((score - 0.3).abs() < 1e-6, "{score}");
        assert_eq!(Destination.label(&[40.0, 9.0, 4.978, 40.0]), Some(1));
        // 0.4 lengths in front of it are 37.6 feet.
        assert_eq!(Destination.label(&[5.0, 25.0, 42.578, 25.0]), Some(2));
        assert_eq!(Destination.label(&[5.0, 25.0]), None);
        assert_eq!(Destination.label(&[5.0, 25.0, f32::NAN, 25.0]), None);
        assert_eq!(Destination.card().marks.len(), 2);
    }
}
