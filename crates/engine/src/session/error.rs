//! Why a run cannot open or go on.

use crate::nn::SnapshotError;
use protocol::{Failure, Text, TextValue, text};
use worlds::data::DataError;

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("no {what:?} {id}")]
    Unknown { what: Named, id: String },
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The device's own message.
    #[error("device lost: {0:?}")]
    Device(Text),
    #[error("unplayable: {0:?}")]
    Unplayable(Text),
    /// A series is no longer finite, or, where there is none, the parameters of a network.
    #[error("step {step}: {} not finite", series.unwrap_or("parameters"))]
    Diverged { step: u32, series: Option<&'static str> },
    /// A worker that trains some of the seeds is gone.
    #[error("seeds lost: {0:?}")]
    SeedsLost(TextValue),
}

/// The parts of a run that are found by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    World,
    Label,
    Method,
}

impl SessionError {
    /// A failed read or launch, in the device's own words.
    pub fn device(message: String) -> Self {
        Self::Device(text!("device-message", message = message))
    }

    /// A sentence for the visitor.
    pub fn text(&self) -> Text {
        match self {
            Self::Unknown { what: Named::World, id } => text!("error-no-world", id = id.as_str()),
            Self::Unknown { what: Named::Label, id } => text!("error-no-label", id = id.as_str()),
            Self::Unknown { what: Named::Method, id } => text!("error-no-method", id = id.as_str()),
            Self::Data(error) => error.text(),
            Self::Snapshot(error) => error.text(),
            // The message of the runtime is of no help to a visitor.
            Self::Device(_) => text!("error-device-lost"),
            Self::Unplayable(why) => why.clone(),
            Self::Diverged { step, series: Some(series) } => text!("error-diverged", step = *step, series = *series),
            Self::Diverged { step, series: None } => text!("error-diverged-parameters", step = *step),
            Self::SeedsLost(cause) => text!("worker-lane-restarts", cause = cause.clone()),
        }
    }

    fn remedy(&self) -> Text {
        match self {
            Self::Unknown { .. } => text!("remedy-choose-listed"),
            Self::Data(_) => text!("remedy-more-data"),
            Self::Snapshot(_) => text!("remedy-from-scratch"),
            Self::Unplayable(_) => text!("remedy-training-works"),
            Self::Device(_) => text!("remedy-on-cpu"),
            Self::Diverged { .. } => text!("remedy-lower-rate"),
            Self::SeedsLost(_) => text!("worker-nothing-changed"),
        }
    }
}

impl From<&SessionError> for Failure {
    fn from(error: &SessionError) -> Self {
        Failure::new(error.text(), error.remedy())
    }
}
