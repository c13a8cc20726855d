//! Dependence under an elliptical copula: log p(x,y)/p(x)p(y) of a normal or Student distribution of the scores.
//!
//! With q_x = xᵀΣ_xx⁻¹x, q_y alike and q = (x,y)ᵀΣ⁻¹(x,y) it is
//!   normal:  -½(q - q_x - q_y) - ½ log|Σ|/|Σ_xx||Σ_yy|
//!   Student: -½(ν+d) log(1+q/ν) + ½(ν+d_x) log(1+q_x/ν) + ½(ν+d_y) log(1+q_y/ν) + K(ν) - ½ log|Σ|/|Σ_xx||Σ_yy|.
//! In canonical coordinates a_k of x and b_k of y with correlations r_k, q = q_x + q_y + Σ_k (r_k²(a_k²+b_k²) - 2 r_k a_k b_k) /
//! (1-r_k²). Exact where X and Y are monotone transforms of such columns, and a start for a critic elsewhere.

use engine::estimators::SquareMatrix;

use super::canonical::Canonical;
use super::scores::Tails;

/// Added to every variance: columns may be constant or copies of each other.
const RIDGE: f64 = 1e-3;
/// Rounds of expectation and maximisation for the scatter of heavy tails.
const ROUNDS: usize = 10;
/// Correlations beyond this are more than samples can show.
const LARGEST: f64 = 0.9995;

pub struct Copula {
    pub tails: Tails,
    canonical: Canonical,
}

/// What the copula reads of one row of x or of y.
pub struct Side {
    /// Canonical coordinates, `[pairs]`; those of x times r/(1-r²).
    pub coordinates: Vec<f32>,
    /// q of this side, and its part of the joint q.
    pub own: f32,
    pub joint: f32,
}

impl Side {
    /// The coordinates, or a single zero where no pair is correlated: a table needs a column.
    pub fn or_zero(&self) -> Vec<f32> {
        if self.coordinates.is_empty() { vec![0.0] } else { self.coordinates.clone() }
    }
}

impl Copula {
    /// Fits scores of (x, y), one row per sample; the first `split` columns are x.
    pub fn fit(rows: &[Vec<f32>], split: usize, tails: Tails) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        let mut covariance = SquareMatrix::covariance(rows.iter().map(Vec::as_slice), width, RIDGE);
        if let Tails::Student(freedom) = tails {
            // Far rows say little about the scatter: each counts (ν+d)/(ν+q).
            for _ in 0..ROUNDS {
                let (inverse, _) = covariance.inverse();
                let scaled: Vec<Vec<f32>> = rows
                    .iter()
                    .map(|row| {
                        let weight = (freedom + width as f64) / (freedom + form(&inverse, row));
                        row.iter().map(|value| value * weight.sqrt() as f32).collect()
                    })
                    .collect();
                covariance = SquareMatrix::covariance(scaled.iter().map(Vec::as_slice), width, RIDGE);
            }
        }
        Self { tails, canonical: Canonical::new(&covariance, split) }
    }

    /// The same without correlations that `rows` independent samples would have too: the largest singular value of a
    /// random d_x by d_y matrix of variance 1/rows is about √(d_x/rows) + √(d_y/rows).
    pub fn without_noise(&self, rows: usize) -> Self {
        let [x, y] = self.canonical.whiten.each_ref().map(|whiten| (whiten.len() as f64 / rows as f64).sqrt());
        Self { tails: self.tails, canonical: self.canonical.without_noise(x + y) }
    }

    fn correlations(&self) -> impl Iterator<Item = f64> {
        self.canonical.correlations.iter().map(|one| one.min(LARGEST))
    }

    /// A row of x (side 0) or of y (side 1).
    pub fn side(&self, side: usize, row: &[f32]) -> Side {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let row: Vec<f64> = row.iter().map(|value| f64::from(*value)).collect();
        let white: Vec<f64> = self.canonical.whiten[side].iter().map(|line| dot(line, &row)).collect();
        let own = dot(&white, &white);
        let mut joint = own;
        let mut coordinates = Vec::new();
        for (direction, r) in self.canonical.directions[side].iter().zip(self.correlations()) {
            let along = dot(direction, &white);
            joint += r * r / (1.0 - r * r) * along * along;
            coordinates.push((if side == 0 { r / (1.0 - r * r) * along } else { along }) as f32);
        }
        Side { coordinates, own: own as f32, joint: joint as f32 }
    }

    /// The constant: K(ν) - ½ Σ log(1-r²).
    pub fn constant(&self) -> f32 {
        let determinant: f64 = self.correlations().map(|r| (1.0 - r * r).ln()).sum();
        let [x, y] = self.dimensions();
        let of_tails = match self.tails {
            Tails::Normal => 0.0,
            Tails::Student(freedom) => {
                let gamma = |dimensions: f64| libm::lgamma((freedom + dimensions) / 2.0);
                gamma(x + y) + gamma(0.0) - gamma(x) - gamma(y)
            }
        };
        (of_tails - determinant / 2.0) as f32
    }

    /// d_x and d_y.
    pub fn dimensions(&self) -> [f64; 2] {
        self.canonical.whiten.each_ref().map(|whiten| whiten.len() as f64)
    }
}

