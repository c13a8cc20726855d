//! The scope of a browser's worker as the `Host` of a role.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::rc::Rc;

use js_sys::{Array, Promise, Uint8Array};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

use super::super::Host;
use protocol::{PolicySubscription, PolicyUpdate, StageEvent, TrainerEvent, WorkerEvent, WorkerMessage, encode};

pub type StageScope = Scope<StageEvent, PolicySubscription>;
pub type TrainerScope = Scope<TrainerEvent, PolicyUpdate>;

/// A worker whose role posts events `E` to the page and messages `P` to the other worker.
pub struct Scope<E, P> {
    pub worker: DedicatedWorkerGlobalScope,
    peer: Rc<RefCell<Option<Connection>>>,
    /// Megabytes of memory that the page knows of.
    told: Rc<Cell<u32>>,
    messages: PhantomData<(E, P)>,
}

/// The port to the other worker, and the listener that lives as long as the port is in use.
struct Connection {
    port: MessagePort,
    _listener: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.port.set_onmessage(None);
        self.port.close();
    }
}

impl<E, P> Clone for Scope<E, P> {
    fn clone(&self) -> Self {
        Self { worker: self.worker.clone(), peer: self.peer.clone(), told: self.told.clone(), messages: PhantomData }
    }
}

impl<E: Serialize, P: Serialize> Host for Scope<E, P> {
    type Event = E;
    type PeerMessage = P;

    fn post(&self, message: WorkerEvent<E>) {
        self.post_event(&message);
        // Pings are seconds apart, and whether a worker has grown is asked whenever another run is opened.
        let megabytes = megabytes();
        if megabytes > self.told.replace(megabytes) {
            self.post_event(&WorkerEvent::Alive { megabytes });
        }
    }

    fn send_to_peer(&self, message: P) {
        let peer = self.peer.borrow();
        let Some((connection, (array, transfer))) = peer.as_ref().zip(transferable(&message)) else { return };
        // If the other worker is gone, the page starts another one and connects the two.
        let _ = connection.port.post_message_with_transferable(&array, &transfer);
    }

    async fn pause(&self, milliseconds: u32) {
        let promise = if milliseconds == 0 { next_task() } else { self.timer(milliseconds as i32) };
        let _ = JsFuture::from(promise).await;
    }
}

/// An encoded message, and the list that moves its bytes instead of copying them.
fn transferable<T: Serialize>(message: &T) -> Option<(Uint8Array, Array)> {
    let array = Uint8Array::from(encode(message).ok()?.as_slice());
    let transfer = Array::of1(&array.buffer());
    Some((array, transfer))
}

/// Resolves in the next task, by a message of the worker to itself: nested timers wait for at least 4 ms.
fn next_task() -> Promise {
    Promise::new(&mut |resolve, _| {
        let Ok(channel) = MessageChannel::new() else { return };
        let port = channel.port1();
        let done = Closure::once_into_js(move |_: JsValue| {
            let _ = resolve.call0(&JsValue::NULL);
        });
        port.set_onmessage(Some(done.unchecked_ref()));
        let _ = channel.port2().post_message(&JsValue::NULL);
    })
}

/// Size of WebAssembly's memory in megabytes; it is counted in pages of 64 KB.
pub fn megabytes() -> u32 {
    (core::arch::wasm32::memory_size::<0>() / 16) as u32
}

impl<E: Serialize, P> Scope<E, P> {
    fn post_event(&self, message: &WorkerEvent<E>) {
        let Some((array, transfer)) = transferable(message) else { return };
        // A failure to post is dropped: it could only be reported by another post.
        let _ = self.worker.post_message_with_transfer(&array, &transfer);
    }
}

impl<E, P> Scope<E, P> {
    pub fn new(worker: DedicatedWorkerGlobalScope) -> Self {
        Self { worker, peer: Rc::default(), told: Rc::default(), messages: PhantomData }
    }

    pub fn timer(&self, milliseconds: i32) -> Promise {
        Promise::new(&mut |resolve, _| {
            let _ = self.worker.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds);
        })
    }

    /// Takes the port that comes with `Connect`, in place of the one to a worker that was restarted. Other messages
    /// have no port.
    pub fn connect<C, M: DeserializeOwned>(
        &self,
        message: &WorkerMessage<C>,
        event: &MessageEvent,
        receive: impl Fn(M) + 'static,
    ) {
        if !matches!(message, WorkerMessage::Connect) {
            return;
        }
        let Ok(port) = event.ports().get(0).dyn_into::<MessagePort>() else { return };
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            // Both workers are of one build, so every message can be decoded.
            if let Ok(message) = super::read(&event) {
                receive(message);
            }
        });
        port.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        self.peer.replace(Some(Connection { port, _listener: listener }));
    }
}
