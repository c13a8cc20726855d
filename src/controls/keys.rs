//! Keyboard shortcuts of the whole page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::actions::Action;
use crate::page::Page;
use crate::state::Dialog;

pub fn listen(page: Page) {
    window_event_listener(leptos::ev::keydown, move |event| {
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        let elsewhere = page.peek(|model| model.visitor_plays() || model.dialog.is_some());
        if modified || elsewhere || event.default_prevented() || is_taken(&event) {
            return;
        }
        if let Some(action) = action_of(&event.key()) {
            event.prevent_default();
            page.perform(action);
        }
    });
}

fn action_of(key: &str) -> Option<Action> {
    match key {
        " " => Some(Action::ToggleTraining),
        "s" => Some(Action::TrainStep),
        "r" => Some(Action::Reset),
        "?" => Some(Action::OpenDialog(Dialog::Help)),
        _ => None,
    }
}

/// Whether the focused element uses the key itself: a field that is typed into, or space on a button.
fn is_taken(event: &web_sys::KeyboardEvent) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    let tag = element.tag_name();
    let typing = match tag.as_str() {
        "INPUT" => !matches!(element.get_attribute("type").as_deref(), Some("range" | "checkbox")),
        "SELECT" | "TEXTAREA" => true,
        _ => false,
    };
    typing || (event.key() == " " && matches!(tag.as_str(), "BUTTON" | "INPUT" | "A" | "SUMMARY"))
}
