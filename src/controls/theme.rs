//! Light, dark, or as the system has it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::actions::Action;
use crate::browser;
use crate::page::Page;
use crate::reactive::string;
use crate::state::Theme;
use crate::text::{t, words};
use protocol::text;

/// Reads the stored theme, and follows the system where the theme does.
pub fn watch_system(page: Page) {
    page.update_quietly(|model| model.theme = browser::stored_theme());
    let Some(query) = browser::system_theme() else { return };
    let change = Closure::<dyn FnMut()>::new(move || page.apply_theme(page.peek(|model| model.theme)));
    query.set_onchange(Some(change.as_ref().unchecked_ref()));
    // The page listens for as long as it lives.
    change.forget();
}

#[component]
pub fn ThemeButton(page: Page) -> impl IntoView {
    let theme = page.memo(|model| model.theme);
    let name = move || {
        words(&match theme.get() {
            Theme::Auto => text!("page-theme-auto"),
            Theme::Light => text!("page-theme-light"),
            Theme::Dark => text!("page-theme-dark"),
        })
    };
    let next = move |_| {
        page.perform(Action::SetTheme(match theme.get_untracked() {
            Theme::Auto => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Auto,
        }));
    };
    view! {
        <button class="quiet" data-testid="theme" on:click=next title=t!("page-theme.about")>
            {t!("page-theme")}" "<span class="themename">{string(name)}</span>
        </button>
    }
}
