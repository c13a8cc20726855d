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
    /// Key of the item in the store; for a run its link.
    pub key: String,
    /// The name that the visitor gave it, or the name of the file; empty for a run without a name.
    pub name: String,
    /// Address of a small picture; may be empty.
    pub picture: String,
    /// Size in bytes.
    pub size: f64,
    /// The date in the format of the visitor's language.
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

    /// The item as a file with its name.
    pub async fn as_file(&self) -> Option<web_sys::File> {
        let bytes = kept_bytes(&self.kind, &self.key).await.ok()?.dyn_into::<Uint8Array>().ok()?;
        web_sys::File::new_with_u8_array_sequence(&Array::of1(&bytes), &self.file).ok()
    }

    /// Renames the item. If that fails, the list shows the old name again.
    pub async fn rename(&self, name: &str) {
        drop(rename_kept(&self.kind, &self.key, name).await);
    }

    /// Deletes the item. If that fails, the list shows it again.
    pub async fn delete(&self) {
        drop(delete_kept(&self.kind, &self.key).await);
    }
}

/// All items, newest first; None if the browser refuses.
pub async fn list() -> Option<Vec<Item>> {
    let rows = kept_items().await.ok()?.dyn_into::<Array>().ok()?;
    Some(rows.iter().filter_map(|row| Item::read(&row)).collect())
}

pub async fn clear() {
    drop(clear_kept().await);
}
