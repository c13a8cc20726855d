//! What the browser has to fetch, compile and spawn for us. `www/boot.js` holds the other end.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Response, Worker};

#[wasm_bindgen]
extern "C" {
    /// The worker's code, compiled once for both workers.
    #[wasm_bindgen(js_namespace = playground, js_name = workerModule, catch)]
    async fn worker_module() -> Result<JsValue, JsValue>;

    /// A worker waiting for that code.
    #[wasm_bindgen(js_namespace = playground, catch)]
    fn spawn() -> Result<Worker, JsValue>;
}

pub async fn module() -> Result<JsValue, String> {
    worker_module().await.map_err(|error| describe(&error))
}

pub fn worker() -> Result<Worker, String> {
    spawn().map_err(|error| describe(&error))
}

/// The bytes of a file that the page ships.
pub async fn file(path: &str) -> Result<Vec<u8>, String> {
    let window = web_sys::window().ok_or("there is no window")?;
    let fetched = JsFuture::from(window.fetch_with_str(path)).await.map_err(|error| describe(&error))?;
    let response: Response = fetched.dyn_into().map_err(|_| "the answer was no file".to_string())?;
    if !response.ok() {
        return Err(format!("the server answered {}", response.status()));
    }
    let body = response.array_buffer().map_err(|error| describe(&error))?;
    let buffer = JsFuture::from(body).await.map_err(|error| describe(&error))?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
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
