//! Displacement: ‖s_T - s_0‖, how far a path ends from where it started.

use super::Labeler;
use super::court::{card, ends, length, range_of, ring};
use protocol::LabelCard;

/// Terciles of NBA 2015-16 tracking, scaled.
const THRESHOLDS: [f32; 2] = [0.187, 0.346];

#[derive(Clone, Copy)]
pub struct Displacement;

impl Labeler for Displacement {
    fn id(&self) -> &'static str {
        "displacement"
    }

    fn card(&self) -> LabelCard {
        let styles = ["style-short", "style-middling", "style-long"];
        LabelCard {
            marks: THRESHOLDS.iter().map(|radius| ring(None, *radius)).collect(),
            ..card(self.id(), styles, None, &THRESHOLDS)
        }
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        let (first, last) = ends(xy)?;
        Some(length([last[0] - first[0], last[1] - first[1]]))
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
        // 28.2 feet along are 0.3 lengths, 20 across 0.4 widths: 0.5 together.
        let score = Displacement.score(&[10.0, 10.0, 0.0, 0.0, 38.2, 30.0]).unwrap();
        assert!((score - 0.5).abs() < 1e-6, "{score}");
        assert_eq!(Displacement.label(&[10.0, 10.0, 0.0, 0.0, 38.2, 30.0]), Some(2));
        assert_eq!(Displacement.label(&[10.0, 10.0, 10.0, 20.0]), Some(1));
        assert_eq!(Displacement.label(&[10.0, 10.0, 40.0, 40.0, 10.0, 10.0]), Some(0));
        assert_eq!(Displacement.label(&[]), None);
    }
}
