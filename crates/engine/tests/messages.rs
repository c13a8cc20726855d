//! Every message of a method's card is in the message files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod english;

use engine::session::catalog;
use protocol::{KnobCard, KnobKind, Text};

fn of_knob(card: &KnobCard) -> Vec<Text> {
    let mut texts = vec![card.name.clone(), card.about.clone()];
    match &card.kind {
        KnobKind::Number { unit, .. } | KnobKind::Whole { unit, .. } => texts.extend(unit.clone()),
        KnobKind::Columns => {}
        KnobKind::Choice(choices) | KnobKind::Drawing(choices) => {
            texts.extend(choices.iter().flat_map(|choice| [choice.name.clone(), choice.about.clone()]));
        }
    }
    texts
}

#[test]
fn methods_knobs_and_curves_have_words() {
    let messages = english::messages();
    for method in &catalog().methods {
        let mut texts = vec![method.name.clone(), method.about.clone()];
        texts.extend(method.knobs.iter().flat_map(of_knob));
        for series in &method.series {
            texts.extend([series.name.clone(), series.about.clone()].into_iter().chain(series.unit.clone()));
        }
        for text in texts {
            assert!(messages.contains(&text.key), "{}: there is no message {}", method.id, text.key);
        }
    }
}
