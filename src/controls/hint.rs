//! A question mark that opens an explanation, for touch, keyboard and projector alike.

use leptos::prelude::*;

use crate::text::t;

/// Opening one closes the others, since they share a name.
#[component]
pub fn Hint(#[prop(into)] about: Signal<String>) -> impl IntoView {
    view! {
        <details class="hint" name="hint">
            <summary aria-label=t!("page-hint")>"?"</summary>
            <p>{about}</p>
        </details>
    }
}
