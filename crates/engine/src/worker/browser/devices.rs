//! Finds the browser's WebGPU adapter and tests devices.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::DedicatedWorkerGlobalScope;

use super::super::{Queue, TrainerInput};
use super::scope::TrainerScope;
use crate::nn::{Device, Gpu};
use crate::session::{Chosen, Shape, choose};
use protocol::{DeviceChoice, Text, text};

/// Time limit of a device test. It is longer for visitors who chose WebGPU themselves.
const TEST_MS: i32 = 15_000;
const CHOSEN_TEST_MS: i32 = 180_000;

thread_local! {
    /// The device, kept because it cannot be created twice.
    static WEBGPU: Cell<Option<Device>> = const { Cell::new(None) };
}

/// Tests devices and pushes the chosen one to `inputs`; the CPU if the test does not finish in time.
pub async fn test(scope: TrainerScope, inputs: Rc<Queue<TrainerInput>>, choice: DeviceChoice, shape: Shape) {
    let finished = Rc::new(Cell::new(false));
    if choice != DeviceChoice::Cpu {
        let (scope, inputs, finished) = (scope.clone(), inputs.clone(), finished.clone());
        spawn_local(async move {
            let limit = if choice == DeviceChoice::WebGpu { CHOSEN_TEST_MS } else { TEST_MS };
            let _ = JsFuture::from(scope.timer(limit)).await;
            if !finished.replace(true) {
                inputs.push(TrainerInput::Device(Chosen::cpu(text!("device-too-slow"))));
            }
        });
    }
    let device = choose(choice, kept_webgpu(&scope.worker, choice).await, shape).await;
    if !finished.replace(true) {
        inputs.push(TrainerInput::Device(device));
    }
}

/// The WebGPU device, created at the first call that needs it.
async fn kept_webgpu(worker: &DedicatedWorkerGlobalScope, choice: DeviceChoice) -> Result<Device, Text> {
    if choice == DeviceChoice::Cpu {
        return Err(text!("device-not-asked-for"));
    }
    let webgpu = match WEBGPU.take() {
        Some(device) => Ok(device),
        None => webgpu(worker, choice == DeviceChoice::WebGpu).await,
    };
    if let Ok(device) = &webgpu {
        WEBGPU.set(Some(device.clone()));
    }
    webgpu
}

/// Creates a WebGPU device, or says why there is none. An adapter emulated in software is accepted only if the visitor
/// has `chosen` WebGPU: it is correct, but so slow that testing it would delay everything else.
pub async fn webgpu(worker: &DedicatedWorkerGlobalScope, chosen: bool) -> Result<Device, Text> {
    let message =
        |error: JsValue| text!("device-message", message = format!("{error:?}").chars().take(200).collect::<String>());
    let gpu = Reflect::get(&worker.navigator(), &"gpu".into()).map_err(message)?;
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
    if !chosen && software {
        return Err(text!("device-software-adapter"));
    }
    let gpu = Gpu::start(software).await.map_err(|error| text!("device-not-started", message = error.to_string()))?;
    Ok(Device::WebGpu(gpu))
}

fn is_software(adapter: &JsValue) -> bool {
    let info = Reflect::get(adapter, &"info".into()).unwrap_or_default();
    let of_info = |key: &str| Reflect::get(&info, &key.into()).unwrap_or_default();
    let named = |key: &str| of_info(key).as_string().is_some_and(|text| text.to_lowercase().contains("swiftshader"));
    of_info("isFallbackAdapter").is_truthy() || named("architecture") || named("description")
}
