//! Starts the workers, and restarts those that fail.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::boot;
use super::worker::WorkerHandle;
use crate::page::Page;
use crate::state::FileEvent;
use protocol::{DeviceChoice, Role, StageCommand, TICK, Text, TextValue, Verdict, Watchdog, WorkerMessage, text};

/// A worker that is not ready after this time has failed.
const START_LIMIT: Duration = Duration::from_secs(20);
/// Restarts within some minutes before the visitor has to ask for another one. A worker that hangs is noticed after one.
const MAX_RESTARTS: usize = 2;
const RECENT_MS: f64 = 300_000.0;
/// Longest cause of a failure in a notice, in characters.
const MAX_CAUSE: usize = 120;

/// Spawns the worker of a role. Once it is ready it gets the whole run.
pub fn start(page: Page, role: Role) {
    let mut generation = 0;
    page.bridge.update_value(|bridge| {
        let slot = bridge.slot_mut(role);
        // A worker that is replaced ends before its successor takes memory.
        slot.handle = None;
        slot.ready = false;
        slot.generation += 1;
        generation = slot.generation;
    });
    spawn_local(async move {
        let spawned = boot::module().await.and_then(|module| WorkerHandle::of_page(page, role, generation, &module));
        match spawned {
            Ok(handle) => send_start(page, role, generation, handle),
            Err(why) => failed(page, role, generation, why.into()),
        }
    });
}

fn send_start(page: Page, role: Role, generation: u32, handle: WorkerHandle) {
    let device = page.peek(|model| model.device_choice);
    handle.post(&WorkerMessage::<StageCommand>::Start { role, device });
    page.bridge.update_value(|bridge| {
        let slot = bridge.slot_mut(role);
        if slot.generation == generation {
            slot.handle = Some(handle);
            slot.ready = false;
            slot.watchdog = Watchdog::default();
        }
    });
    set_timeout(move || watch(page, role, generation), TICK);
    let check = move || {
        let waiting = page.bridge.with_value(|bridge| {
            let slot = bridge.slot(role);
            slot.generation == generation && !slot.ready
        });
        if waiting {
            failed(page, role, generation, text!("worker-no-answer", seconds = START_LIMIT.as_secs()).into());
        }
    };
    set_timeout(check, START_LIMIT);
}

/// Asks a worker for a sign of life now and then. One that gives none has failed, and with it the file it was reading.
fn watch(page: Page, role: Role, generation: u32) {
    let mut verdict = None;
    page.bridge.update_value(|bridge| {
        let slot = bridge.slot_mut(role);
        if slot.generation == generation {
            verdict = Some(slot.ask_for_life());
        }
    });
    match verdict {
        None => {}
        Some(Verdict::Wait) => set_timeout(move || watch(page, role, generation), TICK),
        Some(Verdict::Hung { seconds }) => {
            failed(page, role, generation, text!("worker-no-answer", seconds = seconds).into());
        }
    }
}

/// Ends a worker that has failed, adds a notice, and starts another one unless they keep failing.
pub fn failed(page: Page, role: Role, generation: u32, cause: TextValue) {
    let now = js_sys::Date::now();
    let mut failures = None;
    page.bridge.update_value(|bridge| {
        let slot = bridge.slot_mut(role);
        if slot.generation == generation {
            slot.generation += 1;
            slot.handle = None;
            slot.ready = false;
            slot.failures.retain(|at| now - at < RECENT_MS);
            slot.failures.push(now);
            failures = Some(slot.failures.len());
        }
    });
    let Some(failures) = failures else { return };
    page.on_file(FileEvent::WorkerLost { role });
    let restarts = failures <= MAX_RESTARTS;
    page.update(|model| {
        if role == Role::Trainer {
            model.device_choice = DeviceChoice::Cpu;
        }
        model.notices.worker_lost(notice(role, restarts, cause), role, !restarts);
    });
    if restarts {
        start(page, role);
    }
}

fn notice(role: Role, restarts: bool, cause: TextValue) -> Text {
    let cause = match cause {
        TextValue::Word(cause) => TextValue::Word(cause.chars().take(MAX_CAUSE).collect()),
        other => other,
    };
    match (role, restarts) {
        (Role::Trainer, true) => text!("worker-trainer-restarts", cause = cause),
        (Role::Trainer, false) => text!("worker-trainer-failed", cause = cause),
        (Role::Stage, true) => text!("worker-stage-restarts", cause = cause),
        (Role::Stage, false) => text!("worker-stage-failed", cause = cause),
    }
}

/// Starts a worker again at the request of the visitor.
pub fn retry(page: Page, role: Role) {
    page.bridge.update_value(|bridge| bridge.slot_mut(role).failures.clear());
    start(page, role);
}
