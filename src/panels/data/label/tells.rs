//! How much a label by the drafted rule would tell about a pair, I(Z;S,A) in nats, estimated by the trainer whenever the
//! sliders rest.

use std::time::Duration;

use leptos::prelude::*;

use super::RuleDraft;
use crate::reactive::string;
use crate::text::{fixed, percent, words};
use protocol::questions::Tells;
use protocol::{Answer, Question, Rule, Text, text};

/// A slider has to rest for this long.
const REST: Duration = Duration::from_millis(250);

#[component]
pub fn TellsView(draft: RuleDraft) -> impl IntoView {
    let (panel, asked) = (draft.panel, StoredValue::new(None::<u32>));
    let estimate = RwSignal::new(None::<Result<Tells, Text>>);
    let wanted = StoredValue::new(None::<Rule>);
    Effect::new(move |_| {
        let rule = draft.rule();
        if draft.values.with(Vec::is_empty) || rule.thresholds.is_empty() {
            return;
        }
        wanted.set_value(Some(rule.clone()));
        set_timeout(
            move || {
                // The slider has moved on, or the panel is closed.
                if wanted.try_get_value().flatten().as_ref() == Some(&rule) {
                    asked.set_value(Some(panel.ask(&Question::Tells { rule: rule.clone() })));
                }
            },
            REST,
        );
    });
    Effect::new(move |_| {
        let Some((id, answer)) = panel.answer.get() else { return };
        match (asked.get_value() == Some(id), answer.as_ref()) {
            (true, Answer::Tells(tells)) => estimate.set(Some(Ok(*tells))),
            // The run was opened again before the estimate was complete.
            (true, Answer::Refused(why)) if why.key == "export-interrupted" => {
                if let Some(rule) = wanted.get_value() {
                    asked.set_value(Some(panel.ask(&Question::Tells { rule })));
                }
            }
            (true, Answer::Refused(why)) => estimate.set(Some(Err(why.clone()))),
            _ => {}
        }
    });
    let said = move || match estimate.get() {
        None => String::new(),
        Some(Err(why)) => words(&why),
        Some(Ok(Tells { information, entropy, done })) => {
            let (information, entropy) = (fixed(information, 2), fixed(entropy, 2));
            words(&match done < 1.0 {
                true => text!("data-tells-soon", information = information, entropy = entropy, done = percent(done)),
                false => text!("data-tells", information = information, entropy = entropy),
            })
        }
    };
    let number =
        move || estimate.get().and_then(Result::ok).filter(|tells| tells.done >= 1.0).map(|tells| tells.information);
    view! {
        <p class="readout" data-testid="label-tells" data-value=string(move || number().map(|number| number.to_string()).unwrap_or_default())>{string(said)}</p>
    }
}
