//! Values of a quantity, thresholds on them, and their histogram.

use crate::markup::Markup;
use protocol::Rule;

/// Bars of the histogram.
const BARS: usize = 40;

/// Smallest and largest value; a range around the value if all are equal.
pub fn bounds(values: &[f32]) -> (f32, f32) {
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    match (low < high, low.is_finite()) {
        (true, true) => (low, high),
        (_, true) => (low - 0.5, low + 0.5),
        _ => (0.0, 1.0),
    }
}

/// Thresholds that divide the values into `styles` parts of about the same size, none of them empty where there are enough
/// different values.
pub fn quantiles(values: &[f32], styles: usize) -> Vec<f32> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    let at = |part: usize| sorted.get(part * sorted.len() / styles).copied().unwrap_or_default();
    let mut unique = sorted.clone();
    unique.dedup();
    if unique.len() < styles {
        return rising((1..styles).map(at).collect());
    }
    let (mut thresholds, mut first) = (Vec::new(), 0);
    for part in 1..styles {
        // Above a threshold at least one value per remaining style has to be left.
        let last = unique.len() - 1 - (styles - part);
        let wanted = unique.partition_point(|value| *value < at(part));
        let index = wanted.clamp(first, last);
        thresholds.push(unique[index]);
        first = index + 1;
    }
    thresholds
}

/// The same thresholds in rising order, no two of them equal.
pub fn rising(mut thresholds: Vec<f32>) -> Vec<f32> {
    thresholds.sort_by(f32::total_cmp);
    for index in 1..thresholds.len() {
        if thresholds[index] <= thresholds[index - 1] {
            thresholds[index] = thresholds[index - 1] + thresholds[index - 1].abs().max(1.0) * 1e-4;
        }
    }
    thresholds
}

/// Share of the values per style.
pub fn shares(values: &[f32], rule: &Rule) -> Vec<f32> {
    let mut counts = vec![0.0; rule.thresholds.len() + 1];
    values.iter().for_each(|value| counts[rule.style(*value)] += 1.0);
    counts.iter().map(|count| count / values.len().max(1) as f32).collect()
}

pub fn histogram(values: &[f32], rule: &Rule) -> String {
    let (low, high) = bounds(values);
    let mut counts = [0usize; BARS];
    for value in values {
        let bar = ((value - low) / (high - low) * BARS as f32) as usize;
        counts[bar.min(BARS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f32;
    let mut markup = Markup::default();
    markup.add(format_args!(r#"<svg viewBox="0 0 400 100" role="img" aria-hidden="true">"#));
    for (bar, count) in counts.iter().enumerate() {
        let (height, middle) = (96.0 * *count as f32 / most, low + (bar as f32 + 0.5) * (high - low) / BARS as f32);
        let (x, y, style) = (bar * 10, 98.0 - height, rule.style(middle) % 8);
        markup.add(format_args!(
            r#"<rect class="fill style-{style}" x="{x}" y="{y:.1}" width="9" height="{height:.1}"/>"#
        ));
    }
    markup.add(format_args!("</svg>"));
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::PathQuantity;

    #[test]
    fn thresholds_part_the_values_evenly_and_rise() {
        let values: Vec<f32> = (0..90).map(|value| value as f32).collect();
        let thresholds = quantiles(&values, 3);
        assert_eq!(thresholds, [30.0, 60.0]);
        let rule = Rule { quantity: PathQuantity::Speed, thresholds };
        assert!(shares(&values, &rule).iter().all(|share| (share - 1.0 / 3.0).abs() < 0.02));
        // Most values are the same, as the share of time in a region often is.
        let mut many = vec![0.0; 80];
        many.extend([0.25, 0.5, 1.0, 1.0, 1.0]);
        let rule = Rule { quantity: PathQuantity::Speed, thresholds: quantiles(&many, 3) };
        assert!(shares(&many, &rule).iter().all(|share| *share > 0.0), "{rule:?}");
        let equal = quantiles(&[2.0; 10], 4);
        assert!(equal.windows(2).all(|pair| pair[0] < pair[1]), "{equal:?}");
        assert_eq!(rising(vec![3.0, 1.0]), [1.0, 3.0]);
    }

    #[test]
    fn the_histogram_survives_any_values() {
        let rule = Rule { quantity: PathQuantity::Turn, thresholds: vec![0.5] };
        for values in [vec![], vec![1.0; 5], vec![0.0, f32::MAX]] {
            assert_eq!(histogram(&values, &rule).matches("<rect").count(), BARS);
            assert_eq!(shares(&values, &rule).len(), 2);
        }
    }
}
