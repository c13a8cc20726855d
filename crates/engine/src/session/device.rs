//! Chooses the device by a test and a measurement: WebGPU has to reproduce the CPU's numbers over some steps (forward,
//! backward, Adam) of a network of the run's own shape. Of two devices that pass, the faster is chosen.

use std::sync::Arc;

use web_time::Instant;

use crate::nn::{Device, Learner, LearningRate, Loss, Members, Mlp, Objective, Rows};
use crate::probe::{Difference, PathWorkload, PictureWorkload, Tolerance, noise};
use protocol::knobs::policy;
use protocol::{DeviceChoice, DeviceKind, RunConfig, Text, text};
use worlds::data::{ActionKind, PictureStack};

/// Largest difference between two parameters after `COMPARED` steps with which the test is passed.
const TOLERANCE: f32 = 1e-4;
/// Steps whose results are compared, then steps that are timed.
const COMPARED: usize = 3;
const TIMED: usize = 10;

#[derive(Clone)]
pub struct Chosen {
    pub kind: DeviceKind,
    pub device: Device,
    /// A sentence that says why it was chosen.
    pub why: Text,
}

impl Chosen {
    pub fn cpu(why: Text) -> Self {
        Self { kind: DeviceKind::Cpu, device: Device::Cpu, why }
    }
}

/// The sizes that decide how long a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub hidden: usize,
    pub batch: usize,
    pub seeds: usize,
    /// Sizes of a method that learns from windows of paths instead of pairs.
    pub paths: Option<PathWorkload>,
    /// The pictures that networks see, and how many there are.
    pub pictures: Option<(PictureStack, usize)>,
}

impl Shape {
    pub fn of(run: &RunConfig) -> Self {
        Self {
            hidden: policy::HIDDEN.get(run).max(8),
            batch: policy::BATCH.get(run).max(16),
            seeds: policy::SEEDS.get(run).max(1),
            paths: PathWorkload::of(run),
            pictures: None,
        }
    }
}

/// The reason, as a clause, of a test that failed with the runtime's `message`.
fn stopped(message: String) -> Text {
    text!("device-stopped", message = message)
}

/// The numbers that a device computes in the test, and its milliseconds per step.
async fn probe(device: &Device, shape: Shape) -> Result<(Vec<f32>, f32), Text> {
    match (shape.paths, shape.pictures) {
        (Some(load), _) => probe_paths(device, load).await,
        (None, Some((stack, _))) => probe_seen(device, stack, shape).await,
        (None, None) => probe_pairs(device, shape).await,
    }
}

/// The test for networks that see: the numbers are their parameters before and after, and their losses.
async fn probe_seen(device: &Device, stack: PictureStack, shape: Shape) -> Result<(Vec<f32>, f32), Text> {
    let load = PictureWorkload { stack, hidden: shape.hidden, batch: shape.batch, seeds: shape.seeds };
    let rows = load.rows(device);
    let mut learner = load.learner(Loss::Categorical, false, &rows);
    let start = learner.state.parameters.clone();
    let order = Members::One.order(&rows, shape.batch, "device test", 0, false);
    let step = |learner: &mut Learner| learner.step(&rows, &order, 0, LearningRate::constant(1e-3));
    (0..COMPARED).for_each(|_| step(&mut learner));
    learner.fetch().await.map_err(stopped)?;
    let numbers = [start, learner.state.parameters.clone(), learner.take_losses()].concat();
    // As for paths, a step takes long enough to be timed.
    let start = Instant::now();
    (0..COMPARED).for_each(|_| step(&mut learner));
    learner.fetch().await.map_err(stopped)?;
    Ok((numbers, start.elapsed().as_secs_f32() * 1000.0 / COMPARED as f32))
}

/// How far the numbers of two devices differ, where that is too far.
fn too_far(cpu: &[f32], gpu: &[f32], shape: Shape) -> Option<f32> {
    let differences = cpu.iter().zip(gpu).map(|(a, b)| (a - b).abs());
    if shape.pictures.is_none() {
        // NaN is tested for by name: it is not larger than the tolerance.
        return differences.into_iter().find(|difference| difference.is_nan() || *difference > TOLERANCE);
    }
    // Some of many parameters have gradients near zero, whose direction is rounding, so all of them are compared at once.
    let size = (cpu.len() - shape.seeds) / 2;
    let (start, ends) = (&cpu[..size], [&cpu[size..2 * size], gpu.get(size..2 * size).unwrap_or_default()]);
    // A NaN stays, which `f32::max` would drop.
    let larger = |most: f32, next: f32| if next.is_nan() || next > most { next } else { most };
    let losses = differences.skip(2 * size).fold(0.0, larger);
    let difference = Difference::new(start, ends, losses, [0.0; 2]);
    (!Tolerance::STEPS.allows(&difference)).then_some(difference.parameters.max(losses))
}

