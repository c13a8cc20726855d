//! The help dialog: a short introduction and the keyboard shortcuts.

use leptos::html;
use leptos::prelude::*;

use super::dialog::{closed, show_when_open};
use crate::actions::Action;
use crate::page::Page;
use crate::state::Dialog;
use crate::text::{shown, t};
use protocol::{Text, text};

/// The keys of the page; what each does is its message's `.about`.
fn keys() -> [Text; 6] {
    [
        text!("page-key-space"),
        text!("page-key-s"),
        text!("page-key-r"),
        text!("page-key-arrows"),
        text!("page-key-home-end"),
        text!("page-key-question"),
    ]
}

#[component]
pub fn Help(page: Page) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    show_when_open(page, Dialog::Help, dialog);
    let key = |key: Text| {
        let about = shown(key.about());
        view! { <tr><th scope="row"><kbd>{shown(key)}</kbd></th><td>{about}</td></tr> }
    };
    view! {
        <dialog node_ref=dialog class="help" aria-labelledby="help-title" on:close=move |_| closed(page, Dialog::Help)>
            <h2 id="help-title" tabindex="-1" autofocus>{t!("page-help-title")}</h2>
            <p>{t!("page-help-problem")}</p>
            <p>{t!("page-help-critic")}</p>
            <h3>{t!("page-help-try")}</h3>
            <ol>
                <li>{t!("page-help-try-slider")}</li>
                <li>{t!("page-help-try-train")}</li>
                <li>{t!("page-help-try-path")}</li>
                <li>{t!("page-help-try-compare")}</li>
            </ol>
            <h3>{t!("page-help-keys")}</h3>
            <table class="keys"><tbody>{keys().map(key).collect_view()}</tbody></table>
            <p><a href="CITATION.bib">{t!("page-help-cite")}</a>" · "<a href="THIRD-PARTY.txt">{t!("page-help-licences")}</a></p>
            <button class="primary" on:click=move |_| page.perform(Action::CloseDialog)>{t!("page-close")}</button>
        </dialog>
    }
}
