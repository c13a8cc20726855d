//! Measured tables and figures: a part of a page that the lab writes (`lab results`), fetched when it is first opened.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::dialog::{closed, show_when_open};
use crate::actions::Action;
use crate::bridge::file;
use crate::page::Page;
use crate::state::Dialog;
use crate::text::{t, words};
use protocol::text;

#[component]
pub fn Results(page: Page) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let results = RwSignal::new(String::new());
    show_when_open(page, Dialog::Results, dialog);
    let open = page.memo(|model| model.dialog == Some(Dialog::Results));
    Effect::new(move |_| {
        if open.get() && results.with_untracked(String::is_empty) {
            spawn_local(async move {
                match file("results.html").await {
                    Ok(bytes) => results.set(String::from_utf8_lossy(&bytes.to_vec()).into_owned()),
                    Err(_) => results.set(format!("<p>{}</p>", words(&text!("page-results-missing")))),
                }
            });
        }
    });
    view! {
        <button class="quiet" data-testid="results" title=t!("page-results.about")
            aria-haspopup="dialog" on:click=move |_| page.perform(Action::OpenDialog(Dialog::Results))>{t!("page-results")}</button>
        <dialog node_ref=dialog class="results" aria-labelledby="results-title"
            on:close=move |_| closed(page, Dialog::Results)>
            <h2 id="results-title" tabindex="-1" autofocus>{t!("page-results")}</h2>
            <div data-testid="results-body" lang="en" inner_html=results></div>
            <button class="primary" on:click=move |_| page.perform(Action::CloseDialog)>{t!("page-close")}</button>
        </dialog>
    }
}
