//! The time machine: shows agents, weights and matrix of an earlier step of the run, and forks the run there with one
//! knob changed. Both runs are then drawn on one chart.

mod race;

use leptos::prelude::*;

use super::beside::share;
use super::{Close, Panel, port};
use crate::browser::event_number;
use crate::reactive::{boolean, string, when};
use crate::state::Model;
use crate::text::{t, thousands, words};
use protocol::{TrainerCommand, text};
use race::Race;

/// Steps that the run has taken.
fn steps(model: &Model) -> u32 {
    model.lanes.first().and_then(|lane| lane.progress.as_ref()).map_or(0, |progress| progress.step)
}

fn recall(step: Option<u32>) {
    port::send(TrainerCommand::Recall { lane: 0, step });
}

#[component]
pub fn TimeMachine(panel: Panel) -> impl IntoView {
    let page = panel.page;
    // While an earlier step is shown, progress and calibration are those of that step, so the newest are remembered.
    let (furthest, newest) = (RwSignal::new(0_u32), RwSignal::new(None));
    Effect::new(move |_| {
        let recalled = page.get(|model| model.lanes.first().and_then(|lane| lane.recalled));
        if recalled.is_none() {
            furthest.set(page.peek(steps));
            newest.set(page.peek(share));
        }
    });
    let shown = page.memo(|model| model.lanes.first().and_then(|lane| lane.recalled));
    let draft = RwSignal::new(None::<u32>);
    let at = move || draft.get().or(shown.get()).unwrap_or(furthest.get());
    let go = move |event: leptos::ev::Event| {
        let step = event_number(&event).max(0.0) as u32;
        draft.set(None);
        recall((step < furthest.get_untracked()).then_some(step));
    };
    let said = move || {
        let (step, steps) = (thousands(at()), thousands(furthest.get()));
        words(&match shown.get() {
            Some(_) => text!("time-shown", step = step, steps = steps),
            None => text!("time-newest", steps = steps),
        })
    };
    on_cleanup(|| recall(None));
    view! {
        <section class="lesson" data-testid="time">
            <header><h2>{t!("time-title")}</h2><Close/></header>
            <p>{t!("time-about")}</p>
            {when(move || furthest.get() == 0, move || view! { <p class="aside">{t!("time-nothing")}</p> })}
            <label class="guess">{t!("time-step")}
                <input type="range" min="0" max=string(move || furthest.get().to_string()) step="10" data-testid="time-slider"
                    prop:value=string(move || at().to_string()) aria-valuetext=string(said)
                    on:input=move |event| draft.set(Some(event_number(&event).max(0.0) as u32)) on:change=go/>
            </label>
            <p class="readout" data-testid="time-shown" aria-live="polite">{string(said)}</p>
            <button class="quiet" data-testid="time-newest" disabled=boolean(move || shown.get().is_none())
                on:click=move |_| recall(None)>{t!("time-back")}</button>
            <Race panel at=Signal::derive(at) newest/>
        </section>
    }
}
