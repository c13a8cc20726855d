//! Exports for benchmarks and browser tests; the shipped worker has none of them.

use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

use super::devices;
use crate::nn::Device;
use crate::probe::{self, PathWorkload, PictureWorkload, StepKind, Workload};
use worlds::atari::AleStepper;
use worlds::data::PictureStack;

async fn webgpu() -> Result<Device, JsError> {
    let worker =
        js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>().map_err(|_| JsError::new("not in a worker"))?;
    devices::webgpu(&worker, true).await.map_err(|why| JsError::new(&why.key))
}

fn failed(error: String) -> JsError {
    JsError::new(&error)
}

/// For benchmarks: milliseconds of the first step of the paper's critic, then the mean per step of several series of
/// `steps`.
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

/// For tests: the same for networks that see small pictures, with every loss of `probe::SEEN_LOSSES`.
#[wasm_bindgen]
pub async fn compare_seen(
    width: usize,
    height: usize,
    hidden: usize,
    batch: usize,
    steps: usize,
) -> Result<Vec<f32>, JsError> {
    let gpu = webgpu().await?;
    let stack = PictureStack { width, height, depth: 4 };
    let workload = PictureWorkload { stack, hidden, batch, seeds: 2 };
    let mut numbers = Vec::new();
    for (_, loss, moving_average) in probe::SEEN_LOSSES {
        let difference = probe::compare_seen([&Device::Cpu, &gpu], (loss, moving_average), workload, steps).await;
        numbers.extend(difference.map_err(failed)?.to_numbers());
    }
    Ok(numbers)
}

/// For benchmarks: frames per second of a cartridge, with its picture.
#[wasm_bindgen]
pub fn console_speed(rom: &[u8]) -> Result<f64, JsError> {
    Ok(AleStepper::new(rom)?.frames_per_second())
}
