//! Figures of how players move, to compare simulated paths with real ones.

use serde::{Deserialize, Serialize};

use worlds::data::STEP_SECONDS;
use worlds::labels::{CURVATURE, DESTINATION, Labeler};

/// Shares of the reported quantiles.
pub const QUANTILES: [f32; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// Steps apart at which velocities are compared.
pub const LAGS: [usize; 4] = [1, 2, 4, 8];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Motion {
    /// Feet per second at [`QUANTILES`].
    pub speed: [f32; 5],
    /// Share of steps under a foot per second.
    pub still: f32,
    /// Feet from start to end at [`QUANTILES`].
    pub displacement: [f32; 5],
    /// Mean turn from step to step at [`QUANTILES`], radians.
    pub curvature: [f32; 5],
    /// E[v_t · v_{t+k}] / E[v_t · v_t] at [`LAGS`].
    pub autocorrelation: [f32; 4],
    /// Shares of the three classes of destination.
    pub destination: [f32; 3],
    /// Shares of the three classes of curvature.
    pub turning: [f32; 3],
}

impl Motion {
    /// The figures of paths in feet, x, y, x, y, ... each.
    pub fn of<'a>(paths: impl Iterator<Item = &'a [f32]> + Clone) -> Self {
        let velocities = paths.clone().map(velocities);
        let speeds: Vec<f32> = velocities.clone().flatten().map(|v| libm::hypotf(v[0], v[1])).collect();
        let still = speeds.iter().filter(|speed| **speed < 1.0).count() as f32 / speeds.len().max(1) as f32;
        let displacement = paths.clone().filter_map(|xy| {
            let (first, last) = (xy.first_chunk::<2>()?, xy.last_chunk::<2>()?);
            Some(libm::hypotf(last[0] - first[0], last[1] - first[1]))
        });
        Self {
            speed: quantiles(speeds),
            still,
            displacement: quantiles(displacement.collect()),
            curvature: quantiles(paths.clone().filter_map(|xy| CURVATURE.score(xy)).collect()),
            autocorrelation: LAGS.map(|lag| autocorrelation(velocities.clone(), lag)),
            destination: shares(paths.clone().filter_map(|xy| DESTINATION.label(xy))),
            turning: shares(paths.filter_map(|xy| CURVATURE.label(xy))),
        }
    }

    /// Every figure with its name, in one order.
    pub fn rows(&self) -> Vec<(String, f32)> {
        let percent = |share: f32| format!("{:.0} %", 100.0 * share);
        let at = |name: &str, values: [f32; 5]| {
            let name = name.to_owned();
            QUANTILES.into_iter().zip(values).map(move |(share, value)| (format!("{name} {}", percent(share)), value))
        };
        let mut rows: Vec<_> = at("speed, ft/s,", self.speed).collect();
        rows.push(("steps under 1 ft/s".into(), self.still));
        rows.extend(at("displacement, ft,", self.displacement));
        rows.extend(at("curvature, rad,", self.curvature));
        rows.extend(
            LAGS.into_iter().zip(self.autocorrelation).map(|(lag, value)| (format!("autocorrelation {lag}"), value)),
        );
        let classes = ["near", "mid", "far"].into_iter().zip(self.destination);
        rows.extend(classes.map(|(class, share)| (format!("destination {class}"), share)));
        let classes = ["straight", "bending", "winding"].into_iter().zip(self.turning);
        rows.extend(classes.map(|(class, share)| (format!("curvature {class}"), share)));
        rows
    }
}

/// Whether a simulated figure is within a tenth of the real one, or within 0.02 where the real one is near zero.
pub fn close(real: f32, made: f32) -> bool {
    let off = (made - real).abs();
    if real.abs() < 0.02 { off < 0.02 } else { off <= 0.1 * real.abs() }
}

/// Of all labels, the share that each class has.
fn shares(classes: impl Iterator<Item = usize>) -> [f32; 3] {
    let mut counts = [0usize; 3];
    classes.for_each(|class| counts[class] += 1);
    counts.map(|count| count as f32 / counts.iter().sum::<usize>().max(1) as f32)
}

