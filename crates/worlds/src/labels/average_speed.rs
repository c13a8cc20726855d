//! Average speed: the mean of ‖a_t‖, the distance per step.

use super::RangeLabel;
use super::court::{actions, length};

pub const AVERAGE_SPEED: RangeLabel = RangeLabel {
    id: "speed",
    styles: ["style-slow", "style-steady", "style-fast"],
    unit: Some("unit-per-step"),
    // Terciles of NBA 2015-16 tracking, scaled, per step.
    thresholds: [0.0185, 0.0273],
    score: average_speed,
    marks: RangeLabel::unmarked,
};

fn average_speed(xy: &[f32]) -> Option<f32> {
    let (sum, count) = actions(xy).fold((0.0, 0), |(sum, count), action| (sum + length(action), count + 1));
    (count > 0).then(|| sum / count as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn by_hand() {
        // 0.94 feet along are 0.01 lengths, 1.5 across 0.03 widths: 0.02 on average.
        let score = AVERAGE_SPEED.score(&[10.0, 10.0, 10.94, 10.0, 10.94, 11.5]).unwrap();
        assert!((score - 0.02).abs() < 1e-5, "{score}");
        assert_eq!(AVERAGE_SPEED.label(&[10.0, 10.0, 10.94, 10.0, 10.94, 11.5]), Some(1));
        assert_eq!(AVERAGE_SPEED.label(&[10.0, 10.0, 10.0, 10.0]), Some(0));
        assert_eq!(AVERAGE_SPEED.label(&[10.0, 10.0, 10.0, 13.0]), Some(2));
        assert_eq!(AVERAGE_SPEED.label(&[10.0, 10.0]), None);
    }
}
