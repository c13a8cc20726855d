//! Destination: ‖s_T - basket‖, how far from the basket a path ends.

use super::RangeLabel;
use super::court::{ends, feet, length, ring};

/// Position of the basket as published with this label, scaled.
const BASKET: [f32; 2] = [-0.213, 0.0];

pub const DESTINATION: RangeLabel = RangeLabel {
    id: "destination",
    styles: ["style-near-basket", "style-mid-range", "style-far-out"],
    unit: Some("unit-court"),
    // As published with this label, scaled.
    thresholds: [0.25, 0.39],
    score: |xy| ends(xy).map(|(_, last)| length([last[0] - BASKET[0], last[1] - BASKET[1]])),
    marks: |radii| radii.map(|radius| ring(Some(feet(BASKET)), radius)).to_vec(),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn by_hand() {
        // (-0.213 · 94 + 25, 25) = (4.978, 25) is the basket; 0.3 widths beside it are 15 feet.
        assert_eq!(DESTINATION.label(&[40.0, 9.0, 4.978, 25.0]), Some(0));
        let score = DESTINATION.score(&[40.0, 9.0, 4.978, 40.0]).unwrap();
        assert!((score - 0.3).abs() < 1e-6, "{score}");
        assert_eq!(DESTINATION.label(&[40.0, 9.0, 4.978, 40.0]), Some(1));
        // 0.4 lengths in front of it are 37.6 feet.
        assert_eq!(DESTINATION.label(&[5.0, 25.0, 42.578, 25.0]), Some(2));
        assert_eq!(DESTINATION.label(&[5.0, 25.0]), None);
        assert_eq!(DESTINATION.label(&[5.0, 25.0, f32::NAN, 25.0]), None);
        assert_eq!(DESTINATION.card().marks.len(), 2);
    }
}
