//! The knob of methods that find styles without labels: where the meaning of their codes comes from.

use crate::{ChoiceKnob, KnobGroup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codes {
    /// As published: found without labels, and named afterwards by the best one-to-one match with them.
    Found,
    /// Taken from the labels of the demonstrations, for comparison with methods that use labels.
    Labels,
}

pub const CODES: ChoiceKnob<Codes> = ChoiceKnob::new(
    "codes",
    "knob-codes",
    KnobGroup::Policy,
    &[("found", Codes::Found), ("labels", Codes::Labels)],
    "found",
);
