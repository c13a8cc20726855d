//! The worker scope of a browser: messages in and out as bytes, time, WebGPU.

use std::cell::Cell;
use std::marker::PhantomData;
use std::rc::Rc;

use js_sys::{Function, Promise, Reflect, Uint8Array};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

use super::{Host, Queue, Stage, StageMessage, Trainer, TrainerInput, TrainerMessage};
use crate::nn::{Device, Gpu};
use crate::probe::{self, PathWorkload, StepKind, Workload};
use crate::session::{Chosen, Shape, catalog, choose};
use protocol::{
    DeviceChoice, Failure, Role, StageEvent, Text, TrainerEvent, WorkerEvent, WorkerMessage, decode, encode, text,
};
use worlds::atari::Trace;

/// A device test that takes longer than this has failed; who asks for WebGPU by name waits longer.
const TEST_MILLISECONDS: i32 = 15_000;
const PATIENT_MILLISECONDS: i32 = 180_000;

/// The scope of a worker whose role posts events of type `E`.
struct Scope<E> {
    scope: DedicatedWorkerGlobalScope,
    event: PhantomData<E>,
}

impl<E> Clone for Scope<E> {
    fn clone(&self) -> Self {
        Self::new(self.scope.clone())
    }
}

impl<E: Serialize> Host for Scope<E> {
    type Event = E;

    fn post(&self, message: WorkerEvent<E>) {
        let Ok(bytes) = encode(&message) else { return };
        let array = Uint8Array::from(bytes.as_slice());
        let transfer = js_sys::Array::of1(&array.buffer());
        // The page is the only place to report an error to, so a failure to post is dropped.
        let _ = self.scope.post_message_with_transfer(&array, &transfer);
    }

    async fn pause(&self, milliseconds: u32) {
        let promise = if milliseconds == 0 { self.next_task() } else { self.timer(milliseconds as i32) };
        let _ = JsFuture::from(promise).await;
    }
}

impl<E> Scope<E> {
    fn new(scope: DedicatedWorkerGlobalScope) -> Self {
        Self { scope, event: PhantomData }
    }

    /// A message to ourselves: timers are held back to 4 ms when nested, messages are not.
    fn next_task(&self) -> Promise {
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

    fn timer(&self, milliseconds: i32) -> Promise {
        Promise::new(&mut |resolve, _| {
            let _ = self.scope.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds);
        })
    }

    /// The browser's WebGPU, or why there is none. Software adapters count only for who asks by name:
    /// they are right but slow, and testing one would hold everything up.
    async fn webgpu(&self, by_name: bool) -> Result<Device, Text> {
        let message = |error: JsValue| {
            text!("device-message", message = format!("{error:?}").chars().take(200).collect::<String>())
        };
        let gpu = Reflect::get(&self.scope.navigator(), &"gpu".into()).map_err(message)?;
        if gpu.is_undefined() || gpu.is_null() {
            return Err(text!("device-no-webgpu"));
        }
        let request: Function = Reflect::get(&gpu, &"requestAdapter".into()).map_err(message)?.unchecked_into();
        let promise: Promise = request.call0(&gpu).map_err(message)?.unchecked_into();
        let adapter = JsFuture::from(promise).await.map_err(message)?;
        if adapter.is_null() {
            return Err(text!("device-no-adapter"));
        }
        let software = is_software(&adapter);
        if !by_name && software {
            return Err(text!("device-software-adapter"));
        }
        let gpu =
            Gpu::start(software).await.map_err(|error| text!("device-not-started", message = error.to_string()))?;
        Ok(Device::WebGpu(gpu))
    }
}

fn is_software(adapter: &JsValue) -> bool {
    let info = Reflect::get(adapter, &"info".into()).unwrap_or_default();
    let of_info = |key: &str| Reflect::get(&info, &key.into()).unwrap_or_default();
    let named = |key: &str| of_info(key).as_string().is_some_and(|text| text.to_lowercase().contains("swiftshader"));
    of_info("isFallbackAdapter").is_truthy() || named("architecture") || named("description")
}

thread_local! {
    /// Making the device twice fails, so the first one is kept.
    static WEBGPU: Cell<Option<Device>> = const { Cell::new(None) };
}

/// Tests devices and pushes the chosen one to `inputs`, also when the test does not finish in time.
async fn test(scope: Scope<TrainerEvent>, inputs: Rc<Queue<TrainerInput>>, choice: DeviceChoice, shape: Shape) {
    let answered = Rc::new(Cell::new(false));
    if choice != DeviceChoice::Cpu {
        let (scope, inputs, answered) = (scope.clone(), inputs.clone(), answered.clone());
        spawn_local(async move {
            let patience = if choice == DeviceChoice::WebGpu { PATIENT_MILLISECONDS } else { TEST_MILLISECONDS };
            let _ = JsFuture::from(scope.timer(patience)).await;
            if !answered.replace(true) {
                inputs.push(TrainerInput::Device(Chosen::cpu(text!("device-too-slow"))));
            }
        });
    }
    let webgpu = match (choice, WEBGPU.take()) {
        (DeviceChoice::Cpu, kept) => {
            WEBGPU.set(kept);
            Err(text!("device-not-asked-for"))
        }
        (_, Some(device)) => Ok(device),
        (_, None) => scope.webgpu(choice == DeviceChoice::WebGpu).await,
    };
    if let Ok(device) = &webgpu {
        WEBGPU.set(Some(device.clone()));
    }
    let chosen = choose(choice, webgpu, shape).await;
    if !answered.replace(true) {
        inputs.push(TrainerInput::Device(chosen));
    }
}

