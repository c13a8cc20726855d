//! Demonstrations, the files they are read from, and the random streams they are drawn with.

pub(crate) mod container;
mod demos;
mod error;
pub mod import;
mod net;
pub mod npz;
pub mod pack;
mod pictures;
mod rng;
mod tracks;

pub use demos::{ActionKind, Demos, Trajectory, UnmadePairs};
pub use error::DataError;
pub use net::{Net, Training};
pub use pictures::{PictureScaling, PictureStack, Pictures};
pub use rng::{Rng, fnv1a};
pub use tracks::{POINTS, STEP_SECONDS, Track, Tracks};
