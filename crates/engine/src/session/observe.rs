//! What the charts and the stage show of a run.

use super::{RecordedRollouts, SeedsCommand, Session, SessionError, catalog};
use crate::estimators::{Evidence, Normalisation, WeightConstants, Weighting, pmi};
use crate::methods::Player;
use crate::metrics::calibrate;
use crate::nn::{SeedSplit, path_rows};
use protocol::{
    Calibration, DemosView, PathView, Responsibilities, Responsibility, Text, Timeline, WeighedQuantity, WeightFormula,
    WeightHistogram, text,
};
use worlds::data::Trajectory;

/// Rollouts of each style in a calibration.
const ROLLOUTS: usize = 25;
/// Demonstrations of each style that the page draws.
const SHOWN: usize = 6;
const BINS: usize = 40;
/// Trajectories of each style whose clusters the page shows, beginning with those that it draws.
const CLUSTERED: usize = 48;

impl Session {
    /// Rolls out the current policies and counts achieved styles over all seeds. The same seed gives the same rollouts.
    /// Counts at the world's own style strength go into the record.
    pub async fn calibration(&mut self, strength: f32) -> Result<Calibration, SessionError> {
        if let Some(why) = self.unplayable() {
            return Err(SessionError::Unplayable(why));
        }
        self.send_to_others(&SeedsCommand::Calibrate { strength });
        let mut each = self.calibrations(strength).await?;
        each.extend(self.calibrations_of_others().await?);
        let all = each.into_iter().reduce(|mut all, one| {
            all.add(&one);
            all
        });
        if strength == self.strength() {
            self.record.calibration = all.clone();
        }
        all.ok_or_else(|| SessionError::Device(text!("device-nothing-learnt")))
    }

    /// The same for each of the seeds that are trained here.
    pub async fn calibrations(&mut self, strength: f32) -> Result<Vec<Calibration>, SessionError> {
        let (mut players, step) = (self.players().await?, self.steps().0);
        let one = |(split, player): (&SeedSplit, &mut Player)| {
            let environment = self.environment.with_seed(split.seed);
            calibrate(&environment, self.labeler.as_ref(), player, ROLLOUTS, strength, step)
        };
        Ok(self.rows.splits.iter().zip(&mut players).map(one).collect())
    }

    /// The style strength γ that rollouts are counted with: the world's own for the run's settings. It has no effect on players
    /// without a critic.
    pub fn strength(&self) -> f32 {
        let world = catalog().worlds.iter().find(|world| world.id == self.run.world);
        world.map_or(0.0, |world| world.strength_of(&self.run.knobs))
    }

    /// Records rollouts of the first seed in a game, for pages without its cartridge. Does nothing in other worlds, and
    /// without the cartridge.
    pub async fn record_rollouts(&mut self) -> Result<(), SessionError> {
        if self.environment.world.console().is_none() || self.unplayable().is_some() {
            return Ok(());
        }
        if let Some(player) = self.players().await?.first_mut() {
            self.record.rollouts = Some(RecordedRollouts::play(&self.environment, player));
        }
        Ok(())
    }

    /// Why rollouts cannot be played with the files that are loaded; None if they can.
    pub fn unplayable(&self) -> Option<Text> {
        self.environment.world.unplayable(&self.environment.files)
    }

    /// The last calibration of the record. It is marked as recorded if rollouts cannot be played with the files that
    /// are loaded.
    pub fn recorded_calibration(&self) -> Option<Calibration> {
        let recorded = self.unplayable().is_some();
        self.record.calibration.clone().map(|calibration| Calibration { recorded, ..calibration })
    }

    /// The distribution of the weights of the training pairs; None before weights are computed, and while those of some seeds are
    /// elsewhere.
    pub fn weight_histogram(&self) -> Option<WeightHistogram> {
        if self.workers() > 1 {
            return None;
        }
        let all = self.method.weights()?;
        let splits = self.rows.splits.iter();
        let weights: Vec<f32> = splits.flat_map(|split| self.rows.kept(split)).map(|row| all[row]).collect();
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
        Some(WeightHistogram {
            edges: (0..=BINS).map(|edge| low + edge as f32 * width).collect(),
            counts,
            effective_sample_size: if squares > 0.0 { (sum * sum / squares) as f32 } else { 0.0 },
            pairs: weights.len() as u32,
        })
    }

