//! The panel *Class*: replays on this machine the runs that pupils handed in as links, and shows their guesses
//! together. Pupils hand in from the same folder (`submit`).

mod answers;
mod hand_in;
mod replay;
mod submit;
mod trainer;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Close, Panel};
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{shown, t, words};
use answers::Answers;
use hand_in::MOST_LINES;
pub use hand_in::{HandIn, read_list};
use protocol::{Text, text};
use replay::{ClassEntry, ReplayStatus};
use trainer::ClassTrainer;

pub use submit::Submit;

/// Largest list that is read, in bytes.
const LARGEST_LIST: f64 = 2_000_000.0;

#[component]
pub fn Class(panel: Panel) -> impl IntoView {
    let list = RwSignal::new(String::new());
    let said = RwSignal::new(None::<Text>);
    let trainer = ClassTrainer::new();
    let entries = trainer.entries;
    let replay = move |_| {
        let Some(catalog) = panel.page.peek(|model| model.catalog.clone()) else { return };
        let (hand_ins, more) = read_list(&list.get_untracked());
        said.set(match (hand_ins.len(), more) {
            (0, _) => Some(text!("class-no-links")),
            (_, 0) => None,
            (_, more) => Some(text!("class-too-many", most = MOST_LINES, more = more)),
        });
        trainer.begin(hand_ins, catalog);
    };
    let done = move || entries.with(|entries| entries.iter().filter(|entry| entry.status.is_final()).count());
    let count = move || entries.with(Vec::len);
    let progress = move || words(&text!("class-progress", done = done(), all = count()));
    view! {
        <section class="class" data-testid="class-panel">
            <header><h2>{t!("class-title")}</h2><Close/></header>
            <p>{t!("class-about")}</p>
            <label>{t!("class-links")}
                <textarea rows="5" data-testid="class-links" prop:value=list on:input=move |event| list.set(event_target_value(&event))></textarea>
            </label>
            <label class="field">{t!("class-file")}" "
                <input type="file" accept=".txt,text/plain" data-testid="class-file" on:change=move |event| read_file(&event, list, said)/>
            </label>
            <button class="primary" data-testid="class-replay" disabled=boolean(move || list.with(|list| list.trim().is_empty())) on:click=replay>{t!("class-replay")}</button>
            <p role="status">{string(move || said.get().map(|text| words(&text)).unwrap_or_default())}</p>
            {when(move || { count() > 0 }, move || view! {
                <p data-testid="class-progress" data-value=string(move || done().to_string())>
                    <progress max=string(move || count().to_string()) prop:value=move || done() as f64 aria-label=t!("class-replay")></progress>
                    " "{string(progress)}
                </p>
                <Table entries/>
                <Answers panel entries/>
            })}
        </section>
    }
}

fn read_file(event: &leptos::ev::Event, list: RwSignal<String>, said: RwSignal<Option<Text>>) {
    use wasm_bindgen::JsCast;
    let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) else { return };
    if file.size() > LARGEST_LIST {
        return said.set(Some(text!("class-file-large")));
    }
    spawn_local(async move {
        let text = wasm_bindgen_futures::JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        match text {
            Some(text) => list.set(text),
            None => said.set(Some(text!("class-file-unreadable"))),
        }
    });
}

/// The list of hand-ins with the status of their replays.
#[component]
fn Table(entries: RwSignal<Vec<ClassEntry>>) -> impl IntoView {
    let row = |(index, entry): (usize, ClassEntry)| {
        let name = match entry.hand_in.name.is_empty() {
            true => text!("class-unnamed", number = index + 1),
            false => text!("class-name", name = entry.hand_in.name.clone()),
        };
        let (mark, state) = status_text(&entry.status);
        let run = text!("class-run", world = entry.run.world, method = entry.run.method, seed = entry.run.seed);
        view! {
            <tr data-testid=format!("class-{index}") data-verdict=entry.status.name()>
                <th scope="row">{shown(name)}</th><td>{shown(run)}</td>
                <td><span aria-hidden="true">{mark}</span>" "{shown(state)}</td>
            </tr>
        }
    };
    view! {
        <table class="classtable">
            <caption class="sr">{t!("class-table")}</caption>
            <thead><tr><th scope="col">{t!("class-who")}</th><th scope="col">{t!("class-what")}</th><th scope="col">{t!("class-state")}</th></tr></thead>
            <tbody>{dynamic(move || entries.get().into_iter().enumerate().map(row).collect_view())}</tbody>
        </table>
    }
}

fn status_text(status: &ReplayStatus) -> (&'static str, Text) {
    match status {
        ReplayStatus::Waiting => ("…", text!("class-waiting")),
        ReplayStatus::Running(step, steps) => ("…", text!("class-running", step = *step, steps = *steps)),
        ReplayStatus::Confirmed => ("✓", text!("class-confirmed")),
        ReplayStatus::Different => ("✗", text!("class-different")),
        ReplayStatus::NoDigest => ("–", text!("class-no-digest")),
        ReplayStatus::Failed(why) => ("–", why.clone()),
    }
}
