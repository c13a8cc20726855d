//! The style sliders: the share of agents per style, and the style strength.

use leptos::prelude::*;

use super::{Hint, StyleMark};
use crate::actions::Action;
use crate::browser::event_number;
use crate::page::Page;
use crate::permalink::MAX_STRENGTH;
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::{Model, shares};
use crate::text::{self, shown, shown_memo, t, words};
use protocol::{LabelCard, Text, text};

#[component]
pub fn Styles(page: Page) -> impl IntoView {
    let styles = page.memo(|model| model.styles().into_iter().enumerate().collect::<Vec<_>>());
    let ranges = page.memo(|model| model.label().and_then(ranges));
    let about =
        page.memo(|model| model.label().filter(|label| label.ranges.is_some()).map(|label| label.about.clone()));
    let ignores_style = page.memo(|model| !model.lanes.is_empty() && !model.follows_style());
    let share = move |(style, name): (usize, Text)| view! { <Share page style name/> };
    let even = page.memo(|model| shares::is_even(&model.shares));
    view! {
        <section class="styles" aria-label=t!("page-styles")>
            <h2>{t!("page-styles-ask")}<Hint about=t!("page-styles-ask.about")/></h2>
            {when(move || ignores_style.get(), move || view! { <p class="aside">{t!("page-styles-unknown")}</p> })}
            <p class="aside" title=shown_memo(about)>{shown_memo(ranges)}</p>
            <div class="sliders">
                {dynamic(move || styles.get().into_iter().map(share).collect_view())}
                <Strength page/>
            </div>
            <button class="quiet" data-testid="mix" disabled=boolean(move || even.get()) title=t!("page-mix.about")
                on:click=move |_| page.perform(Action::MixStyles)>{t!("page-mix")}</button>
        </section>
    }
}

/// Styles that are ranges of one number, with the thresholds between them: "Curvature: straight < 0.36 rad < bending".
fn ranges(label: &LabelCard) -> Option<Text> {
    let ranges = label.ranges.as_ref()?;
    let mut styles = label.styles.iter().cloned();
    let first = styles.next()?;
    let line = styles.zip(&ranges.thresholds).fold(first, |below, (above, threshold)| match &ranges.unit {
        Some(unit) => {
            text!("page-range-unit", below = below, threshold = *threshold, unit = unit.clone(), above = above)
        }
        None => text!("page-range", below = below, threshold = *threshold, above = above),
    });
    Some(text!("page-ranges", name = ranges.name.clone(), styles = line))
}

#[component]
fn Share(page: Page, style: usize, name: Text) -> impl IntoView {
    let share = page.memo(move |model| model.shares.get(style).copied().unwrap_or(0.0));
    let id = format!("style-{style}");
    let about = text!("page-share", style = name.clone());
    let only = t!("page-ask", style = name.clone());
    let asked = name.clone();
    let spoken = move || words(&text!("page-share-value", share = share.get() / 100.0, style = asked.clone()));
    view! {
        <div class=format!("share style-{}", style % 8)>
            <button class="ask" data-testid=format!("ask-{style}") title=only on:click=move |_| page.perform(Action::AskForStyle(style))><StyleMark style/>" "{shown(name)}</button>
            <input type="range" id=id.clone() data-testid=id aria-label=shown(about) min="0" max="100" step="1"
                prop:value=string(move || share.get().round().to_string())
                aria-valuetext=string(spoken)
                on:input=move |event| page.perform(Action::SetStyleShare { style, percent: event_number(&event) as f32 })/>
            <output>{string(move || text::percent(share.get() / 100.0))}</output>
        </div>
    }
}

#[component]
fn Strength(page: Page) -> impl IntoView {
    let strength = page.memo(Model::strength);
    let possible = page.memo(|model| model.critic_lane().is_some());
    let about = string(move || match possible.get() {
        true => words(&text!("page-strength.about")),
        false => words(&text!("page-strength-impossible")),
    });
    view! {
        <div class="share strength" title=about>
            <span class="named"><label for="strength">{t!("page-strength")}</label><Hint about/></span>
            <input type="range" id="strength" data-testid="strength" min="0" max=MAX_STRENGTH.to_string() step="0.1"
                disabled=boolean(move || !possible.get()) aria-describedby="about-strength"
                prop:value=string(move || text::fixed(strength.get(), 1))
                on:input=move |event| page.perform(Action::SetStyleStrength(event_number(&event) as f32))/>
            <output>"γ "{string(move || text::fixed(strength.get(), 1))}</output>
            <p id="about-strength" class=string(move || if possible.get() { "sr" } else { "aside" }.into())>{about}</p>
        </div>
    }
}
