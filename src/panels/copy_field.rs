//! A text in a field, with a button that copies it; it can be selected in the field, too.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::reactive::string;
use crate::text::{shown, t, words};
use protocol::{Text, text};

/// How long the button shows that the text was copied.
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
                // The browser does not allow it: the text is selected, so that the visitor can copy it.
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