/// The test for methods that learn from windows of paths: compares all their curves, held-out loss included.
async fn probe_paths(device: &Device, load: PathWorkload) -> Result<(Vec<f32>, f32), Text> {
    let rows = load.rows(ActionKind::Continuous, false, device);
    let mut method = load.start(1, &rows)?;
    (0..COMPARED).for_each(|_| method.step(&rows));
    method.fetch().await.map_err(stopped)?;
    let numbers = method.check(&rows).into_iter().flat_map(|point| point.values).collect();
    // Fewer steps than for pairs: one step of many windows takes long enough to be timed.
    let start = Instant::now();
    (0..COMPARED).for_each(|_| method.step(&rows));
    method.fetch().await.map_err(stopped)?;
    Ok((numbers, start.elapsed().as_secs_f32() * 1000.0 / COMPARED as f32))
}

async fn probe_pairs(device: &Device, shape: Shape) -> Result<(Vec<f32>, f32), Text> {
    let demos: Vec<_> = (0..shape.seeds as u64).map(|seed| (seed, Arc::new(noise(seed, 2, 512)))).collect();
    let rows = Rows::new(&demos, device);
    let columns = rows.columns;
    let net = Mlp::new(shape.seeds, [columns.styled_state().len(), shape.hidden, shape.hidden, 2 * columns.action]);
    let objective = Objective::new(Loss::Gaussian, columns.styled_state(), columns.actions());
    let mut learner = Learner::new(net, objective, "device test", shape.batch, &rows);
    let order = Members::One.order(&rows, shape.batch, "device test", 0, false);
    let batches = Members::One.batches(&rows, shape.batch);
    (0..COMPARED).for_each(|step| learner.step(&rows, &order, step % batches, LearningRate::constant(1e-3)));
    learner.fetch().await.map_err(stopped)?;
    let numbers = [learner.state.parameters.clone(), learner.take_losses()].concat();
    let start = Instant::now();
    (0..TIMED).for_each(|step| learner.step(&rows, &order, step % batches, LearningRate::constant(1e-3)));
    learner.fetch().await.map_err(stopped)?;
    Ok((numbers, start.elapsed().as_secs_f32() * 1000.0 / TIMED as f32))
}

/// Chooses a device: the visitor's choice where it works, otherwise the faster of those that are correct. `webgpu` is the
/// device, or a clause that says why there is none.
pub async fn choose(choice: DeviceChoice, webgpu: Result<Device, Text>, shape: Shape) -> Chosen {
    if choice == DeviceChoice::Cpu {
        return Chosen::cpu(text!("device-cpu-asked"));
    }
    let device = match webgpu {
        Ok(device) => device,
        Err(reason) => return Chosen::cpu(text!("device-cpu-because", reason = reason)),
    };
    if let (Device::WebGpu(gpu), Some((stack, count))) = (&device, shape.pictures)
        && !gpu.holds(stack, count)
    {
        return Chosen::cpu(text!("device-cpu-pictures"));
    }
    let cpu = match probe(&Device::Cpu, shape).await {
        Ok(cpu) => cpu,
        Err(message) => return Chosen::cpu(text!("device-cpu-failed", message = message)),
    };
    let gpu = match probe(&device, shape).await {
        Ok(gpu) => gpu,
        Err(message) => return Chosen::cpu(text!("device-webgpu-failed", message = message)),
    };
    if let Some(difference) = too_far(&cpu.0, &gpu.0, shape) {
        return Chosen::cpu(text!("device-webgpu-differs", difference = format!("{difference:.1e}")));
    }
    let timed = |key: &'static str| text!(key, webgpu = gpu.1, cpu = cpu.1);
    if choice == DeviceChoice::Auto && cpu.1 < gpu.1 {
        return Chosen::cpu(timed("device-cpu-faster"));
    }
    let why = match choice {
        DeviceChoice::WebGpu => timed("device-webgpu-asked"),
        _ => timed("device-webgpu-faster"),
    };
    Chosen { kind: DeviceKind::WebGpu, device, why }
}
