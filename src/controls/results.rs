//! Measured tables and figures: a part of a page that the lab writes (`lab results`), fetched when it is first opened.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bridge::file;
use crate::text::{t, words};
use protocol::text;

#[component]
pub fn Results() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let results = RwSignal::new(String::new());
    let open = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            // Refused only when it is already open.
            let _ = dialog.show_modal();
        }
        if results.with_untracked(String::is_empty) {
            spawn_local(async move {
                match file("results.html").await {
                    Ok(bytes) => results.set(String::from_utf8_lossy(&bytes.to_vec()).into_owned()),
                    Err(_) => results.set(format!("<p>{}</p>", words(&text!("page-results-missing")))),
                }
            });
        }
    };
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    view! {
        <button class="quiet" data-testid="results" title=t!("page-results.about")
            aria-haspopup="dialog" on:click=open>{t!("page-results")}</button>
        <dialog node_ref=dialog class="results" aria-labelledby="results-title">
            <h2 id="results-title" tabindex="-1" autofocus>{t!("page-results")}</h2>
            <div data-testid="results-body" inner_html=results></div>
            <button class="primary" on:click=close>{t!("page-close")}</button>
        </dialog>
    }
}
