//! One learner whose networks see, on the GPU: burn's convolutions and automatic differentiation, since its tensors are
//! large enough that dispatches do not decide. Everything that a step reads is on the device, and nothing is read back.

use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::module::conv2d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Int, Tensor, TensorData};
use worlds::data::Pictures;

use super::pictures::GpuPictures;
use super::{Gpu, TOO_LITTLE};
use crate::nn::device::TrainStep;
use crate::nn::objective::FORGET;
use crate::nn::{Encoder, Layers, Loss, Mlp, Objective, Order, Rows, TensorLearner, TrainState};

/// A batch on the device.
struct SeenBatch {
    /// Rows of the table, `[members, batch, width]`.
    rows: Tensor<3>,
    /// Styles drawn from p(z), one-hot `[members, batch, styles]`, for sampled MINE.
    drawn: Option<Tensor<3>>,
    /// `[members, batch, 1]`.
    weights: Option<Tensor<3>>,
}

/// The order of an epoch on the device.
struct UploadedOrder {
    epoch: u64,
    rows: Tensor<1, Int>,
    drawn: Option<Tensor<1, Int>>,
}

pub struct SeeingTrainer {
    gpu: Gpu,
    encoder: Encoder,
    objective: Objective,
    styles: usize,
    /// `[rows, width]`.
    table: Tensor<2>,
    pictures: GpuPictures,
    learner: TensorLearner,
    /// `[rows]`.
    weights: Option<Tensor<1>>,
    order: Option<UploadedOrder>,
    /// log p(z), `[members, 1, styles]`, for the exact bound.
    log_prior: Option<Tensor<3>>,
    /// `[members]`, as are the logs of moving averages.
    losses: Tensor<1>,
    log_averages: Tensor<1>,
}

impl SeeingTrainer {
    /// None where it cannot train this network: without pictures, with a loss that games do not use, or where pictures are
    /// larger than the device's largest buffer.
    pub fn new(gpu: &Gpu, net: &Mlp, objective: &Objective, rows: &Rows, state: &TrainState) -> Option<Self> {
        let (encoder, pictures) = (net.encoder?, rows.pictures.as_ref()?);
        let known = matches!(objective.loss, Loss::Categorical | Loss::Sampled | Loss::Exact);
        if !known || objective.clip.is_some() || !gpu.holds(pictures) {
            return None;
        }
        let shape = [rows.count(), rows.columns.width()];
        let prior = |values: &[f32]| {
            let shape = [net.members, 1, rows.columns.styles];
            Tensor::from_data(TensorData::new(values.to_vec(), shape), &gpu.device)
        };
        Some(Self {
            table: Tensor::from_data(TensorData::new(rows.values.to_vec(), shape), &gpu.device),
            pictures: rows.seen.get_or_init(|| GpuPictures::new(pictures, &gpu.device)).clone(),
            learner: TensorLearner::of_state(net.clone(), state, &gpu.device),
            log_prior: (objective.loss == Loss::Exact).then(|| prior(&objective.log_prior)),
            losses: gpu.numbers(&state.losses),
            log_averages: gpu.numbers(&state.log_averages),
            styles: rows.columns.styles,
            objective: objective.clone(),
            gpu: gpu.clone(),
            weights: None,
            order: None,
            encoder,
        })
    }

    /// Enqueues one step of every member.
    pub fn step(&mut self, step: &TrainStep) {
        let batch = self.batch(step.order, step.index);
        let mut log_means = None;
        let (losses, gradient) = self.learner.gradient(|layers| {
            let (loss, log_mean) = self.loss(layers, &batch);
            log_means = log_mean.map(Tensor::inner);
            loss
        });
        self.learner.steps = step.steps_taken;
        self.learner.adam(step.rate.at(step.steps_taken), gradient);
        self.losses = self.losses.clone() + losses;
        if let Some(log_means) = log_means.filter(|_| self.objective.moving_average) {
            self.log_averages = updated_averages(self.log_averages.clone(), log_means);
        }
    }

