//! The words and symbols of the page, each in a sentence or two.

use leptos::html;
use leptos::prelude::*;

use super::dialog::{closed, show_when_open};
use crate::actions::Action;
use crate::page::Page;
use crate::state::Dialog;
use crate::text::{shown, t};
use protocol::{Text, text};

/// The terms in the order in which they build on each other; what each means is its message's `.about`.
fn terms() -> [Text; 16] {
    [
        text!("term-z"),
        text!("term-s"),
        text!("term-a"),
        text!("term-moment"),
        text!("term-demonstration"),
        text!("term-policy"),
        text!("term-critic"),
        text!("term-nats"),
        text!("term-entropy"),
        text!("term-pmi"),
        text!("term-mi"),
        text!("term-beta"),
        text!("term-gamma"),
        text!("term-ess"),
        text!("term-calibration"),
        text!("term-held-out"),
    ]
}

#[component]
pub fn Glossary(page: Page) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    show_when_open(page, Dialog::Glossary, dialog);
    let term = |term: Text| {
        let about = shown(term.about());
        view! { <dt>{shown(term)}</dt><dd>{about}</dd> }
    };
    view! {
        <dialog node_ref=dialog class="help" aria-labelledby="glossary-title" on:close=move |_| closed(page, Dialog::Glossary)>
            <h2 id="glossary-title" tabindex="-1" autofocus>{t!("page-glossary")}</h2>
            <dl class="terms">{terms().map(term).collect_view()}</dl>
            <button class="primary" on:click=move |_| page.perform(Action::CloseDialog)>{t!("page-close")}</button>
        </dialog>
    }
}
