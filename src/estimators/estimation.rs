//! A critic in training: minibatches, held-out checks, and the best critic so far.

use burn::tensor::{Device, Int, Tensor, TensorData};

use super::{Critic, CriticKind, pmi_of_labels};
use crate::data::Rng;
use crate::nn::{Bundle, Epoch, Learner, Members, Resident, SnapshotError};

/// MINE's moving average forgets one part in a hundred a step.
const FORGET: f32 = 0.01;
/// Training pairs on which the training bound is reported.
const SAMPLE: usize = 4000;

#[derive(Clone, Debug, PartialEq)]
pub struct EstimationConfig {
    pub kind: CriticKind,
    pub hidden: usize,
    pub batch: usize,
    pub epochs: usize,
    pub rate: f32,
    pub moving_average: bool,
    pub seed: u64,
}

pub struct Estimation {
    pub config: EstimationConfig,
    pub critic: Critic,
    pub learner: Learner,
    /// Parameters of the best held-out bound, and that bound in nats.
    pub best: Option<(Tensor<2>, f32)>,
    /// log of the moving average of E[e^T].
    pub log_average: Tensor<1>,
    prior: Vec<f32>,
    order: Option<(usize, Epoch, Tensor<1, Int>)>,
    one_hot: Tensor<2>,
    loss: Tensor<1>,
    losses: u32,
}

impl Estimation {
    pub fn new(config: EstimationConfig, data: &Resident) -> Self {
        let (device, styles) = (&data.device, data.styles);
        let pair_size = data.observation_size + data.action_size;
        let critic = Critic::new(config.kind, pair_size, config.hidden, &data.prior, device);
        let mut rng = Rng::stream(config.seed, "critic weights", 0);
        Self {
            learner: Learner::new(critic.net.clone(), &mut rng, device),
            critic,
            best: None,
            log_average: Tensor::zeros([1], device),
            prior: data.prior.clone(),
            order: None,
            one_hot: Tensor::eye(styles, device),
            loss: Tensor::zeros([1], device),
            losses: 0,
            config,
        }
    }

    pub fn steps_per_epoch(&self, data: &Resident) -> usize {
        Epoch::batches(&data.train, Members::One, self.config.batch)
    }

    /// One optimiser step, enqueued.
    pub fn step(&mut self, data: &Resident) {
        let per_epoch = self.steps_per_epoch(data);
        let (epoch, index) = (self.learner.steps as usize / per_epoch, self.learner.steps as usize % per_epoch);
        self.begin(epoch, data);
        let Some((_, order, drawn)) = &self.order else { return };
        let indices = order.batch(index);
        let batch = self.config.batch;
        let pairs = Tensor::cat(
            vec![
                data.train.observations.clone().select(0, indices.clone()),
                data.train.actions.clone().select(0, indices.clone()),
            ],
            1,
        );
        let labels = data.train.styles.clone().select(0, indices);
        let drawn = self.one_hot.clone().select(0, drawn.clone().narrow(0, index * batch, batch));
        let average = self.config.moving_average.then(|| self.log_average.clone());
        let (critic, mut seen) = (&self.critic, None);
        let loss = self.learner.descend(self.config.rate, |layers| {
            let (loss, log_mean) = critic.loss(layers, pairs, labels, drawn, average);
            seen = Some(log_mean.inner());
            loss
        });
        if let Some(log_mean) = seen.filter(|_| self.config.moving_average) {
            let mixed = self.log_average.clone().exp() * (1.0 - FORGET) + log_mean.exp() * FORGET;
            self.log_average = mixed.log();
        }
        self.loss = self.loss.clone() + loss;
        self.losses += 1;
    }

