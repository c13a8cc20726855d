//! A running worker.

use js_sys::{Array, Uint8Array};
use leptos::prelude::UpdateValue;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, MessagePort, Worker};

use super::{boot, supervisor};
use crate::events;
use crate::page::Page;
use crate::port;
use protocol::{Role, TextValue, WorkerMessage, decode, encode, text};

/// Owns the worker and its listeners; the worker ends when the handle is dropped.
pub struct WorkerHandle {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

impl WorkerHandle {
    /// Spawns a worker and sends it its compiled code. Messages are given as they come; `on_error` is told why the worker
    /// is gone.
    pub fn spawn(
        module: &JsValue,
        mut on_message: Box<dyn FnMut(JsValue)>,
        mut on_error: Box<dyn FnMut(TextValue)>,
    ) -> Result<Self, String> {
        let worker = boot::worker()?;
        let on_message =
            Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| on_message(message.data()));
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            event.prevent_default();
            on_error(cause(&event));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(on_error.as_ref().unchecked_ref()));
        worker.post_message(&with_module(module)).map_err(|error| boot::describe(&error))?;
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    /// The worker of one of the page's roles.
    pub fn of_page(page: Page, role: Role, generation: u32, module: &JsValue) -> Result<Self, String> {
        let on_message = move |data: JsValue| {
            page.bridge.update_value(|bridge| bridge.heard(role, generation));
            if let Err(why) = receive(page, role, generation, &data) {
                supervisor::failed(page, role, generation, why);
            }
        };
        let on_error = move |why| supervisor::failed(page, role, generation, why);
        Self::spawn(module, Box::new(on_message), Box::new(on_error))
    }

    pub fn post<C: Serialize>(&self, message: &WorkerMessage<C>) {
        self.post_transferring(message, Array::new());
    }

    pub fn post_with_port<C: Serialize>(&self, message: &WorkerMessage<C>, port: MessagePort) {
        self.post_transferring(message, Array::of1(&port));
    }

    /// Moves the encoded message to the worker instead of copying it, together with what is in `transfer`.
    fn post_transferring<C: Serialize>(&self, message: &WorkerMessage<C>, transfer: Array) {
        let sent = encode(message).map(|bytes| {
            let array = Uint8Array::from(bytes.as_slice());
            transfer.push(&array.buffer());
            self.worker.post_message_with_transfer(&array, &transfer)
        });
        if !matches!(sent, Ok(Ok(()))) {
            leptos::logging::error!("a message to a worker could not be sent");
        }
    }

    pub fn post_copy(&self, message: &JsValue) {
        if self.worker.post_message(message).is_err() {
            leptos::logging::error!("a file could not be sent to a worker");
        }
    }
}

/// The first message of a worker, which `worker-boot.js` reads.
fn with_module(module: &JsValue) -> js_sys::Object {
    let message = js_sys::Object::new();
    // Setting a property of a plain object cannot fail.
    let _ = js_sys::Reflect::set(&message, &"module".into(), module);
    message
}

fn cause(event: &web_sys::Event) -> TextValue {
    let message = event.dyn_ref::<ErrorEvent>().map(|error| error.message()).filter(|message| !message.is_empty());
    match message {
        Some(message) => message.trim_start_matches("Uncaught ").into(),
        None => text!("worker-not-loaded").into(),
    }
}

/// Workers send encoded events; `worker-boot.js` sends an object with the cause when the worker has failed.
fn receive(page: Page, role: Role, generation: u32, data: &JsValue) -> Result<(), TextValue> {
    let Some(bytes) = data.dyn_ref::<Uint8Array>() else {
        let failed = js_sys::Reflect::get(data, &"failed".into()).ok().and_then(|why| why.as_string());
        return Err(failed.map_or_else(|| text!("worker-unreadable").into(), TextValue::from));
    };
    if role == Role::Trainer {
        port::reported(bytes);
    }
    let bytes = bytes.to_vec();
    let handled = match role {
        Role::Trainer => decode(&bytes).map(|event| events::on_trainer(page, generation, event)),
        Role::Stage => decode(&bytes).map(|event| events::on_stage(page, generation, event)),
    };
    handled.map_err(|error| error.to_string().into())
}