    /// p(k|τ) of trajectories; None if the method does not cluster them.
    pub fn responsibilities(&self) -> Option<Responsibilities> {
        let shares = self.method.responsibilities()?;
        let trains = self.demos.first()?.trajectories.iter().enumerate().filter(|(_, path)| !path.held_out);
        let styles = self.rows.columns.styles;
        let (mut some, mut counts) = (Vec::new(), vec![0; styles]);
        let mut means = vec![vec![0.0; styles]; styles];
        for ((index, path), shares) in trains.zip(shares) {
            counts[path.style] += 1;
            means[path.style].iter_mut().zip(&shares).for_each(|(mean, share)| *mean += share);
            if counts[path.style] <= CLUSTERED {
                some.push(Responsibility { trajectory: index as u32, style: path.style as u8, shares });
            }
        }
        for (means, count) in means.iter_mut().zip(&counts) {
            means.iter_mut().for_each(|mean| *mean /= (*count).max(1) as f32);
        }
        Some(Responsibilities { some, means })
    }

    /// PMI, posterior and weight along a demonstration; None without a critic or such a trajectory.
    pub fn timeline(&self, trajectory: u32) -> Option<Timeline> {
        self.method.critic()?;
        let path = &self.demonstration(trajectory as usize)?;
        // Training paths are scored by critics that have not seen them.
        let trained = self.number_in_training(trajectory);
        let true_pmi = self.true_pmi(trajectory, path);
        Some(Timeline { trajectory: Some(trajectory), true_pmi, ..self.explain(path, trained)? })
    }

    /// The same for a path x, y, x, y, ... that the visitor drew; None if the label recognises no style in it.
    pub fn drawn_timeline(&self, xy: &[f32]) -> Option<Timeline> {
        self.explain(&self.environment.world.trajectory_from_path(&self.run, &self.environment.files, xy)?, None)
    }

    /// The timeline of a path; `trained` is its number among the training demonstrations. Without a critic, and before
    /// it has seen every pair once, only path and style are filled in.
    fn explain(&self, path: &Trajectory, trained: Option<usize>) -> Option<Timeline> {
        let split = self.rows.splits.first()?;
        let (styles, prior) = (self.rows.columns.styles, &split.prior);
        let by_hand = match (trained, &self.rows.by_hand) {
            (Some(number), Some(weights)) => weights[split.train_paths.get(number)?.clone()].to_vec(),
            _ => vec![],
        };
        let untrained = Timeline {
            trajectory: None,
            style: path.style as u8,
            xy: path.xy.clone(),
            scores: vec![],
            pmi: vec![],
            weighed: vec![],
            weight: vec![],
            formula: None,
            posterior: vec![],
            prior: prior.clone(),
            followed: path.followed.clone(),
            by_hand,
            true_pmi: vec![],
        };
        let trained_critic = self.method.critic().filter(|(critic, _)| critic.is_trained());
        let Some((critic, weighting)) = trained_critic else { return Some(untrained) };
        let mut rows = Vec::new();
        path_rows(path, self.rows.columns, &mut rows);
        let log_prior = critic.log_prior(0);
        let scores = critic.evidence(0, Evidence::Pair, trained, &rows);
        let pmi = pmi(scores.clone(), &log_prior);
        let of_label = |list: &[f32]| list.iter().skip(path.style).step_by(styles).copied().collect::<Vec<f32>>();
        let constants = self.method.weight_constants();
        let weighed = match weighed_quantity(weighting, constants) {
            WeighedQuantity::ActionPmi => of_label(&critic.evidence(0, Evidence::Action, trained, &rows)),
            WeighedQuantity::Pmi => of_label(&pmi),
            WeighedQuantity::RawScore => of_label(&scores),
            WeighedQuantity::Score { constant } => of_label(&scores).iter().map(|score| score - constant).collect(),
        };
        let scale = weighting.scale(&log_prior, critic.label_noise(0));
        let weight = |(moment, weighed): (usize, &f32)| {
            let weight = scale.weight(*weighed, path.style);
            let weight = constants.map_or(weight, |constants| weighting.with_baseline(weight, constants));
            untrained.by_hand.get(moment).map_or(weight, |by_hand| weight * by_hand)
        };
        Some(Timeline {
            weight: weighed.iter().enumerate().map(weight).collect(),
            weighed,
            formula: Some(weight_formula(weighting, critic.label_noise(0), scale.caps[path.style], constants)),
            pmi: of_label(&pmi),
            posterior: pmi.iter().zip(prior.iter().cycle()).map(|(pmi, p)| p * libm::expf(*pmi)).collect(),
            scores,
            ..untrained
        })
    }

