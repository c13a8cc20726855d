//! The knob *Sees*: what agents observe of a game.

use crate::{ChoiceKnob, KnobGroup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// The console's memory, and features of the window.
    Memory,
    /// The pictures of the last decisions.
    Picture,
    /// Where the ways out of the player's place lead, and features of the window.
    Surroundings,
}

pub const SEES: ChoiceKnob<Sees> = ChoiceKnob::new(
    "sees",
    "knob-sees",
    KnobGroup::Data,
    &[("surroundings", Sees::Surroundings), ("memory", Sees::Memory), ("picture", Sees::Picture)],
    "surroundings",
);
