//! Notices for the visitor, newest last, each with a button that dismisses it.

use leptos::prelude::*;

use crate::actions::Action;
use crate::page::Page;
use crate::state::Notice;
use crate::text::{shown, t};

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
    view! {
        <div class="messages" data-testid="message" role="status" aria-live="polite">
            <ul><For each=move || notices.get() key=|notice| notice.id children=line/></ul>
        </div>
    }
}
