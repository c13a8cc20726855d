//! Lanes in workers of their own. Where the machine has a second core, a trainer on the CPU keeps the first lane of a
//! comparison and starts a *helper* for each of the others: a trainer with one lane. It passes commands on to them, and
//! their events on to the page and the stage. A lane is a function of its run, so it gives the same numbers wherever it is
//! trained.

mod events;
mod lanes;

use crate::session::catalog;
use protocol::{
    DeviceKind, PolicySubscription, PolicyUpdate, RunConfig, RunId, Snapshot, TextValue, TrainerCommand, TrainerEvent,
    Watchdog, WorkerEvent, WorkerMessage,
};

/// Helpers that may be lost before all lanes are trained in one worker.
const MAX_LOSSES: u32 = 2;
/// Largest table of demonstrations of which helpers have copies of their own, in bytes. A laptop has little memory for a page:
/// games, whose tables take 80 MB, are compared in one worker.
const MAX_TABLE: usize = 24 << 20;
/// Files are kept as they came, for helpers that start later, up to so many bytes in all.
const MAX_FILES: usize = 32 << 20;

/// A worker that helps; it ends when it is dropped.
pub trait Helper {
    fn send(&self, message: &WorkerMessage<TrainerCommand>);

    /// Whether it sends policies.
    fn subscribe(&self, subscription: PolicySubscription);
}

/// Starts a helper with this number; what it sends comes back as `TrainerInput::Helper`. None where it cannot be started.
pub type StartHelper = Box<dyn Fn(u32) -> Option<Box<dyn Helper>>>;

/// What comes from a helper.
pub enum FromHelper {
    Event(WorkerEvent<TrainerEvent>),
    Policy(PolicyUpdate),
    /// It is gone, and why.
    Lost(TextValue),
}

/// A lane that a helper trains, as far as it has reported.
struct RemoteLane {
    number: u8,
    config: RunConfig,
    snapshot: Option<Snapshot>,
}

struct HelperSlot {
    id: u32,
    worker: Box<dyn Helper>,
    lanes: Vec<RemoteLane>,
    watchdog: Watchdog,
    /// It has reported a failure since its lane was opened.
    failed: bool,
    /// The run with which it replies to `Fork`.
    forking: Option<RunId>,
}

/// The helpers of a trainer, and what a new one has to be told.
#[derive(Default)]
pub struct Helpers {
    /// None where lanes are not trained apart.
    start: Option<StartHelper>,
    slots: Vec<HelperSlot>,
    /// The last device that they were told to use; a new one uses the CPU.
    told: Option<DeviceKind>,
    started: u32,
    losses: u32,
    /// (world, name, bytes) of the files that were loaded.
    files: Vec<(String, String, Vec<u8>)>,
    /// There were too many bytes to keep.
    files_missing: bool,
}

impl Helpers {
    pub fn new(start: StartHelper) -> Self {
        Self { start: Some(start), ..Self::default() }
    }

    pub fn send(&self, command: &TrainerCommand) {
        let message = WorkerMessage::Command(command.clone());
        self.slots.iter().for_each(|slot| slot.worker.send(&message));
    }

    pub fn subscribe(&self, subscription: PolicySubscription) {
        self.slots.iter().for_each(|slot| slot.worker.subscribe(subscription));
    }

    /// The helper that trains a lane.
    fn owner(&self, lane: u8) -> Option<&HelperSlot> {
        self.slots.iter().find(|slot| slot.lanes.iter().any(|remote| remote.number == lane))
    }

    /// Sends a command about one lane to the helper that trains it; false where none does.
    pub fn send_to_owner(&mut self, lane: u8, command: TrainerCommand) -> bool {
        let owns = |slot: &&mut HelperSlot| slot.lanes.iter().any(|remote| remote.number == lane);
        let Some(slot) = self.slots.iter_mut().find(owns) else { return false };
        if let TrainerCommand::Fork { run, .. } = &command {
            slot.forking = Some(*run);
        }
        slot.worker.send(&WorkerMessage::Command(command));
        true
    }

    /// The first lane with a critic that a helper trains.
    pub fn lane_with_critic(&self) -> Option<u8> {
        let has_critic = |config: &RunConfig| catalog().method(&config.method).is_some_and(|card| card.has_critic);
        let remote = self.slots.iter().flat_map(|slot| &slot.lanes);
        remote.filter(|lane| has_critic(&lane.config)).map(|lane| lane.number).min()
    }

    /// Keeps a file for helpers that start later, and passes it on to those whose world it is for.
    pub fn load(&mut self, world: &str, name: &str, bytes: &[u8]) {
        if self.start.is_none() {
            return;
        }
        self.files.retain(|(of, known, _)| (of.as_str(), known.as_str()) != (world, name));
        let kept: usize = self.files.iter().map(|(_, _, bytes)| bytes.len()).sum();
        self.files_missing |= kept + bytes.len() > MAX_FILES;
        if self.files_missing {
            self.files.clear();
        } else {
            self.files.push((world.into(), name.into(), bytes.to_vec()));
        }
        for slot in self.slots.iter().filter(|slot| slot.lanes.iter().any(|lane| lane.config.world == world)) {
            slot.worker.send(&load(world, name, bytes));
        }
    }

    /// Whether no lane is trained apart, and all files are here for further workers.
    pub fn are_idle(&self) -> bool {
        self.slots.is_empty() && !self.files_missing
    }

    /// Name and bytes of the files of a world.
    pub fn files_of(&self, world: &str) -> impl Iterator<Item = (&str, &[u8])> {
        let of_world = move |(of, ..): &&(String, String, Vec<u8>)| of == world;
        self.files.iter().filter(of_world).map(|(_, name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// Ends the helpers of lanes that a run does not have.
    pub fn keep(&mut self, lanes: usize) {
        self.slots.retain(|slot| matches!(&slot.lanes[..], [lane] if usize::from(lane.number) < lanes));
    }

    /// Ends the helper of a lane if it has another world: it has other files, and memory that it would not give back.
    fn leave_world(&mut self, lane: u8, world: &str) {
        let elsewhere = |remote: &RemoteLane| remote.number == lane && remote.config.world != world;
        self.slots.retain(|slot| !slot.lanes.iter().any(elsewhere));
    }

    fn slot_mut(&mut self, id: u32) -> Option<&mut HelperSlot> {
        self.slots.iter_mut().find(|slot| slot.id == id)
    }
}

fn load(world: &str, name: &str, bytes: &[u8]) -> WorkerMessage<TrainerCommand> {
    WorkerMessage::Load { world: world.into(), name: name.into(), bytes: bytes.to_vec() }
}
