//! The left rail: data and style, method, and the knobs of both.

use leptos::prelude::*;

use super::files::Files;
use super::knob::Knob;
use crate::follow::{piece, truth, words};
use crate::page::Page;
use crate::state::MOST_LANES;
use crate::text;
use protocol::{KnobCard, KnobGroup};

const GROUPS: [(KnobGroup, &str); 4] = [
    (KnobGroup::Data, "Data and style"),
    (KnobGroup::Critic, "Critic"),
    (KnobGroup::Weights, "Weights"),
    (KnobGroup::Policy, "Policy"),
];

#[component]
pub fn Knobs(page: Page) -> impl IntoView {
    view! {
        <section class="rail knobs" aria-label="Settings of the run">
            <Method page/>
            {GROUPS.map(|(group, name)| view! { <Group page group name/> }).collect_view()}
        </section>
    }
}

#[component]
fn Group(page: Page, group: KnobGroup, name: &'static str) -> impl IntoView {
    let cards =
        page.memo(move |model| model.knobs().into_iter().filter(|card| card.group == group).collect::<Vec<KnobCard>>());
    let data = group == KnobGroup::Data;
    view! {
        <Show when=move || data || !cards.get().is_empty()>
            <details class="group" open>
                <summary>{name}</summary>
                <Show when=move || data><Data page/></Show>
                <For each=move || cards.get() key=|card| (card.id.clone(), card.about.clone(), text::value(&card.default)) let:card><Knob page card/></For>
            </details>
        </Show>
    }
}

#[component]
fn Method(page: Page) -> impl IntoView {
    let methods = page.memo(|model| model.catalog.as_ref().map(|catalog| catalog.methods.clone()).unwrap_or_default());
    let current = page.memo(|model| model.wish.method.clone());
    let card =
        page.memo(|model| model.method().map(|card| (card.about.clone(), card.equation.clone())).unwrap_or_default());
    let comparing = page.memo(|model| !model.compare.is_empty());
    let option = move |id: String, name: String, about: String| {
        let here = id.clone();
        view! { <option value=id title=about selected=truth(move || current.get() == here)>{name}</option> }
    };
    let tag = move || if comparing.get() { "shows its knobs" } else { "restarts" };
    view! {
        <div class="knob">
            <label for="method">"Method"</label>
            <span class="tag restarts">{tag}</span>
            <select id="method" data-testid="method" prop:value=current
                on:change=move |event| page.choose_method(&event_target_value(&event))>
                {piece(move || methods.get().into_iter().map(|m| option(m.id, m.name, m.about)).collect_view())}
            </select>
            <p class="about">{words(move || card.get().0)}</p>
            <p class="equation" title="What it minimises">{words(move || card.get().1)}</p>
            <Show when=move || comparing.get()><Lanes page/></Show>
        </div>
    }
}

/// Which methods stand side by side.
#[component]
fn Lanes(page: Page) -> impl IntoView {
    let methods = page.memo(|model| {
        let methods = model.catalog.as_ref().map(|catalog| catalog.methods.clone()).unwrap_or_default();
        methods.into_iter().map(|card| (card.id, card.name)).collect::<Vec<_>>()
    });
    let lane = move |(id, name): (String, String)| {
        let (here, there) = (id.clone(), id.clone());
        let on = page.memo(move |model| model.compare.contains(&here));
        let stuck = page.memo(|model| (model.compare.len() <= 2, model.compare.len() >= MOST_LANES));
        let fixed = move || if on.get() { stuck.get().0 } else { stuck.get().1 };
        view! {
            <label class="check">
                <input type="checkbox" data-testid=format!("lane-{id}") prop:checked=on disabled=fixed
                    on:change=move |_| page.toggle_lane(&there)/>
                {name}
            </label>
        }
    };
    view! {
        <fieldset class="lanes">
            <legend>"Side by side (two or three; restarts)"</legend>
            {piece(move || methods.get().into_iter().map(lane).collect_view())}
        </fieldset>
    }
}

/// Where the demonstrations come from, how many there are, and how styles are named.
#[component]
fn Data(page: Page) -> impl IntoView {
    let world = page.memo(|model| (model.world().map(|card| card.about.clone()).unwrap_or_default(), model.source()));
    let count = page.memo(|model| {
        let demos = model.demos.as_ref()?;
        Some(format!(
            "{} demonstrations ({} held out), {} pairs of state and action.",
            text::thousands(demos.trajectories),
            text::thousands(demos.held_out_trajectories),
            text::thousands(demos.pairs)
        ))
    });
    let labels = page.memo(|model| model.world().map(|card| card.labels.clone()).unwrap_or_default());
    let current = page.memo(|model| model.wish.label.clone());
    let option = move |id: String, name: String| {
        let here = id.clone();
        view! { <option value=id selected=truth(move || current.get() == here)>{name}</option> }
    };
    view! {
        <p class="about">{words(move || world.get().0)}</p>
        <p class="aside" data-testid="source">{words(move || world.get().1)}" "{count}</p>
        <Show when=move || { labels.get().len() > 1 }>
            <div class="knob">
                <label for="label">"Styles named by"</label><span class="tag restarts">"restarts"</span>
                <select id="label" data-testid="label" prop:value=current
                    on:change=move |event| page.choose_label(&event_target_value(&event))>
                    {piece(move || labels.get().into_iter().map(|label| option(label.id, label.name)).collect_view())}
                </select>
            </div>
        </Show>
        <Files page/>
    }
}
