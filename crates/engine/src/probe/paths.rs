//! Steps of the method that learns from windows of paths (CTVAE), without the session around them.

use std::sync::Arc;

use web_time::Instant;

use super::compare::Difference;
use super::steps::noise;
use crate::methods::{self, Method};
use crate::nn::{Device, Rows, one_hot};
use protocol::{RunConfig, Value};
use worlds::data::{ActionKind, Demos};

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

/// The knob that only this method has.
const WINDOWS: &str = "batch_windows";

impl PathWorkload {
    /// None where a run learns from pairs.
    pub fn of(run: &RunConfig) -> Option<Self> {
        run.knobs.contains_key(WINDOWS).then(|| Self {
            hidden: run.whole("hidden").max(8),
            windows: run.whole(WINDOWS).max(1),
            window: run.whole("window").max(2),
            latent: run.whole("latent").max(1),
            seeds: run.whole("seeds").max(1),
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
    pub fn start(&self, parts: usize, rows: &Rows) -> Result<Box<dyn Method>, String> {
        let knobs = [
            ("hidden", self.hidden as f64),
            ("batch_windows", self.windows as f64),
            ("window", self.window as f64),
            ("latent", self.latent as f64),
            ("parts", parts as f64),
            ("epochs", 20.0),
            ("rate", 1e-3),
            ("kl_weight", 4.0),
            ("kl_warm_up", 0.1),
        ];
        let knobs = knobs.into_iter().map(|(knob, value)| (knob.into(), Value::Number(value))).collect();
        let entry = methods::all().iter().find(|entry| (entry.card)().knobs.iter().any(|knob| knob.id == WINDOWS));
        let entry = entry.ok_or("there is no method of windows")?;
        let method = (entry.start)(&RunConfig { knobs, ..RunConfig::default() }, rows);
        if method.on_cpu() && !matches!(rows.device, Device::Cpu) {
            return Err("it has no room for networks of this size".into());
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
struct Trained {
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
) -> Result<Trained, String> {
    let rows = workload.rows(kind, true, device);
    let mut method = workload.start(parts, &rows)?;
    let parameters = |method: &dyn Method| {
        method.save().tables.remove("policy.parameters").map(|(_, _, values)| values).unwrap_or_default()
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
            method = workload.start(parts, &rows)?;
            method.restore(&saved, &rows).map_err(|error| error.to_string())?;
        }
    }
    method.fetch().await?;
    let milliseconds = began.elapsed().as_secs_f32() * 1000.0 / steps.saturating_sub(1).max(1) as f32;
    curves.extend(method.check(&rows));
    let curves = curves.into_iter().flat_map(|point| point.values).collect();
    Ok(Trained { start, end: parameters(method.as_ref()), curves, milliseconds })
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
