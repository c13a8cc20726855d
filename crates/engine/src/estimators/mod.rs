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
pub use matrix::SquareMatrix;
pub use mine::{Critic, Judges, critic_kind};
pub use pmi::{Weighting, normalise, of_labels, pmi};
pub use protocol::knobs::critic::CriticKind;
pub use protocol::knobs::weights::{Baseline, Evidence, Normalisation};
pub use slips::with_slips;
