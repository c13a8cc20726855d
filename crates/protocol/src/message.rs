//! Commands go to a worker, events come back. Both travel as bytes.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Calibration, Catalog, DemosView, Frame, Moment, Reading, Responsibilities, RunConfig, Stick, Text, Timeline, Value,
    WeightHistogram,
};

/// A run's generation. Events of an older one are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct RunId(pub u32);

/// Same binary, two roles: one trains, one plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    Trainer,
    Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DeviceChoice {
    #[default]
    Auto,
    Cpu,
    WebGpu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceKind {
    Cpu,
    WebGpu,
}

/// What computes, and why it was chosen, in a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceReport {
    /// None while it is being tested.
    pub kind: Option<DeviceKind>,
    pub why: Text,
}

/// Weights, optimiser state and step of a run, in the burnpack format. One thing for playing,
/// resuming, downloading and shipping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot(#[serde(with = "serde_bytes")] pub Vec<u8>);

/// Files that the page reads have at most so many bytes: a worker holds one several times over while it reads it.
pub const LARGEST_FILE: u64 = 128 << 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// First message to a worker. Answered by `Ready`, and by `Device` where the role trains.
    Start {
        role: Role,
        device: DeviceChoice,
    },

    /// Gives a world a file, before runs that need it; answered by `Loaded`. A file that is no use changes nothing.
    Load {
        world: String,
        name: String,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },

    // To the trainer.
    /// Replace all runs. One lane a configuration; `resume` holds a snapshot for lanes that go on from one.
    Open {
        run: RunId,
        lanes: Vec<RunConfig>,
        resume: Vec<Option<Snapshot>>,
    },
    Train,
    Pause,
    /// One optimiser step in every lane, then pause.
    Step,
    /// At most so many steps a second; None is as fast as it goes.
    Speed(Option<f32>),
    /// Change a live knob in every lane that has it.
    Tune {
        knob: String,
        value: Value,
    },
    /// Explain the weights along a demonstration; answered by `Timeline` now and after each report.
    Inspect {
        trajectory: Option<u32>,
    },
    /// The same for a path that the visitor drew (x, y, x, y, ...), as if it had been demonstrated.
    Explain {
        xy: Vec<f32>,
    },
    /// Move all lanes to another device, by snapshot.
    Device(DeviceChoice),

    // To the stage.
    /// Play these policies; lanes as in `Open`. A lane without snapshot keeps playing what it has.
    Play {
        run: RunId,
        lanes: Vec<RunConfig>,
        snapshots: Vec<Option<Snapshot>>,
    },
    /// Share of agents asked for each style (any scale, not all zero).
    Mix(Vec<f32>),
    /// Guidance at play time: β of e^{β·pmi} among candidate actions; 0 is off.
    Strength(f32),
    /// An agent starts here from now on, in every lane; None gives it back to chance.
    Place {
        agent: u32,
        at: Option<[f32; 2]>,
    },
    /// Show a demonstration of this run at one of its steps; answered by `Moment` in games.
    Look {
        run: RunId,
        config: RunConfig,
        trajectory: u32,
        point: u32,
    },
    /// The visitor takes the joystick in this run's world; the others watch. Answered by `Recorded` when they get up.
    Sit {
        run: RunId,
        config: RunConfig,
    },
    /// What the visitor does with it.
    Joystick(Stick),
    /// The visitor gets up.
    Rise,
    /// False while nobody can see the stage.
    Animate(bool),
}

/// Whether a lane trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunState {
    Paused,
    Running,
    Done,
}

/// Where a lane is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub state: RunState,
    /// Name of the phase of training that the method is in.
    pub phase: Text,
    /// Steps done and steps in all, over all phases.
    pub step: u32,
    pub steps: u32,
    pub steps_per_second: f32,
    /// Seconds that its steps have taken since it was opened.
    pub seconds: f32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Ready {
        role: Role,
        catalog: Catalog,
    },
    Device(DeviceReport),
    /// A world has looked at a file: what was found in it, or why it is no use.
    Loaded {
        world: String,
        name: String,
        found: Result<Found, Failure>,
    },
    /// The run is open, with what it settled on and what had to be changed to get there.
    Opened {
        run: RunId,
        lanes: Vec<RunConfig>,
        notices: Vec<Text>,
        demos: DemosView,
    },
    Progress {
        run: RunId,
        lane: u8,
        progress: Progress,
    },
    Readings {
        run: RunId,
        lane: u8,
        readings: Vec<Reading>,
    },
    Weights {
        run: RunId,
        lane: u8,
        histogram: WeightHistogram,
    },
    Responsibilities {
        run: RunId,
        lane: u8,
        responsibilities: Responsibilities,
    },
    Calibrated {
        run: RunId,
        lane: u8,
        calibration: Calibration,
    },
    /// Why a lane's styles cannot be counted, in a sentence.
    Uncalibrated {
        run: RunId,
        lane: u8,
        why: Text,
    },
    Timeline {
        run: RunId,
        lane: u8,
        timeline: Timeline,
    },
    /// What the lane has learnt so far: for the stage, for download, and to resume from.
    Snapshot {
        run: RunId,
        lane: u8,
        step: u32,
        snapshot: Snapshot,
    },
    Frame {
        run: RunId,
        frame: Frame,
    },
    /// A demonstration at one of its steps.
    Moment {
        run: RunId,
        moment: Moment,
    },
    /// The visitor has got up: the score of their last game, and all their games as a file that the world reads.
    Recorded {
        world: String,
        name: String,
        score: u32,
        plays: u32,
        decisions: u32,
        /// How many stretches show each style.
        styles: Vec<u32>,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    Trouble(Failure),
}

/// A file that a world has taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// What is in it, in a sentence for the visitor.
    pub said: Text,
    /// The name of the `FileCard` it counts as: worlds look at what a file holds, whatever it is called.
    pub counts_as: String,
}

/// One clear sentence for the visitor, and what to do about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub sentence: Text,
    pub remedy: Text,
}

impl Failure {
    pub fn new(sentence: impl Into<Text>, remedy: impl Into<Text>) -> Self {
        Self { sentence: sentence.into(), remedy: remedy.into() }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WireError {
    #[error("a message could not be written: {0}")]
    Write(postcard::Error),
    #[error("a message could not be read: {0}")]
    Read(postcard::Error),
}

pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, WireError> {
    postcard::to_stdvec(message).map_err(WireError::Write)
}

pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    postcard::from_bytes(bytes).map_err(WireError::Read)
}
