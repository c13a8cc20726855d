//! Whitening of a network's inputs by its initial first layer: W ← L⁻ᵀW, b ← b - mean·L⁻ᵀW, where L Lᵀ is the covariance of
//! the inputs. Consecutive positions hardly differ, yet their differences hold the direction and the turn; from raw
//! positions a first layer spends its training on finding them.

use super::matrix::SquareMatrix;

/// Added to every variance, so that inputs that hardly vary are not amplified.
const RIDGE: f64 = 0.01;

/// Changes the first layer (`inputs x outputs` weights, then biases) of a fresh network for inputs like `rows`.
pub fn decorrelate(parameters: &mut [f32], inputs: usize, outputs: usize, rows: &[Vec<f32>]) {
    let count = rows.len().max(1) as f64;
    let means: Vec<f32> =
        (0..inputs).map(|column| (rows.iter().map(|row| f64::from(row[column])).sum::<f64>() / count) as f32).collect();
    let centred: Vec<Vec<f32>> =
        rows.iter().map(|row| row.iter().zip(&means).map(|(x, mean)| x - mean).collect()).collect();
    let factor = SquareMatrix::covariance(centred.iter().map(Vec::as_slice), inputs, RIDGE).cholesky();
    let (weights, rest) = parameters.split_at_mut(inputs * outputs);
    for unit in 0..outputs {
        // Solves Lᵀ v = w from the last input up.
        for row in (0..inputs).rev() {
            let below: f64 = (row + 1..inputs)
                .map(|k| factor.values[k * inputs + row] * f64::from(weights[k * outputs + unit]))
                .sum();
            let own = f64::from(weights[row * outputs + unit]) - below;
            weights[row * outputs + unit] = (own / factor.values[row * inputs + row]) as f32;
        }
        let shift: f32 = means.iter().enumerate().map(|(row, mean)| mean * weights[row * outputs + unit]).sum();
        rest[unit] -= shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::data::Rng;

    #[test]
    fn units_see_centred_inputs_of_variance_one() {
        let mut rng = Rng::stream(1, "decorrelate", 0);
        let rows: Vec<Vec<f32>> = (0..4000)
            .map(|_| {
                let a = rng.normal();
                vec![3.0 + 5.0 * a, 1.0 + 5.0 * a + 2.0 * rng.normal()]
            })
            .collect();
        // Two units, each connected to one decorrelated input.
        let mut parameters = vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        decorrelate(&mut parameters, 2, 2, &rows);
        let unit = |row: &Vec<f32>, unit: usize| {
            row[0] * parameters[unit] + row[1] * parameters[2 + unit] + parameters[4 + unit]
        };
        let mean = |of: &dyn Fn(&Vec<f32>) -> f32| rows.iter().map(of).sum::<f32>() / 4000.0;
        for index in 0..2 {
            assert!(mean(&|row| unit(row, index)).abs() < 0.01);
            assert!((mean(&|row| unit(row, index) * unit(row, index)) - 1.0).abs() < 0.02);
        }
        assert!(mean(&|row| unit(row, 0) * unit(row, 1)).abs() < 0.02);
    }
}
