//! Command in, Event out, yield; nothing else. One binary, two roles.

mod agents;
mod arcade;
#[cfg(target_family = "wasm")]
mod browser;
mod inbox;
mod mix;
mod pace;
mod reel;
mod stage;
mod trainer;

pub use inbox::{Inbox, Item};
pub use mix::share_out;
pub use stage::Stage;
pub use trainer::Trainer;

#[cfg(target_family = "wasm")]
pub use browser::start;

use crate::protocol::Event;

/// What a worker needs of its surroundings: a browser's worker scope, or a test.
pub trait Host {
    fn post(&self, event: Event);
    /// Lets messages in; returns after at least so many milliseconds.
    fn pause(&self, milliseconds: u32) -> impl Future<Output = ()>;
}