    /// Draws and uploads the order of an epoch, and its z̄.
    fn begin(&mut self, epoch: usize, data: &Resident) {
        if self.order.as_ref().is_some_and(|(drawn, ..)| *drawn == epoch) {
            return;
        }
        let mut rng = Rng::stream(self.config.seed, "critic epoch", epoch as u64);
        let order = Epoch::draw(&data.train, Members::One, self.config.batch, &mut rng, &data.device);
        let count = self.steps_per_epoch(data) * self.config.batch;
        let drawn: Vec<i32> = (0..count).map(|_| rng.pick(&data.prior) as i32).collect();
        self.order = Some((epoch, order, indices(drawn, &data.device)));
    }

    /// Mean loss since the last check, and the bound on training and on held-out pairs: unread, nats.
    pub fn check(&mut self, data: &Resident) -> [Tensor<1>; 3] {
        let loss = self.loss.clone() / self.losses.max(1) as f32;
        self.loss = self.loss.zeros_like();
        self.losses = 0;
        let layers = self.learner.layers();
        let bound = |pairs: Tensor<2>, labels: Tensor<2>| {
            let scores = self.critic.scores(&layers, pairs);
            pmi_of_labels(scores, self.critic.log_prior.clone(), labels).mean()
        };
        let stride = (data.train.pairs / SAMPLE).max(1);
        let sample = indices((0..data.train.pairs as i32).step_by(stride).collect(), &data.device);
        let train_pairs = data.train.state_actions().select(0, sample.clone());
        let train = bound(train_pairs, data.train.styles.clone().select(0, sample));
        let held_out = bound(data.held_out.state_actions(), data.held_out.styles.clone());
        [loss, train, held_out]
    }

    /// Told the held-out bound that `check` measured: keeps the parameters where it is the best so far.
    pub fn note(&mut self, held_out: f32) {
        if self.best.as_ref().is_none_or(|(_, best)| held_out > *best) {
            self.best = Some((self.learner.parameters.clone(), held_out));
        }
    }

    /// The parameters to use: the best on held-out trajectories, or the current ones before any check.
    pub fn chosen(&self) -> Tensor<2> {
        self.best.as_ref().map_or_else(|| self.learner.parameters.clone(), |(parameters, _)| parameters.clone())
    }

    /// T(s,a,z) of the chosen critic.
    pub fn scores(&self, pairs: Tensor<2>) -> Tensor<2> {
        self.critic.scores(&self.critic.net.layers(&self.chosen()), pairs)
    }
}

fn indices(values: Vec<i32>, device: &Device) -> Tensor<1, Int> {
    let length = values.len();
    Tensor::from_data(TensorData::new(values, [length]), device)
}

/// What a snapshot keeps of an estimation.
impl Estimation {
    pub fn save(&self, bundle: &mut Bundle) -> Vec<(String, Tensor<2>)> {
        bundle.note_net("critic", &self.critic.net);
        let prior: Vec<String> = self.prior.iter().map(ToString::to_string).collect();
        for (key, value) in [
            ("critic.steps", self.learner.steps.to_string()),
            ("critic.kind", self.config.kind.id().to_string()),
            ("prior", prior.join(" ")),
        ] {
            bundle.notes.insert(key.into(), value);
        }
        let mut tables = self.learner.save("critic");
        tables.push(("critic.chosen".into(), self.chosen()));
        tables.push(("critic.log_average".into(), self.log_average.clone().reshape([1, 1])));
        if let Some((_, bound)) = &self.best {
            bundle.notes.insert("critic.bound".into(), bound.to_string());
        }
        tables
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.learner.restore("critic", bundle)?;
        let device = self.learner.parameters.device();
        let shape = [1, self.learner.net.parameters()];
        let chosen = bundle.table("critic.chosen", shape[0], shape[1])?;
        let average = bundle.table("critic.log_average", 1, 1)?;
        self.log_average = Tensor::from_data(TensorData::new(average.to_vec(), [1]), &device);
        self.best = match bundle.note("critic.bound") {
            Err(_) => None,
            Ok(text) => {
                let bound = text.parse().map_err(|_| SnapshotError::Misfit("its bound is not a number".into()))?;
                Some((Tensor::from_data(TensorData::new(chosen.to_vec(), shape), &device), bound))
            }
        };
        Ok(())
    }
}
