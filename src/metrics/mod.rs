//! How good a policy is.

mod calibration;
mod distance;
mod evaluation;
mod kl;
mod rollout;

pub use calibration::calibrate;
pub use distance::{dtw, euclidean};
pub use evaluation::{StyleScore, evaluate};
pub use kl::StateActions;
pub use rollout::Cast;
