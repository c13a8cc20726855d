//! Curvature: the mean of ∠(a_t, a_{t+1}), how much a path turns from one step to the next.

use super::RangeLabel;
use super::court::{actions, angle};

pub const CURVATURE: RangeLabel = RangeLabel {
    id: "curvature",
    styles: ["style-straight", "style-bending", "style-winding"],
    unit: Some("unit-rad"),
    // Terciles of NBA 2015-16 tracking, radians.
    thresholds: [0.363, 0.507],
    score: curvature,
    marks: RangeLabel::unmarked,
};

fn curvature(xy: &[f32]) -> Option<f32> {
    let turns = actions(xy).zip(actions(xy).skip(1)).map(|(a, b)| angle(a, b));
    let (sum, count) = turns.fold((0.0, 0), |(sum, count), turn| (sum + turn, count + 1));
    (count > 0).then(|| sum / count as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn by_hand() {
        assert!(CURVATURE.score(&[0.0, 0.0, 1.0, 1.0, 2.0, 2.0]).unwrap() < 1e-5);
        // A right angle, then straight on: (π/2 + 0) / 2.
        let score = CURVATURE.score(&[0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 2.0]).unwrap();
        assert!((score - std::f32::consts::FRAC_PI_4).abs() < 1e-6, "{score}");
        assert_eq!(CURVATURE.label(&[0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 2.0]), Some(2));
        // 94 feet along and 50 across are one each: from (1, 0) to (1, 1) turns by π/4, which happens at two of four turns.
        let path = [0.0, 0.0, 9.4, 0.0, 18.8, 5.0, 28.2, 10.0, 37.6, 10.0, 47.0, 10.0];
        let score = CURVATURE.score(&path).unwrap();
        assert!((score - std::f32::consts::FRAC_PI_8).abs() < 1e-5, "{score}");
        assert_eq!(CURVATURE.label(&path), Some(1));
        assert_eq!(CURVATURE.label(&[0.0, 0.0, 1.0, 0.0]), None);
    }
}
