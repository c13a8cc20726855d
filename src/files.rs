//! Executes file transfers: fetches and reads files, keeps their bytes, and sends them to the workers. What happens
//! when is decided by `state::transfer`.

use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use super::page::Page;
use super::state::{FileEvent, FileId, FileRequest, ShortMap};
use super::{bridge, kept};
use protocol::{StageCommand, WorkerMessage, encode};

/// Names of the optional files that the site has, one per line.
const LIST: &str = "datasets/files.txt";

/// An encoded message that a worker reads by itself: a large file never passes through the page's thread.
struct FileMessage {
    encoded: Blob,
    /// Bytes before the file, which is the last part of its message.
    before_file: u32,
}

/// Messages by file; each may be sent again.
#[derive(Default)]
pub struct FileMessages {
    messages: ShortMap<FileId, FileMessage>,
    next_id: FileId,
}

pub fn execute(page: Page, request: FileRequest) {
    match request {
        FileRequest::List { world } => spawn_local(async move {
            restore(page, &world).await;
            let list = bridge::file(LIST).await.map(|bytes| String::from_utf8_lossy(&bytes.to_vec()).into_owned());
            let names = list.unwrap_or_default().lines().map(str::to_string).collect();
            page.on_file(FileEvent::Listed { world, names });
        }),
        FileRequest::Fetch { world, name } => spawn_local(fetch(page, world, name)),
        FileRequest::Send { role, file } => page.file_messages.with_value(|files| {
            if let Some(message) = files.messages.get(&file) {
                page.bridge.with_value(|bridge| bridge.send_encoded(role, &message.encoded));
            }
        }),
        FileRequest::Discard { file } => page.file_messages.update_value(|files| files.messages.remove(&file)),
    }
}

async fn fetch(page: Page, world: String, name: String) {
    let progress = {
        let name = name.clone();
        move |bytes, total| page.on_file(FileEvent::Received { name: name.clone(), bytes, total })
    };
    match bridge::file_with_progress(&format!("datasets/{name}"), progress).await {
        Ok(bytes) => match store(page, &world, &name, &bytes, bytes.length().into()) {
            Some(file) => page.on_file(FileEvent::Fetched { world, name, file }),
            None => page.on_file(FileEvent::FetchFailed { world, name, why: String::new() }),
        },
        Err(why) => page.on_file(FileEvent::FetchFailed { world, name, why }),
    }
}

/// The message with which both workers get the file, up to the file itself, which has `length` bytes.
fn before_file(world: &str, name: &str, mut length: u64) -> Option<Vec<u8>> {
    // The variant is the same for both roles, so one message serves both.
    let load: WorkerMessage<StageCommand> =
        WorkerMessage::Load { world: world.into(), name: name.into(), bytes: Vec::new() };
    let mut encoded = encode(&load).ok()?;
    // An empty file is its length alone: the last byte, seven bits of which a longer one continues.
    encoded.pop();
    while length >= 0x80 {
        encoded.push(length as u8 | 0x80);
        length >>= 7;
    }
    encoded.push(length as u8);
    Some(encoded)
}

/// Keeps the message of a file, which is a blob or an array.
fn store(page: Page, world: &str, name: &str, file: &JsValue, length: u64) -> Option<FileId> {
    let before = before_file(world, name, length)?;
    let parts = Array::of2(&Uint8Array::from(before.as_slice()), file);
    let encoded = Blob::new_with_blob_sequence(&parts).ok()?;
    let mut id = 0;
    page.file_messages.update_value(|files| {
        files.next_id += 1;
        id = files.next_id;
        files.messages.insert(id, FileMessage { encoded, before_file: before.len() as u32 });
    });
    Some(id)
}

/// Sends a file of the visitor to both workers.
pub fn give(page: Page, world: &str, name: &str, bytes: Arc<Vec<u8>>) {
    give_file(page, world, name, &Uint8Array::from(bytes.as_slice()), bytes.len() as u64);
}

fn give_file(page: Page, world: &str, name: &str, file: &JsValue, length: u64) {
    match store(page, world, name, file, length) {
        Some(file) => page.on_file(FileEvent::Given { world: world.into(), name: name.into(), file }),
        None => page.on_file(FileEvent::ReadFailed { name: name.into() }),
    }
}

/// Has the browser store a file of the visitor for the next visit.
pub fn keep(page: Page, worlds: &[String], name: &str, file: FileId) {
    let file = page.file_messages.with_value(|files| {
        let FileMessage { encoded, before_file } = files.messages.get(&file)?;
        encoded.slice_with_i32(*before_file as i32).ok()
    });
    let (worlds, name) = (worlds.to_vec(), name.to_string());
    spawn_local(async move {
        // A file that can no longer be read is not kept.
        if let Some(file) = file
            && let Ok(buffer) = JsFuture::from(file.array_buffer()).await
        {
            kept::keep_file("file", &worlds, &name, Uint8Array::new(&buffer));
        }
    });
}

/// Loads the files of a world that the browser stored on earlier visits.
async fn restore(page: Page, world: &str) {
    for (name, bytes) in kept::files(world).await {
        if let Some(file) = store(page, world, &name, &bytes, bytes.length().into()) {
            page.on_file(FileEvent::Restored { world: world.into(), name, file });
        }
    }
}

/// Reads a file that the visitor chose or dropped. Its size is checked first.
pub fn read(page: Page, file: web_sys::File) {
    let (name, bytes) = (file.name(), file.size() as u64);
    let Some(world) = page.update(|model| model.admit_file(&name, bytes)) else { return };
    page.on_file(FileEvent::Reading { name: name.clone(), bytes });
    spawn_local(async move {
        // Whether it can be read at all shows at its first byte; workers read the rest.
        let first = file.slice_with_i32_and_i32(0, 1).map(|first| JsFuture::from(first.array_buffer()));
        let readable = match first {
            Ok(first) => first.await.is_ok(),
            Err(_) => false,
        };
        match readable {
            true => give_file(page, &world, &name, &file, bytes),
            false => page.on_file(FileEvent::ReadFailed { name }),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_the_same_whether_its_file_was_encoded_or_appended() {
        for length in [0, 1, 127, 128, 300, 20_000, 3_000_000] {
            let (world, name, bytes) = ("loaded".to_string(), "mine.csv".to_string(), vec![7; length]);
            let whole: WorkerMessage<StageCommand> = WorkerMessage::Load { world, name, bytes: bytes.clone() };
            let appended = [before_file("loaded", "mine.csv", length as u64).unwrap(), bytes].concat();
            assert_eq!(encode(&whole).unwrap(), appended, "{length}");
        }
    }
}
