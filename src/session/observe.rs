//! What the charts and the stage want to know of a run.

use super::{Session, SessionError, read};
use crate::data::Trajectory;
use crate::estimators::posterior_and_pmi;
use crate::metrics::calibrate;
use crate::protocol::{Calibration, DemosView, PathView, Timeline, WeightHistogram};

/// Rollouts of each style in a calibration.
const ROLLOUTS: usize = 25;
/// Demonstrations of each style that the page draws.
const SHOWN: usize = 6;
const BINS: usize = 40;

impl Session {
    /// Rolls out the policy as it is now. The same seed gives the same rollouts.
    pub async fn calibration(&self, strength: f32) -> Result<Calibration, SessionError> {
        let mut player = self.player().await?;
        let step = self.steps().0;
        Ok(calibrate(self.world, self.labeler.as_ref(), &self.run, &mut player, ROLLOUTS, strength, step))
    }

    /// How the weights of the training pairs are spread, once there are any.
    pub async fn weight_histogram(&self) -> Result<Option<WeightHistogram>, SessionError> {
        let Some(weights) = self.method.weights() else { return Ok(None) };
        let pairs = weights.dims()[0];
        let weights = read(vec![weights.reshape([1, pairs])]).await?.concat();
        let low = weights.iter().copied().fold(0.0, f32::min);
        let high = weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let width = (high - low) / BINS as f32;
        let mut counts = vec![0u32; BINS];
        let (mut sum, mut squares) = (0.0f64, 0.0f64);
        for &weight in &weights {
            counts[(((weight - low) / width) as usize).min(BINS - 1)] += 1;
            sum += f64::from(weight);
            squares += f64::from(weight) * f64::from(weight);
        }
        Ok(Some(WeightHistogram {
            edges: (0..=BINS).map(|edge| low + edge as f32 * width).collect(),
            counts,
            effective_sample_size: if squares > 0.0 { (sum * sum / squares) as f32 } else { 0.0 },
            pairs: pairs as u32,
        }))
    }

    /// Why each pair along a demonstration weighs what it weighs; None without a critic or such a trajectory.
    pub async fn timeline(&self, trajectory: u32) -> Result<Option<Timeline>, SessionError> {
        let (Some((critic, beta)), Some(path)) =
            (self.method.critic(), self.demos.trajectories.get(trajectory as usize))
        else {
            return Ok(None);
        };
        let scores = critic.scores(self.data.pairs_of(path));
        let (posterior, pmi) = posterior_and_pmi(scores, critic.critic.log_prior.clone());
        let labelled = pmi.slice([0..path.steps(), path.style..path.style + 1]);
        let mut tables = read(vec![posterior, labelled]).await?.into_iter();
        let (posterior, pmi) = (tables.next().unwrap_or_default(), tables.next().unwrap_or_default());
        Ok(Some(Timeline {
            trajectory,
            style: path.style as u8,
            xy: path.xy.clone(),
            weight: pmi.iter().map(|pmi| libm::expf(beta * pmi)).collect(),
            pmi,
            posterior,
            prior: self.data.prior.clone(),
            followed: path.followed.clone(),
        }))
    }

    pub fn demos_view(&self) -> DemosView {
        let all = &self.demos.trajectories;
        let some = |style: usize, held_out: bool, count: usize| {
            let of_kind = move |(_, path): &(usize, &Trajectory)| path.style == style && path.held_out == held_out;
            let paths = all.iter().enumerate().filter(of_kind).take(count);
            paths.map(move |(index, path)| view(index, style, held_out, &path.xy))
        };
        // A held-out one of each style too: its weights were never fitted.
        let paths = (0..self.demos.styles).flat_map(|z| some(z, false, SHOWN - 1).chain(some(z, true, 1))).collect();
        let ideals = self.world.ideals(&self.run);
        DemosView {
            trajectories: all.len() as u32,
            pairs: all.iter().map(|path| path.steps() as u32).sum(),
            held_out_trajectories: self.demos.side(true).count() as u32,
            paths,
            ideals: ideals.iter().enumerate().map(|(style, xy)| view(0, style, false, xy)).collect(),
            prior: self.data.prior.clone(),
        }
    }
}

fn view(trajectory: usize, style: usize, held_out: bool, xy: &[f32]) -> PathView {
    PathView { trajectory: trajectory as u32, style: style as u8, held_out, xy: xy.to_vec() }
}
