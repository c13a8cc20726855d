//! What has come true on the page, as data. Lessons and tests are written in it.

use serde::{Deserialize, Serialize};

use super::{Dialog, Model, Quantity};
use crate::actions::ActionCategory;
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
    /// The demonstrator followed another style than the labelled one at the selected step, in simulated worlds.
    DriftSelected,
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
    Performed(ActionCategory),
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
            Self::DriftSelected => drift_selected(model),
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

fn drift_selected(model: &Model) -> bool {
    // The telling moment that the page shows by itself is no discovery.
    let (Some(timeline), Some(step)) = (model.timeline(), model.selected_step) else { return false };
    timeline.followed.get(step).is_some_and(|style| *style != timeline.style)
}
