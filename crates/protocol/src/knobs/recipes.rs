//! Recipes: values for all knobs of BC-PMI's critic and weights that belong together. The policy's knobs are in no recipe:
//! all methods share them, so that a comparison is one of methods and not of network sizes.

use std::collections::BTreeMap;

use super::critic::{self, CriticKind};
use super::weights::{self, Baseline, Evidence, Normalisation};
use crate::Value;

/// Ids of the recipes.
pub const PAPER: &str = "paper";
pub const BEST: &str = "best";

/// The paper's Algorithm 1 with its settings for Circle2D: MINE with drawn styles, one critic, weights e^pmi. The critic's
/// unknown constant is removed per pair, and the mean weight is divided by instead of subtracted: as printed, the
/// subtraction diverges.
pub fn paper() -> BTreeMap<String, Value> {
    [
        critic::CRITIC.at(CriticKind::Sampled),
        critic::HIDDEN.at(32),
        critic::FOLDS.at(1),
        critic::EPOCHS.at(10),
        critic::RATE.at(1e-3),
        critic::LABEL_NOISE.at(critic::LabelNoise::Ignored),
        critic::MOVING_AVERAGE.at(false),
        weights::EVIDENCE.at(Evidence::Pair),
        weights::BETA.at(1.0),
        weights::NORMALISATION.at(Normalisation::PerPair),
        weights::BASELINE.at(Baseline::Mean),
    ]
    .into()
}

/// The defaults of all these knobs, which were found by measurement on Circle2D.
pub fn best() -> BTreeMap<String, Value> {
    let cards = critic::cards().into_iter().chain(weights::cards());
    cards.map(|card| (card.id, card.default)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_about_the_same_knobs_and_differ() {
        assert_eq!(paper().into_keys().collect::<Vec<_>>(), best().into_keys().collect::<Vec<_>>());
        assert_ne!(paper(), best());
    }
}
