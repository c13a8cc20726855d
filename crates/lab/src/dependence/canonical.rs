//! Canonical correlations: directions of X and of Y, each of variance one and uncorrelated among themselves, such that the
//! k-th of X is correlated with the k-th of Y alone. With Σ_xx = L_x L_xᵀ they are the singular vectors of
//! L_x⁻¹ Σ_xy L_y⁻ᵀ.

use engine::estimators::SquareMatrix;

/// Rounds of rotations, and the cosine between columns at which they count as orthogonal.
const ROUNDS: usize = 40;
const ORTHOGONAL: f64 = 1e-9;

pub struct Canonical {
    /// Maps x to uncorrelated coordinates of variance one, row by row: `[dx, dx]`, and the same for y.
    pub whiten: [Vec<Vec<f64>>; 2],
    /// Directions in these coordinates, `[pairs, dx]` and `[pairs, dy]`.
    pub directions: [Vec<Vec<f64>>; 2],
    /// Their correlations, from the largest.
    pub correlations: Vec<f64>,
}

impl Canonical {
    /// Of a covariance of (x, y) whose first `split` columns are x.
    pub fn new(covariance: &SquareMatrix, split: usize) -> Self {
        let width = covariance.width;
        let whiten = [0..split, split..width].map(|range| inverse_factor(&covariance.block(range)));
        let (rows, columns) = (split, width - split);
        let cross = |x: usize, y: usize| covariance.values[x * width + split + y];
        let whitened = |x: usize, y: usize| {
            let line = |i: usize| (0..columns).map(|j| cross(i, j) * whiten[1][y][j]).sum::<f64>();
            (0..rows).map(|i| whiten[0][x][i] * line(i)).sum::<f64>()
        };
        // Columns are rotated, so there must not be more of them than rows.
        let flipped = columns > rows;
        let matrix: Vec<Vec<f64>> = match flipped {
            false => (0..columns).map(|y| (0..rows).map(|x| whitened(x, y)).collect()).collect(),
            true => (0..rows).map(|x| (0..columns).map(|y| whitened(x, y)).collect()).collect(),
        };
        let (left, correlations, right) = singular(matrix);
        let directions = if flipped { [right, left] } else { [left, right] };
        Self { whiten, directions, correlations }
    }

    /// The same without correlations below `least`, which a sample of independent numbers would have too.
    pub fn without_noise(&self, least: f64) -> Self {
        let count = self.correlations.iter().filter(|one| **one >= least).count();
        Self {
            whiten: self.whiten.clone(),
            directions: self.directions.each_ref().map(|of| of[..count].to_vec()),
            correlations: self.correlations[..count].to_vec(),
        }
    }
}

/// L⁻¹ of Σ = L Lᵀ, row by row.
fn inverse_factor(covariance: &SquareMatrix) -> Vec<Vec<f64>> {
    let (n, factor) = (covariance.width, covariance.cholesky());
    let at = |row: usize, column: usize| factor.values[row * n + column];
    let mut inverse: Vec<Vec<f64>> = Vec::with_capacity(n);
    for row in 0..n {
        let entry = |column: usize| {
            let before: f64 = (column..row).map(|k| at(row, k) * inverse[k][column]).sum();
            if column > row { 0.0 } else { (f64::from(u8::from(row == column)) - before) / at(row, row) }
        };
        inverse.push((0..n).map(entry).collect());
    }
    inverse
}

/// Left vectors, singular values from the largest, and right vectors of a matrix given by its columns, by one-sided Jacobi
/// rotations.
fn singular(mut columns: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<f64>, Vec<Vec<f64>>) {
    let count = columns.len();
    let mut right: Vec<Vec<f64>> =
        (0..count).map(|i| (0..count).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for _ in 0..ROUNDS {
        let mut largest: f64 = 0.0;
        for i in 0..count {
            for j in i + 1..count {
                let (a, b, c) =
                    (dot(&columns[i], &columns[i]), dot(&columns[j], &columns[j]), dot(&columns[i], &columns[j]));
                let cosine = c.abs() / (a * b).sqrt().max(f64::MIN_POSITIVE);
                largest = largest.max(cosine);
                if cosine > ORTHOGONAL {
                    let zeta = (b - a) / (2.0 * c);
                    let t = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                    let turn = (1.0 / (1.0 + t * t).sqrt(), t / (1.0 + t * t).sqrt());
                    rotate(&mut columns, i, j, turn);
                    rotate(&mut right, i, j, turn);
                }
            }
        }
        if largest <= ORTHOGONAL {
            break;
        }
    }
    let norms: Vec<f64> = columns.iter().map(|column| dot(column, column).sqrt()).collect();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| norms[*b].total_cmp(&norms[*a]));
    let left = |index: &usize| columns[*index].iter().map(|value| value / norms[*index].max(1e-12)).collect();
    (
        order.iter().map(left).collect(),
        order.iter().map(|index| norms[*index]).collect(),
        order.iter().map(|index| right[*index].clone()).collect(),
    )
}

fn rotate(columns: &mut [Vec<f64>], i: usize, j: usize, (cosine, sine): (f64, f64)) {
    let (before, after) = columns.split_at_mut(j);
    for (a, b) in before[i].iter_mut().zip(&mut after[0]) {
        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singular_values_by_hand() {
        // [[3, 0], [4, 5]] by its columns: singular values √45 and √5.
        let (left, values, right) = singular(vec![vec![3.0, 4.0], vec![0.0, 5.0]]);
        assert!((values[0] - 45f64.sqrt()).abs() < 1e-9 && (values[1] - 5f64.sqrt()).abs() < 1e-9, "{values:?}");
        for (row, column, expected) in [(0, 0, 3.0), (1, 0, 4.0), (0, 1, 0.0), (1, 1, 5.0)] {
            let value: f64 = (0..2).map(|k| values[k] * left[k][row] * right[k][column]).sum();
            assert!((value - expected).abs() < 1e-9, "{row} {column}");
        }
    }

    #[test]
    fn correlated_pairs_are_found_whatever_the_scales() {
        // x = (u, v), y = (w, 3u', ...) with correlation 0.8 between u and the second of y.
        let covariance = SquareMatrix {
            width: 4,
            values: [[1.0, 0.0, 0.0, 2.4], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [2.4, 0.0, 0.0, 9.0]].concat(),
        };
        let found = Canonical::new(&covariance, 2);
        assert!((found.correlations[0] - 0.8).abs() < 1e-9 && found.correlations[1] < 1e-9);
        assert!(
            (found.directions[0][0][0].abs() - 1.0).abs() < 1e-9
                && (found.directions[1][0][1].abs() - 1.0).abs() < 1e-9
        );
        assert_eq!(found.without_noise(0.1).correlations.len(), 1);
    }
}
