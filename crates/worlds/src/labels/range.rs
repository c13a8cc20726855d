//! Range: (1/T) Σ_t ‖s_t - s̄‖², the variance of a path's position: how far it roams.

use super::Labeler;
use protocol::{LabelCard, Ranges, Text, text};

#[derive(Clone, Copy)]
pub struct Range {
    /// Ascending, in square pixels; the style is the number of thresholds below the variance.
    pub thresholds: [f32; 2],
}

impl Labeler for Range {
    fn id(&self) -> &'static str {
        "range"
    }

    fn card(&self) -> LabelCard {
        let name = text!("label-range");
        LabelCard {
            id: self.id().into(),
            about: name.about(),
            name: name.clone(),
            styles: ["style-stays-close", "style-roams", "style-roams-far"].map(Text::new).to_vec(),
            telling_share: 1.0,
            ranges: Some(Ranges {
                name,
                unit: Some(text!("unit-square-pixels")),
                thresholds: self.thresholds.to_vec(),
            }),
            marks: vec![],
        }
    }

    fn score(&self, xy: &[f32]) -> Option<f32> {
        let points: &[[f32; 2]] = xy.as_chunks().0;
        let mean = |value: &dyn Fn(&[f32; 2]) -> f32| points.iter().map(value).sum::<f32>() / points.len() as f32;
        let (x, y) = (mean(&|point| point[0]), mean(&|point| point[1]));
        let variance = mean(&|point| (point[0] - x).powi(2) + (point[1] - y).powi(2));
        (!points.is_empty() && variance.is_finite()).then_some(variance)
    }

    fn label(&self, xy: &[f32]) -> Option<usize> {
        let score = self.score(xy)?;
        Some(self.thresholds.iter().filter(|threshold| **threshold < score).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let range = Range { thresholds: [10.0, 30.0] };
        // Two points 6 and 8 apart lie 3 and 4 from their middle: 9 + 16.
        assert_eq!(range.score(&[0.0, 0.0, 6.0, 8.0]), Some(25.0));
        assert_eq!(range.label(&[0.0, 0.0, 6.0, 8.0]), Some(1));
        assert_eq!(range.label(&[5.0, 5.0, 5.0, 5.0]), Some(0));
        assert_eq!(range.label(&[0.0, 0.0, 20.0, 0.0]), Some(2));
        assert_eq!(range.label(&[]), None);
        assert_eq!(range.label(&[f32::NAN, 0.0]), None);
    }
}
