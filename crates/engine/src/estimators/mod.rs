//! How much a state-action pair tells about a style: critics, their bound, and weights from them.

mod critic;
mod critic_training;
mod decorrelate;
mod evidence;
mod label_noise;
mod matrix;
mod pmi;

pub use critic::{Critic, CriticSet, critic_kind};
pub use critic_training::{Bounds, CriticConfig, CriticTraining, check_every};
pub use decorrelate::decorrelate;
pub use label_noise::with_label_noise;
pub use matrix::SquareMatrix;
pub use pmi::{WeightConstants, Weighting, normalise, of_labels, pmi};
pub use protocol::knobs::critic::CriticKind;
pub use protocol::knobs::weights::{Baseline, Evidence, Normalisation};
