//! Knobs that several crates use: methods read them, worlds give them other defaults. Knobs of one world or one method
//! are declared in that world's or method's own file.

pub mod codes;
pub mod critic;
pub mod policy;
pub mod recipes;
pub mod sees;
pub mod weights;

use crate::{KnobGroup, NumberKnob};

/// A learning rate: 1e-5 to 0.1, ten steps per decade.
pub const fn learning_rate(id: &'static str, key: &'static str, group: KnobGroup, default: f64) -> NumberKnob {
    NumberKnob::new(id, key, group, (1e-5, 0.1), default).logarithmic(1.2589).live()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KnobCard, KnobKind, Value};

    #[test]
    fn every_default_can_be_chosen() {
        let cards: Vec<KnobCard> = [policy::cards(), critic::cards(), weights::cards()].concat();
        for card in cards {
            let fits = match (&card.kind, &card.default) {
                (KnobKind::Number { min, max, .. }, Value::Number(value)) => (min..=max).contains(&value),
                (KnobKind::Whole { min, max, .. }, Value::Number(value)) => {
                    (f64::from(*min)..=f64::from(*max)).contains(value)
                }
                (KnobKind::Choice(choices) | KnobKind::Drawing(choices), Value::Word(word)) => {
                    choices.iter().any(|choice| choice.id == *word)
                }
                _ => false,
            };
            assert!(fits, "{}", card.id);
            assert_eq!(card.name.key, format!("knob-{}", card.id));
        }
    }
}
