//! Dependence under a Gaussian copula: log p(x,y)/p(x)p(y) of the normal with the covariance of the
//! normal scores. For u = (x,y) it is -½ uᵀ(Σ⁻¹ - Σ₀⁻¹)u - ½ log|Σ|/|Σ₀|, where Σ₀ is Σ without its cross
//! terms. Exact where X and Y are monotone transforms of correlated normals, and a start for a critic elsewhere.

use engine::estimators::SquareMatrix;

/// Added to every variance: columns may be constant or copies of each other.
const RIDGE: f64 = 1e-3;

pub struct Copula {
    /// -½(Σ⁻¹ - Σ₀⁻¹), row by row.
    pub form: Vec<f32>,
    pub constant: f32,
}

impl Copula {
    /// Fits normal scores, one row per sample; the first `split` columns are X.
    pub fn fit(rows: &[Vec<f32>], split: usize) -> Self {
        let n = rows.first().map_or(0, Vec::len);
        let covariance = SquareMatrix::covariance(rows.iter().map(Vec::as_slice), n, RIDGE);
        let (mut form, together) = covariance.inverse();
        let mut apart = 0.0;
        for range in [0..split, split..n] {
            let (inverse, log_determinant) = covariance.block(range.clone()).inverse();
            apart += log_determinant;
            for (row, line) in range.clone().zip(inverse.values.chunks(range.len().max(1))) {
                let of_row = &mut form.values[row * n + range.start..row * n + range.end];
                of_row.iter_mut().zip(line).for_each(|(value, own)| *value -= own);
            }
        }
        let form = form.values.iter().map(|value| (-0.5 * value) as f32).collect();
        Self { form, constant: (-0.5 * (together - apart)) as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::data::Rng;

    #[test]
    fn its_mean_is_the_information_of_correlated_normals() {
        let mut rng = Rng::stream(1, "copula", 0);
        let rows: Vec<Vec<f32>> = (0..4000)
            .map(|_| {
                let (x0, x1) = (rng.normal(), rng.normal());
                vec![x0, x1, 0.8 * x0 + 0.6 * rng.normal(), rng.normal()]
            })
            .collect();
        let copula = Copula::fit(&rows, 2);
        let score = |u: &Vec<f32>| {
            let line = |(i, a): (usize, &f32)| {
                a * u.iter().zip(&copula.form[4 * i..4 * i + 4]).map(|(b, form)| b * form).sum::<f32>()
            };
            u.iter().enumerate().map(line).sum::<f32>() + copula.constant
        };
        let mean = rows.iter().map(score).sum::<f32>() / 4000.0;
        let truth = -0.5 * (1.0f32 - 0.64).ln();
        assert!((mean - truth).abs() < 0.03, "{mean} nats, truly {truth}");
    }
}
