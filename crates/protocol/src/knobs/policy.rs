//! Knobs of the policy's training.

use super::learning_rate;
use crate::{KnobCard, KnobGroup, NumberKnob, WholeKnob};

const GROUP: KnobGroup = KnobGroup::Policy;

/// Adam's learning rate for the policy.
pub const RATE: NumberKnob = learning_rate("rate", "knob-rate", GROUP, 1e-3);
/// Pairs of state and action per optimiser step.
pub const BATCH: WholeKnob = WholeKnob::new("batch", "knob-batch", GROUP, (16, 1024), 128).step(16).unit("unit-pairs");
/// Width of the policy's two hidden layers.
pub const HIDDEN: WholeKnob = WholeKnob::new("hidden", "knob-hidden", GROUP, (8, 256), 64).step(8).unit("unit-units");
pub const EPOCHS: WholeKnob = WholeKnob::new("epochs", "knob-epochs", GROUP, (1, 100), 20);
/// Seeds that are trained side by side.
pub const SEEDS: WholeKnob = WholeKnob::new("seeds", "knob-seeds", GROUP, (1, 5), 1);
/// Components of the Gaussian mixture that continuous actions are drawn from. Only worlds whose actions need a mixture
/// have this knob (with a default of their own); elsewhere it reads as a single Gaussian.
pub const PARTS: WholeKnob = WholeKnob::new("parts", "knob-parts", GROUP, (1, 16), 1);

/// The knobs that every method with a policy has.
pub fn cards() -> Vec<KnobCard> {
    vec![RATE.card(), BATCH.card(), HIDDEN.card(), EPOCHS.card(), SEEDS.card()]
}
