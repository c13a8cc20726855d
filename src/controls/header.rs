//! The top of the page: worlds, what computes, comparing, sharing, theme, results, help.

use leptos::prelude::*;

use super::device::DeviceChip;
use super::results::Results;
use super::share::CopyLink;
use super::theme::ThemeButton;
use crate::actions::Action;
use crate::page::Page;
use crate::reactive::{boolean, dynamic, string};
use crate::state::Dialog;
use crate::text::{shown, t};
use protocol::WorldCard;

#[component]
pub fn Header(page: Page) -> impl IntoView {
    view! {
        <header class="top">
            <h1 class="brand">{t!("page-name")}</h1>
            <Worlds page/>
            <div class="tools">
                <DeviceChip page/>
                <Compare page/>
                <CopyLink page/>
                <ThemeButton page/>
                <Results page/>
                <button class="quiet" data-testid="help" title=t!("page-help.about")
                    aria-haspopup="dialog" on:click=move |_| page.perform(Action::OpenDialog(Dialog::Help))>{t!("page-help")}</button>
            </div>
        </header>
    }
}

#[component]
fn Worlds(page: Page) -> impl IntoView {
    let worlds = page.memo(|model| model.catalog.as_ref().map(|c| c.worlds.clone()).unwrap_or_default());
    let current = page.memo(|model| model.requested.world.clone());
    let tab = move |WorldCard { id, name, about, .. }: WorldCard| {
        let (here, there) = (id.clone(), id.clone());
        view! {
            <button class="tab" data-world=id title=shown(about) aria-pressed=string(move || (current.get() == here).to_string())
                on:click=move |_| {
                    if current.get_untracked() != there {
                        page.perform(Action::ChooseWorld(there.clone()));
                    }
                }>{shown(name)}</button>
        }
    };
    view! {
        <nav class="worlds" aria-label=t!("page-worlds") data-testid="world" data-value=current>
            {dynamic(move || worlds.get().into_iter().map(tab).collect_view())}
        </nav>
    }
}

#[component]
fn Compare(page: Page) -> impl IntoView {
    let on = page.memo(|model| !model.compare.is_empty());
    let enough = page.memo(|model| model.catalog.as_ref().is_some_and(|catalog| catalog.methods.len() > 1));
    view! {
        <button class="toggle" data-testid="compare" aria-pressed=string(move || on.get().to_string()) disabled=boolean(move || !enough.get())
            title=t!("page-compare.about")
            on:click=move |_| page.perform(Action::Compare(!on.get_untracked()))>{t!("page-compare")}</button>
    }
}