    /// Gathers a batch of every member.
    fn batch(&mut self, order: &Order, index: usize) -> SeenBatch {
        if self.order.as_ref().is_none_or(|uploaded| uploaded.epoch != order.epoch) {
            let upload = |values: &[u32]| self.gpu.whole_numbers(values);
            let drawn = (!order.drawn.is_empty()).then(|| upload(&order.drawn));
            self.order = Some(UploadedOrder { epoch: order.epoch, rows: upload(&order.rows), drawn });
        }
        let (members, batch) = (order.members, order.batch);
        let span = order.span(index, 0).start..order.span(index, members - 1).end;
        let cut = |all: &Tensor<1, Int>| all.clone().slice(span.clone());
        let (rows, drawn) = match &self.order {
            Some(order) => (cut(&order.rows), order.drawn.as_ref().map(cut)),
            None => (self.gpu.whole_numbers(&order.rows[span.clone()]), None),
        };
        let gather = |weights: &Tensor<1>| weights.clone().select(0, rows.clone()).reshape([members, batch, 1]);
        let width = self.table.dims()[1];
        SeenBatch {
            rows: self.table.clone().select(0, rows.clone()).reshape([members, batch, width]),
            drawn: drawn.map(|drawn| drawn.one_hot::<2>(self.styles).float().reshape([members, batch, self.styles])),
            weights: self.weights.as_ref().map(gather),
        }
    }

    /// Features of a batch, `[members, batch, features]`, by the first two of the layers.
    fn features(&self, layers: &Layers, inputs: &Tensor<3>) -> Tensor<3> {
        let [members, batch, _] = inputs.dims();
        let Encoder { stack, at, .. } = self.encoder;
        let of_member = |member: usize| {
            let numbers = inputs.clone().slice([member..member + 1, 0..batch, at..at + stack.depth]);
            let seen = self.pictures.look(numbers.reshape([batch, stack.depth]));
            let mut hidden = if self.encoder.motion { moving(seen) } else { seen }.autodiff();
            for (layer, (weights, biases)) in self.encoder.convolutions().iter().zip(&layers.0) {
                let of_member = |part: &Tensor<3>| {
                    let [_, rows, columns] = part.dims();
                    part.clone().slice([member..member + 1, 0..rows, 0..columns])
                };
                let weights = of_member(weights).reshape([layer.kernel, layer.kernel, layer.channels, layer.filters]);
                let biases = of_member(biases).reshape([layer.filters]);
                let options = ConvOptions::new([layer.stride; 2], [0; 2], [1; 2], 1);
                hidden = relu(conv2d(hidden, weights.permute([3, 2, 0, 1]), Some(biases), options));
            }
            hidden.permute([0, 2, 3, 1]).reshape([1, batch, self.encoder.features()]) * self.encoder.scale()
        };
        Tensor::cat((0..members).map(of_member).collect(), 0)
    }

    /// Outputs for the batch, `[members, batch, outputs]`; for sampled MINE those with drawn styles after them.
    fn outputs(&self, layers: &Layers, batch: &SeenBatch) -> Tensor<3> {
        let [members, count, _] = batch.rows.dims();
        let columns = self.objective.inputs.clone();
        let inputs = batch.rows.clone().slice([0..members, 0..count, columns.clone()]);
        let features = self.features(layers, &inputs);
        let (at, rest) = (self.encoder.at, self.encoder.at + self.encoder.stack.depth);
        let part = |range: std::ops::Range<usize>| inputs.clone().slice([0..members, 0..count, range]).autodiff();
        let whole = |before: Option<Tensor<3>>| {
            let after = (rest < columns.len()).then(|| part(rest..columns.len()));
            Tensor::cat(before.into_iter().chain([features.clone()]).chain(after).collect(), 2)
        };
        let joint = whole((at > 0).then(|| part(0..at)));
        let all = match &batch.drawn {
            None => joint,
            Some(drawn) => Tensor::cat(vec![joint, whole(Some(drawn.clone().autodiff()))], 1),
        };
        layers.forward_dense(self.encoder.convolutions().len(), all)
    }

