//! The link to the measured tables and figures (`lab results` writes them as a page of their own), at the world on the page.

use leptos::prelude::*;

use crate::page::Page;
use crate::reactive::string;
use crate::text::t;

#[component]
pub fn Results(page: Page) -> impl IntoView {
    let world = page.memo(|model| model.requested.world.clone());
    let address = move || format!("results.html?world={}", world.get());
    view! {
        <a class="quiet" data-testid="results" title=t!("page-results.about") hreflang="en" href=string(address)>{t!("page-results")}</a>
    }
}