/// uᵀ M u.
fn form(matrix: &SquareMatrix, row: &[f32]) -> f64 {
    let line = |line: &[f64]| line.iter().zip(row).map(|(a, b)| a * f64::from(*b)).sum::<f64>();
    matrix.values.chunks_exact(matrix.width.max(1)).zip(row).map(|(values, own)| f64::from(*own) * line(values)).sum()
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
        let copula = Copula::fit(&rows, 2, Tails::Normal);
        let score = |u: &Vec<f32>| {
            let (x, y) = (copula.side(0, &u[..2]), copula.side(1, &u[2..]));
            let cross: f32 = x.coordinates.iter().zip(&y.coordinates).map(|(a, b)| a * b).sum();
            cross - 0.5 * (x.joint - x.own + y.joint - y.own) + copula.constant()
        };
        let mean = rows.iter().map(score).sum::<f32>() / 4000.0;
        let truth = -0.5 * (1.0f32 - 0.64).ln();
        assert!((mean - truth).abs() < 0.03, "{mean} nats, truly {truth}");
        assert_eq!(copula.without_noise(4000).correlations().count(), 1, "one pair is correlated");
    }

    #[test]
    fn heavy_tails_share_information_without_any_correlation() {
        let mut rng = Rng::stream(2, "copula", 0);
        let rows: Vec<Vec<f32>> = (0..4000)
            .map(|_| {
                let squares: f32 = (0..2).map(|_| rng.normal()).map(|one| one * one).sum();
                (0..4).map(|_| rng.normal() / (squares / 2.0).sqrt()).collect()
            })
            .collect();
        let tails = Tails::Student(2.0);
        let copula = Copula::fit(&super::super::scores::scores(&rows, tails), 2, tails);
        let score = |u: &Vec<f32>| {
            let (x, y) = (copula.side(0, &u[..2]), copula.side(1, &u[2..]));
            let cross: f32 = x.coordinates.iter().zip(&y.coordinates).map(|(a, b)| a * b).sum();
            let logs = |q: f32, dimensions: f32| (1.0 + dimensions / 2.0) * (q / 2.0).ln_1p();
            logs(x.own, 2.0) + logs(y.own, 2.0) - logs(x.joint + y.joint - 2.0 * cross, 4.0) + copula.constant()
        };
        let mean = rows.iter().map(score).sum::<f32>() / 4000.0;
        // f(2) + f(6) - 2 f(4) with f(u) = log Γ(u/2) - u/2 ψ(u/2).
        let truth = 0.193_15;
        assert!((mean - truth).abs() < 0.05, "{mean} nats, truly {truth}");
    }
}
