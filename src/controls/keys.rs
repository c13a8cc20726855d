//! The keyboard, for the whole page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::page::Page;

pub fn listen(page: Page) {
    window_event_listener(leptos::ev::keydown, move |event| {
        let held = event.ctrl_key() || event.meta_key() || event.alt_key();
        let playing = page.seat.get_untracked();
        if held || playing || event.default_prevented() || page.help.get_untracked() {
            return;
        }
        let key = event.key();
        if taken(&event, &key) {
            return;
        }
        match key.as_str() {
            " " => page.toggle_training(),
            "s" => page.step(),
            "r" => page.reset(),
            "?" => page.help.set(true),
            _ => return,
        }
        event.prevent_default();
    });
}

/// Whoever types, or presses a button that has the focus, means that and not the page.
fn taken(event: &web_sys::KeyboardEvent, key: &str) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    let typing = match element.tag_name().as_str() {
        "INPUT" => !matches!(element.get_attribute("type").as_deref(), Some("range" | "checkbox")),
        "SELECT" | "TEXTAREA" => true,
        _ => false,
    };
    typing || (key == " " && matches!(element.tag_name().as_str(), "BUTTON" | "INPUT" | "A" | "SUMMARY"))
}
