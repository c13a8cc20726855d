//! Messages between the page and its workers, and between the workers, encoded as bytes. Each role of the worker has
//! its own commands and events.

mod encoding;
mod policy;
mod stage;
mod trainer;
mod watchdog;

pub use encoding::{WireError, decode, encode};
pub use policy::{PolicySubscription, PolicyUpdate};
pub use stage::{AgentStarts, PlayRecording, StageCommand, StageEvent};
pub use trainer::{LaneEvent, LaneReport, Progress, RecalledStep, RunState, TrainerCommand, TrainerEvent};
pub use watchdog::{TICK, Verdict, Watchdog};

use serde::{Deserialize, Serialize};

use super::{Catalog, Text};

/// The generation of a run. Commands and events of an older generation are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct RunId(pub u32);

/// The page starts the same worker binary twice: as the trainer and as the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Trains networks.
    Trainer,
    /// Moves the agents that the page draws.
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

/// The device that trains, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceReport {
    /// None while devices are being tested.
    pub kind: Option<DeviceKind>,
    pub why: Text,
}

/// A run in the burnpack format: weights, optimiser state and step, or only what is needed to play. The same format
/// is played, resumed from, downloaded and shipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot(#[serde(with = "serde_bytes")] pub Vec<u8>);

/// Largest file that the page reads, in bytes: a worker holds several copies of a file while it reads it.
pub const LARGEST_FILE: u64 = 128 << 20;

/// A message from the page to a worker; `C` is the command type of the worker's role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkerMessage<C> {
    /// The first message. The worker replies with `Ready`; a trainer also tests devices.
    Start {
        role: Role,
        device: DeviceChoice,
    },
    /// The first message of a trainer to a worker that trains some seeds of its run.
    StartSeeds,
    /// A file for a world, sent before runs that need it. The worker replies with `Loaded`. A file that cannot be used
    /// leaves the world as it was.
    Load {
        world: String,
        name: String,
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// Comes with a `MessagePort` to the other worker. The page connects the workers whenever both are ready, so also
    /// after either was restarted.
    Connect,
    /// Asks whether the worker still handles messages. It replies with `Alive` as soon as it does.
    Ping,
    Command(C),
}

/// A message from a worker to the page; `E` is the event type of the worker's role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkerEvent<E> {
    /// The worker accepts commands.
    Ready {
        catalog: Catalog,
    },
    /// The reply to `Load`: what the file contains, or why it cannot be used.
    Loaded {
        world: String,
        name: String,
        found: Result<Found, Failure>,
    },
    /// The reply to `Ping`, with the size of the worker's memory.
    Alive {
        megabytes: u32,
    },
    Failed(Failure),
    Event(E),
}

/// A file that a world has accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// A sentence for the visitor about its contents.
    pub said: Text,
    /// The name of its `FileCard`: worlds recognise a file by its content, whatever its own name.
    pub counts_as: String,
    /// Other worlds that can use the same file, by id.
    pub also_for: Vec<String>,
    /// The contents of a table of demonstrations, for the panel that opens it.
    pub table: Option<crate::table::TableReport>,
}

/// An error for the visitor: one sentence, and what to do about it.
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
