//! Light, dark, or as the system has it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::page::Page;
use crate::reactive::string;
use crate::text::{t, words};
use protocol::text;

const KEY: &str = "theme";
const THEMES: [&str; 3] = ["auto", "light", "dark"];

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

fn system() -> Option<web_sys::MediaQueryList> {
    web_sys::window()?.match_media("(prefers-color-scheme: dark)").ok().flatten()
}

/// The stylesheet knows two themes; "auto" becomes one of them. `www/theme.js` does the same before the first paint.
fn apply(theme: &str) {
    let dark = theme == "dark" || (theme != "light" && system().is_some_and(|query| query.matches()));
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    if let Some(root) = root {
        // A valid attribute name is never refused.
        let _ = root.set_attribute("data-theme", if dark { "dark" } else { "light" });
    }
}

fn stored() -> usize {
    let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).unwrap_or_default();
    THEMES.iter().position(|name| *name == stored).unwrap_or(0)
}

/// Follows the system. What is painted rather than styled has to be told.
pub fn watch_system(page: Page) {
    let Some(query) = system() else { return };
    let turn = Closure::<dyn FnMut()>::new(move || {
        apply(THEMES[stored()]);
        page.theme_beat.update(|beat| *beat += 1);
    });
    query.set_onchange(Some(turn.as_ref().unchecked_ref()));
    // The page listens for as long as it lives.
    turn.forget();
}

#[component]
pub fn ThemeButton(page: Page) -> impl IntoView {
    let theme = RwSignal::new(stored());
    let name = move || {
        words(&match THEMES[theme.get() % THEMES.len()] {
            "light" => text!("page-theme-light"),
            "dark" => text!("page-theme-dark"),
            _ => text!("page-theme-auto"),
        })
    };
    let next = move |_| {
        theme.update(|theme| *theme = (*theme + 1) % THEMES.len());
        let chosen = THEMES[theme.get_untracked() % THEMES.len()];
        if let Some(storage) = storage() {
            // A full or forbidden store only forgets the choice.
            let _ = storage.set_item(KEY, chosen);
        }
        apply(chosen);
        page.theme_beat.update(|beat| *beat += 1);
    };
    view! {
        <button class="quiet" data-testid="theme" on:click=next title=t!("page-theme.about")>
            {t!("page-theme")}" "<span class="themename">{string(name)}</span>
        </button>
    }
}
