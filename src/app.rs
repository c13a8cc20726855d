//! The page as a whole: its layout, and how it starts.

use leptos::prelude::*;

use super::actions::Action;
use super::browser::prefers_calm;
use super::charts::{Calibrations, Charts, Comparison, Explained};
use super::controls::{
    Arriving, Glossary, Header, Help, Joystick, Knobs, Lanes, Live, Notices, Story, Styles, Transport, accept_drops,
    follow_story, listen, open_glossary_by_links, watch_system,
};
use super::page::Page;
use super::reactive::{string, when};
use super::scenes::{Stage, Tools};
use super::state::{Model, Tab};
use super::text::{self, shown, t, words};
use super::{bridge, kept, permalink, port};
use protocol::{Role, Text, text};

/// Mounts the page in place of the sentence that is shown while it loads.
pub fn run() {
    console_error_panic_hook::set_once();
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id: &str| document.as_ref().and_then(|document| document.get_element_by_id(id));
    if let Err(error) = text::load() {
        // Without messages there are no words but these.
        let sentence = format!("The page's text could not be read ({error}). Please load the page again.");
        return element("opening-text").into_iter().for_each(|place| place.set_text_content(Some(&sentence)));
    }
    if let Some(waiting) = element("opening") {
        waiting.remove();
    }
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let page = Page::new(permalink::read(&address_query()));
    kept::begin(page);
    bridge::start(page, Role::Stage);
    bridge::start(page, Role::Trainer);
    watch_visibility(page);
    watch_system(page);
    listen(page);
    follow_history(page);
    open_glossary_by_links(page);
    page.update_quietly(|model| model.view.held = prefers_calm());
    accept_drops(page);
    follow_story(page);
    follow_panel(page);
    let panel = page.memo(|model| model.view.panel.is_some());
    let hidden = page.memo(|model| model.view.hidden_names());
    let comparing = page.memo(|model| model.lanes.len() > 1);
    let tab = page.memo(|model| model.view.tab.name());
    let beat = page.memo(|model| model.view.beat.map(|beat| beat.name()));
    view! {
        <Header page/>
        <main class="layout" class:comparing=comparing class:withpanel=panel data-tab=tab data-beat=beat data-hidden=hidden>
            // Its content belongs to the panels' own code.
            <aside id="panel" aria-label=t!("page-panel")></aside>
            <div class="notes"><Notices page/><Arriving page/></div>
            <Story page/>
            {when(move || comparing.get(), move || view! { <Lanes page/> })}
            <article class="centre">
                <div class="scene">
                    <Stage page/>
                    <div class="side">
                        <Styles page/>
                        <Tools page/>
                        <Joystick page/>
                    </div>
                </div>
                <Transport page/>
                {when(move || comparing.get(), move || view! { <Comparison page/> })}
                <Explained page/>
            </article>
            <TabBar page/>
            <Knobs page/>
            <Charts page/>
            <section class="rail check" aria-label=t!("page-check")><Calibrations page/></section>
            <Live page/>
            <p class="runline">{string(move || page.get(run_line).map(|text| words(&text)).unwrap_or_default())}</p>
        </main>
        <Help page/>
        <Glossary page/>
    }
}

/// The run in a sentence, as a caption on paper.
fn run_line(model: &Model) -> Option<Text> {
    let (world, method, lane) = (model.world()?.name.clone(), model.method()?.name.clone(), model.focused()?);
    let (seed, steps, link) = (lane.config.seed, lane.steps_done(), permalink::write(model));
    Some(text!("page-runline", world = world, method = method, seed = seed, steps = steps, link = link))
}

/// On a narrow screen, what is shown below the timeline.
#[component]
fn TabBar(page: Page) -> impl IntoView {
    let current = page.memo(|model| model.view.tab);
    let tabs = [
        (Tab::Charts, text!("page-tab-charts")),
        (Tab::Check, text!("page-tab-check")),
        (Tab::Settings, text!("page-tab-settings")),
    ];
    let tab = move |(tab, name): (Tab, Text)| {
        view! {
            <button class="tab" data-testid=format!("tab-{}", tab.name()) aria-pressed=string(move || (current.get() == tab).to_string())
                on:click=move |_| page.perform(Action::ShowTab(tab))>{shown(name)}</button>
        }
    };
    view! { <nav class="tabbar" aria-label=t!("page-tabs")>{tabs.map(tab).collect_view()}</nav> }
}

/// Panels follow the page. The address may name one.
fn follow_panel(page: Page) {
    port::offer(page);
    let open = page.memo(|model| model.view.panel.is_some());
    Effect::new(move |_| {
        if open.get() {
            page.execute([super::actions::Effect::StartPanels]);
        }
    });
    Effect::new(move |_| {
        page.get(|_| ());
        port::changed();
    });
}

/// Back and forward open the run of their address.
fn follow_history(page: Page) {
    window_event_listener_untyped("popstate", move |_| page.perform(Action::Navigate(address_query())));
}

fn address_query() -> String {
    web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default()
}

fn is_visible() -> bool {
    web_sys::window().and_then(|window| window.document()).is_none_or(|document| !document.hidden())
}

fn watch_visibility(page: Page) {
    page.visible.set(is_visible());
    window_event_listener_untyped("visibilitychange", move |_| set_visible(page, is_visible()));
}

/// Agents rest while the tab is hidden, and training goes on. A tab that is shown again catches up once.
fn set_visible(page: Page, visible: bool) {
    page.visible.set(visible);
    page.animate();
    if visible {
        page.show();
    }
}
