//! Forks the run at a step with one knob changed, and draws both runs on one chart.

use leptos::prelude::*;

use crate::actions::Action;
use crate::browser::event_number;
use crate::panels::beside::{Both, First};
use crate::panels::{Panel, port};
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::Model;
use crate::text::{short, shown, t, words};
use protocol::{KnobCard, KnobKind, Value, text};

/// Live knobs whose value is a number.
fn live_knobs(model: &Model) -> Vec<KnobCard> {
    let live = |card: &KnobCard| card.live && !matches!(card.kind, KnobKind::Choice(_));
    model.knobs().into_iter().filter(live).collect()
}

/// `newest` is the share of rollouts in the requested style at the newest step.
#[component]
pub fn Race(panel: Panel, at: Signal<u32>, newest: RwSignal<Option<f32>>) -> impl IntoView {
    let page = panel.page;
    let knobs = page.memo(live_knobs);
    let chosen = RwSignal::new(None::<String>);
    let value = RwSignal::new(None::<f64>);
    let card = Memo::new(move |_| {
        let knobs = knobs.get();
        let wanted = chosen.get();
        knobs.iter().find(|card| Some(&card.id) == wanted.as_ref()).or(knobs.first()).cloned()
    });
    let now = Memo::new(move |_| {
        let card = card.get()?;
        match page.get(|model| model.knob_value(&card)) {
            Value::Number(number) => Some(number),
            Value::Word(_) => None,
        }
    });
    let first = RwSignal::new(None::<First>);
    let start = move |_| {
        let (Some(card), Some(value)) = (card.get_untracked(), value.get_untracked().or(now.get_untracked())) else {
            return;
        };
        let (link, step) = (port::state().link, at.get_untracked());
        let changed = words(&text!("time-changed", knob = card.name.clone(), value = short(value)));
        let share = newest.get_untracked();
        first.set(Some(page.peek(|model| First::of(model, link.clone(), changed, share))));
        port::perform(Action::Navigate(format!("{link}&at={step}:{}:{value}", card.id)));
        port::perform(Action::Train);
    };
    let back = move |_| {
        if let Some(first) = first.get_untracked() {
            port::perform(Action::Navigate(first.link));
        }
        first.set(None);
    };
    let option = |card: KnobCard| view! { <option value=card.id.clone()>{shown(card.name)}</option> };
    view! {
        <h3>{t!("time-fork")}</h3>
        <p class="aside">{t!("time-fork.about")}</p>
        <div class="guess">
            <label>{t!("time-knob")}
                <select data-testid="fork-knob" on:change=move |event| { chosen.set(Some(event_target_value(&event))); value.set(None); }>
                    {dynamic(move || knobs.get().into_iter().map(option).collect_view())}
                </select>
            </label>
            <label>{t!("time-value")}
                <input type="number" step="any" data-testid="fork-value"
                    prop:value=string(move || value.get().or(now.get()).map(short).unwrap_or_default())
                    on:change=move |event| value.set(Some(event_number(&event)).filter(|value| value.is_finite()))/>
            </label>
        </div>
        <button class="accent" data-testid="fork" disabled=boolean(move || card.get().is_none()) on:click=start>{t!("time-fork-start")}</button>
        {when(move || first.get().is_some(), move || view! {
            <Both panel first/>
            <button class="quiet" data-testid="fork-back" on:click=back>{t!("time-fork-back")}</button>
        })}
    }
}
