//! Which device computes, and why. A WebGPU adapter must reproduce the CPU's numbers before it is trusted: some steps
//! of a network of the run's own shape, forward, backward and Adam. Of two that pass, the faster is chosen.

use std::sync::Arc;

use web_time::Instant;

use super::SessionError;
use crate::nn::{Device, Learner, LearningRate, Loss, Members, Mlp, Objective, Rows};
use crate::probe::{PathWorkload, noise};
use protocol::knobs::policy;
use protocol::{DeviceChoice, DeviceKind, RunConfig};
use worlds::data::ActionKind;

/// Largest difference between parameters, after the steps that are compared, that the test lets pass.
const TOLERANCE: f32 = 1e-4;
/// Steps that are compared, and steps that are timed.
const COMPARED: usize = 3;
const TIMED: usize = 10;

#[derive(Clone)]
pub struct Chosen {
    pub kind: DeviceKind,
    pub device: Device,
    /// A sentence for the visitor.
    pub why: String,
}

impl Chosen {
    pub fn cpu(why: impl Into<String>) -> Self {
        Self { kind: DeviceKind::Cpu, device: Device::Cpu, why: why.into() }
    }
}

/// What decides how long a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub hidden: usize,
    pub batch: usize,
    pub seeds: usize,
    /// Where windows of paths are learnt from, in place of pairs.
    pub paths: Option<PathWorkload>,
}

impl Shape {
    pub fn of(run: &RunConfig) -> Self {
        Self {
            hidden: policy::HIDDEN.get(run).max(8),
            batch: policy::BATCH.get(run).max(16),
            seeds: policy::SEEDS.get(run).max(1),
            paths: PathWorkload::of(run),
        }
    }
}

/// What a device made of the test, and milliseconds a step.
async fn probe(device: &Device, shape: Shape) -> Result<(Vec<f32>, f32), SessionError> {
    match shape.paths {
        Some(load) => probe_paths(device, load).await,
        None => probe_pairs(device, shape).await,
    }
}

/// The same where windows of paths are learnt from; compared by what they cost, those held out too.
async fn probe_paths(device: &Device, load: PathWorkload) -> Result<(Vec<f32>, f32), SessionError> {
    let rows = load.rows(ActionKind::Continuous, false, device);
    let mut method = load.start(1, &rows).map_err(SessionError::Device)?;
    (0..COMPARED).for_each(|_| method.step(&rows));
    method.fetch().await.map_err(SessionError::Device)?;
    let numbers = method.check(&rows).into_iter().flat_map(|point| point.values).collect();
    // Fewer than of pairs: a step of many windows takes long enough to be timed, and nobody should wait for the test.
    let start = Instant::now();
    (0..COMPARED).for_each(|_| method.step(&rows));
    method.fetch().await.map_err(SessionError::Device)?;
    Ok((numbers, start.elapsed().as_secs_f32() * 1000.0 / COMPARED as f32))
}

async fn probe_pairs(device: &Device, shape: Shape) -> Result<(Vec<f32>, f32), SessionError> {
    let demos: Vec<_> = (0..shape.seeds as u64).map(|seed| (seed, Arc::new(noise(seed, 2, 512)))).collect();
    let rows = Rows::new(&demos, device);
    let columns = rows.columns;
    let net = Mlp::new(shape.seeds, [columns.styled_state().len(), shape.hidden, shape.hidden, 2 * columns.action]);
    let objective = Objective::new(Loss::Gaussian, columns.styled_state(), columns.actions());
    let mut learner = Learner::new(net, objective, "device test", shape.batch, &rows);
    let order = Members::One.order(&rows, shape.batch, "device test", 0, false);
    let batches = Members::One.batches(&rows, shape.batch);
    (0..COMPARED).for_each(|step| learner.step(&rows, &order, step % batches, LearningRate::constant(1e-3)));
    learner.fetch().await.map_err(SessionError::Device)?;
    let numbers = [learner.state.parameters.clone(), learner.take_losses()].concat();
    let start = Instant::now();
    (0..TIMED).for_each(|step| learner.step(&rows, &order, step % batches, LearningRate::constant(1e-3)));
    learner.fetch().await.map_err(SessionError::Device)?;
    Ok((numbers, start.elapsed().as_secs_f32() * 1000.0 / TIMED as f32))
}

/// Decides between devices: what the visitor asked for where it works, else the faster one that is right.
/// `webgpu` is the device already made, or why there is none.
pub async fn choose(choice: DeviceChoice, webgpu: Result<Device, String>, shape: Shape) -> Chosen {
    if choice == DeviceChoice::Cpu {
        return Chosen::cpu("The CPU, as asked.");
    }
    let device = match webgpu {
        Ok(device) => device,
        Err(reason) => return Chosen::cpu(format!("The CPU, because {reason}.")),
    };
    let cpu = match probe(&Device::Cpu, shape).await {
        Ok(cpu) => cpu,
        Err(error) => return Chosen::cpu(format!("The CPU, though its own test failed: {error}.")),
    };
    let gpu = match probe(&device, shape).await {
        Ok(gpu) => gpu,
        Err(error) => return Chosen::cpu(format!("The CPU, because WebGPU failed its test: {error}.")),
    };
    let differences = cpu.0.iter().zip(&gpu.0).map(|(a, b)| (a - b).abs());
    // Kept as a search for one that is not small, so that a NaN fails.
    if let Some(difference) = differences.into_iter().find(|difference| difference.is_nan() || *difference > TOLERANCE)
    {
        return Chosen::cpu(format!("The CPU, because WebGPU computes other numbers (off by {difference:.1e})."));
    }
    let timing = format!("{:.2} ms a test step on WebGPU, {:.2} ms on the CPU", gpu.1, cpu.1);
    if choice == DeviceChoice::Auto && cpu.1 < gpu.1 {
        return Chosen::cpu(format!("The CPU, because it is faster here: {timing}."));
    }
    let why = match choice {
        DeviceChoice::WebGpu => format!("WebGPU, as asked; it agrees with the CPU. {timing}."),
        _ => format!("WebGPU, because it agrees with the CPU and is faster: {timing}."),
    };
    Chosen { kind: DeviceKind::WebGpu, device, why }
}
