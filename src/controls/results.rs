//! Links to the pages beside the app, in the language of the page: the measured tables and figures (`lab results` writes them),
//! at the world on the page, and the page for teachers.

use leptos::prelude::*;

use crate::page::Page;
use crate::reactive::string;
use crate::text::{self, t};

#[component]
pub fn Results(page: Page) -> impl IntoView {
    let world = page.memo(|model| model.requested.world.clone());
    let address = move || format!("results.html?world={}&lang={}", world.get(), text::current().name());
    view! {
        <a class="quiet" data-testid="results" title=t!("page-results.about") href=string(address)>{t!("page-results")}</a>
    }
}

#[component]
pub fn Teachers() -> impl IntoView {
    let address = || format!("teachers.html?lang={}", text::current().name());
    view! { <a class="quiet" data-testid="teachers" href=string(address)>{t!("page-teachers")}</a> }
}
