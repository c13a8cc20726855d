//! How much a state-action pair tells about a style: critics, their bound, and weights from them.

mod copula;
mod decorrelate;
mod dependence;
mod estimation;
mod evidence;
mod mine;
mod pmi;
mod reference;
mod slips;
mod square;

pub use decorrelate::decorrelate;
pub use dependence::{Dependence, Samples, dependence};
pub use estimation::{Bounds, Estimation, EstimationConfig, check_every};
pub use evidence::Evidence;
pub use mine::{Critic, CriticKind, Judges};
pub use pmi::{Baseline, Normalisation, Weighting, normalise, of_labels, pmi};
pub use reference::Reference;
pub use slips::with_slips;
