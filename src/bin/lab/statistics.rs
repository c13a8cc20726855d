//! Means over seeds, and what counts as a difference.

/// A difference of means counts when it exceeds this many of its standard errors.
const STANDARD_ERRORS: f64 = 2.0;

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Standard deviation of a sample; zero for a single value.
pub fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    let spread: f64 = values.iter().map(|value| (value - middle) * (value - middle)).sum();
    (spread / (values.len().max(2) - 1) as f64).sqrt()
}

/// By how much `a` is below `b` in means, and whether that is beyond noise. The seeds of both are the same
/// data, so the difference is taken seed by seed.
pub fn below(a: &[f64], b: &[f64]) -> (f64, bool) {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
    let (difference, error) = (mean(&differences), deviation(&differences) / (differences.len().max(1) as f64).sqrt());
    (difference, differences.len() > 1 && difference.abs() > STANDARD_ERRORS * error)
}

/// Pearson's correlation, and the mean absolute difference.
pub fn agreement(a: &[f64], b: &[f64]) -> (f64, f64) {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let product: f64 = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum();
    let count = (a.len().max(2) - 1) as f64;
    let apart: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a - b).abs()).collect();
    (product / count / (deviation(a) * deviation(b)).max(f64::MIN_POSITIVE), mean(&apart))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!((mean(&[1.0, 2.0, 6.0]), deviation(&[1.0, 3.0]), deviation(&[5.0])), (3.0, 2f64.sqrt(), 0.0));
        assert_eq!(below(&[1.0, 2.0, 3.0], &[2.0, 3.0, 4.0]), (1.0, true));
        assert!(!below(&[1.0, 9.0], &[2.0, 8.5]).1, "the seeds disagree");
        let (correlation, apart) = agreement(&[1.0, 2.0, 3.0], &[3.0, 5.0, 7.0]);
        assert!((correlation - 1.0).abs() < 1e-12 && (apart - 3.0).abs() < 1e-12);
    }
}
