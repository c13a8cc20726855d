//! The top of the page: worlds, what computes, comparing, sharing, theme, results, help.

use leptos::prelude::*;

use super::device::DeviceChip;
use super::results::Results;
use super::share::CopyLink;
use super::theme::ThemeButton;
use crate::follow::{piece, truth, words};
use crate::page::Page;

#[component]
pub fn Header(page: Page) -> impl IntoView {
    view! {
        <header class="top">
            <h1 class="brand">"PMI Playground"</h1>
            <Worlds page/>
            <div class="tools">
                <DeviceChip page/>
                <Compare page/>
                <CopyLink page/>
                <ThemeButton page/>
                <Results/>
                <button class="quiet" data-testid="help" title="What this is, and the keyboard shortcuts (?)"
                    aria-haspopup="dialog" on:click=move |_| page.help.set(true)>"Help"</button>
            </div>
        </header>
    }
}

#[component]
fn Worlds(page: Page) -> impl IntoView {
    let worlds = page.memo(|model| model.catalog.as_ref().map(|c| c.worlds.clone()).unwrap_or_default());
    let current = page.memo(|model| model.wish.world.clone());
    let tab = move |id: String, name: String, about: String| {
        let (here, there) = (id.clone(), id.clone());
        view! {
            <button class="tab" data-world=id title=about aria-pressed=words(move || (current.get() == here).to_string())
                on:click=move |_| {
                    if current.get_untracked() != there {
                        page.enter_world(&there);
                    }
                }>{name}</button>
        }
    };
    view! {
        <nav class="worlds" aria-label="Worlds" data-testid="world" data-value=current>
            {piece(move || worlds.get().into_iter().map(|card| tab(card.id, card.name, card.about)).collect_view())}
        </nav>
    }
}

#[component]
fn Compare(page: Page) -> impl IntoView {
    let on = page.memo(|model| !model.compare.is_empty());
    let enough = page.memo(|model| model.catalog.as_ref().is_some_and(|catalog| catalog.methods.len() > 1));
    view! {
        <button class="toggle" data-testid="compare" aria-pressed=words(move || on.get().to_string()) disabled=truth(move || !enough.get())
            title="Up to three methods side by side, on the same data and seed. Restarts the run."
            on:click=move |_| page.toggle_compare()>"Compare"</button>
    }
}
