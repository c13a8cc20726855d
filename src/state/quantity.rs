//! Numbers on the page that conditions compare.

use serde::{Deserialize, Serialize};

use super::{Lane, Model};
use protocol::{Calibration, Timeline, Value, WeightHistogram};

/// A number on the page. It has no value before it is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Quantity {
    Knob(String),
    /// Percentage of agents asked for a style.
    StyleShare(usize),
    StyleStrength,
    /// Optimiser steps done.
    TrainingSteps,
    /// The latest reading of a curve, by the id of its `SeriesCard`.
    Series(String),
    /// Share of rollouts that achieved the style asked for.
    Calibration,
    /// Share of the rollouts asked for one style that achieved another one.
    Achieved {
        asked: usize,
        achieved: usize,
    },
    /// (Σw)² / Σw² of the training pairs.
    EffectiveSampleSize,
    /// The same as a share of all pairs.
    EffectiveSampleShare,
    /// PMI of the selected step with the label of its path, nats.
    SelectedPmi,
    /// The largest and the smallest PMI along the explained path, nats.
    LargestPmi,
    SmallestPmi,
    /// p(z|s,a) of the selected step for the label of its path.
    SelectedPosterior,
    /// Weight of the selected step before the baseline.
    SelectedWeight,
    /// The quantity in the lane of a method, instead of the focused lane.
    Of {
        method: String,
        quantity: Box<Quantity>,
    },
}

impl Quantity {
    pub fn read(&self, model: &Model) -> Option<f64> {
        self.read_in(model, model.focused())
    }

    fn read_in(&self, model: &Model, lane: Option<&Lane>) -> Option<f64> {
        let number = match self {
            Self::Knob(knob) => match lane.map_or(&model.requested, |lane| &lane.config).knobs.get(knob)? {
                Value::Number(number) => *number,
                Value::Word(_) => return None,
            },
            Self::StyleShare(style) => f64::from(*model.shares.get(*style)?),
            Self::StyleStrength => f64::from(model.strength()),
            Self::TrainingSteps => f64::from(lane?.progress.as_ref()?.step),
            Self::Series(series) => f64::from(lane?.latest(series)?),
            Self::Calibration => f64::from(calibration(lane?)?.share),
            Self::Achieved { asked, achieved } => {
                let counts = calibration(lane?)?.counts.get(*asked)?;
                let rollouts: u32 = counts.iter().sum();
                f64::from(*counts.get(*achieved)?) / f64::from(rollouts.max(1))
            }
            Self::EffectiveSampleSize => f64::from(weights(lane?)?.effective_sample_size),
            Self::EffectiveSampleShare => {
                let weights = weights(lane?)?;
                f64::from(weights.effective_sample_size) / f64::from(weights.pairs.max(1))
            }
            Self::SelectedPmi => on_path(model, |timeline, step| timeline.pmi.get(step).copied())?,
            Self::LargestPmi => on_path(model, |timeline, _| timeline.pmi.iter().copied().reduce(f32::max))?,
            Self::SmallestPmi => on_path(model, |timeline, _| timeline.pmi.iter().copied().reduce(f32::min))?,
            Self::SelectedPosterior => on_path(model, |timeline, step| {
                timeline.posterior.get(step * timeline.prior.len() + usize::from(timeline.style)).copied()
            })?,
            Self::SelectedWeight => on_path(model, |timeline, step| timeline.weight.get(step).copied())?,
            Self::Of { method, quantity } => {
                let lane = model.lanes.iter().find(|lane| lane.config.method == *method)?;
                return quantity.read_in(model, Some(lane));
            }
        };
        number.is_finite().then_some(number)
    }
}

/// Charts of an earlier run are no measurements of this one.
fn calibration(lane: &Lane) -> Option<&Calibration> {
    lane.calibration.as_deref().filter(|_| !lane.stale.calibration)
}

fn weights(lane: &Lane) -> Option<&WeightHistogram> {
    lane.weights.as_deref().filter(|_| !lane.stale.weights)
}

/// A number of the explained path, which may depend on its selected step.
fn on_path(model: &Model, read: impl Fn(&Timeline, usize) -> Option<f32>) -> Option<f64> {
    let timeline = model.timeline()?;
    read(timeline, model.step_of(timeline.pmi.len())).map(f64::from)
}
