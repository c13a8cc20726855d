//! Commands to the trainer and events from it.

use serde::{Deserialize, Serialize};

use super::{DeviceChoice, DeviceReport, RunId, Snapshot};
use crate::{
    Calibration, Change, DemosView, Reading, Responsibilities, RunConfig, TellingMoment, Text, Timeline, Value,
    WeightHistogram,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant, reason = "few are sent, and each is encoded at once")]
pub enum TrainerCommand {
    /// Replaces all lanes: one lane per configuration. A lane with a snapshot in `resume` continues from it, and reports
    /// its curves, weights, clusters and calibration so far.
    Open {
        run: RunId,
        lanes: Vec<RunConfig>,
        resume: Vec<Option<Snapshot>>,
    },
    /// Opens one lane of a run whose other lanes are trained elsewhere. A trainer sends this to its helpers.
    OpenLane {
        run: RunId,
        lane: u8,
        config: RunConfig,
        resume: Option<Snapshot>,
    },
    Train,
    Pause,
    /// Takes one optimiser step in every lane, then pauses.
    Step,
    /// Limits training to a number of steps per second; None removes the limit.
    Speed(Option<f32>),
    /// Changes a live knob in every lane that has it.
    SetKnob {
        knob: String,
        value: Value,
    },
    /// Selects the demonstration whose weights are explained. The trainer reports its timeline at once and again
    /// with each progress report.
    Inspect {
        trajectory: Option<u32>,
    },
    /// Selects a path drawn by the visitor (x, y, x, y, ...) in place of a demonstration.
    InspectDrawn {
        xy: Vec<f32>,
    },
    /// Moves all lanes to another device.
    Device(DeviceChoice),
    /// Requests a `LaneReport::Snapshot` of every lane as it is now.
    SendSnapshots,
    /// A [`Question`](crate::Question), encoded; the trainer replies with `Answered` and the same number. The page passes
    /// both on without reading them, so that it holds no code for their contents.
    Ask {
        id: u32,
        #[serde(with = "serde_bytes")]
        question: Vec<u8>,
    },
    /// Whether timelines hold the true PMI, in worlds that can compute it. Off at first, so that it is computed only
    /// when it is shown.
    ShowTruth(bool),
    /// Shows one lane as it was after `step` steps, and pauses training. None goes back to the newest step, as do training
    /// and changes of knobs.
    Recall {
        lane: u8,
        step: Option<u32>,
    },
    /// Opens two lanes at `step` of an open lane: that run, and the same with another value of a live knob from there on.
    /// The trainer replies with `Opened`.
    Fork {
        run: RunId,
        lane: u8,
        step: u32,
        knob: String,
        value: Value,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrainerEvent {
    Device(DeviceReport),
    /// The run is open: the configurations in use, and a notice for each value that had to be changed.
    Opened {
        run: RunId,
        lanes: Vec<RunConfig>,
        notices: Vec<Text>,
        demos: DemosView,
    },
    Lane(LaneEvent),
    /// A notice that the visitor need not act on.
    Notice(Text),
    /// The reply to `Ask`: an [`Answer`](crate::Answer), encoded.
    Answered {
        id: u32,
        #[serde(with = "serde_bytes")]
        answer: Vec<u8>,
    },
}

/// A report of one lane of a run. Lanes are the runs that are compared side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaneEvent {
    pub run: RunId,
    pub lane: u8,
    pub report: LaneReport,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LaneReport {
    Progress(Progress),
    Readings(Vec<Reading>),
    Weights(WeightHistogram),
    Responsibilities(Responsibilities),
    Calibration(Calibration),
    /// Why styles cannot be counted in this world.
    NotCalibrated(Text),
    Timeline(Timeline),
    /// The visitor has changed a live knob: the run with the change, at the step at which it was applied.
    Changed(RunConfig),
    /// The run has reached, and applied, these of its recorded changes.
    Applied(Vec<Change>),
    /// Which moment to look at first, once a critic is trained: when a run is opened from a snapshot, and when training
    /// pauses or ends.
    Telling(TellingMoment),
    /// The steps of the key frames, rising. They can be shown at once; other steps are computed from the key frame before.
    KeyFrames(Vec<u32>),
    /// The reply to `Recall`: charts, weights, calibration and agents are now those of this step.
    Recalled(RecalledStep),
    /// The lane after `step` steps, to resume from and to download: when training pauses or ends, on request, and every
    /// few seconds in between.
    Snapshot {
        step: u32,
        snapshot: Snapshot,
    },
    /// A digest of the networks of a run that is done. On the CPU the same link gives the same digest.
    Digest(u64),
}

/// Which step of a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecalledStep {
    pub step: u32,
    /// Whether it is the newest step, so that no earlier one is shown.
    pub newest: bool,
    /// Whether the numbers are those of the first time, to the bit. On WebGPU this holds at key frames only.
    pub exact: bool,
}

/// Whether a lane trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunState {
    Paused,
    Running,
    Done,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub state: RunState,
    /// Name of the method's current training phase.
    pub phase: Text,
    /// Steps taken, over all phases.
    pub step: u32,
    /// Steps of the whole run, over all phases.
    pub steps: u32,
    pub steps_per_second: f32,
    /// Seconds spent on steps since the lane was opened.
    pub seconds: f32,
}
