//! Knobs of the weights in the policy's loss, w ∝ e^{β·pmi}.

use serde::{Deserialize, Serialize};

use crate::{ChoiceKnob, KnobCard, KnobGroup, NumberKnob};

const GROUP: KnobGroup = KnobGroup::Weights;

/// Which PMI of a step the weights are computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// pmi(z; s,a): the paper's.
    #[default]
    Pair,
    /// pmi(z; a|s), with a uniform prior over actions. Needs discrete actions.
    Action,
}

/// How the critic's unknown additive constant is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normalisation {
    /// Per pair: pmi = T - ln Σ_z' p(z') e^T, which is exact for a finite set of styles.
    PerPair,
    /// One constant for all pairs.
    Global,
    /// The critic's score as it is.
    Raw,
}

/// What is done with the mean weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Baseline {
    /// Cap weights by the estimated label noise, then divide by the mean.
    Capped,
    /// Divide by the mean.
    Mean,
    /// Subtract the mean, cut off below zero, divide by the mean of the rest.
    Clamped,
    /// Subtract the mean, as printed in the paper. Diverges.
    Printed,
}

pub const EVIDENCE: ChoiceKnob<Evidence> = ChoiceKnob::new(
    "evidence",
    "knob-evidence",
    GROUP,
    &[("pair", Evidence::Pair), ("action", Evidence::Action)],
    "pair",
)
.live();
/// The exponent β of the weights w ∝ e^{β·pmi}.
pub const BETA: NumberKnob = NumberKnob::new("beta", "knob-beta", GROUP, (0.0, 8.0), 1.5).step(0.1).live();
pub const NORMALISATION: ChoiceKnob<Normalisation> = ChoiceKnob::new(
    "normalisation",
    "knob-normalisation",
    GROUP,
    &[("pair", Normalisation::PerPair), ("global", Normalisation::Global), ("raw", Normalisation::Raw)],
    "pair",
)
.live();
pub const BASELINE: ChoiceKnob<Baseline> = ChoiceKnob::new(
    "baseline",
    "knob-baseline",
    GROUP,
    &[
        ("capped", Baseline::Capped),
        ("mean", Baseline::Mean),
        ("clamped", Baseline::Clamped),
        ("printed", Baseline::Printed),
    ],
    "capped",
)
.live();

/// The knobs of every method that weights its loss by PMI.
pub fn cards() -> Vec<KnobCard> {
    vec![EVIDENCE.card(), BETA.card(), NORMALISATION.card(), BASELINE.card()]
}
