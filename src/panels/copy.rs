//! A copy of the page's model: the open run from the trainer's messages, everything else from the page's state.
//! Panels read it as views of the page read theirs, and conditions are evaluated on it; whatever a panel does goes
//! through the port.

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::port::{self, PageState};
use crate::actions::ActionCategory;
use crate::page::Page;
use crate::permalink;
use crate::port::FLAGS;
use crate::state::{Dialog, Joystick, Lane, Model, Recording};
use protocol::{Failure, Found, LaneReport, RunId, TrainerEvent, WorkerEvent, decode, text};

/// The name of the file that the trainer read last, and its contents or the reason why it cannot be used.
pub type LoadedFile = RwSignal<Option<(String, Result<Found, Failure>)>>;

/// Subscribes to the trainer's messages. `on_event` is called with every event after the copy has changed.
pub fn follow(page: Page, loaded: LoadedFile, on_event: impl Fn(&TrainerEvent) + 'static) {
    if let Some(message) = port::introduction() {
        take(page, &message, loaded, &|_| ());
    }
    let listener =
        Closure::<dyn Fn(Uint8Array)>::new(move |message: Uint8Array| take(page, &message, loaded, &on_event));
    port::on_report(&listener.into_js_value());
    port::reopen();
}

fn take(page: Page, message: &Uint8Array, loaded: LoadedFile, on_event: &dyn Fn(&TrainerEvent)) {
    // The page reports messages that cannot be decoded.
    let Ok(event) = decode::<WorkerEvent<TrainerEvent>>(&message.to_vec()) else { return };
    match event {
        WorkerEvent::Ready { catalog } => page.update(|model| model.catalog = Some(catalog.into())),
        WorkerEvent::Event(event) => {
            page.update_quietly(|model| apply(model, &event));
            on_event(&event);
            page.show_soon();
        }
        WorkerEvent::Loaded { name, found, .. } => loaded.set(Some((name, found))),
        WorkerEvent::Alive { .. } | WorkerEvent::Failed(_) => {}
    }
}

fn apply(model: &mut Model, event: &TrainerEvent) {
    match event {
        TrainerEvent::Opened { run, lanes, .. } => {
            model.run = *run;
            model.lanes = lanes.iter().cloned().map(Lane::new).collect();
            model.demos = None;
        }
        // No panel needs the snapshot, which has several hundred kilobytes.
        TrainerEvent::Lane(event) if matches!(event.report, LaneReport::Snapshot { .. }) => return,
        TrainerEvent::Lane(_) | TrainerEvent::Device(_) | TrainerEvent::Notice(_) | TrainerEvent::Answered { .. } => {}
    }
    model.on_trainer(event.clone());
}

/// Copies the page's own state into the model.
pub fn sync(model: &mut Model, state: &PageState) {
    // Another run number: the page has opened a run that the trainer has not reported yet.
    let run = RunId(state.flags >> FLAGS);
    if model.run.0 << FLAGS != run.0 << FLAGS {
        model.run = run;
        model.lanes.clear();
        model.demos = None;
    }
    let linked = permalink::read(&state.link);
    model.take_link(linked);
    model.selected = state.selected;
    let flag = |bit: u32| state.flags >> bit & 1 == 1;
    model.training = flag(0);
    model.drawn = flag(1).then(Arc::default);
    model.joystick = flag(2).then(Joystick::default);
    model.recording = flag(3).then(played);
    model.selected_by_visitor = flag(4);
    model.dialog = flag(5).then_some(Dialog::Help);
    let kinds = ActionCategory::ALL.into_iter().filter(|kind| state.performed >> (*kind as u32) & 1 == 1);
    model.performed = kinds.collect();
}

/// Stands for a recording, of which panels need to know only that there is one.
fn played() -> Recording {
    let (world, name) = (String::new(), String::new());
    Recording { world, name, summary: text!("page-name"), bytes: Arc::default(), stretches: 0 }
}
