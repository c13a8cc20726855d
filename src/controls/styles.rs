//! The style sliders: the share of agents per style, and the style strength.

use leptos::prelude::*;

use super::StyleMark;
use crate::actions::Action;
use crate::page::Page;
use crate::permalink::MAX_STRENGTH;
use crate::reactive::{boolean, string};
use crate::text::{self, shown, shown_memo, t, words};
use protocol::{LabelCard, Text, text};

#[component]
pub fn Styles(page: Page) -> impl IntoView {
    let styles = page.memo(|model| model.styles().into_iter().enumerate().collect::<Vec<_>>());
    let ranges = page.memo(|model| model.label().and_then(ranges));
    let about =
        page.memo(|model| model.label().filter(|label| label.ranges.is_some()).map(|label| label.about.clone()));
    let ignores_style = page.memo(|model| !model.lanes.is_empty() && !model.follows_style());
    view! {
        <section class="styles" aria-label=t!("page-styles")>
            <h3 title=t!("page-styles-ask.about")>{t!("page-styles-ask")}</h3>
            <Show when=move || ignores_style.get()>
                <p class="aside">{t!("page-styles-unknown")}</p>
            </Show>
            <p class="aside" title=shown_memo(about)>{shown_memo(ranges)}</p>
            <div class="sliders">
                <For each=move || styles.get() key=|(style, name)| (*style, name.key.clone()) let((style, name))>
                    <Share page style name/>
                </For>
                <Strength page/>
            </div>
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
    let asked = name.clone();
    let spoken = move || words(&text!("page-share-value", share = share.get() / 100.0, style = asked.clone()));
    view! {
        <div class=format!("share style-{}", style % 8) title=shown(about)>
            <label for=id.clone()><StyleMark style/>" "{shown(name)}</label>
            <input type="range" id=id.clone() data-testid=id min="0" max="100" step="1"
                prop:value=string(move || share.get().round().to_string())
                aria-valuetext=string(spoken)
                on:input=move |event| page.perform(Action::SetStyleShare { style, percent: event_target_value(&event).parse().unwrap_or(f32::NAN) })/>
            <output>{string(move || text::percent(share.get() / 100.0))}</output>
        </div>
    }
}

#[component]
fn Strength(page: Page) -> impl IntoView {
    let strength = page.memo(|model| model.strength);
    let possible = page.memo(|model| model.critic_lane().is_some());
    let about = string(move || match possible.get() {
        true => words(&text!("page-strength.about")),
        false => words(&text!("page-strength-impossible")),
    });
    view! {
        <div class="share strength" title=about>
            <label for="strength">{t!("page-strength")}</label>
            <input type="range" id="strength" data-testid="strength" min="0" max=MAX_STRENGTH.to_string() step="0.1"
                disabled=boolean(move || !possible.get()) aria-describedby="about-strength"
                prop:value=string(move || text::fixed(strength.get(), 1))
                on:input=move |event| page.perform(Action::SetStyleStrength(event_target_value(&event).parse().unwrap_or(f32::NAN)))/>
            <output>"γ "{string(move || text::fixed(strength.get(), 1))}</output>
            <p id="about-strength" class=string(move || if possible.get() { "sr" } else { "aside" }.into())>{about}</p>
        </div>
    }
}
