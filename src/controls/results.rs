//! Measured tables and figures. The laboratory wrote them as a piece of page; it is fetched when first asked for.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::bridge::file;

#[component]
pub fn Results() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let piece = RwSignal::new(String::new());
    let open = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            // Refused only when it is already open.
            let _ = dialog.show_modal();
        }
        if piece.with_untracked(String::is_empty) {
            spawn_local(async move {
                match file("results.html").await {
                    Ok(bytes) => piece.set(String::from_utf8_lossy(&bytes.to_vec()).into_owned()),
                    Err(_) => {
                        piece.set("<p>The results could not be loaded. Load the page again to see them.</p>".into())
                    }
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
        <button class="quiet" data-testid="results" title="What was measured, next to the paper's figures, and how"
            aria-haspopup="dialog" on:click=open>"Results"</button>
        <dialog node_ref=dialog class="results" aria-labelledby="results-title">
            <h2 id="results-title" tabindex="-1" autofocus>"Results"</h2>
            <div data-testid="results-body" inner_html=piece></div>
            <button class="primary" on:click=close>"Close"</button>
        </dialog>
    }
}
