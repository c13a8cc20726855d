//! Direction: ∠(s_T - s_0, (-1, 0)), the angle between the displacement and the direction to the baseline.

use super::RangeLabel;
use super::court::{SCALE, angle, ends};
use protocol::Mark;

const TO_BASELINE: [f32; 2] = [-1.0, 0.0];
/// Radius at which the sectors of the ranges are drawn, scaled.
const REACH: f32 = 0.12;

pub const DIRECTION: RangeLabel = RangeLabel {
    id: "direction",
    styles: ["style-to-baseline", "style-across", "style-away"],
    unit: Some("unit-rad"),
    // Terciles of NBA 2015-16 tracking, radians.
    thresholds: [0.740, 1.492],
    score: |xy| ends(xy).map(|(first, last)| angle(TO_BASELINE, [last[0] - first[0], last[1] - first[1]])),
    marks: |[lower, upper]| vec![sector(0.0, lower), sector(lower, upper)],
};

/// The upper of the two arcs of a range around the start of a path; the lower one is its mirror image.
fn sector(from: f32, to: f32) -> Mark {
    let radii = SCALE.map(|scale| REACH * (1.0 + to) * scale);
    Mark::Arc { centre: None, radii, from: std::f32::consts::PI - to, to: std::f32::consts::PI - from }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn by_hand() {
        assert_eq!(DIRECTION.score(&[40.0, 10.0, 20.0, 10.0]), Some(0.0));
        // 9.4 feet to the baseline and 5 across are 0.1 each: π/4.
        let score = DIRECTION.score(&[40.0, 10.0, 0.0, 0.0, 30.6, 15.0]).unwrap();
        assert!((score - std::f32::consts::FRAC_PI_4).abs() < 1e-5, "{score}");
        assert_eq!(DIRECTION.label(&[40.0, 10.0, 30.6, 15.0]), Some(1));
        assert_eq!(DIRECTION.label(&[40.0, 10.0, 20.0, 12.0]), Some(0));
        assert_eq!(DIRECTION.label(&[40.0, 10.0, 40.0, 5.0]), Some(2));
        assert_eq!(DIRECTION.label(&[10.0, 10.0, 40.0, 10.0]), Some(2));
        assert_eq!(DIRECTION.label(&[10.0, 10.0]), None);
    }
}
