//! Sentences for the visitor, newest last, each with a way to put it aside.

use leptos::prelude::*;

use crate::bridge;
use crate::page::Page;
use crate::state::Note;
use crate::text::{shown, t};

#[component]
pub fn Messages(page: Page) -> impl IntoView {
    let notes = page.memo(|model| model.notes.all().to_vec());
    let line = move |note: Note| {
        let id = note.id;
        let retry = note.about.filter(|_| note.retry).map(|role| {
            view! { <button data-testid="retry" on:click=move |_| bridge::retry(page, role)>{t!("page-retry")}</button> }
        });
        view! {
            <li class=if note.trouble { "trouble" } else { "notice" }>
                <span>{shown(note.text)}</span>{retry}
                <button class="quiet" aria-label=t!("page-dismiss") title=t!("page-dismiss")
                    on:click=move |_| page.change(|model| model.notes.dismiss(id))>"×"</button>
            </li>
        }
    };
    view! {
        <div class="messages" data-testid="message" role="status" aria-live="polite">
            <ul><For each=move || notes.get() key=|note| note.id children=line/></ul>
        </div>
    }
}
