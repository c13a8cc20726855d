//! What has come true on the page, as data. Lessons and tests are written in it.

use serde::{Deserialize, Serialize};

use super::{Dialog, Lane, Model};
use crate::actions::ActionKind;
use protocol::{RunState, Value};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// The demonstrations of the run are on the page.
    Opened,
    Training,
    /// Every lane has finished.
    Trained,
    WorldIs(String),
    LabelIs(String),
    /// The method whose knobs are shown.
    MethodIs(String),
    KnobIs {
        knob: String,
        value: Value,
    },
    DemonstrationSelected(u32),
    /// The visitor chose a step of the path that is explained.
    StepSelected,
    /// The explained path was drawn by hand.
    Drawn,
    Comparing,
    /// The method is one of the lanes.
    Compared(String),
    AgentPlaced,
    VisitorPlays,
    /// The visitor's play was recorded.
    PlayRecorded,
    /// The choice of a knob that a file makes possible is unlocked, in the world on the page.
    FileLoaded {
        knob: String,
        choice: String,
    },
    DialogOpen(Dialog),
    /// The visitor performed an action of this kind since [`Model::forget_performed`].
    Performed(ActionKind),
    Above {
        quantity: Quantity,
        value: f64,
    },
    Below {
        quantity: Quantity,
        value: f64,
    },
    /// `quantity` is larger than `other` by more than `by`.
    Exceeds {
        quantity: Quantity,
        other: Quantity,
        by: f64,
    },
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
}

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
    /// PMI of the selected step, nats.
    SelectedPmi,
    /// Weight of the selected step before the baseline.
    SelectedWeight,
    /// The quantity in the lane of a method, instead of the focused lane.
    Of {
        method: String,
        quantity: Box<Quantity>,
    },
}

impl Condition {
    pub fn holds(&self, model: &Model) -> bool {
        let selected = |trajectory: u32| model.drawn.is_none() && model.selected == Some(trajectory);
        match self {
            Self::Opened => model.demos.is_some(),
            Self::Training => model.training,
            Self::Trained => model.state() == RunState::Done,
            Self::WorldIs(world) => model.requested.world == *world,
            Self::LabelIs(label) => model.requested.label == *label,
            Self::MethodIs(method) => model.requested.method == *method,
            Self::KnobIs { knob, value } => model.requested.knobs.get(knob) == Some(value),
            Self::DemonstrationSelected(trajectory) => selected(*trajectory),
            Self::StepSelected => model.selected_step.is_some(),
            Self::Drawn => model.drawn.is_some(),
            Self::Comparing => !model.compare.is_empty(),
            Self::Compared(method) => model.compare.contains(method),
            Self::AgentPlaced => !model.starts.is_empty(),
            Self::VisitorPlays => model.joystick.is_some(),
            Self::PlayRecorded => model.recording.is_some(),
            Self::FileLoaded { knob, choice } => model.is_unlocked(knob, choice),
            Self::DialogOpen(dialog) => model.dialog == Some(*dialog),
            Self::Performed(kind) => model.performed.contains(kind),
            Self::Above { quantity, value } => quantity.read(model).is_some_and(|number| number > *value),
            Self::Below { quantity, value } => quantity.read(model).is_some_and(|number| number < *value),
            Self::Exceeds { quantity, other, by } => {
                let pair = quantity.read(model).zip(other.read(model));
                pair.is_some_and(|(number, other)| number - other > *by)
            }
            Self::All(conditions) => conditions.iter().all(|condition| condition.holds(model)),
            Self::Any(conditions) => conditions.iter().any(|condition| condition.holds(model)),
            Self::Not(condition) => !condition.holds(model),
        }
    }
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
            Self::StyleStrength => f64::from(model.strength),
            Self::TrainingSteps => f64::from(lane?.progress.as_ref()?.step),
            Self::Series(series) => f64::from(lane?.latest(series)?),
            Self::Calibration => f64::from(lane?.calibration.as_ref()?.share),
            Self::Achieved { asked, achieved } => {
                let counts = lane?.calibration.as_ref()?.counts.get(*asked)?;
                let rollouts: u32 = counts.iter().sum();
                f64::from(*counts.get(*achieved)?) / f64::from(rollouts.max(1))
            }
            Self::EffectiveSampleSize => f64::from(lane?.weights.as_ref()?.effective_sample_size),
            Self::EffectiveSampleShare => {
                let weights = lane?.weights.as_ref()?;
                f64::from(weights.effective_sample_size) / f64::from(weights.pairs.max(1))
            }
            Self::SelectedPmi => at_selected(model, |timeline| &timeline.pmi)?,
            Self::SelectedWeight => at_selected(model, |timeline| &timeline.weight)?,
            Self::Of { method, quantity } => {
                let lane = model.lanes.iter().find(|lane| lane.config.method == *method)?;
                return quantity.read_in(model, Some(lane));
            }
        };
        number.is_finite().then_some(number)
    }
}

fn at_selected(model: &Model, list: fn(&protocol::Timeline) -> &Vec<f32>) -> Option<f64> {
    let timeline = model.timeline()?;
    let step = model.step_of(timeline.pmi.len());
    list(timeline).get(step).map(|number| f64::from(*number))
}
