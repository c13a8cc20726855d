//! The same as `measure`, for the method that learns from windows of paths: its steps on noise, nothing else around them.

use std::sync::Arc;

use web_time::Instant;

use super::SessionError;
use super::measure::noise;
use crate::methods::{self, Method};
use crate::nn::{Device, Rows, one_hot};
use protocol::{RunConfig, Value};
use worlds::data::{ActionKind, Demos};

/// What a step costs depends on these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathLoad {
    pub hidden: usize,
    /// Windows in a step, and steps in a window.
    pub windows: usize,
    pub window: usize,
    pub latent: usize,
    pub seeds: usize,
}

/// The knob that tells the method from others.
const WINDOWS: &str = "batch_windows";

impl PathLoad {
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

    /// Noise in which no path is made of whole windows. Where it is uneven every further seed has less of it, and fewer
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
            if kind == ActionKind::Discrete { chosen(demos) } else { demos }
        };
        let all: Vec<_> = (0..self.seeds).map(|seed| (seed as u64, Arc::new(demos(seed)))).collect();
        Rows::new(&all, device)
    }

    /// The method before its first step, by a mixture of so many parts where there are several.
    pub fn start(&self, parts: usize, rows: &Rows) -> Result<Box<dyn Method>, SessionError> {
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
        let unknown = || SessionError::Unknown { what: "method", id: WINDOWS.into() };
        Ok((entry.ok_or_else(unknown)?.start)(&RunConfig { knobs, ..RunConfig::default() }, rows))
    }
}

/// The same, with actions that are one of two.
fn chosen(mut demos: Demos) -> Demos {
    demos.action_kind = ActionKind::Discrete;
    for path in &mut demos.trajectories {
        path.actions.chunks_mut(2).for_each(|action| one_hot(usize::from(action[0] > action[1]), action));
    }
    demos
}

/// What a device ends with.
struct End {
    start: Vec<f32>,
    parameters: Vec<f32>,
    /// Curves of all seeds.
    curves: Vec<f32>,
    /// Milliseconds a step, but for the first.
    time: f32,
}

async fn end(
    device: &Device,
    load: PathLoad,
    (kind, parts): (ActionKind, usize),
    steps: usize,
) -> Result<End, SessionError> {
    let rows = load.rows(kind, true, device);
    let mut method = load.start(parts, &rows)?;
    if !matches!(device, Device::Cpu) && method.on_cpu() {
        return Err(SessionError::Device("it has no room".into()));
    }
    let parameters = |method: &dyn Method| {
        method.save().tables.remove("policy.parameters").map(|(_, _, values)| values).unwrap_or_default()
    };
    let start = parameters(method.as_ref());
    let mut curves = Vec::new();
    let mut began = Instant::now();
    for step in 0..steps {
        method.step(&rows);
        if step == 0 {
            method.fetch().await.map_err(SessionError::Device)?;
            began = Instant::now();
        }
        if step == steps / 2 {
            // Half way it goes on from a snapshot, as when a run moves to another device.
            method.fetch().await.map_err(SessionError::Device)?;
            curves.extend(method.check(&rows));
            let saved = method.save();
            method = load.start(parts, &rows)?;
            method.restore(&saved, &rows)?;
        }
    }
    method.fetch().await.map_err(SessionError::Device)?;
    let time = began.elapsed().as_secs_f32() * 1000.0 / steps.saturating_sub(1).max(1) as f32;
    curves.extend(method.check(&rows));
    let curves = curves.into_iter().flat_map(|point| point.values).collect();
    Ok(End { start, parameters: parameters(method.as_ref()), curves, time })
}

/// How far apart two devices end after `steps` steps, in units of how far the first went; how much their curves differ at
/// most, in parts of themselves; and milliseconds a step on each.
pub async fn path_disagreement(
    devices: [&Device; 2],
    load: PathLoad,
    head: (ActionKind, usize),
    steps: usize,
) -> Result<[f32; 4], SessionError> {
    let one = end(devices[0], load, head, steps).await?;
    let other = end(devices[1], load, head, steps).await?;
    let length = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
    let apart = length(&one.parameters, &other.parameters) / length(&one.start, &one.parameters);
    let differences = one.curves.iter().zip(&other.curves).map(|(a, b)| (a - b).abs() / a.abs().max(0.1));
    // A NaN is larger than all.
    let largest = differences.fold(0.0, |largest: f32, one| if one <= largest { largest } else { one });
    Ok([apart, largest, one.time, other.time])
}