    /// The loss of every member, and for MINE the log of its second term, `[members]` each.
    fn loss(&self, layers: &Layers, batch: &SeenBatch) -> (Tensor<1>, Option<Tensor<1>>) {
        let [members, count, _] = batch.rows.dims();
        let outputs = self.outputs(layers, batch);
        let width = outputs.dims()[2];
        let weigh = |each: Tensor<3>| match &batch.weights {
            Some(weights) => each * weights.clone().autodiff(),
            None => each,
        };
        let mean = |each: Tensor<3>| weigh(each).mean_dim(1).reshape([members]);
        let targets = || batch.rows.clone().slice([0..members, 0..count, self.objective.targets.clone()]).autodiff();
        let first = outputs.clone().slice([0..members, 0..count, 0..width]);
        let (joint, scores) = match (self.objective.loss, &self.log_prior) {
            (Loss::Sampled, _) => (first, outputs.slice([0..members, count..2 * count, 0..width])),
            (Loss::Exact, Some(log_prior)) => {
                ((first.clone() * targets()).sum_dim(2), first + log_prior.clone().autodiff())
            }
            _ => return (mean((log_softmax(first, 2) * targets()).sum_dim(2).neg()), None),
        };
        // The largest score is taken out of the exponentials, so that they do not overflow.
        let largest = scores.clone().inner().max_dim(1).max_dim(2).autodiff();
        let sums = mean((scores - largest.clone()).exp().sum_dim(2));
        let log_mean = sums.log() + largest.reshape([members]);
        let second = match self.objective.moving_average {
            false => log_mean.clone(),
            true => (log_mean.clone() - self.log_averages.clone().autodiff()).exp(),
        };
        (second - mean(joint), Some(log_mean))
    }

    /// Sets the weight of every row of the table.
    pub fn set_weights(&mut self, weights: &[f32]) {
        self.weights = Some(self.gpu.numbers(weights));
    }

    /// Replaces the state on the device.
    pub fn load(&mut self, state: &TrainState) {
        self.learner = TensorLearner::of_state(self.learner.net.clone(), state, &self.gpu.device);
        (self.losses, self.log_averages) = (self.gpu.numbers(&state.losses), self.gpu.numbers(&state.log_averages));
    }

    /// Reads the state back, in one read.
    pub async fn fetch(&mut self, state: &mut TrainState) -> Result<(), String> {
        let size = state.parameters.len();
        let tables = [&self.learner.parameters, &self.learner.first_moment, &self.learner.second_moment];
        let tables = tables.map(|table| table.clone().reshape([size]));
        let sums = [self.losses.clone(), self.log_averages.clone()];
        let all = Tensor::<1>::cat(tables.into_iter().chain(sums).collect(), 0);
        let read = all.into_data_async().await.map_err(|error| format!("{error:?}"))?;
        let read = read.try_to_vec::<f32>().map_err(|error| format!("{error:?}"))?;
        let mut rest = read.as_slice();
        let TrainState { parameters, first_moments, second_moments, losses, log_averages } = state;
        for table in [parameters, first_moments, second_moments, losses, log_averages] {
            let (values, after) = rest.split_at_checked(table.len()).ok_or(TOO_LITTLE)?;
            table.copy_from_slice(values);
            rest = after;
        }
        Ok(())
    }
}

/// Each picture minus the one before it, and zeros for the oldest: `[rows, depth, height, width]`.
fn moving(pictures: Tensor<4>) -> Tensor<4> {
    let [rows, depth, height, width] = pictures.dims();
    let part = |from: usize, to: usize| pictures.clone().slice([0..rows, from..to, 0..height, 0..width]);
    Tensor::cat(vec![part(0, depth - 1) - part(1, depth), part(depth - 1, depth).zeros_like()], 1)
}

/// The logs of MINE's moving averages after a step, `[members]`.
fn updated_averages(log_averages: Tensor<1>, log_means: Tensor<1>) -> Tensor<1> {
    let largest = log_averages.clone().max_pair(log_means.clone());
    let share = |log: Tensor<1>, factor: f32| (log - largest.clone()).exp() * factor;
    (share(log_averages, 1.0 - FORGET) + share(log_means, FORGET)).log() + largest.clone()
}

impl Gpu {
    /// Whether networks that see can be trained here.
    pub const SEES: bool = true;

    /// Bytes of the largest buffer.
    pub fn largest_buffer(&self) -> u64 {
        self.client.properties().memory.max_page_size
    }

    /// Whether the device has buffers that are large enough for these pictures.
    pub fn holds(&self, pictures: &Pictures) -> bool {
        GpuPictures::bytes(pictures) <= self.largest_buffer()
    }

    fn numbers(&self, values: &[f32]) -> Tensor<1> {
        Tensor::from_data(TensorData::new(values.to_vec(), [values.len()]), &self.device)
    }

    fn whole_numbers(&self, values: &[u32]) -> Tensor<1, Int> {
        let values: Vec<i32> = values.iter().map(|value| *value as i32).collect();
        let count = values.len();
        Tensor::from_data(TensorData::new(values, [count]), &self.device)
    }
}
