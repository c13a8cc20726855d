//! A network and its Adam state: m ← β₁m + (1-β₁)g, v ← β₂v + (1-β₂)g², θ ← θ - α m̂ / (√v̂ + ε).
//!
//! Our own Adam and not burn's, because its state must be read asynchronously for snapshots and lies, like
//! the parameters, in one row a member: ten small operations a step instead of ten for each layer.

use burn::tensor::{Device, Tensor, TensorData};

use super::{Bundle, Layers, Mlp, SnapshotError};
use crate::data::Rng;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

#[derive(Clone)]
pub struct Learner {
    pub net: Mlp,
    /// `[members, parameters]`, as are the two moments.
    pub parameters: Tensor<2>,
    pub first_moment: Tensor<2>,
    pub second_moment: Tensor<2>,
    pub steps: u32,
}

impl Learner {
    pub fn new(net: Mlp, rng: &mut Rng, device: &Device) -> Self {
        let parameters = net.init(rng, device);
        let zeros = Tensor::zeros([net.members, net.parameters()], device);
        Self { net, parameters, first_moment: zeros.clone(), second_moment: zeros, steps: 0 }
    }

    pub fn layers(&self) -> Layers {
        self.net.layers(&self.parameters)
    }

    /// One step down the gradient of `loss`. Returns the loss, unread.
    pub fn descend(&mut self, rate: f32, loss: impl FnOnce(&Layers) -> Tensor<1>) -> Tensor<1> {
        // Leaves are made layer by layer: a gradient through the cut itself would cost a copy for each piece.
        let leaf = |t: Tensor<3>| t.autodiff().require_grad();
        let layers = Layers(self.layers().0.into_iter().map(|(w, b)| (leaf(w), leaf(b))).collect());
        let loss = loss(&layers);
        let mut gradients = loss.backward();
        let members = self.net.members;
        let mut pieces = Vec::with_capacity(2 * layers.0.len());
        for (weights, biases) in &layers.0 {
            for leaf in [weights, biases] {
                let [_, rows, columns] = leaf.dims();
                let gradient = leaf.grad_remove(&mut gradients);
                // A leaf the loss does not touch has no gradient.
                let gradient = gradient.unwrap_or_else(|| leaf.clone().inner().zeros_like());
                pieces.push(gradient.reshape([members, rows * columns]));
            }
        }
        self.adam(rate, Tensor::cat(pieces, 1));
        loss.inner()
    }

    fn adam(&mut self, rate: f32, gradient: Tensor<2>) {
        self.steps += 1;
        let correction_1 = 1.0 - libm::powf(BETA_1, self.steps as f32);
        let correction_2 = 1.0 - libm::powf(BETA_2, self.steps as f32);
        self.first_moment = self.first_moment.clone() * BETA_1 + gradient.clone() * (1.0 - BETA_1);
        self.second_moment = self.second_moment.clone() * BETA_2 + gradient.clone() * gradient * (1.0 - BETA_2);
        let scale = (self.second_moment.clone() / correction_2).sqrt() + EPSILON;
        self.parameters = self.parameters.clone() - self.first_moment.clone() / scale * (rate / correction_1);
    }
}

/// What a snapshot keeps of a learner: names and tables, unread.
impl Learner {
    pub fn save(&self, name: &str) -> Vec<(String, Tensor<2>)> {
        vec![
            (format!("{name}.parameters"), self.parameters.clone()),
            (format!("{name}.first_moment"), self.first_moment.clone()),
            (format!("{name}.second_moment"), self.second_moment.clone()),
        ]
    }

    pub fn restore(&mut self, name: &str, bundle: &Bundle) -> Result<(), SnapshotError> {
        let shape = [self.net.members, self.net.parameters()];
        let device = self.parameters.device();
        let table = |part: &str| -> Result<Tensor<2>, SnapshotError> {
            let values = bundle.table(&format!("{name}.{part}"), shape[0], shape[1])?;
            Ok(Tensor::from_data(TensorData::new(values.to_vec(), shape), &device))
        };
        let (parameters, first, second) = (table("parameters")?, table("first_moment")?, table("second_moment")?);
        self.steps = bundle.whole(&format!("{name}.steps"))?;
        (self.parameters, self.first_moment, self.second_moment) = (parameters, first, second);
        Ok(())
    }
}
