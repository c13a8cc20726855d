//! How far two paths (x, y, x, y, ...) are from each other.

fn squared(a: &[f32; 2], b: &[f32; 2]) -> f64 {
    let (dx, dy) = (f64::from(a[0] - b[0]), f64::from(a[1] - b[1]));
    dx * dx + dy * dy
}

/// Euclidean distance, step by step: √Σ‖aᵢ - bᵢ‖². Paths of different length are compared as far as both go.
pub fn euclidean(a: &[f32], b: &[f32]) -> f64 {
    a.as_chunks().0.iter().zip(b.as_chunks().0).map(|(p, q)| squared(p, q)).sum::<f64>().sqrt()
}

/// Dynamic time warping: √ of the cheapest sum of ‖aᵢ - bⱼ‖² over monotone alignments, exactly, in two rows.
pub fn dtw(a: &[f32], b: &[f32]) -> f64 {
    let columns = b.len() / 2;
    let mut above = vec![f64::INFINITY; columns + 1];
    let mut row = above.clone();
    above[0] = 0.0;
    for p in a.as_chunks().0 {
        row[0] = f64::INFINITY;
        for (j, q) in b.as_chunks().0.iter().enumerate() {
            row[j + 1] = squared(p, q) + above[j].min(above[j + 1]).min(row[j]);
        }
        std::mem::swap(&mut above, &mut row);
    }
    above[columns].sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::data::Rng;

    /// By the definition, trying all alignments.
    fn naive(a: &[f32], b: &[f32]) -> f64 {
        fn cost(a: &[f32], b: &[f32], i: usize, j: usize) -> f64 {
            let here = squared(&a.as_chunks().0[i], &b.as_chunks().0[j]);
            let before =
                [(i.checked_sub(1), Some(j)), (Some(i), j.checked_sub(1)), (i.checked_sub(1), j.checked_sub(1))];
            let cheapest = before.into_iter().filter_map(|(i, j)| Some(cost(a, b, i?, j?))).reduce(f64::min);
            here + cheapest.unwrap_or(0.0)
        }
        cost(a, b, a.len() / 2 - 1, b.len() / 2 - 1).sqrt()
    }

    #[test]
    fn warping_agrees_with_the_definition() {
        let mut rng = Rng::stream(1, "dtw", 0);
        for (n, m) in [(1, 1), (1, 5), (4, 6), (7, 7)] {
            let mut path = |n| (0..2 * n).map(|_| rng.normal()).collect::<Vec<f32>>();
            let (a, b) = (path(n), path(m));
            assert!((dtw(&a, &b) - naive(&a, &b)).abs() < 1e-9);
        }
    }

    #[test]
    fn warping_forgives_delays_and_euclid_does_not() {
        let straight: Vec<f32> = (0..20).flat_map(|t| [t as f32, 0.0]).collect();
        let late: Vec<f32> = (0..20).flat_map(|t| [(t as f32 - 3.0).max(0.0), 0.0]).collect();
        assert!(dtw(&straight, &late) < 4.0);
        assert!((euclidean(&straight, &late) - (1f64 + 4.0 + 9.0 * 17.0).sqrt()).abs() < 1e-9);
        assert_eq!(dtw(&straight, &straight), 0.0);
    }
}
