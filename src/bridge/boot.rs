//! Functions of `www/boot.js`: compile and spawn workers, fetch files of the site.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::Worker;

use crate::text::words;
use protocol::{LARGEST_FILE, text};

/// Longest description of an error, in characters.
const MAX_DESCRIPTION: usize = 120;

#[wasm_bindgen]
extern "C" {
    /// The worker's code, compiled once for both workers.
    #[wasm_bindgen(js_namespace = playground, js_name = workerModule, catch)]
    async fn worker_module() -> Result<JsValue, JsValue>;

    /// A worker that waits for its code.
    #[wasm_bindgen(js_namespace = playground, catch)]
    fn spawn() -> Result<Worker, JsValue>;

    /// The bytes of a file of the site, unless there are more than `largest`.
    #[wasm_bindgen(js_namespace = playground, js_name = fetchFile, catch)]
    async fn fetch_file(path: &str, largest: f64, progress: &JsValue) -> Result<JsValue, JsValue>;
}

pub async fn module() -> Result<JsValue, String> {
    worker_module().await.map_err(|error| describe(&error))
}

pub fn worker() -> Result<Worker, String> {
    spawn().map_err(|error| describe(&error))
}

/// The bytes of a file of the site.
pub async fn file(path: &str) -> Result<Uint8Array, String> {
    file_with_progress(path, |_, _| ()).await
}

/// The same. `progress` is called with the bytes received and the bytes in total, which are zero if unknown.
pub async fn file_with_progress(path: &str, progress: impl Fn(u64, u64) + 'static) -> Result<Uint8Array, String> {
    let progress = Closure::<dyn FnMut(f64, f64)>::new(move |received: f64, total: f64| {
        progress(received as u64, total as u64);
    });
    let bytes = fetch_file(path, LARGEST_FILE as f64, progress.as_ref()).await;
    bytes.map(|bytes| bytes.unchecked_into()).map_err(|error| describe(&error))
}

/// The first line of an error, short enough for a sentence.
pub fn describe(error: &JsValue) -> String {
    let text = match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| words(&text!("worker-no-reason"))),
    };
    let first = text.lines().next().unwrap_or_default().trim_end_matches('.');
    first.chars().take(MAX_DESCRIPTION).collect()
}
