//! Demonstrations and the randomness they are made with.

mod demos;
mod rng;

pub use demos::{DataError, Demos, Trajectory};
pub use rng::Rng;
