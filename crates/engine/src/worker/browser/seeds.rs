//! Workers that train some seeds of a trainer's run: how a trainer starts them, and what runs in them.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll};

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::DedicatedWorkerGlobalScope;

use super::super::{Host, Queue, SeedsRole, StartSeeds, StartedSeeds};
use super::helpers::{HelperWorker, bytes, cause, start_helper};
use super::scope::{Scope, TrainerScope};
use crate::session::{SeedsCommand, SeedsReply, SeedsWorker};
use protocol::{TICK, Verdict, Watchdog, WorkerEvent, WorkerMessage, decode, text};

/// Carries out what a trainer sends.
pub fn start(worker: DedicatedWorkerGlobalScope) {
    let scope = Scope::<SeedsReply, ()>::new(worker);
    let inputs = Rc::new(Queue::default());
    let queue = inputs.clone();
    super::listen(scope.clone(), move |message: WorkerMessage<SeedsCommand>, _| queue.push(message));
    spawn_local(async move {
        let mut role = SeedsRole::default();
        loop {
            match inputs.next().await {
                WorkerMessage::Load { world, name, bytes } => role.load(&world, &name, &bytes),
                WorkerMessage::Command(command) => {
                    if let Some(reply) = role.perform(command).await {
                        scope.post_event(reply);
                    }
                }
                WorkerMessage::Start { .. } | WorkerMessage::StartSeeds => {}
                WorkerMessage::Connect | WorkerMessage::Ping => {}
            }
        }
    });
}

/// Starts workers for a trainer's seeds.
pub fn starter(scope: TrainerScope) -> StartSeeds {
    Box::new(move || {
        let replies = Rc::new(Queue::default());
        let (queue, lost) = (replies.clone(), replies.clone());
        let received = Closure::<dyn FnMut(Uint8Array)>::new(move |bytes: Uint8Array| match decode(&bytes.to_vec()) {
            Ok(WorkerEvent::Event(reply)) => queue.push(reply),
            Ok(WorkerEvent::Failed(failure)) => queue.push(SeedsReply::Lost(failure.sentence.into())),
            Ok(_) => {}
            Err(_) => queue.push(SeedsReply::Lost(text!("worker-unreadable").into())),
        });
        let lost = Closure::<dyn FnMut(String)>::new(move |why: String| lost.push(SeedsReply::Lost(cause(&why))));
        let worker = start_helper(received.as_ref(), lost.as_ref()).ok()?;
        let (watchdog, tick) = (Cell::default(), RefCell::default());
        let started =
            RunningSeeds { worker, replies, scope: scope.clone(), watchdog, tick, _received: received, _lost: lost };
        started.post(&WorkerMessage::StartSeeds);
        Some(Rc::new(started))
    })
}

struct RunningSeeds {
    worker: HelperWorker,
    replies: Rc<Queue<SeedsReply>>,
    /// For timers.
    scope: TrainerScope,
    /// Ticks while a reply is awaited.
    watchdog: Cell<Watchdog>,
    tick: RefCell<Option<JsFuture>>,
    /// Kept alive while the worker may call them.
    _received: Closure<dyn FnMut(Uint8Array)>,
    _lost: Closure<dyn FnMut(String)>,
}

impl RunningSeeds {
    fn post(&self, message: &WorkerMessage<SeedsCommand>) {
        if let Some(bytes) = bytes(message) {
            // A failure to post is dropped: a worker that is gone does not reply.
            let _ = self.worker.post_message(&bytes, &Array::of1(&bytes.buffer()));
        }
    }

    /// The next reply; a worker that is silent for too long counts as lost.
    async fn wait(&self) -> SeedsReply {
        let mut next = pin!(self.replies.next());
        poll_fn(|context| {
            if let Poll::Ready(reply) = next.as_mut().poll(context) {
                self.watchdog.take();
                return Poll::Ready(reply);
            }
            while self.ticks(context) {
                let mut watchdog = self.watchdog.get();
                let verdict = watchdog.tick();
                self.watchdog.set(watchdog);
                if let Verdict::Hung { seconds } = verdict {
                    return Poll::Ready(SeedsReply::Lost(text!("worker-no-answer", seconds = seconds).into()));
                }
            }
            Poll::Pending
        })
        .await
    }

    /// Whether a tick of the watchdog has passed; begins the next one.
    fn ticks(&self, context: &mut Context) -> bool {
        let mut tick = self.tick.borrow_mut();
        let next = tick.get_or_insert_with(|| JsFuture::from(self.scope.timer(TICK.as_millis() as i32)));
        let passed = Pin::new(next).poll(context).is_ready();
        if passed {
            *tick = None;
        }
        passed
    }
}

impl SeedsWorker for RunningSeeds {
    fn send(&self, command: SeedsCommand) {
        self.post(&WorkerMessage::Command(command));
    }

    fn try_reply(&self) -> Option<SeedsReply> {
        self.replies.try_next()
    }

    fn reply(&self) -> Pin<Box<dyn Future<Output = SeedsReply> + '_>> {
        Box::pin(self.wait())
    }
}

impl StartedSeeds for RunningSeeds {
    fn load(&self, world: &str, name: &str, bytes: &[u8]) {
        self.post(&WorkerMessage::Load { world: world.into(), name: name.into(), bytes: bytes.to_vec() });
    }
}

impl Drop for RunningSeeds {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