    /// The demonstrations that the page draws, by style.
    pub(super) fn shown_demonstrations(&self) -> Vec<usize> {
        let demos = &self.demos[0];
        let some = |style: usize, held_out: bool, count: usize| {
            let of_kind = move |(_, path): &(usize, &Trajectory)| path.style == style && path.held_out == held_out;
            demos.trajectories.iter().enumerate().filter(of_kind).take(count).map(|(index, _)| index)
        };
        // One of each style is held out: no network was trained on it.
        (0..demos.styles).flat_map(|z| some(z, false, SHOWN - 1).chain(some(z, true, 1))).collect()
    }

    pub fn demos_view(&self) -> DemosView {
        let demos = &self.demos[0];
        let all = &demos.trajectories;
        let shown = self.shown_demonstrations().into_iter().map(|index| (index, &all[index]));
        let paths = shown.map(|(index, path)| view(index, path.style, path.held_out, &path.xy)).collect();
        let ideals = self.environment.world.ideals(&self.run, &self.environment.files);
        DemosView {
            trajectories: all.len() as u32,
            pairs: all.iter().map(|path| path.steps() as u32).sum(),
            held_out_trajectories: demos.side(true).count() as u32,
            paths,
            ideals: ideals.iter().enumerate().map(|(style, xy)| view(0, style, false, xy)).collect(),
            prior: self.rows.splits[0].prior.clone(),
            stride: self.environment.world.console().map(|console| console.longest_step()),
        }
    }
}

/// The quantity that weights are computed from. The constant of all pairs is known once cloning
/// begins; until then it is the raw score.
fn weighed_quantity(weighting: Weighting, constants: Option<WeightConstants>) -> WeighedQuantity {
    match (weighting.evidence, weighting.normalisation, constants) {
        (Evidence::Action, ..) => WeighedQuantity::ActionPmi,
        (_, Normalisation::PerPair, _) => WeighedQuantity::Pmi,
        (_, Normalisation::Global, Some(constants)) => WeighedQuantity::Score { constant: constants.shift },
        (_, Normalisation::Global | Normalisation::Raw, _) => WeighedQuantity::RawScore,
    }
}

/// The formula of the weights of a path; `cap` is the largest weight of its label.
fn weight_formula(
    weighting: Weighting,
    label_noise: Option<f32>,
    cap: f32,
    constants: Option<WeightConstants>,
) -> WeightFormula {
    WeightFormula {
        quantity: weighed_quantity(weighting, constants),
        beta: weighting.beta,
        sharpness: weighting.sharpness(label_noise),
        label_noise,
        cap: cap.is_finite().then_some(cap),
        baseline: weighting.baseline,
        mean: constants.map(|constants| constants.mean),
        divisor: constants.map_or(1.0, |constants| constants.divisor),
    }
}

fn view(trajectory: usize, style: usize, held_out: bool, xy: &[f32]) -> PathView {
    PathView { trajectory: trajectory as u32, style: style as u8, held_out, xy: xy.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::super::catalog;
    use super::*;
    use crate::nn::Device;
    use protocol::{RunConfig, Value};
    use worlds::Files;

    #[test]
    fn the_weights_shown_are_the_weights_in_the_loss() {
        for critic in [
            "critic=classifier&critic_folds=2&slips=on",
            "critic=sampled&critic_folds=1&slips=off",
            "critic=exact&critic_folds=1&slips=off&weigh=3:100-200:0,3:190-250:2.25,0:0-299:0.5",
        ] {
            let query = format!("world=circle2d&method=bc-pmi&trajectories=5&epochs=1&critic_epochs=2&{critic}");
            let run = catalog().settle(&RunConfig::from_query(&query).0).0;
            let mut session = Session::open(&run, &Files::default(), None, &Device::Cpu, None).unwrap();
            pollster::block_on(session.advance(session.steps().1)).unwrap();
            for normalisation in ["pair", "global", "raw"] {
                for baseline in ["capped", "mean", "clamped", "printed"] {
                    session.set_knob("normalisation", Value::Word(normalisation.into()));
                    session.set_knob("baseline", Value::Word(baseline.into()));
                    let used = &session.method.weights().unwrap()[session.rows.splits[0].train_paths[3].clone()];
                    assert_eq!(session.timeline(3).unwrap().weight, used, "{query}, {normalisation}, {baseline}");
                }
            }
        }
    }
}
