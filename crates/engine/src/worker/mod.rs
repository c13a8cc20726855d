//! The worker binary in its two roles: commands come in as messages, events go out, and both roles yield in between.

mod agents;
mod arcade;
#[cfg(target_family = "wasm")]
mod browser;
mod lane;
mod mix;
mod pace;
mod projector;
mod queue;
mod reel;
mod stage;
mod trainer;
mod visitor;

pub use mix::share_out;
pub use queue::Queue;
pub use stage::{Stage, StageMessage};
pub use trainer::{Trainer, TrainerInput, TrainerMessage};

#[cfg(target_family = "wasm")]
pub use browser::start;

use protocol::{Failure, WorkerEvent};
use worlds;

/// The environment of a worker: the worker scope of a browser, or a test.
pub trait Host {
    /// The events of the worker's role.
    type Event;

    fn post(&self, message: WorkerEvent<Self::Event>);

    fn post_event(&self, event: Self::Event) {
        self.post(WorkerEvent::Event(event));
    }

    fn post_failure(&self, failure: Failure) {
        self.post(WorkerEvent::Failed(failure));
    }

    /// Yields to incoming messages for at least `milliseconds`.
    fn pause(&self, milliseconds: u32) -> impl Future<Output = ()>;
}

/// Gives a file to its world. A file that cannot be used leaves the world as it was.
fn load<E>(world: String, name: String, bytes: &[u8]) -> WorkerEvent<E> {
    let found = match worlds::find(&world) {
        None => Err(format!("there is no world called “{world}”")),
        Some(known) => known.load(&name, bytes).map_err(|error| error.to_string()),
    };
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
    let refused = |why: String| Failure::new(format!("{shown} was not loaded: {why}."), "Everything is as it was.");
    WorkerEvent::Loaded { world, name, found: found.map_err(refused) }
}
