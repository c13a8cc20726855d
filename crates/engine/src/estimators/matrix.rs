//! Square matrices for estimators: covariance, Cholesky factor and inverse, in double precision.

/// `width x width`, row by row.
pub struct SquareMatrix {
    pub width: usize,
    pub values: Vec<f64>,
}

impl SquareMatrix {
    /// Second moments of rows around zero, with `ridge` added to every variance.
    pub fn covariance<'a>(rows: impl Iterator<Item = &'a [f32]>, width: usize, ridge: f64) -> Self {
        let (mut sums, mut count) = (vec![0.0; width * width], 0);
        for row in rows {
            count += 1;
            for (a, line) in row.iter().zip(sums.chunks_exact_mut(width)) {
                line.iter_mut().zip(row).for_each(|(sum, b)| *sum += f64::from(*a) * f64::from(*b));
            }
        }
        sums.iter_mut().for_each(|sum| *sum /= f64::from(count.max(1)));
        (0..width).for_each(|index| sums[index * width + index] += ridge);
        Self { width, values: sums }
    }

    /// The factor L of Σ = L Lᵀ.
    pub fn cholesky(&self) -> Self {
        let mut factor = Self { width: self.width, values: vec![0.0; self.values.len()] };
        let n = self.width;
        for row in 0..n {
            for column in 0..=row {
                let of = |row: usize| &factor.values[row * n..row * n + column];
                let before: f64 = of(row).iter().zip(of(column)).map(|(a, b)| a * b).sum();
                let left = self.values[row * n + column] - before;
                factor.values[row * n + column] = match row == column {
                    true => left.max(1e-9).sqrt(),
                    false => left / factor.values[column * n + column],
                };
            }
        }
        factor
    }

    /// Inverse and logarithm of the determinant, by the factor.
    pub fn inverse(&self) -> (Self, f64) {
        let (n, factor) = (self.width, self.cholesky());
        let at = |row: usize, column: usize| factor.values[row * n + column];
        let log_determinant = (0..n).map(|index| 2.0 * at(index, index).ln()).sum();
        let mut inverse = Self { width: n, values: vec![0.0; n * n] };
        let mut solved = vec![0.0; n];
        for unit in 0..n {
            for row in 0..n {
                let before: f64 = (0..row).map(|k| at(row, k) * solved[k]).sum();
                solved[row] = (f64::from(u8::from(row == unit)) - before) / at(row, row);
            }
            for row in (0..n).rev() {
                let after: f64 = (row + 1..n).map(|k| at(k, row) * solved[k]).sum();
                solved[row] = (solved[row] - after) / at(row, row);
            }
            (0..n).for_each(|row| inverse.values[row * n + unit] = solved[row]);
        }
        (inverse, log_determinant)
    }

    /// Rows and columns of `range` alone.
    pub fn block(&self, range: std::ops::Range<usize>) -> Self {
        let rows = range.clone().flat_map(|row| range.clone().map(move |column| row * self.width + column));
        Self { width: range.len(), values: rows.map(|place| self.values[place]).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factor_and_inverse_by_hand() {
        let square = SquareMatrix { width: 2, values: vec![4.0, 2.0, 2.0, 5.0] };
        assert_eq!(square.cholesky().values, [2.0, 0.0, 1.0, 2.0]);
        let (inverse, log_determinant) = square.inverse();
        let expected = [5.0, -2.0, -2.0, 4.0].map(|value| value / 16.0);
        assert!(inverse.values.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12));
        assert!((log_determinant - 16f64.ln()).abs() < 1e-12);
        assert_eq!(square.block(1..2).values, [5.0]);
    }
}
