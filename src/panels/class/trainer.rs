//! A trainer worker for replays, on the CPU, beside the page's trainer, which goes on with the visitor's run.

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;

use super::hand_in::HandIn;
use super::replay::{Ask, ClassEntry, Replays};
use crate::bridge::{self, WorkerHandle};
use protocol::{
    Catalog, DeviceChoice, Failure, Role, Text, TrainerCommand, TrainerEvent, WorkerEvent, WorkerMessage, decode, text,
};

/// A handle that is cheap to copy. The worker ends with the panel.
#[derive(Clone, Copy)]
pub struct ClassTrainer {
    pub entries: RwSignal<Vec<ClassEntry>>,
    replays: StoredValue<Replays>,
    catalog: StoredValue<Option<Arc<Catalog>>>,
    worker: StoredValue<Option<WorkerHandle>, LocalStorage>,
}

impl ClassTrainer {
    pub fn new() -> Self {
        Self {
            entries: RwSignal::new(Vec::new()),
            replays: StoredValue::new(Replays::default()),
            catalog: StoredValue::new(None),
            worker: StoredValue::new_local(None),
        }
    }

    /// Replays a list; a list that is being replayed is dropped.
    pub fn begin(self, hand_ins: Vec<HandIn>, catalog: Arc<Catalog>) {
        self.replays.set_value(Replays::new(hand_ins, &catalog));
        self.catalog.set_value(Some(catalog));
        self.show();
        if self.replays.with_value(|replays| !replays.entries.is_empty()) {
            self.start();
        }
    }

    fn show(self) {
        self.entries.set(self.replays.with_value(|replays| replays.entries.clone()));
    }

    /// Starts a new worker and ends the one before.
    fn start(self) {
        self.worker.set_value(None);
        spawn_local(async move {
            let on_message = move |data: JsValue| self.receive(&data);
            let on_error = move |why: protocol::TextValue| self.fail(text!("class-worker-died", why = why));
            let module = bridge::module().await;
            match module.and_then(|module| WorkerHandle::spawn(&module, Box::new(on_message), Box::new(on_error))) {
                Ok(worker) => {
                    let start = WorkerMessage::Start { role: Role::Trainer, device: DeviceChoice::Cpu };
                    worker.post::<TrainerCommand>(&start);
                    self.worker.set_value(Some(worker));
                }
                Err(why) => self.fail(text!("class-worker-died", why = why)),
            }
        });
    }

    fn receive(self, data: &JsValue) {
        let event = data.dyn_ref::<Uint8Array>().and_then(|bytes| decode(&bytes.to_vec()).ok());
        match event {
            Some(WorkerEvent::Ready { .. }) => self.go_on(),
            Some(event) => self.take(event),
            None => self.fail(text!("worker-unreadable")),
        }
    }

    fn go_on(self) {
        if let Some(catalog) = self.catalog.get_value() {
            let asked = self.replays.try_update_value(|replays| replays.next(&catalog)).unwrap_or_default();
            self.carry_out(asked);
        }
    }

    fn take(self, event: WorkerEvent<TrainerEvent>) {
        if let Some(catalog) = self.catalog.get_value() {
            let asked = self.replays.try_update_value(|replays| replays.on_event(event, &catalog)).unwrap_or_default();
            self.carry_out(asked);
        }
    }

    fn fail(self, why: Text) {
        self.worker.set_value(None);
        self.replays.update_value(|replays| replays.on_death(why));
        self.show();
        if self.replays.with_value(Replays::waits) {
            self.start();
        }
    }

    fn carry_out(self, asked: Vec<Ask>) {
        self.show();
        if asked.is_empty() {
            return;
        }
        spawn_local(async move {
            for ask in asked {
                match ask {
                    Ask::Load { world, name } => match bridge::file(&format!("datasets/{name}")).await {
                        Ok(bytes) => self.post(&WorkerMessage::Load { world, name, bytes: bytes.to_vec() }),
                        Err(why) => {
                            let said = text!("class-no-file", file = name, why = why);
                            return self.take(WorkerEvent::Failed(Failure::new(said.clone(), said)));
                        }
                    },
                    Ask::Command(command) => self.post(&WorkerMessage::Command(command)),
                }
            }
        });
    }

    fn post(self, message: &WorkerMessage<TrainerCommand>) {
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.post(message);
            }
        });
    }
}
