//! Aggregates over the rows of a table with stratified bootstrap intervals, as in Agarwal et al., “Deep Reinforcement
//! Learning at the Edge of the Statistical Precipice” (2021) and its library rliable: few seeds per row say little about that
//! row, many rows together say more.

use worlds::data::Rng;

use super::mean;

/// Draws of the bootstrap.
const DRAWS: usize = 2000;
/// Share of the values that the interquartile mean leaves out at either end.
const TRIMMED: f64 = 0.25;

/// A point estimate with its 95 % interval: percentiles of the bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// The mean of the middle half: it neither hangs on a single bad run, as the mean does, nor ignores most runs, as the median
/// does.
pub fn interquartile_mean(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let cut = (values.len() as f64 * TRIMMED) as usize;
    mean(&values[cut..values.len() - cut])
}

/// P(X > Y) for runs X and Y of the same row, averaged over the rows; ties count as half.
fn improvement(rows: &[[Vec<f64>; 2]]) -> f64 {
    let of_row = |[x, y]: &[Vec<f64>; 2]| {
        let won = |x: &f64, y: &f64| {
            if x > y {
                1.0
            } else if x == y {
                0.5
            } else {
                0.0
            }
        };
        x.iter().map(|x| y.iter().map(|y| won(x, y)).sum::<f64>()).sum::<f64>() / (x.len() * y.len()).max(1) as f64
    };
    mean(&rows.iter().map(of_row).collect::<Vec<_>>())
}

/// Draws as many values of a row, with replacement.
fn resample(values: &[f64], rng: &mut Rng) -> Vec<f64> {
    (0..values.len()).map(|_| values[rng.below(values.len())]).collect()
}

/// The middle 95 % of `DRAWS` values of an aggregate of resampled rows.
fn estimate(value: f64, draw: impl Fn(&mut Rng) -> f64) -> Estimate {
    let mut rng = Rng::stream(0, "bootstrap", 0);
    let mut drawn: Vec<f64> = (0..DRAWS).map(|_| draw(&mut rng)).collect();
    drawn.sort_by(f64::total_cmp);
    let at = |share: f64| drawn[(share * (DRAWS - 1) as f64).round() as usize];
    Estimate { value, low: at(0.025), high: at(0.975) }
}

/// The interquartile mean of all runs of all rows, resampled within each row. None without any.
pub fn aggregate(rows: &[Vec<f64>]) -> Option<Estimate> {
    if rows.is_empty() || rows.iter().any(Vec::is_empty) {
        return None;
    }
    let draw = |rng: &mut Rng| interquartile_mean(rows.iter().flat_map(|row| resample(row, rng)).collect());
    Some(estimate(interquartile_mean(rows.concat()), draw))
}

/// The probability that a run of one method is above a run of another in the same row, resampled within each row. None where a
/// row has no run of one of them.
pub fn probability_of_improvement(rows: &[[Vec<f64>; 2]]) -> Option<Estimate> {
    if rows.is_empty() || rows.iter().flatten().any(Vec::is_empty) {
        return None;
    }
    let draw = |rng: &mut Rng| {
        let drawn: Vec<[Vec<f64>; 2]> = rows.iter().map(|row| row.each_ref().map(|runs| resample(runs, rng))).collect();
        improvement(&drawn)
    };
    Some(estimate(improvement(rows), draw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_half_counts() {
        assert_eq!(interquartile_mean(vec![100.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, -90.0]), 3.5);
        assert_eq!(interquartile_mean(vec![7.0]), 7.0);
    }

    #[test]
    fn improvement_by_hand() {
        assert_eq!(improvement(&[[vec![2.0, 3.0], vec![1.0, 2.0]]]), 0.875);
        assert_eq!(improvement(&[[vec![1.0], vec![0.0]], [vec![0.0], vec![1.0]]]), 0.5);
    }

    #[test]
    fn intervals_hold_the_value_and_narrow_with_more_runs() {
        let row = |count: usize| (0..count).map(|run| (run * 7 % 11) as f64).collect::<Vec<f64>>();
        let [few, many] = [5, 44].map(|count| aggregate(&[row(count), row(count)]).unwrap());
        for found in [few, many] {
            assert!(found.low <= found.value && found.value <= found.high, "{found:?}");
        }
        assert!(many.high - many.low < 0.6 * (few.high - few.low), "{few:?} {many:?}");
        let sure = probability_of_improvement(&[[vec![2.0, 3.0], vec![0.0, 1.0]]]).unwrap();
        assert_eq!(sure, Estimate { value: 1.0, low: 1.0, high: 1.0 });
        assert_eq!(aggregate(&[]), None);
    }
}
