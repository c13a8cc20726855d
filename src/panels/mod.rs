//! Panels: parts of the page that are fetched when one is opened. They are a WebAssembly module of their own, mounted into
//! `<aside id="panel">` beside the live page, with which they communicate through a port alone.
//!
//! A panel is a folder here and one line in [`view_of`]. The address names it: `panel=data`, or `lesson=4.2` for lessons.

mod beside;
mod class;
mod copy;
mod copy_field;
mod data;
mod export;
mod kept;
mod lessons;
mod links;
mod listen;
mod pixels;
pub mod port;
mod time;
mod without;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;

use crate::actions::Action;
use crate::page::Page;
use crate::reactive::dynamic;
use crate::state::Language;
use crate::text::{self, t};
use protocol::{Answer, Failure, Found, Question, TrainerCommand, TrainerEvent, decode, encode};

/// Readers of foreign files, for the fuzzer.
pub use class::{HandIn, read_list};
pub use lessons::{Lesson, Until};

/// The handle that every panel gets; cheap to copy.
#[derive(Clone, Copy)]
pub struct Panel {
    /// A copy of the page's model as far as the trainer reports it; see [`copy`].
    pub page: Page,
    /// A counter that rises whenever the page has changed.
    pub version: RwSignal<u32>,
    /// The latest answer to a question, with the question's number.
    pub answer: RwSignal<Option<(u32, Arc<Answer>)>>,
    asked: StoredValue<u32>,
    /// Parts of the file that is being received, and its question's number.
    parts: StoredValue<(u32, js_sys::Array), LocalStorage>,
    /// The file that the trainer read last: its name, and its contents or why it cannot be used.
    pub loaded: RwSignal<Option<(String, Result<Found, Failure>)>>,
    /// The value in the address behind the panel's name: `4.2` of `lesson=4.2`.
    pub detail: Signal<String>,
}

/// Starts the panels' code and mounts the open panel.
pub fn run() {
    console_error_panic_hook::set_once();
    // The reactive system has no executor before something is mounted.
    wasm_bindgen_futures::spawn_local(async {
        let place = web_sys::window().and_then(|window| window.document()?.get_element_by_id("panel"));
        let Some(place) = place.and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
        if let Err(error) = text::load_with_panels().await {
            return leptos::logging::error!("the panels' text could not be loaded: {error}");
        }
        mount_to(place, Panels).forget();
    });
}

#[component]
fn Panels() -> impl IntoView {
    let version = RwSignal::new(0_u32);
    let answer = RwSignal::new(None);
    // Views of the page work in panels, too: they read the copy, and their actions are sent to the page.
    let page = Page::copy(|page, action| {
        port::perform(action);
        page.update(|model| copy::sync(model, &port::state()));
    });
    page.update(|model| copy::sync(model, &port::state()));
    let loaded = RwSignal::new(None);
    let parts = StoredValue::new_local((0, js_sys::Array::new()));
    copy::follow(page, loaded, move |event| note_answer(answer, parts, event));
    let changed = Closure::<dyn Fn()>::new(move || {
        let state = port::state();
        page.update(|model| copy::sync(model, &state));
        version.update(|version| *version = version.wrapping_add(1));
    });
    port::on_change(&changed.into_js_value());
    follow_language(version);
    let open = Memo::new(move |_| {
        version.get();
        page.peek(|model| model.view.panel.clone())
    });
    let name = Memo::new(move |_| open.get().map(|open| open.split('=').next().unwrap_or_default().to_string()));
    let detail = Signal::derive(move || {
        open.get().and_then(|open| Some(open.split_once('=')?.1.to_string())).unwrap_or_default()
    });
    let panel = Panel { page, version, answer, asked: StoredValue::new(0), parts, loaded, detail };
    dynamic(move || name.get().map(|name| view_of(panel, &name)))
}

/// The view of the panel with this name.
fn view_of(panel: Panel, name: &str) -> AnyView {
    match name {
        "export" => view! { <export::ExportPanel panel/> }.into_any(),
        "kept" => view! { <kept::KeptPanel panel/> }.into_any(),
        "data" | "draw" | "load" | "label" | "doubtful" => {
            let name = name.to_string();
            view! { <data::Data panel name/> }.into_any()
        }
        "lesson" => view! { <lessons::Lessons panel/> }.into_any(),
        "listen" => view! { <listen::Listen panel/> }.into_any(),
        "pixels" => view! { <pixels::Pixels panel/> }.into_any(),
        "time" => view! { <time::TimeMachine panel/> }.into_any(),
        "without" => view! { <without::Without panel/> }.into_any(),
        "links" => view! { <links::Links panel/> }.into_any(),
        "class" => view! { <class::Class panel/> }.into_any(),
        "hand-in" => view! { <class::Submit panel/> }.into_any(),
        _ => view! { <p>{t!("panel-unknown")}</p> <Close/> }.into_any(),
    }
}

/// Closes the panel; the whole page is shown again.
#[component]
pub fn Close() -> impl IntoView {
    view! {
        <button class="quiet" data-testid="close-panel" aria-label=t!("page-close")
            on:click=move |_| port::perform(Action::ClosePanel)>"×"</button>
    }
}

impl Panel {
    /// Brings the copy up to date with what the page has just done.
    pub fn sync(self) {
        let state = port::state();
        self.page.update_quietly(|model| copy::sync(model, &state));
    }

    /// Takes the parts that have arrived of the file with this question number.
    pub fn take_parts(self, id: u32) -> js_sys::Array {
        let mut taken = js_sys::Array::new();
        self.parts.update_value(|(of, parts)| {
            if *of == id {
                std::mem::swap(&mut taken, parts);
            }
        });
        taken
    }

    /// Sends the trainer a question; its answer comes with the returned number.
    pub fn ask(self, question: &Question) -> u32 {
        let id = self.asked.get_value().wrapping_add(1);
        self.asked.set_value(id);
        if let Ok(question) = encode(question) {
            port::send(TrainerCommand::Ask { id, question });
        }
        id
    }
}

/// Sets the latest answer. Parts of a file are collected here, since an effect that follows the signal may miss one.
fn note_answer(
    answers: RwSignal<Option<(u32, Arc<Answer>)>>,
    parts: StoredValue<(u32, js_sys::Array), LocalStorage>,
    event: &TrainerEvent,
) {
    let TrainerEvent::Answered { id, answer } = event else { return };
    let Ok(mut answer) = decode(answer) else { return };
    if let Answer::Exported(part) = &mut answer {
        let bytes = std::mem::take(&mut part.bytes);
        parts.update_value(|(of, parts)| {
            if of != id {
                (*of, *parts) = (*id, js_sys::Array::new());
            }
            parts.push(&js_sys::Uint8Array::from(bytes.as_slice()));
        });
    }
    answers.set(Some((*id, Arc::new(answer))));
}

/// Loads the messages of the page's language, again whenever it changes.
fn follow_language(version: RwSignal<u32>) {
    let shown = Memo::new(move |_| {
        version.get();
        let document = web_sys::window().and_then(|window| window.document());
        let tag = document.and_then(|document| document.document_element()?.get_attribute("lang"));
        tag.and_then(|tag| Language::from_tag(&tag)).unwrap_or(Language::English)
    });
    Effect::new(move |_| {
        let language = shown.get();
        if language == text::current() {
            return;
        }
        spawn_local(async move {
            // If a file is missing the panel keeps its language.
            if let Ok(messages) = text::fetch_with_panels(language).await {
                text::show(messages);
            }
        });
    });
}
