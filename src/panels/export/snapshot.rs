//! Opens a snapshot that was downloaded before, to play it, to resume it, or to compare it with the open run.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::Panel;
use crate::actions::Action;
use crate::panels::beside::{Both, First, share};
use crate::panels::port;
use crate::permalink;
use crate::reactive::{string, when};
use crate::text::{t, words};
use protocol::questions::SnapshotReport;
use protocol::{Answer, LARGEST_FILE, Question, Text, TextValue, text};

#[derive(Clone, Copy)]
struct Opening {
    panel: Panel,
    /// Number of the question about the file, and the bytes of the file.
    asked: StoredValue<Option<(u32, Vec<u8>)>>,
    compares: RwSignal<bool>,
    /// The run that was open before.
    first: RwSignal<Option<First>>,
    refused: RwSignal<Option<Text>>,
}

impl Opening {
    fn read(self, file: web_sys::File) {
        let (name, bytes) = (file.name(), file.size() as u64);
        if bytes > LARGEST_FILE {
            let (found, most) = (bytes >> 20, LARGEST_FILE >> 20);
            return self.refused.set(Some(text!("data-file-large", name = name, found = found, most = most)));
        }
        self.refused.set(None);
        leptos::task::spawn_local(async move {
            match JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => {
                    let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
                    let id = self.panel.ask(&Question::ReadSnapshot { bytes: bytes.clone() });
                    self.asked.set_value(Some((id, bytes)));
                }
                Err(_) => self.refused.set(Some(text!("data-file-unread", name = name))),
            }
        });
    }

    fn open(self, report: &SnapshotReport, bytes: Vec<u8>) {
        let SnapshotReport { query, step, finished } = report.clone();
        self.first.set(self.compares.get_untracked().then(|| {
            let link = port::state().link;
            self.panel.page.peek(|model| First::of(model, link, words(&name_of(model, &query)), share(model)))
        }));
        let query = format!("?{query}&panel=export");
        port::perform(Action::OpenSnapshot { query, step, finished, bytes });
    }
}

/// World, method and seed of a link.
fn name_of(model: &crate::state::Model, query: &str) -> Text {
    let (run, catalog) = (permalink::read(query).requested, model.catalog.as_deref());
    let named = |name: Option<&Text>, id: &str| name.map_or_else(|| id.into(), |name| TextValue::from(name.clone()));
    let world = named(catalog.and_then(|catalog| catalog.world(&run.world)).map(|card| &card.name), &run.world);
    let method = named(catalog.and_then(|catalog| catalog.method(&run.method)).map(|card| &card.name), &run.method);
    text!("export-snapshot-of", world = world, method = method, seed = run.seed)
}

#[component]
pub fn OpenSnapshot(panel: Panel) -> impl IntoView {
    let (first, refused) = (RwSignal::new(None), RwSignal::new(None));
    let opening = Opening { panel, asked: StoredValue::new(None), compares: RwSignal::new(false), first, refused };
    Effect::new(move |_| {
        let Some((id, answer)) = panel.answer.get() else { return };
        let Some((_, bytes)) = opening.asked.get_value().filter(|(asked, _)| *asked == id) else { return };
        match answer.as_ref() {
            Answer::Snapshot(report) => opening.open(report, bytes),
            Answer::Refused(why) => refused.set(Some(why.clone())),
            _ => return,
        }
        opening.asked.set_value(None);
    });
    let chosen = move |event: leptos::ev::Event| {
        let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let Some(field) = field else { return };
        if let Some(file) = field.files().and_then(|files| files.get(0)) {
            opening.read(file);
        }
        // Otherwise choosing the same file again would raise no event.
        field.set_value("");
    };
    let back = move |_| {
        if let Some(first) = first.get_untracked() {
            port::perform(Action::Navigate(first.link));
        }
        first.set(None);
    };
    let compares = opening.compares;
    view! {
        <h3>{t!("export-open")}</h3>
        <p class="aside">{t!("export-open.about")}</p>
        <label class="field">{t!("export-open-file")}" "<input type="file" accept=".bpk" data-testid="export-open" on:change=chosen/></label>
        <label class="check"><input type="checkbox" data-testid="export-compare" on:change=move |event| compares.set(event_target_checked(&event))/>{t!("export-compare")}</label>
        {when(move || refused.with(Option::is_some), move || view! {
            <p role="alert" data-testid="export-open-refused">{string(move || refused.get().map(|text| words(&text)).unwrap_or_default())}</p>
        })}
        {when(move || first.with(Option::is_some), move || view! {
            <Both panel first/>
            <button class="quiet" data-testid="export-back" on:click=back>{t!("time-fork-back")}</button>
        })}
    }
}
