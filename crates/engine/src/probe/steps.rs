//! Steps of one critic or policy, without the session around them.

use std::sync::Arc;

use web_time::Instant;

use super::compare::Difference;
use crate::nn::{Device, Learner, LearningRate, Loss, Members, Mlp, Objective, Rows};
use worlds::data::{ActionKind, Demos, Rng, Trajectory};

/// Stretches that are timed one by one; the fastest is the one least disturbed.
const STRETCHES: usize = 8;

/// A step of the paper's critic or of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    Mine,
    Policy,
}

/// The sizes that decide how long a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    pub hidden: usize,
    pub batch: usize,
    pub styles: usize,
    pub rows: usize,
}

impl Workload {
    /// Four styles and as many rows as Circle2D has by default: the paper's critic then has 16 inputs.
    pub fn new(hidden: usize, batch: usize) -> Self {
        Self { hidden, batch, styles: 4, rows: 30_000 }
    }

    fn rows(&self, device: &Device) -> Rows {
        Rows::new(&[(1, Arc::new(noise(1, self.styles, self.rows)))], device)
    }

    fn learner(&self, loss: Loss, clip: Option<f32>, rows: &Rows) -> Learner {
        let columns = rows.columns;
        let (inputs, targets) = match loss {
            Loss::Gaussian | Loss::Mixture { .. } => (columns.styled_state(), columns.actions()),
            Loss::Categorical | Loss::Exact => (columns.pair(), 0..columns.styles),
            Loss::Sampled => (0..columns.width(), 0..columns.styles),
        };
        let net = Mlp::new(1, [inputs.len(), self.hidden, self.hidden, loss.outputs(targets.len())]);
        let log_prior = rows.splits.iter().flat_map(|split| &split.prior).map(|p| libm::logf(*p)).collect();
        let objective = Objective { log_prior, clip, ..Objective::new(loss, inputs, targets) };
        Learner::new(net, objective, "measure", self.batch, rows)
    }
}

/// Random demonstrations of every style: standard normal observations `[rows, 10]` and actions `[rows, 2]`.
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
        ..Demos::default()
    }
}

/// A network before and after its steps.
pub(super) struct TrainedNetwork {
    pub start: Vec<f32>,
    pub end: Vec<f32>,
    /// Mean over the steps, nats.
    pub loss: f32,
    pub milliseconds: f32,
}

impl TrainedNetwork {
    /// How far the same network on another device ends from this one.
    pub fn compared_with(&self, other: &Self) -> Difference {
        let milliseconds = [self.milliseconds, other.milliseconds];
        Difference::new(&self.start, [&self.end, &other.end], (self.loss - other.loss).abs(), milliseconds)
    }
}

async fn train(
    device: &Device,
    (loss, clip): (Loss, Option<f32>),
    workload: Workload,
    steps: usize,
) -> Result<TrainedNetwork, String> {
    let rows = workload.rows(device);
    let mut learner = workload.learner(loss, clip, &rows);
    let start = learner.state.parameters.clone();
    let batches = Members::One.batches(&rows, workload.batch);
    let began = Instant::now();
    for step in 0..steps {
        // The second half has weights, so that kernels with and without them are compared.
        if step == steps / 2 {
            let mut rng = Rng::stream(1, "weights", 0);
            learner.set_weights((0..rows.count()).map(|_| 0.5 + rng.uniform()).collect());
        }
        let (epoch, index) = (step / batches, step % batches);
        let marginal = learner.objective.marginal();
        let order = Members::One.order(&rows, workload.batch, "measure", epoch as u64, marginal);
        learner.step(&rows, &order, index, LearningRate::constant(1e-3));
    }
    learner.fetch().await?;
    let milliseconds = began.elapsed().as_secs_f32() * 1000.0 / steps.max(1) as f32;
    let mut end = learner.state.parameters.clone();
    if loss == Loss::Sampled {
        // The bound does not change with a constant added to T, so the gradient of the last bias is rounding alone.
        end.pop();
    }
    Ok(TrainedNetwork { start, end, loss: learner.take_losses()[0], milliseconds })
}

/// Trains the same network on two devices for `steps` steps. Losses are compared in nats.
pub async fn compare_steps(
    devices: [&Device; 2],
    loss: (Loss, Option<f32>),
    workload: Workload,
    steps: usize,
) -> Result<Difference, String> {
    let one = train(devices[0], loss, workload, steps).await?;
    let other = train(devices[1], loss, workload, steps).await?;
    Ok(one.compared_with(&other))
}

/// Milliseconds of the first step, then milliseconds per step over stretches of `steps` steps, each ended by one read.
pub async fn measure(device: &Device, kind: StepKind, workload: Workload, steps: usize) -> Result<Vec<f64>, String> {
    let loss = match kind {
        StepKind::Mine => Loss::Sampled,
        StepKind::Policy => Loss::Gaussian,
    };
    let rows = workload.rows(device);
    let mut learner = workload.learner(loss, None, &rows);
    let order = Members::One.order(&rows, workload.batch, "measure", 0, learner.objective.marginal());
    let batches = Members::One.batches(&rows, workload.batch);
    let mut times = Vec::with_capacity(STRETCHES + 1);
    for stretch in 0..=STRETCHES {
        let count = if stretch == 0 { 1 } else { steps };
        let start = Instant::now();
        for index in 0..count {
            learner.step(&rows, &order, (stretch * steps + index) % batches, LearningRate::constant(1e-3));
        }
        learner.fetch().await?;
        times.push(start.elapsed().as_secs_f64() * 1000.0 / count as f64);
    }
    Ok(times)
}
