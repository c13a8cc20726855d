//! The top of the page, one row: worlds, comparing, results, help, and a menu with the rest.

use leptos::prelude::*;

use super::device::{DeviceChip, DeviceChoices};
use super::language::LanguageChoice;
use super::results::{Results, Teachers};
use super::share::CopyLink;
use super::theme::ThemeButton;
use super::transport::Download;
use crate::actions::Action;
use crate::page::Page;
use crate::reactive::{boolean, dynamic, string};
use crate::state::Dialog;
use crate::text::{shown, t};
use protocol::{Text, WorldCard};

/// Panels that the menu opens, and their names.
const PANELS: [(&str, &str); 8] = [
    ("listen", "page-panel-listen"),
    ("pixels", "page-panel-pixels"),
    ("time", "page-panel-time"),
    ("without", "page-panel-without"),
    ("links", "page-panel-links"),
    ("kept", "page-panel-kept"),
    ("export", "page-panel-export"),
    ("hand-in", "page-panel-hand-in"),
];

#[component]
pub fn Header(page: Page) -> impl IntoView {
    let open = page.memo(|model| model.view.menu_open);
    // Whatever is chosen in the menu, it has served its purpose.
    let close = move |_| {
        if open.get_untracked() {
            page.perform(Action::OpenMenu(false));
        }
    };
    view! {
        <header class="top" class:menuopen=open>
            <h1 class="brand">{t!("page-name")}</h1>
            <Worlds page/>
            <DeviceChip page/>
            <div class="tools" id="tools">
                <button class="quiet" data-testid="lessons" title=t!("page-lessons.about")
                    on:click=move |_| page.perform(Action::OpenPanel("lesson=0".into()))>{t!("page-lessons")}</button>
                <Compare page/>
                <Results page/>
                <button class="quiet" data-testid="help" title=t!("page-help.about")
                    aria-haspopup="dialog" on:click=move |_| page.perform(Action::OpenDialog(Dialog::Help))>{t!("page-help")}</button>
                <div class="more">
                    <button class="quiet" data-testid="glossary" aria-haspopup="dialog"
                        on:click=move |event| { close(event); page.perform(Action::OpenDialog(Dialog::Glossary)) }>{t!("page-glossary")}</button>
                    {PANELS.map(|(panel, name)| view! {
                        <button class="quiet" data-testid=panel on:click=move |_| page.perform(Action::OpenPanel(panel.into()))>{shown(Text::new(name))}</button>
                    }).collect_view()}
                    <Teachers/>
                    <CopyLink page/>
                    <Download page/>
                    <ThemeButton page/>
                    <LanguageChoice page/>
                    <DeviceChoices page/>
                </div>
            </div>
            <button class="quiet menubutton" data-testid="menu" aria-expanded=string(move || open.get().to_string()) aria-controls="tools"
                on:click=move |_| page.perform(Action::OpenMenu(!open.get_untracked()))>{t!("page-menu")}</button>
        </header>
    }
}

/// Tabs, or a list where there is no room for tabs.
#[component]
fn Worlds(page: Page) -> impl IntoView {
    let worlds = page.memo(|model| model.catalog.as_ref().map(|c| c.worlds.clone()).unwrap_or_default());
    let current = page.memo(|model| model.requested.world.clone());
    let choose = move |world: String| {
        if current.get_untracked() != world {
            page.perform(Action::ChooseWorld(world));
        }
    };
    let tab = move |WorldCard { id, name, about, .. }: WorldCard| {
        let (here, there) = (id.clone(), id.clone());
        view! {
            <button class="tab" data-world=id title=shown(about) aria-pressed=string(move || (current.get() == here).to_string())
                on:click=move |_| choose(there.clone())>{shown(name)}</button>
        }
    };
    let option = move |WorldCard { id, name, .. }: WorldCard| {
        let here = id.clone();
        view! { <option value=id selected=boolean(move || current.get() == here)>{shown(name)}</option> }
    };
    view! {
        <nav class="worlds" aria-label=t!("page-worlds") data-testid="world" data-value=current>
            {dynamic(move || worlds.get().into_iter().map(tab).collect_view())}
        </nav>
        <select class="worldlist" aria-label=t!("page-worlds") data-testid="world-list" prop:value=current
            on:change=move |event| choose(event_target_value(&event))>
            {dynamic(move || worlds.get().into_iter().map(option).collect_view())}
        </select>
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
