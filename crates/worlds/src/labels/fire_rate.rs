//! Fire rate: #{t : a_t fires} / T, the share of steps that hold the button.
//!
//! A cannon moves only sideways, so the y coordinate of its path encodes the button: above 0.5 where it fires.

use super::Labeler;
use super::range_label::range_card;
use protocol::LabelCard;

/// The paper's levels: [0, 0.1), [0.1, 0.3), [0.3, 1].
const THRESHOLDS: [f32; 2] = [0.1, 0.3];

#[derive(Clone, Copy)]
pub struct FireRate;

impl Labeler for FireRate {
    fn id(&self) -> &'static str {
        "fire_rate"
    }

    fn card(&self) -> LabelCard {
        let styles = ["style-seldom-fires", "style-sometimes-fires", "style-often-fires"];
        range_card(self.id(), &styles, None, &THRESHOLDS)
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        let steps: &[[f32; 2]] = xy.as_chunks().0;
        let fired = steps.iter().filter(|[_, fires]| *fires > 0.5).count();
        (!steps.is_empty()).then(|| fired as f32 / steps.len() as f32)
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        let score = self.score(xy)?;
        Some(THRESHOLDS.iter().filter(|threshold| **threshold <= score).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of ten steps of which some fire.
    fn firing(times: usize) -> Vec<f32> {
        (0..10).flat_map(|step| [80.0, if step < times { 1.0 } else { 0.0 }]).collect()
    }

    #[test]
    fn by_hand() {
        assert_eq!(FireRate.score(&firing(2)), Some(0.2));
        let labels = [0, 1, 2, 3, 10].map(|times| FireRate.label(&firing(times)));
        assert_eq!(labels, [Some(0), Some(1), Some(1), Some(2), Some(2)]);
        assert_eq!(FireRate.label(&[]), None);
    }
}
