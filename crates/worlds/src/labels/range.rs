//! Range: (1/T) Σ_t ‖s_t - s̄‖², the variance of a path's position: how far it roams.

use super::RangeLabel;

/// Thresholds in square pixels.
pub const fn range(thresholds: [f32; 2]) -> RangeLabel {
    RangeLabel {
        id: "range",
        styles: ["style-stays-close", "style-roams", "style-roams-far"],
        unit: Some("unit-square-pixels"),
        thresholds,
        score: variance,
        marks: RangeLabel::unmarked,
    }
}

fn variance(xy: &[f32]) -> Option<f32> {
    let points: &[[f32; 2]] = xy.as_chunks().0;
    let mean = |value: &dyn Fn(&[f32; 2]) -> f32| points.iter().map(value).sum::<f32>() / points.len() as f32;
    let (x, y) = (mean(&|point| point[0]), mean(&|point| point[1]));
    let variance = mean(&|point| (point[0] - x).powi(2) + (point[1] - y).powi(2));
    (!points.is_empty() && variance.is_finite()).then_some(variance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labeler;

    #[test]
    fn by_hand() {
        let range = range([10.0, 30.0]);
        // Two points 6 and 8 apart lie 3 and 4 from their middle: 9 + 16.
        assert_eq!(range.score(&[0.0, 0.0, 6.0, 8.0]), Some(25.0));
        assert_eq!(range.label(&[0.0, 0.0, 6.0, 8.0]), Some(1));
        assert_eq!(range.label(&[5.0, 5.0, 5.0, 5.0]), Some(0));
        assert_eq!(range.label(&[0.0, 0.0, 20.0, 0.0]), Some(2));
        assert_eq!(range.label(&[]), None);
        assert_eq!(range.label(&[f32::NAN, 0.0]), None);
    }
}
