//! Ranks of columns as quantiles of a distribution. MI does not change when a column is transformed monotonically, so heavy
//! tails and wild scales of single columns cost nothing.

use crate::statistics::student_tail;

/// The distribution whose quantiles replace ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tails {
    Normal,
    /// Student's, by its degrees of freedom.
    Student(f64),
}

/// Each column's ranks (ties share one) through the quantile function.
pub fn scores(rows: &[Vec<f32>], tails: Tails) -> Vec<Vec<f32>> {
    let count = rows.len();
    // Ranks with ties are halves, so there are twice as many.
    let mut quantiles = vec![f32::NAN; 2 * count + 1];
    let mut scored = rows.to_vec();
    for column in 0..rows.first().map_or(0, Vec::len) {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|a, b| rows[*a][column].total_cmp(&rows[*b][column]));
        let mut start = 0;
        while start < count {
            let value = rows[order[start]][column];
            let end = start + order[start..].iter().take_while(|row| rows[**row][column] == value).count();
            let slot = &mut quantiles[start + end];
            if slot.is_nan() {
                *slot = quantile((start + end) as f64 / 2.0 / count as f64, tails) as f32;
            }
            order[start..end].iter().for_each(|row| scored[*row][column] = quantiles[start + end]);
            start = end;
        }
    }
    scored
}

/// A quantile by bisection of the distribution function: slow but exact, and done once per rank.
fn quantile(p: f64, tails: Tails) -> f64 {
    if p > 0.5 {
        return -quantile(1.0 - p, tails);
    }
    let below = |at: f64| match tails {
        Tails::Normal => 0.5 * libm::erfc(-at / std::f64::consts::SQRT_2),
        Tails::Student(freedom) => student_tail(at, freedom) / 2.0,
    };
    let (mut low, mut high) = (-1e6, 0.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if below(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (p, tails, expected) in [
            (0.975, Tails::Normal, 1.95996),
            (0.5, Tails::Normal, 0.0),
            (0.25, Tails::Student(1.0), -1.0),
            (0.975, Tails::Student(4.0), 2.776_45),
        ] {
            assert!((quantile(p, tails) - expected).abs() < 1e-4, "{p} of {tails:?}: {}", quantile(p, tails));
        }
    }

    #[test]
    fn ties_share_a_rank() {
        let rows: Vec<Vec<f32>> = [3.0, 1.0, 1.0, 9.0].map(|value| vec![value]).into();
        let scored = scores(&rows, Tails::Normal);
        assert_eq!(scored[1], scored[2]);
        assert!(scored[1] < scored[0] && scored[0] < scored[3] && (scored[1][0] + 0.6745).abs() < 1e-3, "{scored:?}");
    }
}