/// WebGPU for an export below.
async fn webgpu() -> Result<Device, JsError> {
    let scope =
        js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>().map_err(|_| JsError::new("not in a worker"))?;
    Scope::<()>::new(scope).webgpu(true).await.map_err(|error| JsError::new(&error))
}

fn failed(error: String) -> JsError {
    JsError::new(&error)
}

/// For benchmarks: milliseconds of a first step of the paper's critic, then per step over stretches of `steps`.
#[wasm_bindgen]
pub async fn measure(device: String, hidden: usize, batch: usize, steps: usize) -> Result<Vec<f64>, JsError> {
    let device = if device == "webgpu" { webgpu().await? } else { Device::Cpu };
    probe::measure(&device, StepKind::Mine, Workload::new(hidden, batch), steps).await.map_err(failed)
}

/// For tests: how far WebGPU ends from the CPU after `steps` steps of every loss of `probe::LOSSES`, four numbers each.
#[wasm_bindgen]
pub async fn compare_steps(hidden: usize, batch: usize, steps: usize) -> Result<Vec<f32>, JsError> {
    let gpu = webgpu().await?;
    let workload = Workload { rows: 4000, ..Workload::new(hidden, batch) };
    let mut numbers = Vec::new();
    for (_, loss, clip) in probe::LOSSES {
        let difference = probe::compare_steps([&Device::Cpu, &gpu], (loss, clip), workload, steps).await;
        numbers.extend(difference.map_err(failed)?.to_numbers());
    }
    Ok(numbers)
}

/// For tests: the same for windows of paths with every head of `probe::HEADS`; with workgroups as on a graphics `card`,
/// or as the adapter at hand has them.
#[wasm_bindgen]
pub async fn compare_paths(
    hidden: usize,
    windows: usize,
    window: usize,
    steps: usize,
    card: bool,
) -> Result<Vec<f32>, JsError> {
    let gpu = match webgpu().await? {
        Device::WebGpu(gpu) if card => Device::WebGpu(gpu.with_card_workgroups()),
        other => other,
    };
    let workload = PathWorkload { hidden, windows, window, latent: 3, seeds: 2 };
    let mut numbers = Vec::new();
    for (_, kind, parts) in probe::HEADS {
        let difference = probe::compare_paths([&Device::Cpu, &gpu], workload, (kind, parts), steps).await;
        numbers.extend(difference.map_err(failed)?.to_numbers());
    }
    Ok(numbers)
}

/// For benches: frames a second that a game's cartridge runs at here, picture included.
#[wasm_bindgen]
pub fn console_speed(rom: &[u8]) -> Result<f64, JsError> {
    Ok(Trace::new(rom)?.frames_per_second())
}

/// Called once by the worker's binary.
pub fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let dying = Scope::<()>::new(scope.clone());
    std::panic::set_hook(Box::new(move |panic| {
        let cause: String = panic.to_string().chars().take(400).collect();
        dying.post_failure(Failure::new(format!("A worker stopped: {cause}"), "It is started again where it was."));
    }));
    // The first message names the role; it replaces this listener by that of the role.
    listen(Scope::<()>::new(scope.clone()), move |message| match message {
        WorkerMessage::Start { role: Role::Trainer, device } => start_trainer(scope.clone(), device),
        WorkerMessage::Start { role: Role::Stage, .. } => start_stage(scope.clone()),
        WorkerMessage::Load { .. } | WorkerMessage::Command(()) => {}
    });
}

/// Decodes the messages of the page and passes them to `receive`.
fn listen<C: DeserializeOwned + 'static, E: Serialize + 'static>(
    scope: Scope<E>,
    receive: impl Fn(WorkerMessage<C>) + 'static,
) {
    let host = scope.clone();
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        match decode(&Uint8Array::new(&message.data()).to_vec()) {
            Ok(message) => receive(message),
            Err(error) => {
                let sentence = format!("The page said something this worker does not understand ({error}).");
                host.post_failure(Failure::new(sentence, "Reload the page: its parts may be of two versions."));
            }
        }
    });
    scope.scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}

fn start_stage(scope: DedicatedWorkerGlobalScope) {
    let scope = Scope::<StageEvent>::new(scope);
    let messages = Rc::new(Queue::default());
    let into = messages.clone();
    listen(scope.clone(), move |message: StageMessage| into.push(message));
    scope.post(WorkerEvent::Ready { catalog: catalog().clone() });
    spawn_local(async move { Stage::new(scope).run(&messages).await });
}

fn start_trainer(scope: DedicatedWorkerGlobalScope, device: DeviceChoice) {
    let scope = Scope::<TrainerEvent>::new(scope);
    let inputs = Rc::new(Queue::default());
    let into = inputs.clone();
    listen(scope.clone(), move |message: TrainerMessage| into.push(TrainerInput::Message(message)));
    scope.post(WorkerEvent::Ready { catalog: catalog().clone() });
    let (host, results) = (scope.clone(), inputs.clone());
    let test_devices = move |choice, shape| spawn_local(test(host.clone(), results.clone(), choice, shape));
    spawn_local(async move { Trainer::new(scope, Box::new(test_devices)).run(&inputs, device).await });
}
