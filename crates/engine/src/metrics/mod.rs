//! How good a policy is.

mod calibration;
mod rollout;

pub use calibration::calibrate;
pub use rollout::Cast;
