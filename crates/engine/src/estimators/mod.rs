//! How much a state-action pair tells about a style: critics, their bound, and weights from them.

mod decorrelate;
mod estimation;
mod evidence;
mod matrix;
mod mine;
mod pmi;
mod slips;

pub use decorrelate::decorrelate;
pub use estimation::{Bounds, Estimation, EstimationConfig, check_every};
pub use evidence::Evidence;
pub use matrix::SquareMatrix;
pub use mine::{Critic, CriticKind, Judges};
pub use pmi::{Baseline, Normalisation, Weighting, normalise, of_labels, pmi};
pub use slips::with_slips;
