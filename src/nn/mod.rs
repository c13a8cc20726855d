//! Networks and what trains them. Everything here enqueues work and never reads it back.

mod bundle;
mod gaussian;
mod learner;
mod mlp;
mod plain;
mod resident;

pub use bundle::{Bundle, SnapshotError};
pub use gaussian::Gaussian;
pub use learner::Learner;
pub use mlp::{Layers, Mlp};
pub use plain::{PlainMlp, Scratch};
pub use resident::{Epoch, Members, Resident, Side};
