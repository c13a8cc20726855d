//! The choice of another language.

use leptos::prelude::*;

use super::choice::choice;
use crate::actions::Action;
use crate::page::Page;
use crate::state::Language;
use crate::text;
use protocol::text;

/// Every language under its own name, so that whoever reads it can find it.
const LANGUAGES: [(Language, &str); 2] = [(Language::English, "English"), (Language::Chinese, "简体中文")];

#[component]
pub fn LanguageChoice(page: Page) -> impl IntoView {
    let chosen = page.memo(|model| model.language.unwrap_or_else(text::current).name());
    let option = |(language, name): (Language, &'static str)| {
        view! { <option value=language.name() lang=language.tag()>{name}</option> }
    };
    let choose = move |name: String| {
        if let Some(language) = Language::from_name(&name) {
            page.perform(Action::SetLanguage(language));
        }
    };
    let options = LANGUAGES.map(option).collect_view().into_any();
    choice(text!("page-language"), "language", chosen, options, Box::new(choose))
}
