//! Training of one kind of networks on top of a copula, until the validation rows gain nothing more.

use burn::tensor::{Device, Tensor};
use worlds::data::Rng;

use super::critic::DependenceCritic;
use super::networks::{CriticNetworks, Units};
use super::{ROWS, Start, bound};

const BATCH: usize = 256;
/// Steps between two checks on the validation rows, and checks without progress before training stops.
const LOOK: u32 = 50;
const PATIENCE: u32 = 12;

pub struct NetworkTraining<'a> {
    pub start: &'a Start,
    pub most_steps: u32,
    pub seed: u64,
    pub device: &'a Device,
}

/// The critic that had the largest bound on the validation rows.
pub struct TrainedCritic {
    pub critic: DependenceCritic,
    pub bound: f64,
    pub steps: u32,
}

impl NetworkTraining<'_> {
    /// Trains from the copula, whose bound on the validation rows is `least`.
    pub async fn run<E>(
        &self,
        units: Units,
        least: f64,
        rng: &mut Rng,
        mean: &impl AsyncFn(Tensor<1>) -> Result<f64, E>,
        watch: impl Fn(u32),
    ) -> Result<TrainedCritic, E> {
        let Self { start, device, .. } = self;
        let mut networks = CriticNetworks::new(units, &start.train, self.seed, device);
        let mut best = TrainedCritic { critic: start.critic.clone(), bound: least, steps: 0 };
        let mut stale = 0;
        while networks.steps() < self.most_steps && stale < PATIENCE {
            for _ in 0..LOOK {
                let rows = (0..BATCH.min(start.train.rows)).map(|_| rng.below(start.train.rows) as i32).collect();
                let batch = start.train.pick(rows, device);
                networks.step(start.critic.start(&batch), &batch, device);
            }
            let now = start.critic.with(&networks);
            let bound = mean(bound(&start.choose, &now, ROWS, 1, device)).await?;
            stale += 1;
            if bound > best.bound {
                best = TrainedCritic { critic: now, bound, steps: 0 };
                stale = 0;
            }
            watch(networks.steps());
        }
        Ok(TrainedCritic { steps: networks.steps(), ..best })
    }
}
