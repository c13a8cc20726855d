//! How much a state-action pair tells about a style: critics, their bound, and weights from them.

mod dependence;
mod estimation;
mod mine;
mod pmi;

pub use dependence::{Dependence, Samples, dependence};
pub use estimation::{Bounds, Estimation, EstimationConfig};
pub use mine::{Critic, CriticKind};
pub use pmi::{Baseline, Normalisation, Weighting, of_labels, pmi};
