//! Executes file transfers: fetches and reads files, keeps their bytes, and sends them to the workers. What happens
//! when is decided by `state::transfer`.

use std::collections::BTreeMap;
use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::actions::Action;
use super::page::Page;
use super::state::{FileEvent, FileId, FileRequest};
use super::{bridge, kept};
use protocol::{StageCommand, WireError, WorkerMessage, encode};

/// Names of the optional files that the site has, one per line.
const LIST: &str = "datasets/files.txt";

/// The file is the last part of its message.
struct Message {
    encoded: Uint8Array,
    file_length: u32,
}

/// Encoded messages by file, on the side of JavaScript: a message is copied when it is sent, and may be sent again.
#[derive(Default)]
pub struct FileMessages {
    messages: BTreeMap<FileId, Message>,
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
        FileRequest::Discard { file } => page.file_messages.update_value(|files| {
            files.messages.remove(&file);
        }),
    }
}

async fn fetch(page: Page, world: String, name: String) {
    let progress = {
        let name = name.clone();
        move |bytes, total| page.on_file(FileEvent::Received { name: name.clone(), bytes, total })
    };
    match bridge::file_with_progress(&format!("datasets/{name}"), progress).await {
        Ok(bytes) => match store(page, &world, &name, bytes.to_vec()) {
            Ok(file) => page.on_file(FileEvent::Fetched { world, name, file }),
            Err(error) => page.on_file(FileEvent::FetchFailed { world, name, why: error.to_string() }),
        },
        Err(why) => page.on_file(FileEvent::FetchFailed { world, name, why }),
    }
}

/// Encodes the message with which both workers get the file.
fn store(page: Page, world: &str, name: &str, bytes: Vec<u8>) -> Result<FileId, WireError> {
    // The variant is the same for both roles, so one message serves both.
    let file_length = bytes.len() as u32;
    let load: WorkerMessage<StageCommand> = WorkerMessage::Load { world: world.into(), name: name.into(), bytes };
    let encoded = Uint8Array::from(encode(&load)?.as_slice());
    let mut id = 0;
    page.file_messages.update_value(|files| {
        files.next_id += 1;
        id = files.next_id;
        files.messages.insert(id, Message { encoded, file_length });
    });
    Ok(id)
}

/// Sends a file of the visitor to both workers.
pub fn give(page: Page, world: &str, name: &str, bytes: Arc<Vec<u8>>) {
    match store(page, world, name, Arc::unwrap_or_clone(bytes)) {
        Ok(file) => page.on_file(FileEvent::Given { world: world.into(), name: name.into(), file }),
        Err(_) => page.on_file(FileEvent::ReadFailed { name: name.into() }),
    }
}

/// Has the browser store a file of the visitor for the next visit.
pub fn keep(page: Page, worlds: &[String], name: &str, file: FileId) {
    page.file_messages.with_value(|files| {
        if let Some(Message { encoded, file_length }) = files.messages.get(&file) {
            kept::keep_file("file", worlds, name, encoded.slice(encoded.length() - file_length, encoded.length()));
        }
    });
}

/// Loads the files of a world that the browser stored on earlier visits.
async fn restore(page: Page, world: &str) {
    for (name, bytes) in kept::files(world).await {
        if let Ok(file) = store(page, world, &name, bytes) {
            page.on_file(FileEvent::Restored { world: world.into(), name, file });
        }
    }
}

/// Reads a file that the visitor chose or dropped. Its size is checked first.
pub fn read(page: Page, file: web_sys::File) {
    let (name, bytes) = (file.name(), file.size() as u64);
    if page.update(|model| model.admit_file(&name, bytes)).is_none() {
        return;
    }
    page.on_file(FileEvent::Reading { name: name.clone(), bytes });
    spawn_local(async move {
        match JsFuture::from(file.array_buffer()).await {
            Ok(buffer) => page.perform(Action::LoadFile { name, bytes: Uint8Array::new(&buffer).to_vec() }),
            Err(_) => page.on_file(FileEvent::ReadFailed { name }),
        }
    });
}
