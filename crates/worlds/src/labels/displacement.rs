//! Displacement: ‖s_T - s_0‖, how far a path ends from where it started.

use super::RangeLabel;
use super::court::{ends, length, ring};

pub const DISPLACEMENT: RangeLabel = RangeLabel {
    id: "displacement",
    styles: ["style-short", "style-middling", "style-long"],
    unit: Some("unit-court"),
    // Terciles of NBA 2015-16 tracking, scaled.
    thresholds: [0.187, 0.346],
    score: |xy| ends(xy).map(|(first, last)| length([last[0] - first[0], last[1] - first[1]])),
    marks: |radii| radii.map(|radius| ring(None, radius)).to_vec(),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn by_hand() {
        // 28.2 feet along are 0.3 lengths, 20 across 0.4 widths: 0.5 together.
        let score = DISPLACEMENT.score(&[10.0, 10.0, 0.0, 0.0, 38.2, 30.0]).unwrap();
        assert!((score - 0.5).abs() < 1e-6, "{score}");
        assert_eq!(DISPLACEMENT.label(&[10.0, 10.0, 0.0, 0.0, 38.2, 30.0]), Some(2));
        assert_eq!(DISPLACEMENT.label(&[10.0, 10.0, 10.0, 20.0]), Some(1));
        assert_eq!(DISPLACEMENT.label(&[10.0, 10.0, 40.0, 40.0, 10.0, 10.0]), Some(0));
        assert_eq!(DISPLACEMENT.label(&[]), None);
    }
}