/// Feet per second, step by step.
fn velocities(xy: &[f32]) -> Vec<[f32; 2]> {
    let step = |pair: &[[f32; 2]]| [0, 1].map(|axis| (pair[1][axis] - pair[0][axis]) / STEP_SECONDS);
    xy.as_chunks::<2>().0.windows(2).map(step).collect()
}

fn autocorrelation(velocities: impl Iterator<Item = Vec<[f32; 2]>>, lag: usize) -> f32 {
    let (mut apart, mut alone, mut pairs, mut all) = (0.0f64, 0.0f64, 0, 0);
    let product = |a: &[f32; 2], b: &[f32; 2]| f64::from(a[0] * b[0] + a[1] * b[1]);
    for path in velocities {
        apart += path.iter().zip(path.iter().skip(lag)).map(|(a, b)| product(a, b)).sum::<f64>();
        alone += path.iter().map(|v| product(v, v)).sum::<f64>();
        pairs += path.len().saturating_sub(lag);
        all += path.len();
    }
    ((apart / f64::from(pairs.max(1) as u32)) / (alone / f64::from(all.max(1) as u32)).max(1e-12)) as f32
}

fn quantiles(mut values: Vec<f32>) -> [f32; 5] {
    values.sort_unstable_by(f32::total_cmp);
    let last = values.len().saturating_sub(1) as f32;
    QUANTILES.map(|share| {
        let at = share * last;
        let value = |index: f32| values.get(index as usize).copied().unwrap_or(f32::NAN);
        value(at.floor()) + at.fract() * (value(at.ceil()) - value(at.floor()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // Two steps of 0.32 and 0.64 feet along one line: 1 and 2 feet per second.
        let path = [10.0, 10.0, 10.32, 10.0, 10.96, 10.0];
        let motion = Motion::of([&path[..]].into_iter());
        assert!((motion.speed[2] - 1.5).abs() < 1e-4 && (motion.displacement[0] - 0.96).abs() < 1e-4);
        assert!(motion.curvature[2] < 1e-4 && motion.still < 0.51);
        // (1 · 2) over the mean of 1 and 4.
        assert!((motion.autocorrelation[0] - 0.8).abs() < 1e-3, "{:?}", motion.autocorrelation);
        // It ends 0.307 of the scaled court from the basket.
        assert_eq!((motion.destination, motion.turning), ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]));
        assert_eq!(motion.rows().len(), 5 + 1 + 5 + 5 + 4 + 3 + 3);
    }

    #[test]
    fn close_is_within_a_tenth_or_about_nothing() {
        assert!(close(0.40, 0.43) && close(-1.0, -1.09) && close(-0.001, 0.015));
        assert!(!close(0.40, 0.45) && !close(0.126, 0.112) && !close(-0.001, 0.025) && !close(1.0, f32::NAN));
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantiles(vec![4.0, 0.0, 1.0, 2.0, 3.0]), [0.2, 1.0, 2.0, 3.0, 3.8]);
    }

    /// What `lab twin` prints of the real set: figures only, no real path is part of the project.
    const REAL: Motion = Motion {
        speed: [0.398, 1.991, 4.209, 7.305, 12.481],
        still: 0.126,
        displacement: [3.638, 10.998, 18.493, 28.052, 41.658],
        curvature: [0.221, 0.329, 0.429, 0.553, 0.784],
        autocorrelation: [0.913, 0.751, 0.412, -0.001],
        destination: [0.312, 0.351, 0.337],
        turning: [0.332, 0.335, 0.333],
    };

    #[test]
    fn simulated_players_move_as_real_ones() {
        let run = protocol::RunConfig { seed: 1, ..Default::default() };
        let paths = worlds::basketball::paths(&run, &worlds::Files::default(), false, 10_375).unwrap();
        let simulated = Motion::of(paths.iter().map(Vec::as_slice));
        let off: Vec<_> =
            REAL.rows().into_iter().zip(simulated.rows()).filter(|((_, a), (_, b))| !close(*a, *b)).collect();
        assert!(off.is_empty(), "{off:?}");
    }
}
