//! Scores that only reports need: distances to the experts (DTW, ED), KL of state-action visits, and how paths move.

mod distance;
mod evaluation;
mod kl;
mod motion;
mod realism;

pub use evaluation::{StyleScore, evaluate};
pub use motion::{Motion, close};
pub use realism::{PathSplit, classifier_auc};
