//! Command in, Event out, yield; nothing else. One binary, two roles.

mod agents;
mod arcade;
#[cfg(target_family = "wasm")]
mod browser;
mod inbox;
mod lane;
mod mix;
mod pace;
mod projector;
mod reel;
mod stage;
mod trainer;
mod visitor;

pub use inbox::{Inbox, Item};
pub use mix::share_out;
pub use stage::Stage;
pub use trainer::Trainer;

#[cfg(target_family = "wasm")]
pub use browser::start;

use protocol::{Event, Failure};
use worlds;

/// What a worker needs of its surroundings: a browser's worker scope, or a test.
pub trait Host {
    fn post(&self, event: Event);
    /// Lets messages in; returns after at least so many milliseconds.
    fn pause(&self, milliseconds: u32) -> impl Future<Output = ()>;
}

/// Hands a file to its world in this worker. What is no use leaves the world as it was.
fn load(world: String, name: String, bytes: &[u8]) -> Event {
    let found = match worlds::find(&world) {
        None => Err(format!("there is no world called “{world}”")),
        Some(known) => known.load(&name, bytes).map_err(|error| error.to_string()),
    };
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
    let refused = |why: String| Failure::new(format!("{shown} was not loaded: {why}."), "Everything is as it was.");
    Event::Loaded { world, name, found: found.map_err(refused) }
}
