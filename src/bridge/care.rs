//! Workers are started here, and started again when they die.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Line, load, post};
use crate::page::Page;
use crate::state::FileEvent;
use protocol::{DeviceChoice, Role, StageCommand, WorkerMessage};

/// A worker that has said nothing by then is not coming.
const PATIENCE_MS: u64 = 20_000;
/// Deaths in the last minute before the visitor is asked.
const MOST_DEATHS: usize = 2;

/// Spawns the worker of a role. Its `Ready` brings it up to date with the model.
pub fn start(page: Page, role: Role) {
    let mut generation = 0;
    page.bridge.update_value(|bridge| {
        let seat = bridge.seat_mut(role);
        seat.generation += 1;
        generation = seat.generation;
    });
    spawn_local(async move {
        let begun = match load::module().await {
            Ok(module) => Line::open(page, role, generation).and_then(|line| {
                line.worker.post_message(&wrap(&module)).map_err(|error| load::describe(&error))?;
                Ok(line)
            }),
            Err(why) => Err(why),
        };
        match begun {
            Ok(line) => greet(page, role, generation, line),
            Err(why) => lost(page, role, generation, &why),
        }
    });
}

fn wrap(module: &wasm_bindgen::JsValue) -> js_sys::Object {
    let first = js_sys::Object::new();
    // A plain object takes any property; there is nothing to do if it did not.
    let _ = js_sys::Reflect::set(&first, &"module".into(), module);
    first
}

fn greet(page: Page, role: Role, generation: u32, line: Line) {
    let device = page.peek(|model| model.device_choice);
    post(&line.worker, &WorkerMessage::<StageCommand>::Start { role, device });
    page.bridge.update_value(|bridge| {
        let seat = bridge.seat_mut(role);
        if seat.generation == generation {
            seat.line = Some(line);
            seat.ready = false;
        }
    });
    let check = move || {
        let waiting = page.bridge.with_value(|bridge| {
            let seat = bridge.seat(role);
            seat.generation == generation && !seat.ready
        });
        if waiting {
            lost(page, role, generation, "it did not answer within 20 seconds");
        }
    };
    set_timeout(check, std::time::Duration::from_millis(PATIENCE_MS));
}

/// A worker is gone: say so, and start another unless they keep dying.
pub fn lost(page: Page, role: Role, generation: u32, why: &str) {
    let now = js_sys::Date::now();
    let mut deaths = None;
    page.bridge.update_value(|bridge| {
        let seat = bridge.seat_mut(role);
        if seat.generation == generation {
            seat.generation += 1;
            seat.line = None;
            seat.ready = false;
            seat.deaths.retain(|at| now - at < 60_000.0);
            seat.deaths.push(now);
            deaths = Some(seat.deaths.len());
        }
    });
    let Some(deaths) = deaths else { return };
    page.on_file(FileEvent::WorkerLost { role });
    let who = match role {
        Role::Trainer => "The worker that trains",
        Role::Stage => "The worker that moves the agents",
    };
    let again = deaths <= MOST_DEATHS;
    page.update(|model| {
        if role == Role::Trainer {
            model.device_choice = DeviceChoice::Cpu;
        }
        let reason = why.chars().take(120).collect::<String>();
        match (again, role) {
            (false, _) => model.notices.worker_lost(format!("{who} could not be kept running ({reason})."), role, true),
            (true, Role::Trainer) => {
                let sentence = format!("{who} stopped ({reason}). It starts again on the CPU, from its last report.");
                model.notices.worker_lost(sentence, role, false);
            }
            (true, Role::Stage) => {
                model.notices.worker_lost(format!("{who} stopped ({reason}). It starts again."), role, false)
            }
        }
    });
    if again {
        start(page, role);
    }
}

/// The visitor asks for another try.
pub fn retry(page: Page, role: Role) {
    page.bridge.update_value(|bridge| bridge.seat_mut(role).deaths.clear());
    start(page, role);
}
