//! What the browser has to fetch, compile and spawn for us. `www/boot.js` holds the other end.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::Worker;

use protocol::LARGEST_FILE;

#[wasm_bindgen]
extern "C" {
    /// The worker's code, compiled once for both workers.
    #[wasm_bindgen(js_namespace = playground, js_name = workerModule, catch)]
    async fn worker_module() -> Result<JsValue, JsValue>;

    /// A worker waiting for that code.
    #[wasm_bindgen(js_namespace = playground, catch)]
    fn spawn() -> Result<Worker, JsValue>;

    /// The bytes of a file of the site, of at most so many.
    #[wasm_bindgen(js_namespace = playground, js_name = fetchFile, catch)]
    async fn fetch_file(path: &str, most: f64, told: &JsValue) -> Result<JsValue, JsValue>;
}

pub async fn module() -> Result<JsValue, String> {
    worker_module().await.map_err(|error| describe(&error))
}

pub fn worker() -> Result<Worker, String> {
    spawn().map_err(|error| describe(&error))
}

/// The bytes of a file that the page ships.
pub async fn file(path: &str) -> Result<Uint8Array, String> {
    file_with_progress(path, |_, _| ()).await
}

/// The same, telling on the way how many bytes are here, and how many there are (zero: nobody knows).
pub async fn file_with_progress(path: &str, told: impl Fn(u64, u64) + 'static) -> Result<Uint8Array, String> {
    let told = Closure::<dyn FnMut(f64, f64)>::new(move |here: f64, all: f64| told(here as u64, all as u64));
    let bytes = fetch_file(path, LARGEST_FILE as f64, told.as_ref()).await;
    bytes.map(|bytes| bytes.unchecked_into()).map_err(|error| describe(&error))
}

/// An error in words short enough for a sentence.
pub fn describe(error: &JsValue) -> String {
    let text = match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| "no reason given".into()),
    };
    let first = text.lines().next().unwrap_or_default().trim_end_matches('.');
    first.chars().take(120).collect()
}
