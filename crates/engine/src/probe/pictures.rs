//! Steps of networks that see, on random pictures.

use std::sync::Arc;

use web_time::Instant;

use super::compare::Difference;
use super::steps::TrainedNetwork;
use crate::nn::{Bundle, Device, Learner, LearningRate, Loss, Members, Mlp, Objective, Rows};
use worlds::data::{ActionKind, Demos, PictureStack, Pictures, Rng, Trajectory};

const STYLES: usize = 3;
const ACTIONS: usize = 9;
/// Numbers of an observation beside its pictures.
const UNSEEN: usize = 2;
/// Pictures that rows name.
const COUNT: usize = 64;

/// Every loss of networks that see, MINE's with its moving average too: (name, loss, moving average).
pub const SEEN_LOSSES: [(&str, Loss, bool); 5] = [
    ("categorical", Loss::Categorical, false),
    ("sampled MINE", Loss::Sampled, false),
    ("sampled MINE, moving average", Loss::Sampled, true),
    ("exact MINE", Loss::Exact, false),
    ("exact MINE, moving average", Loss::Exact, true),
];

/// The sizes that decide how long a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureWorkload {
    pub stack: PictureStack,
    pub hidden: usize,
    pub batch: usize,
    pub seeds: usize,
}

impl PictureWorkload {
    pub fn rows(&self, device: &Device) -> Rows {
        let mut rng = Rng::stream(1, "noise pictures", 0);
        let pixels = (0..COUNT * self.stack.area()).map(|_| rng.below(256) as u8).collect();
        let pictures = Arc::new(Pictures::new(self.stack, pixels));
        let all: Vec<_> = (0..self.seeds as u64).map(|seed| (seed, Arc::new(self.demos(seed, &pictures)))).collect();
        Rows::new(&all, device)
    }

    fn demos(&self, seed: u64, pictures: &Arc<Pictures>) -> Demos {
        let (mut rng, depth) = (Rng::stream(seed, "noise rows", 0), self.stack.depth);
        let steps = (2 * self.batch).div_ceil(STYLES);
        let mut path = |style: usize| {
            let mut trajectory = Trajectory { style, xy: vec![0.0; steps * 2], ..Trajectory::default() };
            for _ in 0..steps {
                trajectory.observations.extend((0..depth).map(|_| rng.below(COUNT) as f32));
                trajectory.observations.extend((0..UNSEEN).map(|_| rng.normal()));
                let chosen = rng.below(ACTIONS);
                trajectory.actions.extend((0..ACTIONS).map(|action| f32::from(u8::from(action == chosen))));
            }
            trajectory
        };
        Demos {
            observation_size: depth + UNSEEN,
            action_size: ACTIONS,
            action_kind: ActionKind::Discrete,
            styles: STYLES,
            trajectories: (0..STYLES).map(&mut path).collect(),
            pictures: Some(pictures.clone()),
            ..Demos::default()
        }
    }

    /// A critic, or for a categorical loss a policy.
    pub fn learner(&self, loss: Loss, moving_average: bool, rows: &Rows) -> Learner {
        let columns = rows.columns;
        let (inputs, targets) = match loss {
            Loss::Sampled => (0..columns.width(), 0..STYLES),
            Loss::Exact => (columns.pair(), 0..STYLES),
            Loss::Categorical | Loss::Gaussian | Loss::Mixture { .. } => (columns.styled_state(), columns.actions()),
        };
        let sizes = [inputs.len(), self.hidden, self.hidden, loss.outputs(targets.len())];
        let net = Mlp::new(self.seeds, sizes).seeing(columns.encoder(&inputs));
        let log_prior = rows.splits.iter().flat_map(|split| &split.prior).map(|p| libm::logf(*p)).collect();
        let objective = Objective { log_prior, moving_average, ..Objective::new(loss, inputs, targets) };
        Learner::new(net, objective, "measure", self.batch, rows)
    }
}

/// Another learner that goes on from where this one is, without weights.
async fn resumed(mut learner: Learner, workload: &PictureWorkload, rows: &Rows) -> Result<Learner, String> {
    learner.fetch().await?;
    let mut bundle = Bundle::default();
    learner.save("seen", &mut bundle);
    let mut other = workload.learner(learner.objective.loss, learner.objective.moving_average, rows);
    other.restore("seen", &bundle).map_err(|error| error.to_string())?;
    Ok(other)
}

async fn train(
    device: &Device,
    (loss, moving_average): (Loss, bool),
    workload: PictureWorkload,
    steps: usize,
) -> Result<TrainedNetwork, String> {
    let rows = workload.rows(device);
    let mut learner = workload.learner(loss, moving_average, &rows);
    let start = learner.state.parameters.clone();
    let batches = Members::One.batches(&rows, workload.batch);
    let began = Instant::now();
    for step in 0..steps {
        // Continues from a snapshot on the way, as when a run moves to another device. The last step has no weights, so that
        // losses with and without them are compared. Without them the two terms of sampled MINE nearly cancel at first, and
        // Adam would make their rounding as large as its steps.
        if step == steps / 2 || step + 1 == steps {
            learner = resumed(learner, &workload, &rows).await?;
        }
        if step == 0 || step == steps / 2 {
            let mut rng = Rng::stream(1, "weights", 0);
            learner.set_weights((0..rows.count()).map(|_| 0.5 + rng.uniform()).collect());
        }
        let (epoch, index) = (step / batches, step % batches);
        let order = Members::One.order(&rows, workload.batch, "measure", epoch as u64, loss == Loss::Sampled);
        learner.step(&rows, &order, index, LearningRate::decaying(1e-3, steps as u32));
    }
    learner.fetch().await?;
    let milliseconds = began.elapsed().as_secs_f32() * 1000.0 / steps.max(1) as f32;
    let mut end = learner.state.parameters.clone();
    if loss == Loss::Sampled {
        // The bound does not change with a constant added to T, so the gradient of the last biases is rounding alone.
        let size = learner.net.parameters();
        (size - 1..end.len()).step_by(size).for_each(|bias| end[bias] = start[bias]);
    }
    let averages: f32 = learner.state.log_averages.iter().sum();
    Ok(TrainedNetwork { start, end, loss: learner.take_losses().iter().sum::<f32>() + averages, milliseconds })
}

/// Trains the same network that sees on two devices for `steps` steps. Losses, and MINE's moving averages, are compared in
/// nats.
pub async fn compare_seen(
    devices: [&Device; 2],
    loss: (Loss, bool),
    workload: PictureWorkload,
    steps: usize,
) -> Result<Difference, String> {
    let one = train(devices[0], loss, workload, steps).await?;
    let other = train(devices[1], loss, workload, steps).await?;
    Ok(one.compared_with(&other))
}
