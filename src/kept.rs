//! What the browser stores for the visitor, by the functions of `www/kept.js`. A page without that script goes on without.

use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;

use super::bridge;
use super::page::Page;
use super::state::StoredRun;
use protocol::{Snapshot, text};

/// It usually takes less than a tenth of a second.
const LONGEST_WAIT: Duration = Duration::from_secs(4);

#[wasm_bindgen]
extern "C" {
    /// `lane` names the run in progress: its link changes with its live knobs.
    #[wasm_bindgen(js_namespace = playground, js_name = keepRun, catch)]
    fn put_run(lane: &str, key: &str, step: u32, finished: bool, bytes: Uint8Array) -> Result<(), JsValue>;

    /// `worlds` are ids, separated by spaces.
    #[wasm_bindgen(js_namespace = playground, js_name = keepFile, catch)]
    fn put_file(kind: &str, worlds: &str, name: &str, bytes: Uint8Array) -> Result<(), JsValue>;

    /// One line per run: link, step, whether it is finished. Read before the page was mounted.
    #[wasm_bindgen(js_namespace = playground, js_name = storedRuns, catch)]
    fn stored_runs() -> Result<String, JsValue>;

    /// Calls with one word when something cannot be stored for the first time.
    #[wasm_bindgen(js_namespace = playground, js_name = onTrouble, catch)]
    fn on_trouble(callback: &JsValue) -> Result<(), JsValue>;
}

fn read_line(line: &str) -> Option<(String, StoredRun)> {
    let mut parts = line.split(' ');
    let mut next = || parts.next();
    let key = next()?.to_string();
    Some((key.clone(), StoredRun { key, step: next()?.parse().ok()?, finished: next()? == "true" }))
}

/// Takes the list of stored runs into the model, and says once if the browser cannot store anything.
pub fn begin(page: Page) {
    let runs = stored_runs().unwrap_or_default();
    page.update_quietly(|model| model.stored.extend(runs.lines().filter_map(read_line)));
    let say = Closure::<dyn Fn(String)>::new(move |why: String| {
        let sentence = if why == "full" { text!("page-storage-full") } else { text!("page-storage-refused") };
        page.update(|model| model.notices.error(sentence));
    });
    // Refused only where there is no such script, and then nothing is stored.
    let _ = on_trouble(&say.into_js_value());
}

pub fn keep_run(page: Page, lane: usize, run: &StoredRun) {
    page.peek(|model| {
        if let Some((_, snapshot)) = model.lanes.get(lane).and_then(|lane| lane.snapshot.as_ref()) {
            // A page without the script keeps runs in memory.
            let lane = format!("{} {lane}", model.run.0);
            let _ = put_run(&lane, &run.key, run.step, run.finished, snapshot.0.as_slice().into());
        }
    });
}

pub fn keep_file(kind: &str, worlds: &[String], name: &str, bytes: Uint8Array) {
    // As above.
    let _ = put_file(kind, &worlds.join(" "), name, bytes);
}

/// Plays are files too, but not read before the visitor says so.
pub fn keep_plays(page: Page) {
    if let Some(plays) = page.peek(|model| model.recording.clone()) {
        keep_file("play", &[plays.world], &plays.name, plays.bytes.as_slice().into());
    }
}

/// Names and bytes of the stored files of a world.
pub async fn files(world: &str) -> Vec<(String, Uint8Array)> {
    let mut files = Vec::new();
    let list = bridge::file(&format!("kept:files:{world}")).await.map(|bytes| bytes.to_vec()).unwrap_or_default();
    for (key, name) in String::from_utf8_lossy(&list).lines().filter_map(|line| line.split_once('\t')) {
        if let Ok(bytes) = bridge::file(&format!("kept:file:{key}")).await {
            files.push((name.to_string(), bytes));
        }
    }
    files
}

/// Reads the stored runs that lanes wait for. A browser that does not answer is not waited for much longer.
pub fn fetch_runs(page: Page) {
    for run in page.peek(|model| model.stored_runs_needed()) {
        let late = run.clone();
        set_timeout(move || take(page, &late, None), LONGEST_WAIT);
        spawn_local(async move {
            let bytes = bridge::file(&format!("kept:run:{}", run.key)).await.ok();
            take(page, &run, bytes.map(|bytes| Snapshot(bytes.to_vec())));
        });
    }
}

fn take(page: Page, run: &StoredRun, snapshot: Option<Snapshot>) {
    page.execute(page.update_quietly(|model| model.on_stored(run, snapshot)));
}
