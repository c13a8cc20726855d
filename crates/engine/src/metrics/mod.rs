//! How good a policy is.

mod calibration;

pub use calibration::calibrate;
