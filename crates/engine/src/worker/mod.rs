//! The worker binary in its two roles. Each role is a loop: handle messages, work for some milliseconds, post events,
//! yield.

#[cfg(target_family = "wasm")]
mod browser;
mod queue;
mod seeds;
mod stage;
mod trainer;

pub use queue::Queue;
pub use seeds::SeedsRole;
pub use stage::{Stage, StageInput};
pub use trainer::{FromHelper, Helper, StartHelper, StartSeeds, StartedSeeds, Trainer, TrainerInput};

#[cfg(target_family = "wasm")]
pub use browser::start;

use protocol::{Failure, Text, WorkerEvent, text};
use worlds::Files;

/// The environment of a worker: the worker scope of a browser, or a test.
pub trait Host {
    /// Events of this role, for the page.
    type Event;
    /// Messages of this role to the other worker.
    type PeerMessage;

    fn post(&self, message: WorkerEvent<Self::Event>);

    /// Sends to the other worker; does nothing while there is no connection.
    fn send_to_peer(&self, message: Self::PeerMessage);

    /// Yields to incoming messages for at least `milliseconds`.
    fn pause(&self, milliseconds: u32) -> impl Future<Output = ()>;

    fn post_event(&self, event: Self::Event) {
        self.post(WorkerEvent::Event(event));
    }

    fn post_failure(&self, failure: Failure) {
        self.post(WorkerEvent::Failed(failure));
    }
}

/// Reads a file into `files` for one of the worlds. A file that cannot be used leaves `files` as they were.
fn load<E>(files: &mut Files, world: String, name: String, bytes: &[u8]) -> WorkerEvent<E> {
    let found = match worlds::find(&world) {
        None => Err(text!("error-no-world", id = world.as_str())),
        Some(known) => known.load(files, &name, bytes).map_err(|error| error.text()),
    };
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
    let refused = |why: Text| {
        Failure::new(text!("worker-file-not-loaded", name = shown, why = why), text!("worker-nothing-changed"))
    };
    WorkerEvent::Loaded { world, name, found: found.map_err(refused) }
}
