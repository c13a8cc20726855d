//! The worker in a browser: the first message decides the role, later messages are decoded and queued for it.

mod devices;
mod helpers;
#[cfg(feature = "probes")]
mod probes;
mod scope;
mod seeds;

use std::rc::Rc;

use js_sys::Uint8Array;
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::{Host, Queue, Stage, StageInput, Trainer, TrainerInput};
use crate::session::catalog;
use protocol::{DeviceChoice, Failure, Role, WireError, WorkerEvent, WorkerMessage, decode, text};
use scope::{Scope, StageScope, TrainerScope, megabytes};

// Not from web-sys: with another feature of it all of wgpu and burn would compile anew.
#[wasm_bindgen]
extern "C" {
    type Blob;

    type FileReaderSync;

    #[wasm_bindgen(constructor, catch)]
    fn new() -> Result<FileReaderSync, JsValue>;

    #[wasm_bindgen(method, catch, js_name = readAsArrayBuffer)]
    fn read_as_array_buffer(this: &FileReaderSync, blob: &Blob) -> Result<js_sys::ArrayBuffer, JsValue>;
}

/// Longest description of a panic, in characters.
const MAX_CAUSE: usize = 400;

/// Called once by the worker's binary.
pub fn start() {
    let Ok(worker) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    // The hook must be `Send`, which a `Scope` is not.
    let dying = worker.clone();
    std::panic::set_hook(Box::new(move |panic| {
        let cause: String = panic.to_string().chars().take(MAX_CAUSE).collect();
        let failure = Failure::new(text!("worker-stopped", cause = cause), text!("worker-starts-again"));
        Scope::<(), ()>::new(dying.clone()).post_failure(failure);
    }));
    listen(Scope::<(), ()>::new(worker.clone()), move |message, _| match message {
        WorkerMessage::Start { role: Role::Trainer, device } => start_trainer(worker.clone(), device),
        WorkerMessage::Start { role: Role::Stage, .. } => start_stage(worker.clone()),
        WorkerMessage::StartSeeds => seeds::start(worker.clone()),
        // One of those is the first message, so none of these arrive here.
        WorkerMessage::Load { .. } | WorkerMessage::Connect | WorkerMessage::Ping | WorkerMessage::Command(()) => {}
    });
}

fn start_stage(worker: DedicatedWorkerGlobalScope) {
    let scope = StageScope::new(worker);
    let inputs = Rc::new(Queue::default());
    let (host, queue) = (scope.clone(), inputs.clone());
    listen(scope.clone(), move |message, event| {
        let policies = queue.clone();
        host.connect(&message, event, move |update| policies.push(StageInput::Policy(update)));
        queue.push(StageInput::Message(message));
    });
    scope.post(WorkerEvent::Ready { catalog: catalog().clone() });
    let cores = scope.worker.navigator().hardware_concurrency().max(1.0) as usize;
    spawn_local(async move { Stage::new(scope).with_cores(cores).run(&inputs).await });
}

fn start_trainer(worker: DedicatedWorkerGlobalScope, device: DeviceChoice) {
    let scope = TrainerScope::new(worker);
    let inputs = Rc::new(Queue::default());
    let (host, queue) = (scope.clone(), inputs.clone());
    listen(scope.clone(), move |message, event| {
        let subscriptions = queue.clone();
        host.connect(&message, event, move |subscription| subscriptions.push(TrainerInput::Subscription(subscription)));
        queue.push(TrainerInput::Message(message));
    });
    scope.post(WorkerEvent::Ready { catalog: catalog().clone() });
    let (host, results) = (scope.clone(), inputs.clone());
    let test = move |choice, shape| spawn_local(devices::test(host.clone(), results.clone(), choice, shape));
    let mut trainer = Trainer::new(scope.clone(), Box::new(test));
    // On one core helpers would gain nothing.
    let cores = scope.worker.navigator().hardware_concurrency().max(1.0) as usize;
    if cores > 1 {
        trainer = trainer.with_helpers(helpers::starter(inputs.clone()));
        trainer = trainer.with_seed_workers(seeds::starter(scope.clone()), cores);
    }
    spawn_local(async move { trainer.run(&inputs, device).await });
}

/// Replaces the listener for messages of the page.
fn listen<E: Serialize + 'static, P: Serialize + 'static, C: DeserializeOwned>(
    scope: Scope<E, P>,
    receive: impl Fn(WorkerMessage<C>, &MessageEvent) + 'static,
) {
    let host = scope.clone();
    let listener =
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match read::<WorkerMessage<C>>(&event) {
            // Pings are answered here and not by the role, which may be waiting for a device.
            Ok(message) => {
                if matches!(message, WorkerMessage::Ping) {
                    host.post(WorkerEvent::Alive { megabytes: megabytes() });
                }
                receive(message, &event);
            }
            Err(error) => {
                let sentence = text!("worker-unknown-message", why = error.to_string());
                host.post_failure(Failure::new(sentence, text!("worker-reload-page")));
            }
        });
    scope.worker.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}

/// Decodes a message. It comes as bytes, or as a blob if it holds a large file, so that the page need not copy it. A
/// blob that cannot be read is an error.
fn read<M: DeserializeOwned>(event: &MessageEvent) -> Result<M, WireError> {
    let data = event.data();
    let bytes = match data.dyn_ref::<Blob>() {
        Some(blob) => {
            let buffer = FileReaderSync::new().and_then(|reader| reader.read_as_array_buffer(blob));
            buffer.map_or_else(|_| Uint8Array::new_with_length(0), |buffer| Uint8Array::new(&buffer))
        }
        None => Uint8Array::new(&data),
    };
    decode(&bytes.to_vec())
}
