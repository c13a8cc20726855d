//! Notices for the visitor, newest first, each with a button that dismisses it.

use leptos::prelude::*;

use crate::actions::Action;
use crate::page::Page;
use crate::reactive::{dynamic, string, when};
use crate::state::Notice;
use crate::text::{shown, t, words};
use protocol::text;

/// Notices that are open; earlier ones are a click away.
const SHOWN: usize = 3;

#[component]
pub fn Notices(page: Page) -> impl IntoView {
    let notices = page.memo(|model| model.notices.all().to_vec());
    let line = move |notice: Notice| {
        let id = notice.id;
        let retry = notice.worker.filter(|_| notice.retry).map(|role| {
            view! { <button data-testid="retry" on:click=move |_| page.perform(Action::RestartWorker(role))>{t!("page-retry")}</button> }
        });
        view! {
            <li class=if notice.is_error { "trouble" } else { "notice" }>
                <span>{shown(notice.text)}</span>{retry}
                <button class="quiet" aria-label=t!("page-dismiss") title=t!("page-dismiss")
                    on:click=move |_| page.perform(Action::DismissNotice(id))>"×"</button>
            </li>
        }
    };
    let newest = move || notices.get().into_iter().rev().take(SHOWN).collect::<Vec<_>>();
    let earlier = move || notices.get().into_iter().rev().skip(SHOWN).collect::<Vec<_>>();
    let count = move || notices.with(|all| all.len().saturating_sub(SHOWN));
    view! {
        <div class="messages" data-testid="message" role="status" aria-live="polite">
            <ul>{dynamic(move || newest().into_iter().map(line).collect_view())}</ul>
            {when(move || { count() > 0 }, move || view! { <details>
                    <summary>{string(move || words(&text!("page-notices-earlier", count = count())))}</summary>
                    <ul>{dynamic(move || earlier().into_iter().map(line).collect_view())}</ul>
                </details> })}
        </div>
    }
}
