//! Demonstrations, where they are read from, and the randomness they are made with.

mod demos;
pub mod import;
mod net;
pub mod pack;
mod rng;
mod tracks;

pub use demos::{ActionKind, DataError, Demos, Trajectory};
pub use net::{Net, Training};
pub use rng::Rng;
pub use tracks::{POINTS, STEP_SECONDS, Track, Tracks};
