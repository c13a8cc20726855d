//! How good a policy is.

mod calibration;
mod distance;
mod evaluation;
mod kl;
mod motion;
mod realism;
mod rollout;

pub use calibration::calibrate;
pub use distance::{dtw, euclidean};
pub use evaluation::{StyleScore, evaluate};
pub use kl::StateActions;
pub use motion::{Motion, close};
pub use realism::{Kind, tell_apart};
pub use rollout::Cast;
