//! Lines to the two workers: spawn, send, hear, and notice when one dies.

mod care;
mod load;

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use care::lost;
pub use care::{retry, start};
pub use load::{file, file_with_progress};

use super::page::Page;
use protocol::{Role, StageCommand, TrainerCommand, WorkerMessage, decode, encode};
use serde::Serialize;

/// Both lines, and what is remembered of those that broke.
#[derive(Default)]
pub struct Bridge {
    trainer: Seat,
    stage: Seat,
}

/// A place for a worker; workers come and go, the seat remembers.
#[derive(Default)]
struct Seat {
    line: Option<Line>,
    ready: bool,
    /// Tells an older worker's last words from the present one's.
    generation: u32,
    /// When workers died here, milliseconds.
    deaths: Vec<f64>,
}

/// A living worker. The closures live as long as it does.
struct Line {
    worker: Worker,
    _hear: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

impl Bridge {
    fn seat(&self, role: Role) -> &Seat {
        match role {
            Role::Trainer => &self.trainer,
            Role::Stage => &self.stage,
        }
    }

    fn seat_mut(&mut self, role: Role) -> &mut Seat {
        match role {
            Role::Trainer => &mut self.trainer,
            Role::Stage => &mut self.stage,
        }
    }

    pub fn trainer(&self, command: TrainerCommand) {
        self.send(Role::Trainer, command);
    }

    pub fn stage(&self, command: StageCommand) {
        self.send(Role::Stage, command);
    }

    /// Sends to a worker that has reported ready.
    fn send<C: Serialize>(&self, role: Role, command: C) {
        let seat = self.seat(role);
        if let (true, Some(line)) = (seat.ready, &seat.line) {
            post(&line.worker, &WorkerMessage::Command(command));
        }
    }

    /// Sends a message that is kept, to be sent again: the browser copies it.
    pub fn send_again(&self, role: Role, message: &js_sys::Uint8Array) {
        if let Some(line) = &self.seat(role).line
            && line.worker.post_message(message).is_err()
        {
            leptos::logging::error!("a file could not be sent to a worker");
        }
    }

    pub fn mark_ready(&mut self, role: Role) {
        self.seat_mut(role).ready = true;
    }
}

/// The bytes are ours alone, so they move to the worker rather than being copied again.
fn post<C: Serialize>(worker: &Worker, message: &WorkerMessage<C>) {
    let sent = encode(message).map(|bytes| {
        let array = js_sys::Uint8Array::from(bytes.as_slice());
        let transfer = js_sys::Array::of1(&array.buffer());
        worker.post_message_with_transfer(&array, &transfer)
    });
    if !matches!(sent, Ok(Ok(()))) {
        leptos::logging::error!("a message to a worker could not be sent");
    }
}

impl Line {
    fn open(page: Page, role: Role, generation: u32) -> Result<Self, String> {
        let worker = load::worker()?;
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
            hear(page, role, generation, &message.data());
        });
        let fail = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            event.prevent_default();
            let said = event.dyn_ref::<web_sys::ErrorEvent>().map(|error| error.message());
            let why = said.filter(|text| !text.is_empty()).unwrap_or_else(|| "it could not be loaded".into());
            lost(page, role, generation, why.trim_start_matches("Uncaught "));
        });
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(fail.as_ref().unchecked_ref()));
        Ok(Self { worker, _hear: hear, _fail: fail })
    }
}

/// Workers send bytes; `worker-boot.js` sends an object when the worker is beyond sending any.
fn hear(page: Page, role: Role, generation: u32, data: &JsValue) {
    let Some(bytes) = data.dyn_ref::<js_sys::Uint8Array>() else {
        let failed = js_sys::Reflect::get(data, &"failed".into()).ok().and_then(|why| why.as_string());
        lost(page, role, generation, failed.as_deref().unwrap_or("it sent something unreadable"));
        return;
    };
    let bytes = bytes.to_vec();
    let handled = match role {
        Role::Trainer => decode(&bytes).map(|event| super::events::on_trainer(page, generation, event)),
        Role::Stage => decode(&bytes).map(|event| super::events::on_stage(page, generation, event)),
    };
    if let Err(error) = handled {
        lost(page, role, generation, &error.to_string());
    }
}
