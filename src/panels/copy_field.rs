//! A text to be copied: in a field, from which it can also be taken by hand, with a button.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::reactive::string;
use crate::text::{shown, t, words};
use protocol::{Text, text};

/// How long the button confirms.
const CONFIRM_MS: u64 = 2_000;

#[component]
pub fn CopyField(label: Text, testid: &'static str, value: Memo<String>) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        spawn_local(async move {
            if browser::copy(&value.get_untracked()).await {
                copied.set(true);
                set_timeout(move || copied.set(false), std::time::Duration::from_millis(CONFIRM_MS));
            } else if let Some(field) = field.get_untracked() {
                // Not allowed here: the visitor copies what is selected.
                field.select();
            }
        });
    };
    let name = move || words(&if copied.get() { text!("page-copy-link-done") } else { text!("panel-copy") });
    view! {
        <div class="copyfield">
            <label>{shown(label)}
                <textarea node_ref=field readonly rows="3" data-testid=testid prop:value=value></textarea>
            </label>
            <button data-testid=format!("copy-{testid}") title=t!("panel-copy.about") on:click=copy>
                <span aria-live="polite">{string(name)}</span>
            </button>
        </div>
    }
}
