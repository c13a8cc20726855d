//! Copy link: the address restores the run elsewhere.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::page::Page;
use crate::reactive::{dynamic, string};
use crate::text::{t, words};
use protocol::text;

/// How long "copied" stands there.
const THANKS_MS: u64 = 2_000;

fn address() -> Option<String> {
    web_sys::window()?.location().href().ok()
}

/// Browsers refuse on insecure pages and when the visitor said no.
async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else { return false };
    let navigator = window.navigator();
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|board| board.is_object());
    there && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}

#[component]
pub fn CopyLink(page: Page) -> impl IntoView {
    let copied = RwSignal::new(false);
    let by_hand = RwSignal::new(None::<String>);
    let click = move |_| {
        page.write_address();
        let Some(link) = address() else { return };
        spawn_local(async move {
            if copy(&link).await {
                by_hand.set(None);
                copied.set(true);
                set_timeout(move || copied.set(false), std::time::Duration::from_millis(THANKS_MS));
            } else {
                by_hand.set(Some(link));
            }
        });
    };
    let label = move || words(&if copied.get() { text!("page-copy-link-done") } else { text!("page-copy-link") });
    view! {
        <button class="quiet" data-testid="copy-link" on:click=click
            title=t!("page-copy-link.about")>
            <span aria-live="polite">{string(label)}</span>
        </button>
        {dynamic(move || by_hand.get().map(|link| view! { <ByHand link done=move || by_hand.set(None)/> }))}
    }
}

/// Where copying is not allowed, the link is there to be copied by hand.
#[component]
fn ByHand(link: String, done: impl Fn() + 'static) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.select();
        }
    });
    view! {
        <span class="byhand">
            <label>{t!("page-copy-link-by-hand")}" "<input node_ref=field type="text" readonly data-testid="link" prop:value=link/></label>
            <button class="quiet" aria-label=t!("page-close") on:click=move |_| done()>"×"</button>
        </span>
    }
}

/// Hands the visitor a file.
pub fn download(name: &str, bytes: &[u8]) -> Option<()> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts).ok()?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let document = web_sys::window()?.document()?;
    let link: web_sys::HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser has the blob by now; the address is no longer needed.
    web_sys::Url::revoke_object_url(&url).ok()
}
