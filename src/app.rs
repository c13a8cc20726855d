//! The page as a whole: its layout, and how it starts.

use leptos::prelude::*;

use super::charts::{Calibrations, Charts, Comparison, Explained};
use super::controls::{
    Arriving, Header, Help, Joystick, Knobs, Notices, Styles, Transport, accept_drops, listen, watch_system,
};
use super::page::Page;
use super::scenes::Stage;
use super::{bridge, permalink, text};
use protocol::{Role, StageCommand};

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
    let query = web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default();
    let page = Page::new(permalink::read(&query));
    bridge::start(page, Role::Stage);
    bridge::start(page, Role::Trainer);
    watch_visibility(page);
    watch_system(page);
    listen(page);
    accept_drops(page);
    let comparing = page.memo(|model| model.lanes.len() > 1);
    view! {
        <Header page/>
        <main class="layout">
            <article class="centre">
                <Notices page/>
                <Arriving page/>
                <Stage page/>
                <Joystick page/>
                <Styles page/>
                <Transport page/>
                <Show when=move || comparing.get()><Comparison page/></Show>
                <Explained page/>
                <Show when=move || comparing.get()><Calibrations page/></Show>
            </article>
            <Knobs page/>
            <Charts page/>
        </main>
        <Help page/>
    }
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
    page.stage(StageCommand::Animate(visible));
    if visible {
        page.show();
    }
}
