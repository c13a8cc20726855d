//! Means over seeds, and what counts as a difference.

mod bootstrap;
mod student;

pub use bootstrap::{Estimate, aggregate, probability_of_improvement};
pub use student::{holm, p_value, student_tail};

/// The level at which a difference counts as one.
pub const LEVEL: f64 = 0.05;

/// Student's t for 95 % on two sides, for 1 to 20 degrees of freedom.
const STUDENT: [f64; 20] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086,
];

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Standard deviation of a sample; zero for a single value.
pub fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    let spread: f64 = values.iter().map(|value| (value - middle) * (value - middle)).sum();
    (spread / (values.len().max(2) - 1) as f64).sqrt()
}

/// Standard errors within which 95 % of the means of `count` values lie.
fn student(count: usize) -> f64 {
    match count {
        0 | 1 => f64::INFINITY,
        // Beyond the table this is right to three digits.
        _ => STUDENT.get(count - 2).copied().unwrap_or(1.96 + 2.5 / (count - 1) as f64),
    }
}

/// Student's 95 % interval of the mean; None for fewer than two values, which say nothing about their spread.
pub fn interval(values: &[f64]) -> Option<(f64, f64)> {
    let half = student(values.len()) * deviation(values) / (values.len().max(1) as f64).sqrt();
    (values.len() > 1).then(|| (mean(values) - half, mean(values) + half))
}

/// Mean of differences, and whether their 95 % interval leaves out zero. Methods see the same data of a seed, so
/// differences are taken seed by seed: effects that all methods share cancel.
pub fn differ(differences: &[f64]) -> (f64, bool) {
    let error = deviation(differences) / (differences.len().max(1) as f64).sqrt();
    let middle = mean(differences);
    (middle, middle.abs() > student(differences.len()) * error)
}

/// Whether `a` is smaller than `b`, seed by seed, and whether that (either way) is beyond noise. Distances are
/// positive, and bad seeds are bad by a factor, so it is their logarithms that are compared.
pub fn smaller(a: &[f64], b: &[f64]) -> (bool, bool) {
    let logs: Vec<f64> = a.iter().zip(b).map(|(a, b)| (b.max(1e-12) / a.max(1e-12)).ln()).collect();
    let (middle, beyond) = differ(&logs);
    (middle > 0.0, beyond)
}

/// Which of several methods lead, where small is good: the best mean, and all that are not behind it beyond noise.
pub fn leaders(methods: &[Vec<f64>]) -> Vec<usize> {
    let Some(best) = methods.iter().min_by(|a, b| mean(a).total_cmp(&mean(b))) else { return vec![] };
    let level = |values: &Vec<f64>| match smaller(best, values) {
        (true, beyond) => !beyond,
        (false, _) => true,
    };
    methods.iter().enumerate().filter(|(_, values)| level(values)).map(|(index, _)| index).collect()
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
        assert_eq!(smaller(&[1.0, 2.0, 3.0], &[2.0, 4.1, 5.9]), (true, true));
        assert_eq!(smaller(&[2.0, 4.1, 5.9], &[1.0, 2.0, 3.0]), (false, true));
        assert!(!smaller(&[1.0, 9.0], &[2.0, 8.5]).1, "the seeds disagree");
        assert!(!smaller(&[1.0], &[2.0]).1, "one seed is no evidence");
        assert_eq!(leaders(&[vec![1.0, 2.0], vec![9.0, 17.9], vec![1.1, 1.9]]), [0, 2]);
        assert_eq!(leaders(&[vec![5.0, 6.0], vec![5.0, 6.0]]), [0, 1]);
        assert!((differ(&[1.0, 2.0, 3.0]).0 - 2.0).abs() < 1e-12 && !differ(&[1.0, 2.0, 3.0]).1, "2 ± 2.5");
        let (low, high) = interval(&[1.0, 2.0, 3.0]).unwrap();
        assert!((low + 0.484).abs() < 1e-3 && (high - 4.484).abs() < 1e-3, "2 ± 4.303 / √3");
        assert_eq!(interval(&[1.0]), None);
        let (correlation, apart) = agreement(&[1.0, 2.0, 3.0], &[3.0, 5.0, 7.0]);
        assert!((correlation - 1.0).abs() < 1e-12 && (apart - 3.0).abs() < 1e-12);
    }
}
