//! One sentence that says what is going on, and *Show me*, which walks through it.

use leptos::prelude::*;

use crate::actions::Action;
use crate::browser::bring_into_view;
use crate::page::Page;
use crate::reactive::{string, when};
use crate::state::{Beat, Model};
use crate::text::{attribute, t, words};
use protocol::{Text, text};

/// What the page says now.
fn sentence(model: &Model) -> Option<Text> {
    let world = model.world()?;
    Some(match model.view.beat {
        None => attribute(&world.name, "story"),
        Some(Beat::Look) => text!("page-story-look", style = model.style_name(0)),
        Some(Beat::Why) => text!("page-story-why"),
        Some(Beat::Learn) => text!("page-story-learn"),
        Some(Beat::Check) => text!("page-story-check"),
    })
}

#[component]
pub fn Story(page: Page) -> impl IntoView {
    let said = page.memo(sentence);
    let beat = page.memo(|model| model.view.beat);
    let open = page.memo(|model| model.view.knobs_open);
    let said = string(move || said.get().map(|text| words(&text)).unwrap_or_default());
    let next = move || {
        words(&match beat.get() {
            None => text!("page-story-show"),
            Some(Beat::Check) => text!("page-story-end"),
            Some(_) => text!("page-story-next"),
        })
    };
    view! {
        <section class="story" aria-label=t!("page-story")>
            <button data-testid="knobs" aria-controls="settings" aria-expanded=string(move || open.get().to_string())
                title=t!("page-knobs-all.about") on:click=move |_| page.perform(Action::OpenKnobs(!open.get_untracked()))>{t!("page-knobs-all")}</button>
            <p data-testid="story" aria-live="polite">{said}</p>
            <button class="accent" data-testid="show-me" title=t!("page-story-show.about")
                on:click=move |_| page.perform(Action::ShowMe)>{string(next)}</button>
            {when(move || beat.get().is_some(), move || view! { <button class="quiet" data-testid="end-story" aria-label=t!("page-close") on:click=move |_| page.perform(Action::EndStory)>"×"</button> })}
        </section>
    }
}

/// Brings what the story talks about into view.
pub fn follow_story(page: Page) {
    let beat = page.memo(|model| model.view.beat);
    Effect::new(move |_| {
        let place = match beat.get() {
            None => return,
            Some(Beat::Look) => ".scene",
            Some(Beat::Why) => ".explained",
            Some(Beat::Learn) => ".charts",
            Some(Beat::Check) => ".rail.check",
        };
        bring_into_view(place);
    });
}
