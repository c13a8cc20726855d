//! Average speed: the mean of ‖a_t‖, the distance per step.

use super::Labeler;
use super::court::{actions, card, length, range_of};
use protocol::LabelCard;

/// Terciles of NBA 2015-16 tracking, scaled, per step.
const THRESHOLDS: [f32; 2] = [0.0185, 0.0273];

#[derive(Clone, Copy)]
pub struct AverageSpeed;

impl Labeler for AverageSpeed {
    fn id(&self) -> &'static str {
        "speed"
    }

    fn card(&self) -> LabelCard {
        card(self.id(), ["style-slow", "style-steady", "style-fast"], Some("unit-per-step"), &THRESHOLDS)
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        let (sum, count) = actions(xy).fold((0.0, 0), |(sum, count), action| (sum + length(action), count + 1));
        (count > 0).then(|| sum / count as f32)
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
        // 0.94 feet along are 0.01 lengths, 1.5 across 0.03 widths: 0.02 on average.
        let score = AverageSpeed.score(&[10.0, 10.0, 10.94, 10.0, 10.94, 11.5]).unwrap();
        assert!((score - 0.02).abs() < 1e-5, "{score}");
        assert_eq!(AverageSpeed.label(&[10.0, 10.0, 10.94, 10.0, 10.94, 11.5]), Some(1));
        assert_eq!(AverageSpeed.label(&[10.0, 10.0, 10.0, 10.0]), Some(0));
        assert_eq!(AverageSpeed.label(&[10.0, 10.0, 10.0, 13.0]), Some(2));
        assert_eq!(AverageSpeed.label(&[10.0, 10.0]), None);
    }
}
