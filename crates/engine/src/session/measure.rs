//! How long a step takes, nothing else around it: what benches compare.

use std::sync::Arc;

use web_time::Instant;

use super::SessionError;
use crate::nn::{Device, Learner, Loss, Members, Mlp, Objective, Rate, Rows};
use worlds::data::{ActionKind, Demos, Rng, Trajectory};

/// Stretches that are timed one by one; the fastest is the one least disturbed.
const STRETCHES: usize = 8;

/// A step of the paper's critic or of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Mine,
    Policy,
}

/// What a step costs depends on these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub hidden: usize,
    pub batch: usize,
    pub styles: usize,
    pub rows: usize,
}

impl Load {
    /// Four styles and as many rows as Circle2D has by default: the paper's critic then has 16 inputs.
    pub fn new(hidden: usize, batch: usize) -> Self {
        Self { hidden, batch, styles: 4, rows: 30_000 }
    }
}

/// Random rows of every style: enough to fill every column.
pub fn noise(seed: u64, styles: usize, rows: usize) -> Demos {
    let mut rng = Rng::stream(seed, "noise", 0);
    let steps = rows.div_ceil(styles);
    let path = |style: usize| {
        let mut normal = |count: usize| (0..count).map(|_| rng.normal()).collect::<Vec<f32>>();
        Trajectory {
            style,
            followed: vec![],
            held_out: false,
            observations: normal(steps * 10),
            actions: normal(steps * 2),
            xy: vec![0.0; steps * 2],
        }
    };
    Demos {
        observation_size: 10,
        action_size: 2,
        action_kind: ActionKind::Continuous,
        styles,
        trajectories: (0..styles).map(path).collect(),
    }
}

fn learner(loss: Loss, clip: Option<f32>, load: Load, rows: &Rows) -> Learner {
    let columns = rows.columns;
    let (inputs, targets) = match loss {
        Loss::Gaussian | Loss::Mixture { .. } => (columns.styled_state(), columns.actions()),
        Loss::Categorical | Loss::Exact => (columns.pair(), 0..columns.styles),
        Loss::Sampled => (0..columns.width(), 0..columns.styles),
    };
    let net = Mlp::new(1, [inputs.len(), load.hidden, load.hidden, loss.outputs(targets.len())]);
    let log_prior = rows.portions.iter().flat_map(|portion| &portion.prior).map(|p| libm::logf(*p)).collect();
    let objective = Objective { log_prior, clip, ..Objective::new(loss, inputs, targets) };
    Learner::new(net, objective, "measure", load.batch, rows)
}

/// How far apart two devices end after `steps` steps, in units of how far the first went; and how much their mean losses
/// differ, in nats.
pub async fn disagreement(
    devices: [&Device; 2],
    (loss, clip): (Loss, Option<f32>),
    load: Load,
    steps: usize,
) -> Result<[f32; 2], SessionError> {
    let mut ends = Vec::new();
    let mut start = Vec::new();
    for device in devices {
        let rows = Rows::new(&[(1, Arc::new(noise(1, load.styles, load.rows)))], device);
        let mut learner = learner(loss, clip, load, &rows);
        start = learner.learnt.parameters.clone();
        let batches = Members::One.batches(&rows, load.batch);
        for step in 0..steps {
            let (epoch, index) = (step / batches, step % batches);
            let marginal = learner.objective.marginal();
            let order = Members::One.order(&rows, load.batch, "measure", epoch as u64, marginal);
            learner.step(&rows, &order, index, Rate::constant(1e-3));
        }
        learner.fetch().await.map_err(SessionError::Device)?;
        let mut end = learner.learnt.parameters.clone();
        if loss == Loss::Sampled {
            // The bound does not change with a constant added to T: Adam follows rounding there, and nothing else.
            end.pop();
        }
        ends.push((end, learner.take_losses()[0]));
    }
    let length = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
    let apart = length(&ends[0].0, &ends[1].0) / length(&start, &ends[0].0);
    Ok([apart, (ends[0].1 - ends[1].1).abs()])
}

/// Milliseconds of the first step, then milliseconds a step over stretches of `steps` steps, each ended by one read.
pub async fn measure(device: &Device, step: Step, load: Load, steps: usize) -> Result<Vec<f64>, SessionError> {
    let loss = match step {
        Step::Mine => Loss::Sampled,
        Step::Policy => Loss::Gaussian,
    };
    let rows = Rows::new(&[(1, Arc::new(noise(1, load.styles, load.rows)))], device);
    let mut learner = learner(loss, None, load, &rows);
    let order = Members::One.order(&rows, load.batch, "measure", 0, learner.objective.marginal());
    let batches = Members::One.batches(&rows, load.batch);
    let mut times = Vec::with_capacity(STRETCHES + 1);
    for stretch in 0..=STRETCHES {
        let count = if stretch == 0 { 1 } else { steps };
        let start = Instant::now();
        for index in 0..count {
            learner.step(&rows, &order, (stretch * steps + index) % batches, Rate::constant(1e-3));
        }
        learner.fetch().await.map_err(SessionError::Device)?;
        times.push(start.elapsed().as_secs_f64() * 1000.0 / count as f64);
    }
    Ok(times)
}
