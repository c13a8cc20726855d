//! The left column: the method and the knobs that matter most. As a drawer it shows all of them.

use leptos::prelude::*;

use super::Hint;
use super::files::Files;
use super::knob::Knob;
use super::recipe::Recipe;
use super::transport::Seed;
use crate::actions::Action;
use crate::page::Page;
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{shown, shown_memo, t, words};
use protocol::{KnobCard, KnobGroup, LabelCard, MethodCard, Text, text};

fn groups() -> [(KnobGroup, Text); 5] {
    [
        (KnobGroup::Data, text!("page-knobs-data")),
        (KnobGroup::Critic, text!("page-knobs-critic")),
        (KnobGroup::Rollouts, text!("page-knobs-rollouts")),
        (KnobGroup::Weights, text!("page-knobs-weights")),
        (KnobGroup::Policy, text!("page-knobs-policy")),
    ]
}

/// Knobs of the data that are shown while the drawer is closed.
const SHOWN: usize = 4;

#[component]
pub fn Knobs(page: Page) -> impl IntoView {
    let open = page.memo(|model| model.view.knobs_open);
    // A narrow screen has no room for open groups.
    let wide =
        web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64()).is_none_or(|width| width > 760.0);
    view! {
        <section class="rail knobs" class:all=open id="settings" aria-label=t!("page-knobs")>
            <div class="drawerhead">
                <h2>{t!("page-knobs")}</h2>
                <button class="quiet" aria-label=t!("page-close") on:click=move |_| page.perform(Action::OpenKnobs(false))>"×"</button>
            </div>
            <Method page/>
            <Recipe page/>
            {groups().map(|(group, name)| view! { <Group page group name wide/> }).collect_view()}
        </section>
    }
}

#[component]
fn Group(page: Page, group: KnobGroup, name: Text, wide: bool) -> impl IntoView {
    let data = group == KnobGroup::Data;
    let cards = page.memo(move |model| {
        let cards = model.knobs().into_iter().filter(|card| card.group == group);
        cards.enumerate().map(|(place, card)| (!data || place >= SHOWN, card)).collect::<Vec<(bool, KnobCard)>>()
    });
    let name = shown(name);
    let knob = move |(extra, card): (bool, KnobCard)| view! { <Knob page card extra/> };
    view! {
        {when(move || data || !cards.get().is_empty(), move || view! { <details class="group" class:extra=!data open=wide || data>
                <summary>{name}</summary>
                {when(move || data, move || view! { <Data page/> })}
                {dynamic(move || cards.get().into_iter().map(knob).collect_view())}
                {when(move || data, move || view! { <Seed page/> })}
            </details> })}
    }
}

#[component]
fn Method(page: Page) -> impl IntoView {
    let methods = page.memo(|model| model.catalog.as_ref().map(|catalog| catalog.methods.clone()).unwrap_or_default());
    let current = page.memo(|model| model.requested.method.clone());
    let about = page.memo(|model| model.method().map(|card| card.about.clone()));
    let equation = page.memo(|model| model.method().map(|card| card.equation.clone()).unwrap_or_default());
    let comparing = page.memo(|model| !model.compare.is_empty());
    let option = move |MethodCard { id, name, about, .. }: MethodCard| {
        let here = id.clone();
        view! {
            <option value=id title=shown(about) selected=boolean(move || current.get() == here)>{shown(name)}</option>
        }
    };
    let tag = move || match comparing.get() {
        true => words(&text!("page-method-shows-knobs")),
        false => words(&text!("page-knob-restarts")),
    };
    view! {
        <div class="knob">
            <span class="named"><label for="method">{t!("page-method")}</label><Hint about=shown_memo(about)/></span>
            <span class="tag restarts">{string(tag)}</span>
            <select id="method" data-testid="method" prop:value=current
                on:change=move |event| page.perform(Action::ChooseMethod(event_target_value(&event)))>
                {dynamic(move || methods.get().into_iter().map(option).collect_view())}
            </select>
            <p class="about extra">{shown_memo(about)}</p>
            <p class="equation" title=t!("page-equation.about")>{equation}</p>
        </div>
    }
}

/// Where the demonstrations come from, how many there are, and how styles are named.
#[component]
fn Data(page: Page) -> impl IntoView {
    let about = page.memo(|model| model.world().map(|card| card.about.clone()));
    let source = page.memo(|model| model.source());
    let count = page.memo(|model| {
        let demos = model.demos.as_ref()?;
        let (all, held_out, pairs) = (demos.trajectories, demos.held_out_trajectories, demos.pairs);
        Some(text!("page-demonstrations", all = all, held_out = held_out, pairs = pairs))
    });
    let labels = page.memo(|model| model.world().map(|card| card.labels.clone()).unwrap_or_default());
    let current = page.memo(|model| model.requested.label.clone());
    let option = move |LabelCard { id, name, .. }: LabelCard| {
        let here = id.clone();
        view! { <option value=id selected=boolean(move || current.get() == here)>{shown(name)}</option> }
    };
    view! {
        <p class="about extra">{shown_memo(about)}</p>
        <p class="aside" data-testid="source">{shown_memo(source)}" "{shown_memo(count)}</p>
        {when(move || { labels.get().len() > 1 }, move || view! { <div class="knob">
                <label for="label">{t!("page-label")}</label><span class="tag restarts">{t!("page-knob-restarts")}</span>
                <select id="label" data-testid="label" prop:value=current
                    on:change=move |event| page.perform(Action::ChooseLabel(event_target_value(&event)))>
                    {dynamic(move || labels.get().into_iter().map(option).collect_view())}
                </select>
            </div> })}
        <div class="extra"><Files page/></div>
    }
}
