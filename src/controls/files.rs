//! Loading a file for the world: by a file input, or dropped on the page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::files::read;
use crate::page::Page;
use crate::reactive::{string, when};
use crate::state::FileProgress;
use crate::text::{t, words};

use protocol::WorldCard;

fn read_all(page: Page, list: Option<web_sys::FileList>) {
    let Some(list) = list else { return };
    (0..list.length()).filter_map(|index| list.get(index)).for_each(|file| read(page, file));
}

/// Accepts files dropped anywhere; by default the browser would navigate to them.
pub fn accept_drops(page: Page) {
    window_event_listener(leptos::ev::dragover, |event| event.prevent_default());
    window_event_listener(leptos::ev::drop, move |event| {
        event.prevent_default();
        read_all(page, event.data_transfer().and_then(|carried| carried.files()));
    });
}

#[component]
pub fn Files(page: Page) -> impl IntoView {
    let about = page.memo(|model| {
        let about = |card: &WorldCard| card.files.iter().map(|file| file.about.clone()).collect::<Vec<_>>();
        model.world().map(about).unwrap_or_default()
    });
    // Each file is described in sentences of its own.
    let described = move || about.get().iter().map(words).collect::<Vec<_>>().join(" ");
    let chosen = move |event: leptos::ev::Event| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let Some(field) = field else { return };
        read_all(page, field.files());
        // The same file may be given again.
        field.set_value("");
    };
    view! {
        {when(move || !about.get().is_empty(), move || view! { <div class="knob">
                <label for="file">{t!("page-file-load")}</label>
                <input type="file" id="file" data-testid="file" multiple aria-describedby="about-file" on:change=chosen/>
                <p id="about-file" class="aside">
                    {string(described)}" "{t!("page-file-load.about")}
                </p>
            </div> })}
    }
}

/// Progress of a file transfer.
#[component]
pub fn Arriving(page: Page) -> impl IntoView {
    let progress = page.memo(|model| model.files.progress.clone());
    let share = |file: &FileProgress| (file.total > 0).then(|| (file.bytes as f64 / file.total as f64).min(1.0));
    move || {
        progress.get().map(|file| {
            view! {
                <p class="readout arriving" data-testid="arriving">
                    {words(&file.text())}" "<progress max="1" value=share(&file) aria-label=file.name.clone()></progress>
                </p>
            }
        })
    }
}
