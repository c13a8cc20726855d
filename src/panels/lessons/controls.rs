//! The knobs that a step names, shown in the panel.

use leptos::prelude::*;

use crate::controls::Knob;
use crate::panels::Panel;
use crate::reactive::dynamic;

#[component]
pub fn StepKnobs(panel: Panel, knobs: Vec<String>) -> impl IntoView {
    let cards = panel.page.memo(move |model| {
        let all = model.knobs();
        knobs.iter().filter_map(|id| all.iter().find(|card| card.id == *id).cloned()).collect::<Vec<_>>()
    });
    let knob = move |card| view! { <Knob page=panel.page card extra=false prefix="lesson-knob"/> };
    view! { <div class="stepknobs">{dynamic(move || cards.get().into_iter().map(knob).collect_view())}</div> }
}
