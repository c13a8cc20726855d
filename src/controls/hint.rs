//! A question mark that opens an explanation, for touch, keyboard and projector alike.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::actions::Action;
use crate::page::Page;
use crate::state::Dialog;
use crate::text::t;

/// What links to the glossary point at.
const GLOSSARY: &str = "#glossary";

/// Links to the glossary open it. One listener for all of them keeps explanations free of the page's handle.
pub fn open_glossary_by_links(page: Page) {
    window_event_listener(leptos::ev::click, move |event| {
        let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if element.is_some_and(|element| element.get_attribute("href").as_deref() == Some(GLOSSARY)) {
            event.prevent_default();
            page.perform(Action::OpenDialog(Dialog::Glossary));
        }
    });
}

/// Opening one closes the others, since they share a name.
#[component]
pub fn Hint(#[prop(into)] about: Signal<String>) -> impl IntoView {
    view! {
        <details class="hint" name="hint">
            <summary aria-label=t!("page-hint")>"?"</summary>
            <p>{about}" "<a href=GLOSSARY>{t!("page-hint-words")}</a></p>
        </details>
    }
}
