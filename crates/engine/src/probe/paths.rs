//! Steps of the method that learns from windows of paths (CTVAE), without the session around them.

use std::sync::Arc;

use web_time::Instant;

use super::compare::Difference;
use super::steps::noise;
use crate::methods::{Method, ctvae};
use crate::nn::names::{self, net};
use crate::nn::{Device, Rows, one_hot};
use protocol::knobs::policy;
use protocol::{RunConfig, Text, text};
use worlds::data::{ActionKind, Demos};
use worlds::{Circle2d, Environment, Files};

/// The sizes that decide how long a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathWorkload {
    pub hidden: usize,
    /// Windows per step, and steps per window.
    pub windows: usize,
    pub window: usize,
    pub latent: usize,
    pub seeds: usize,
}

impl PathWorkload {
    /// None where a run learns from pairs.
    pub fn of(run: &RunConfig) -> Option<Self> {
        // Only this method has the knob.
        run.knobs.contains_key(ctvae::BATCH_WINDOWS.id()).then(|| Self {
            hidden: policy::HIDDEN.get(run).max(8),
            windows: ctvae::BATCH_WINDOWS.get(run).max(1),
            window: ctvae::WINDOW.get(run).max(2),
            latent: ctvae::LATENT.get(run).max(1),
            seeds: policy::SEEDS.get(run).max(1),
        })
    }

    /// Random paths, none of them a whole number of windows. With `uneven`, every further seed has fewer rows, and fewer
    /// windows than a step takes.
    pub fn rows(&self, kind: ActionKind, uneven: bool, device: &Device) -> Rows {
        let most = 2 * self.windows * self.window;
        let rows = |seed: usize| 2 * (if uneven { most >> (3 * seed) } else { most }) + self.window;
        let demos = |seed: usize| {
            let mut demos = noise(seed as u64, 2, rows(seed));
            if let Some(path) = demos.trajectories.first().cloned() {
                demos.trajectories.push(path);
            }
            demos.trajectories.iter_mut().skip(2).for_each(|path| path.held_out = true);
            if kind == ActionKind::Discrete { discrete(demos) } else { demos }
        };
        let all: Vec<_> = (0..self.seeds).map(|seed| (seed as u64, Arc::new(demos(seed)))).collect();
        Rows::new(&all, device)
    }

    /// The method before its first step, with a policy of `parts` Gaussians. Fails where the device's memory is too small.
    pub fn start(&self, parts: usize, rows: &Rows) -> Result<Box<dyn Method>, Text> {
        let knobs = [
            policy::HIDDEN.at(self.hidden as u32),
            ctvae::BATCH_WINDOWS.at(self.windows as u32),
            ctvae::WINDOW.at(self.window as u32),
            ctvae::LATENT.at(self.latent as u32),
            policy::PARTS.at(parts as u32),
            policy::EPOCHS.at(20),
            policy::RATE.at(1e-3),
            ctvae::KL_WEIGHT.at(4.0),
            ctvae::KL_WARM_UP.at(0.1),
        ];
        let run = RunConfig { knobs: knobs.into(), ..RunConfig::default() };
        // The method takes everything but the knobs from `rows`, so any world will do.
        let environment = Environment::new(&Circle2d, &run, &Files::default());
        let method = (ctvae::ENTRY.start)(&environment, rows);
        if method.on_cpu() && !matches!(rows.device, Device::Cpu) {
            return Err(text!("device-no-room"));
        }
        Ok(method)
    }
}

/// The same paths, with one of two actions at every step.
fn discrete(mut demos: Demos) -> Demos {
    demos.action_kind = ActionKind::Discrete;
    for path in &mut demos.trajectories {
        path.actions.chunks_mut(2).for_each(|action| one_hot(usize::from(action[0] > action[1]), action));
    }
    demos
}

/// A method before and after its steps.
struct TrainedMethod {
    start: Vec<f32>,
    end: Vec<f32>,
    /// Every series at half time and at the end, of all seeds.
    curves: Vec<f32>,
    /// Per step, without the first.
    milliseconds: f32,
}

async fn train(
    device: &Device,
    workload: PathWorkload,
    (kind, parts): (ActionKind, usize),
    steps: usize,
) -> Result<TrainedMethod, String> {
    let rows = workload.rows(kind, true, device);
    let mut method = workload.start(parts, &rows).map_err(|reason| reason.key.to_string())?;
    let parameters = |method: &dyn Method| {
        method.save().tables.remove(&names::parameters(net::POLICY)).map(|(_, _, values)| values).unwrap_or_default()
    };
    let start = parameters(method.as_ref());
    let mut curves = Vec::new();
    let mut began = Instant::now();
    for step in 0..steps {
        method.step(&rows);
        if step == 0 {
            method.fetch().await?;
            began = Instant::now();
        }
        if step == steps / 2 {
            // Continues from a snapshot, as when a run moves to another device.
            method.fetch().await?;
            curves.extend(method.check(&rows));
            let saved = method.save();
            method = workload.start(parts, &rows).map_err(|reason| reason.key.to_string())?;
            method.restore(&saved, &rows).map_err(|error| error.to_string())?;
        }
    }
    method.fetch().await?;
    let milliseconds = began.elapsed().as_secs_f32() * 1000.0 / steps.saturating_sub(1).max(1) as f32;
    curves.extend(method.check(&rows));
    let curves = curves.into_iter().flat_map(|point| point.values).collect();
    Ok(TrainedMethod { start, end: parameters(method.as_ref()), curves, milliseconds })
}

/// Trains the same autoencoder on two devices for `steps` steps. Losses are those of all curves, each difference relative
/// to its curve.
pub async fn compare_paths(
    devices: [&Device; 2],
    workload: PathWorkload,
    head: (ActionKind, usize),
    steps: usize,
) -> Result<Difference, String> {
    let one = train(devices[0], workload, head, steps).await?;
    let other = train(devices[1], workload, head, steps).await?;
    let differences = one.curves.iter().zip(&other.curves).map(|(a, b)| (a - b).abs() / a.abs().max(0.1));
    // Written so that a NaN is kept as the largest.
    let largest = differences.fold(0.0, |largest: f32, one| if one <= largest { largest } else { one });
    let milliseconds = [one.milliseconds, other.milliseconds];
    Ok(Difference::new(&one.start, [&one.end, &other.end], largest, milliseconds))
}
