//! The panels' side of the port to the page; `crate::port` is the page's side.

use js_sys::{Array, Float32Array, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::actions::Action;
use crate::port::Request;
use protocol::{TrainerCommand, WorkerMessage, encode};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = playground, js_name = ask)]
    fn ask_page(request: u8, bytes: Vec<u8>) -> JsValue;

    /// Gives the world on the page a file, as if it had been dropped there.
    #[wasm_bindgen(js_namespace = playground, js_name = giveFile)]
    pub fn give_file(file: &web_sys::File);

    /// The trainer's first message, which has the catalog.
    #[wasm_bindgen(js_namespace = playground)]
    pub fn introduction() -> Option<Uint8Array>;

    /// Calls a function with every message of the trainer from now on.
    #[wasm_bindgen(js_namespace = playground, js_name = onReport)]
    pub fn on_report(listener: &JsValue);

    /// Calls a function whenever the page has changed.
    #[wasm_bindgen(js_namespace = playground, js_name = onChange)]
    pub fn on_change(listener: &JsValue);
}

/// The part of the page's state that the trainer does not report; see `crate::port`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageState {
    /// The query of the address that restores the page.
    pub link: String,
    /// One bit per `ActionCategory` that was performed.
    pub performed: u32,
    /// Flags in the low bits, and the run's number above them; see `crate::port::state`.
    pub flags: u32,
    /// The demonstration that the page explains.
    pub selected: Option<u32>,
}

fn ask(request: Request, bytes: Vec<u8>) -> JsValue {
    ask_page(request as u8, bytes)
}

/// Performs an action on the page, like one of the visitor's.
pub fn perform(action: Action) {
    if let Ok(bytes) = encode(&action) {
        ask(Request::Perform, bytes);
    }
}

pub fn state() -> PageState {
    let Ok(answer) = ask(Request::State, Vec::new()).dyn_into::<Array>() else { return PageState::default() };
    let bits = |index: u32| answer.get(index).as_f64().unwrap_or_default() as u32;
    let selected = answer.get(3).as_f64().map(|number| number as u32);
    PageState { link: answer.get(0).as_string().unwrap_or_default(), performed: bits(1), flags: bits(2), selected }
}

/// Where the agents of the first lane are: x, y and requested style, one after the other.
pub fn agents() -> Vec<f32> {
    ask(Request::Agents, Vec::new()).dyn_into::<Float32Array>().map(|array| array.to_vec()).unwrap_or_default()
}

/// The line that the visitor drew last: x, y, x, y, ...; empty where there is none.
pub fn drawn() -> Vec<f32> {
    ask(Request::Drawn, Vec::new()).dyn_into::<Float32Array>().map(|array| array.to_vec()).unwrap_or_default()
}

pub fn send(command: TrainerCommand) {
    if let Ok(message) = encode(&WorkerMessage::Command(command)) {
        ask(Request::SendToTrainer, message);
    }
}

/// Has the trainer report everything about the open run again.
pub fn reopen() {
    ask(Request::Reopen, Vec::new());
}

/// Clears the list of performed actions.
pub fn forget_performed() {
    ask(Request::ForgetPerformed, Vec::new());
}
