//! How good a policy is.

mod calibration;
mod distance;
mod rollout;

pub use calibration::calibrate;
pub use distance::{dtw, euclidean};
pub use rollout::Cast;
