//! The two workers of the page: messages to them and from them, and the channel between them.

mod boot;
mod supervisor;
mod worker;

use serde::Serialize;
use web_sys::MessageChannel;

pub use boot::{describe, file, file_with_progress, module};
pub use supervisor::{retry, start};

use protocol::{Role, StageCommand, TrainerCommand, Verdict, Watchdog, WorkerMessage};
pub use worker::WorkerHandle;

#[derive(Default)]
pub struct Bridge {
    trainer: WorkerSlot,
    stage: WorkerSlot,
}

/// The worker of one role, and what outlives its restarts.
#[derive(Default)]
struct WorkerSlot {
    handle: Option<WorkerHandle>,
    /// The worker accepts commands.
    ready: bool,
    watchdog: Watchdog,
    /// Raised with every start and failure, so that late messages of an earlier worker are recognised.
    generation: u32,
    /// Times of recent failures, in milliseconds.
    failures: Vec<f64>,
}

impl Bridge {
    fn slot(&self, role: Role) -> &WorkerSlot {
        match role {
            Role::Trainer => &self.trainer,
            Role::Stage => &self.stage,
        }
    }

    fn slot_mut(&mut self, role: Role) -> &mut WorkerSlot {
        match role {
            Role::Trainer => &mut self.trainer,
            Role::Stage => &mut self.stage,
        }
    }

    pub fn trainer(&self, command: TrainerCommand) {
        self.trainer.send(command);
    }

    pub fn stage(&self, command: StageCommand) {
        self.stage.send(command);
    }

    /// Sends an encoded message that the page keeps, an array or a blob; the browser copies an array.
    pub fn send_encoded(&self, role: Role, message: &wasm_bindgen::JsValue) {
        if let Some(handle) = &self.slot(role).handle {
            handle.post_copy(message);
        }
    }

    /// A worker accepts commands. As soon as both do, they are connected.
    pub fn mark_ready(&mut self, role: Role) {
        self.slot_mut(role).ready = true;
        if self.trainer.ready && self.stage.ready {
            self.connect_workers();
        }
    }

    /// A worker has sent a message.
    fn heard(&mut self, role: Role, generation: u32) {
        let slot = self.slot_mut(role);
        if slot.generation == generation {
            slot.watchdog.heard();
        }
    }

    /// Gives each worker one end of a new channel.
    fn connect_workers(&self) {
        let (Some(trainer), Some(stage)) = (&self.trainer.handle, &self.stage.handle) else { return };
        match MessageChannel::new() {
            Ok(channel) => {
                trainer.post_with_port(&WorkerMessage::<TrainerCommand>::Connect, channel.port1());
                stage.post_with_port(&WorkerMessage::<StageCommand>::Connect, channel.port2());
            }
            Err(_) => leptos::logging::error!("the workers could not be connected"),
        }
    }
}

impl WorkerSlot {
    /// A worker that is not ready is watched by the limit on its start.
    fn ask_for_life(&mut self) -> Verdict {
        let (true, Some(handle)) = (self.ready, &self.handle) else { return Verdict::Wait };
        let verdict = self.watchdog.tick();
        if verdict == Verdict::Wait {
            handle.post(&WorkerMessage::<StageCommand>::Ping);
        }
        verdict
    }

    /// Sends to a worker that is ready. One that is not ready gets the whole run later.
    fn send<C: Serialize>(&self, command: C) {
        if let (true, Some(handle)) = (self.ready, &self.handle) {
            handle.post(&WorkerMessage::Command(command));
        }
    }
}
