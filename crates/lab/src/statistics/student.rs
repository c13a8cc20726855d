//! Student's distribution, for p-values of paired differences.

use super::{deviation, mean};

/// The two-sided p-value of a mean of zero: P(|T| > |t|) with t = mean / (sd / √n) and n - 1 degrees of freedom. One for
/// fewer than two differences, which are no evidence, and for differences that are all zero.
pub fn p_value(differences: &[f64]) -> f64 {
    let count = differences.len() as f64;
    let (middle, sd) = (mean(differences), deviation(differences));
    if differences.len() < 2 || middle == 0.0 {
        return 1.0;
    }
    if sd == 0.0 {
        return 0.0;
    }
    student_tail(middle / sd * count.sqrt(), count - 1.0)
}

/// P(|T| > |t|) = I_x(ν/2, 1/2) with x = ν / (ν + t²).
pub fn student_tail(t: f64, freedom: f64) -> f64 {
    incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The regularised incomplete beta function I_x(a, b), by its continued fraction (modified Lentz).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast below the mean of the distribution; above it the complement does.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * x.ln() + b * (1.0 - x).ln();
    let near_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, 1.0 / near_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for step in 1..300 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for term in [even, odd] {
            d = 1.0 / near_zero(1.0 + term * d);
            c = near_zero(1.0 + term / c);
            fraction *= c * d;
        }
        if (fraction / before - 1.0).abs() < 1e-12 {
            break;
        }
    }
    front.exp() * fraction / a
}

/// Holm's step-down correction: each p-value times the number of hypotheses that are not rejected before it, so that the
/// chance of any false finding among all of them is at most the level that they are compared with.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (place, index) in order.iter().enumerate() {
        largest = largest.max(p_values[*index] * (p_values.len() - place) as f64).min(1.0);
        corrected[*index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_tables() {
        // Student's t of 2.776 with four degrees of freedom is 5 % on two sides.
        for (t, freedom, p) in
            [(2.776, 4.0, 0.05), (12.706, 1.0, 0.05), (2.262, 9.0, 0.05), (4.604, 4.0, 0.01), (0.5, 9.0, 0.629)]
        {
            assert!((student_tail(t, freedom) - p).abs() < 2e-4, "{t} with {freedom}: {}", student_tail(t, freedom));
        }
        // 2 ± 1, three values: t = 2√3 with two degrees of freedom.
        assert!((p_value(&[1.0, 2.0, 3.0]) - 0.0742).abs() < 1e-3);
        assert_eq!([p_value(&[1.0]), p_value(&[0.0, 0.0]), p_value(&[1.0, 1.0])], [1.0, 1.0, 0.0]);
    }

    #[test]
    fn holm_by_hand() {
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(close(&holm(&[0.01, 0.04, 0.03, 0.005]), &[0.03, 0.06, 0.06, 0.02]));
        assert!(close(&holm(&[0.5, 0.9]), &[1.0, 1.0]));
        assert!(holm(&[]).is_empty());
    }
}
