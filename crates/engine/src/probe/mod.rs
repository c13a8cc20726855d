//! Training steps on random data: timed by benchmarks, timed and compared where a device is chosen, compared by the
//! tests of the WebGPU kernels (natively in `tests/kernel.rs`, in a browser in `tests/browser/kernels.rs`).

mod compare;
mod paths;
mod pictures;
mod steps;

pub use compare::{Difference, HEADS, LOSSES, Tolerance};
pub use paths::{PathWorkload, compare_paths};
pub use pictures::{PictureWorkload, SEEN_LOSSES, compare_seen};
pub use steps::{StepKind, Workload, compare_steps, measure, noise};
