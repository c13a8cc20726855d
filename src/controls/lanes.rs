//! The methods that are compared, and the kinds of data to compare them on.

use leptos::prelude::*;

use crate::actions::Action;
use crate::page::Page;
use crate::reactive::{dynamic, string, when};
use crate::state::MAX_LANES;
use crate::text::{shown, t};
use protocol::{RecipeCard, Text};

/// Selects the methods to compare.
#[component]
pub fn Lanes(page: Page) -> impl IntoView {
    let methods = page.memo(|model| {
        let methods = model.catalog.as_ref().map(|catalog| catalog.methods.clone()).unwrap_or_default();
        methods.into_iter().map(|card| (card.id, card.name)).collect::<Vec<_>>()
    });
    let lane = move |(id, name): (String, Text)| {
        let (here, there) = (id.clone(), id.clone());
        let on = page.memo(move |model| model.compare.contains(&here));
        let stuck = page.memo(|model| (model.compare.len() <= 2, model.compare.len() >= MAX_LANES));
        let fixed = move || if on.get() { stuck.get().0 } else { stuck.get().1 };
        view! {
            <label class="check">
                <input type="checkbox" data-testid=format!("lane-{id}") prop:checked=on disabled=fixed
                    on:change=move |_| page.perform(Action::ToggleCompared(there.clone()))/>
                {shown(name)}
            </label>
        }
    };
    view! {
        <div class="lanes">
            <fieldset>
                <legend class="sr">{t!("page-lanes")}</legend>
                {dynamic(move || methods.get().into_iter().map(lane).collect_view())}
            </fieldset>
            <Presets page/>
        </div>
    }
}

#[component]
fn Presets(page: Page) -> impl IntoView {
    let presets = page.memo(|model| model.world().map(|card| card.presets.clone()).unwrap_or_default());
    let button = move |preset: RecipeCard| {
        let (id, known) = (preset.id.clone(), preset.clone());
        let follows = page.memo(move |model| model.follows(&known));
        view! {
            <button class="toggle" data-testid=format!("preset-{id}") title=shown(preset.about) aria-pressed=string(move || follows.get().to_string())
                on:click=move |_| page.perform(Action::ChoosePreset(id.clone()))>{shown(preset.name)}</button>
        }
    };
    view! {
        {when(move || !presets.get().is_empty(), move || view! { <div class="presets" role="group" aria-label=t!("page-presets")>
                <span class="aside">{t!("page-presets")}</span>
                {dynamic(move || presets.get().into_iter().map(button).collect_view())}
            </div> })}
    }
}
