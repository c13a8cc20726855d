//! Copies the address, which restores the run.

use leptos::html;
use leptos::prelude::*;

use crate::actions::Action;
use crate::page::Page;
use crate::reactive::{dynamic, string};
use crate::state::LinkCopy;
use crate::text::{t, words};
use protocol::text;

#[component]
pub fn CopyLink(page: Page) -> impl IntoView {
    let outcome = page.memo(|model| model.link_copy.clone());
    let label = move || {
        words(&match outcome.get() {
            LinkCopy::Copied => text!("page-copy-link-done"),
            LinkCopy::None | LinkCopy::Refused(_) => text!("page-copy-link"),
        })
    };
    let by_hand = move || match outcome.get() {
        LinkCopy::Refused(link) => Some(view! { <ByHand page link/> }),
        LinkCopy::None | LinkCopy::Copied => None,
    };
    view! {
        <button class="quiet" data-testid="copy-link" on:click=move |_| page.perform(Action::CopyLink)
            title=t!("page-copy-link.about")>
            <span aria-live="polite">{string(label)}</span>
        </button>
        {dynamic(by_hand)}
    }
}

/// Shows the link where the browser does not allow copying.
#[component]
fn ByHand(page: Page, link: String) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.select();
        }
    });
    view! {
        <span class="byhand">
            <label>{t!("page-copy-link-by-hand")}" "<input node_ref=field type="text" readonly data-testid="link" prop:value=link/></label>
            <button class="quiet" aria-label=t!("page-close") on:click=move |_| page.perform(Action::CloseLink)>"×"</button>
        </span>
    }
}
