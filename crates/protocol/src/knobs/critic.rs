//! Knobs of the critic that estimates mutual information.

use super::learning_rate;
use crate::{ChoiceKnob, KnobCard, KnobGroup, NumberKnob, WholeKnob};

const GROUP: KnobGroup = KnobGroup::Critic;

/// How mutual information is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CriticKind {
    /// p(z|s,a) by cross-entropy.
    Classifier,
    /// The Donsker-Varadhan bound with the exact sum over styles.
    Exact,
    /// The Donsker-Varadhan bound with styles drawn from the prior: the paper's Algorithm 1.
    Sampled,
}

pub const CRITIC: ChoiceKnob<CriticKind> = ChoiceKnob::new(
    "critic",
    "knob-critic",
    GROUP,
    &[("classifier", CriticKind::Classifier), ("exact", CriticKind::Exact), ("sampled", CriticKind::Sampled)],
    "classifier",
);
/// Width of the critic's two hidden layers.
pub const HIDDEN: WholeKnob =
    WholeKnob::new("critic_hidden", "knob-critic_hidden", GROUP, (8, 256), 64).step(8).unit("unit-units");
/// Critics for cross-fitting, each trained on all demonstrations but its fold.
pub const FOLDS: WholeKnob = WholeKnob::new("critic_folds", "knob-critic_folds", GROUP, (1, 5), 3);
pub const EPOCHS: WholeKnob = WholeKnob::new("critic_epochs", "knob-critic_epochs", GROUP, (1, 100), 10);
/// Adam's learning rate for the critic.
pub const RATE: NumberKnob = learning_rate("critic_rate", "knob-critic_rate", GROUP, 3e-3);
/// Which critics estimate the share of wrong labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelNoise {
    /// Classifiers only; others take every label at its word.
    Classifier,
    Every,
    Ignored,
}

impl LabelNoise {
    pub fn estimated_by(self, kind: CriticKind) -> bool {
        match self {
            Self::Classifier => kind == CriticKind::Classifier,
            Self::Every => true,
            Self::Ignored => false,
        }
    }
}

pub const LABEL_NOISE: ChoiceKnob<LabelNoise> = ChoiceKnob::new(
    "slips",
    "knob-slips",
    GROUP,
    &[("on", LabelNoise::Classifier), ("all", LabelNoise::Every), ("off", LabelNoise::Ignored)],
    "on",
);
/// Whether MINE's denominator is a moving average over batches.
pub const MOVING_AVERAGE: ChoiceKnob<bool> =
    ChoiceKnob::new("moving_average", "knob-moving_average", GROUP, &[("off", false), ("on", true)], "off");

/// The knobs of every method with a critic.
pub fn cards() -> Vec<KnobCard> {
    vec![
        CRITIC.card(),
        HIDDEN.card(),
        FOLDS.card(),
        EPOCHS.card(),
        RATE.card(),
        LABEL_NOISE.card(),
        MOVING_AVERAGE.card(),
    ]
}
