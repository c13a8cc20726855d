//! What a panel may do with the page. Panels are a second WebAssembly module (`src/panels`) that is fetched when the first
//! one is opened, so that they weigh nothing on opening the page. They perform actions, read the page's state, and are
//! called whenever the page has changed and with every message of the trainer.

use js_sys::{Array, Float32Array, Reflect, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::actions::{ActionCategory, Effect};
use crate::page::Page;
use crate::state::Model;
use crate::{files, permalink};
use protocol::{Role, decode};

/// What a panel asks of the page, with the bytes that belong to it. The number is part of the message, so that both
/// modules, which come from one build, need no more code than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// An encoded action.
    Perform = 0,
    /// The page's state: see [`state`].
    State = 1,
    /// Where the agents of the first lane are: x, y and requested style of each.
    Agents = 2,
    /// An encoded `WorkerMessage<TrainerCommand>`, sent as it is.
    SendToTrainer = 3,
    /// The trainer reports everything about the open run again.
    Reopen = 4,
    /// What the visitor did so far no longer counts for `Condition::Performed`.
    ForgetPerformed = 5,
    /// The line that the visitor drew last: x, y, x, y, ...
    Drawn = 6,
}

const REQUESTS: [Request; 7] = [
    Request::Perform,
    Request::State,
    Request::Agents,
    Request::SendToTrainer,
    Request::Reopen,
    Request::ForgetPerformed,
    Request::Drawn,
];

#[wasm_bindgen]
extern "C" {
    /// Fetches the panels' code and starts it; nothing where it runs already.
    #[wasm_bindgen(js_namespace = playground, js_name = startPanels, catch)]
    pub async fn start_panels() -> Result<JsValue, JsValue>;

    /// The page has changed.
    #[wasm_bindgen(js_namespace = playground)]
    pub fn changed();

    /// A message of the trainer, as it came.
    #[wasm_bindgen(js_namespace = playground)]
    pub fn reported(message: &Uint8Array);
}

/// Lets panels reach the page.
pub fn offer(page: Page) {
    let answer = Closure::<dyn Fn(u8, Vec<u8>) -> JsValue>::new(move |number: u8, bytes: Vec<u8>| {
        REQUESTS.get(usize::from(number)).map_or(JsValue::UNDEFINED, |request| answer(page, *request, &bytes))
    });
    let give = Closure::<dyn Fn(web_sys::File)>::new(move |file| files::read(page, file));
    let Ok(namespace) = Reflect::get(&js_sys::global(), &"playground".into()) else { return };
    for (name, function) in [("ask", answer.into_js_value()), ("giveFile", give.into_js_value())] {
        // The page itself was started through this object, and setting a property of it cannot fail.
        let _ = Reflect::set(&namespace, &name.into(), &function);
    }
}

fn answer(page: Page, request: Request, bytes: &[u8]) -> JsValue {
    match request {
        Request::Perform => {
            if let Ok(action) = decode(bytes) {
                page.perform(action);
            }
        }
        Request::State => return page.peek(state).into(),
        Request::Agents => return agents(page),
        Request::Drawn => {
            let line = page.peek(|model| model.drawn.clone()).unwrap_or_default();
            return Float32Array::from(line.as_slice()).into();
        }
        Request::SendToTrainer => {
            page.bridge.with_value(|bridge| bridge.send_encoded(Role::Trainer, &Uint8Array::from(bytes)));
        }
        // A run that waits for its files opens by itself.
        Request::Reopen => {
            if page.peek(|model| model.demos.is_some()) {
                page.execute([Effect::OpenRun(Role::Trainer)]);
            }
        }
        Request::ForgetPerformed => page.update_quietly(|model| model.forget_performed()),
    }
    JsValue::UNDEFINED
}

/// Bits of the state below the number of the run.
pub const FLAGS: u32 = 8;

/// What only the page knows: the query of its address, a bit per kind of action that was performed, whether the visitor
/// draws, plays and has played together with the number of the open run, and the demonstration that is explained.
fn state(model: &Model) -> Array {
    let performed = model.performed.iter().fold(0_u32, |bits, kind: &ActionCategory| bits | 1 << *kind as u32);
    let flags = [
        model.training,
        model.drawn.is_some(),
        model.joystick.is_some(),
        model.recording.is_some(),
        model.selected_by_visitor,
        model.dialog.is_some(),
    ];
    let flags =
        flags.iter().rev().fold(model.run.0 << (FLAGS - flags.len() as u32), |bits, flag| bits << 1 | u32::from(*flag));
    Array::of4(&permalink::write(model).into(), &performed.into(), &flags.into(), &model.selected.into())
}

fn agents(page: Page) -> JsValue {
    let numbers: Vec<f32> = page.frame.with_value(|frame| {
        let agents = frame.as_ref().and_then(|frame| frame.lanes.first()).map(|lane| lane.agents.as_slice());
        agents.unwrap_or_default().iter().flat_map(|agent| [agent.x, agent.y, f32::from(agent.style)]).collect()
    });
    Float32Array::from(numbers.as_slice()).into()
}
