//! The panel's side of `www/kept.js`.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = playground, js_name = keptItems, catch)]
    async fn kept_items() -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = playground, js_name = keptBytes, catch)]
    async fn kept_bytes(kind: &str, key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = playground, js_name = renameKept, catch)]
    async fn rename_kept(kind: &str, key: &str, name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = playground, js_name = deleteKept, catch)]
    async fn delete_kept(kind: &str, key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = playground, js_name = clearKept, catch)]
    async fn clear_kept() -> Result<JsValue, JsValue>;
}

#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// `run`, `file`, `play`, …
    pub kind: String,
    /// Of a run: its link.
    pub key: String,
    /// What the visitor calls it, or the file's name; empty for a run without a name.
    pub name: String,
    /// An address of a small picture, or nothing.
    pub picture: String,
    /// Bytes.
    pub size: f64,
    /// As the visitor's language writes it.
    pub date: String,
    /// The name of a file, and the worlds that read it.
    pub file: String,
    pub worlds: Vec<String>,
    /// The step of a run.
    pub step: u32,
}

impl Item {
    fn read(row: &JsValue) -> Option<Self> {
        let row: &Array = row.dyn_ref()?;
        let text = |index: u32| row.get(index).as_string();
        let number = |index: u32| row.get(index).as_f64();
        Some(Self {
            kind: text(0)?,
            key: text(1)?,
            name: text(2)?,
            picture: text(3)?,
            size: number(4)?,
            date: text(5)?,
            file: text(6)?,
            worlds: text(7)?.split_whitespace().map(String::from).collect(),
            step: number(8)? as u32,
        })
    }

    /// The item as a file of its name.
    pub async fn as_file(&self) -> Option<web_sys::File> {
        let bytes = kept_bytes(&self.kind, &self.key).await.ok()?.dyn_into::<Uint8Array>().ok()?;
        web_sys::File::new_with_u8_array_sequence(&Array::of1(&bytes), &self.file).ok()
    }

    /// An item that cannot be renamed keeps its name, which the list then shows again.
    pub async fn rename(&self, name: &str) {
        drop(rename_kept(&self.kind, &self.key, name).await);
    }

    /// The same for one that cannot be deleted.
    pub async fn delete(&self) {
        drop(delete_kept(&self.kind, &self.key).await);
    }
}

/// All items, the newest first; None where the browser refuses.
pub async fn list() -> Option<Vec<Item>> {
    let rows = kept_items().await.ok()?.dyn_into::<Array>().ok()?;
    Some(rows.iter().filter_map(|row| Item::read(&row)).collect())
}

pub async fn clear() {
    drop(clear_kept().await);
}
