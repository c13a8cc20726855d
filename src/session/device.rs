//! Which device computes, and why. A WebGPU adapter must reproduce the CPU's numbers before it is trusted:
//! forward, backward and one Adam step of a small network. Of two that pass, the faster is chosen.

use burn::tensor::{Device, Tensor, TensorData};
use web_time::Instant;

use super::{SessionError, read};
use crate::data::Rng;
use crate::nn::{Learner, Mlp};
use crate::protocol::{DeviceChoice, DeviceKind};

/// Largest difference between devices that the test lets pass.
const TOLERANCE: f32 = 1e-3;
/// Steps that are timed, after as many to warm up.
const TIMED_STEPS: u32 = 5;

#[derive(Clone)]
pub struct Chosen {
    pub kind: DeviceKind,
    pub device: Device,
    /// A sentence for the visitor.
    pub why: String,
}

impl Chosen {
    pub fn cpu(why: impl Into<String>) -> Self {
        Self { kind: DeviceKind::Cpu, device: Device::flex(), why: why.into() }
    }
}

/// What a device made of the test: loss before and after a step, and the gradient; and milliseconds a step.
async fn probe(device: &Device) -> Result<(Vec<f32>, f32), SessionError> {
    let mut rng = Rng::stream(0, "device test", 0);
    let mut learner = Learner::new(Mlp::new(1, [6, 16, 16, 2]), &mut rng, device);
    let table = |rng: &mut Rng, columns: usize| {
        let values: Vec<f32> = (0..32 * columns).map(|_| rng.normal()).collect();
        Tensor::<3>::from_data(TensorData::new(values, [1, 32, columns]), device)
    };
    let (inputs, targets) = (table(&mut rng, 6), table(&mut rng, 2));
    let step = |learner: &mut Learner| {
        learner.descend(1e-3, |layers| {
            let error = layers.forward(inputs.clone()) - targets.clone();
            (error.clone() * error).mean()
        })
    };
    let before = step(&mut learner);
    let gradient = learner.first_moment.clone();
    let after = step(&mut learner);
    let numbers = read(vec![before.reshape([1, 1]), after.reshape([1, 1]), gradient]).await?.concat();
    for _ in 2..TIMED_STEPS {
        step(&mut learner);
    }
    let width = learner.net.parameters();
    let last = |learner: &Learner| learner.parameters.clone().slice([0..1, width - 1..width]);
    read(vec![last(&learner)]).await?;
    let start = Instant::now();
    for _ in 0..TIMED_STEPS {
        step(&mut learner);
    }
    read(vec![last(&learner)]).await?;
    Ok((numbers, start.elapsed().as_secs_f32() * 1000.0 / TIMED_STEPS as f32))
}

/// Decides between devices: what the visitor asked for where it works, else the faster one that is right.
/// `webgpu` is the device already made, or why there is none.
pub async fn choose(choice: DeviceChoice, webgpu: Result<Device, String>) -> Chosen {
    if choice == DeviceChoice::Cpu {
        return Chosen::cpu("The CPU, as asked.");
    }
    let device = match webgpu {
        Ok(device) => device,
        Err(reason) => return Chosen::cpu(format!("The CPU, because {reason}.")),
    };
    let cpu = match probe(&Device::flex()).await {
        Ok(cpu) => cpu,
        Err(error) => return Chosen::cpu(format!("The CPU, though its own test failed: {error}.")),
    };
    let gpu = match probe(&device).await {
        Ok(gpu) => gpu,
        Err(error) => return Chosen::cpu(format!("The CPU, because WebGPU failed its test: {error}.")),
    };
    let differences = cpu.0.iter().zip(&gpu.0).map(|(a, b)| (a - b).abs());
    // Kept as a search for one that is not small, so that a NaN fails.
    if let Some(difference) = differences.into_iter().find(|difference| difference.is_nan() || *difference > TOLERANCE)
    {
        return Chosen::cpu(format!("The CPU, because WebGPU computes other numbers (off by {difference:.1e})."));
    }
    let timing = format!("{:.1} ms a test step on WebGPU, {:.1} ms on the CPU", gpu.1, cpu.1);
    if choice == DeviceChoice::Auto && cpu.1 < gpu.1 {
        return Chosen::cpu(format!("The CPU, because it is faster here: {timing}."));
    }
    let why = match choice {
        DeviceChoice::WebGpu => format!("WebGPU, as asked; it agrees with the CPU. {timing}."),
        _ => format!("WebGPU, because it agrees with the CPU and is faster: {timing}."),
    };
    Chosen { kind: DeviceKind::WebGpu, device, why }
}
