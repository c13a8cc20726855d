//! Workers that a trainer starts to train lanes beside it: the same code, started by `www/worker-boot.js`.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{MessageChannel, MessageEvent, MessagePort};

use super::super::{FromHelper, Helper, Queue, StartHelper, TrainerInput};
use protocol::{PolicySubscription, TextValue, TrainerCommand, WorkerMessage, decode, encode, text};

/// Longest reason of a loss, in characters.
const MAX_CAUSE: usize = 120;

#[wasm_bindgen]
extern "C" {
    pub type HelperWorker;

    /// `received` is called with the bytes of each message, `lost` with the reason why the worker is gone.
    #[wasm_bindgen(js_name = startHelper, catch)]
    pub fn start_helper(received: &JsValue, lost: &JsValue) -> Result<HelperWorker, JsValue>;

    #[wasm_bindgen(method, js_name = postMessage, catch)]
    pub fn post_message(this: &HelperWorker, message: &JsValue, transfer: &Array) -> Result<(), JsValue>;

    #[wasm_bindgen(method)]
    pub fn terminate(this: &HelperWorker);
}

/// Starts helpers whose messages are pushed to `inputs`.
pub fn starter(inputs: Rc<Queue<TrainerInput>>) -> StartHelper {
    Box::new(move |id| {
        let channel = MessageChannel::new().ok()?;
        let (queue, lost) = (inputs.clone(), inputs.clone());
        let received = Closure::<dyn FnMut(Uint8Array)>::new(move |bytes: Uint8Array| {
            let message = match decode(&bytes.to_vec()) {
                Ok(event) => FromHelper::Event(event),
                Err(_) => FromHelper::Lost(text!("worker-unreadable").into()),
            };
            queue.push(TrainerInput::Helper(id, message));
        });
        let lost = Closure::<dyn FnMut(String)>::new(move |message: String| {
            lost.push(TrainerInput::Helper(id, FromHelper::Lost(cause(&message))));
        });
        let worker = start_helper(received.as_ref(), lost.as_ref()).ok()?;
        let port = channel.port1();
        let policies = listen_for_policies(&port, inputs.clone(), id);
        Some(Box::new(RunningHelper { worker, port, peer: channel.port2(), _closures: (received, lost, policies) }))
    })
}

/// Listens for policies, which a helper sends through a port of their own, as a trainer does to the stage.
fn listen_for_policies(
    port: &MessagePort,
    inputs: Rc<Queue<TrainerInput>>,
    id: u32,
) -> Closure<dyn FnMut(MessageEvent)> {
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Ok(update) = super::read(&event) {
            inputs.push(TrainerInput::Helper(id, FromHelper::Policy(update)));
        }
    });
    port.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener
}

type Closures = (Closure<dyn FnMut(Uint8Array)>, Closure<dyn FnMut(String)>, Closure<dyn FnMut(MessageEvent)>);

struct RunningHelper {
    worker: HelperWorker,
    port: MessagePort,
    /// The helper's end of the port, until it is connected.
    peer: MessagePort,
    _closures: Closures,
}

impl Drop for RunningHelper {
    fn drop(&mut self) {
        self.worker.terminate();
        self.port.set_onmessage(None);
        self.port.close();
    }
}

impl Helper for RunningHelper {
    fn send(&self, message: &WorkerMessage<TrainerCommand>) {
        let transfer = match message {
            WorkerMessage::Connect => Array::of1(&self.peer),
            _ => Array::new(),
        };
        if let Some(bytes) = bytes(message) {
            transfer.push(&bytes.buffer());
            // A failure to post is dropped: a helper that is gone is detected by its silence.
            let _ = self.worker.post_message(&bytes, &transfer);
        }
    }

    fn subscribe(&self, subscription: PolicySubscription) {
        if let Some(bytes) = bytes(&subscription) {
            let _ = self.port.post_message(&bytes);
        }
    }
}

/// Why a worker is gone, from the browser's message.
pub fn cause(message: &str) -> TextValue {
    let short: String = message.chars().take(MAX_CAUSE).collect();
    if short.is_empty() { text!("worker-not-loaded").into() } else { short.into() }
}

pub fn bytes<T: Serialize>(message: &T) -> Option<Uint8Array> {
    Some(Uint8Array::from(encode(message).ok()?.as_slice()))
}
