//! The style sliders: what the agents are asked for, and how strongly.

use leptos::prelude::*;

use super::StyleMark;
use crate::follow::{truth, words};
use crate::page::Page;
use crate::permalink::STRONGEST;
use crate::text;
use protocol::LabelCard;

#[component]
pub fn Styles(page: Page) -> impl IntoView {
    let styles = page.memo(|model| model.styles().into_iter().enumerate().collect::<Vec<_>>());
    let ranges = page
        .memo(|model| model.label().and_then(|label| Some((label.about.clone(), between(label)?))).unwrap_or_default());
    let deaf = page.memo(|model| !model.lanes.is_empty() && !model.follows_style());
    view! {
        <section class="styles" aria-label="Styles asked for">
            <h3 title="Share of agents asked for each style. The others share what is left.">"Ask for a style"</h3>
            <Show when=move || deaf.get()>
                <p class="aside">"This method knows no styles: the sliders change what is asked for, not what is done."</p>
            </Show>
            <p class="aside" title=words(move || ranges.get().0)>{words(move || ranges.get().1)}</p>
            <div class="sliders">
                <For each=move || styles.get() key=|style| style.clone() let((style, name))>
                    <Share page style name/>
                </For>
                <Strength page/>
            </div>
        </section>
    }
}

/// Styles that are ranges of one number, with what lies between them: "Curvature: straight < 0.36 rad < bending".
fn between(label: &LabelCard) -> Option<String> {
    let ranges = label.ranges.as_ref()?;
    let mut line = format!("{}: ", ranges.name);
    for (index, style) in label.styles.iter().enumerate() {
        if let Some(threshold) = index.checked_sub(1).and_then(|below| ranges.thresholds.get(below)) {
            let unit = if ranges.unit.is_empty() { String::new() } else { format!("\u{a0}{}", ranges.unit) };
            line.push_str(&format!(" < {}{unit} < ", text::short(f64::from(*threshold))));
        }
        line.push_str(style);
    }
    Some(line)
}

#[component]
fn Share(page: Page, style: usize, name: String) -> impl IntoView {
    let share = page.memo(move |model| model.mix.get(style).copied().unwrap_or(0.0));
    let id = format!("style-{style}");
    let hover = format!("Share of agents asked for “{name}”, percent");
    let said = name.clone();
    view! {
        <div class=format!("share style-{}", style % 8) title=hover>
            <label for=id.clone()><StyleMark style/>" "{name}</label>
            <input type="range" id=id.clone() data-testid=id min="0" max="100" step="1"
                prop:value=words(move || share.get().round().to_string())
                aria-valuetext=words(move || format!("{} of agents asked for {said}", text::percent(share.get() / 100.0)))
                on:input=move |event| page.set_share(style, event_target_value(&event).parse().unwrap_or(f32::NAN))/>
            <output>{words(move || text::percent(share.get() / 100.0))}</output>
        </div>
    }
}

#[component]
fn Strength(page: Page) -> impl IntoView {
    let strength = page.memo(|model| model.strength);
    let possible = page.memo(|model| model.critic_lane().is_some());
    let hover = move || match possible.get() {
        true => {
            "Style strength β: among candidate actions, those that tell of the style are chosen with odds e^{β·PMI}. Nothing is trained again."
        }
        false => "Style strength asks a critic which actions tell of the style; this method has none.",
    };
    view! {
        <div class="share strength" title=hover>
            <label for="strength">"Style strength"</label>
            <input type="range" id="strength" data-testid="strength" min="0" max=STRONGEST.to_string() step="0.1"
                disabled=truth(move || !possible.get()) aria-describedby="about-strength"
                prop:value=words(move || text::fixed(strength.get(), 1))
                on:input=move |event| page.set_strength(event_target_value(&event).parse().unwrap_or(f32::NAN))/>
            <output>"β "{words(move || text::fixed(strength.get(), 1))}</output>
            <p id="about-strength" class=words(move || if possible.get() { "sr" } else { "aside" }.into())>{hover}</p>
        </div>
    }
}
