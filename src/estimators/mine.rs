//! Critics T(s,a,z) of the mutual information between style and state-action pair.
//!
//! Donsker and Varadhan: I(Z;S,A) ≥ E_p(s,a,z)[T] - log E_p(s,a)p(z)[e^T], with equality at
//! T = log p(z|s,a)/p(z) + constant. Three ways to get there:
//! *sampled* (z is an input, the second term over drawn z̄: the paper's Algorithm 1), *exact* (one output
//! a style, the second term summed over all z) and *classifier* (cross-entropy; T = log p(z|s,a) - log p(z)).

use burn::tensor::{Device, Tensor, TensorData, activation::log_softmax};

use crate::nn::{Layers, Mlp};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CriticKind {
    Sampled,
    Exact,
    Classifier,
}

impl CriticKind {
    pub fn from_id(id: &str) -> Self {
        match id {
            "sampled" => Self::Sampled,
            "exact" => Self::Exact,
            _ => Self::Classifier,
        }
    }

    pub fn id(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Exact => "exact",
            Self::Classifier => "classifier",
        }
    }
}

#[derive(Clone)]
pub struct Critic {
    pub kind: CriticKind,
    pub net: Mlp,
    pub styles: usize,
    /// log p(z), `[1, styles]`.
    pub log_prior: Tensor<2>,
}

/// log Σ exp along the last dimension, safe for large values.
pub fn log_sum_exp(values: Tensor<2>) -> Tensor<2> {
    let largest = values.clone().max_dim(1).detach();
    (values - largest.clone()).exp().sum_dim(1).log() + largest
}

impl Critic {
    pub fn new(kind: CriticKind, pair_size: usize, hidden: usize, prior: &[f32], device: &Device) -> Self {
        let styles = prior.len();
        let sizes = match kind {
            CriticKind::Sampled => vec![pair_size + styles, hidden, hidden, 1],
            CriticKind::Exact | CriticKind::Classifier => vec![pair_size, hidden, hidden, styles],
        };
        // A style without a single pair keeps a finite logarithm.
        let log_prior: Vec<f32> = prior.iter().map(|p| libm::logf(p.max(1e-6))).collect();
        let log_prior = Tensor::from_data(TensorData::new(log_prior, [1, styles]), device);
        Self { kind, net: Mlp::new(1, sizes), styles, log_prior }
    }

    /// T(s,a,z) for every z: `[pairs, pair_size]` to `[pairs, styles]`.
    pub fn scores(&self, layers: &Layers, pairs: Tensor<2>) -> Tensor<2> {
        let [count, size] = pairs.dims();
        match self.kind {
            CriticKind::Sampled => {
                let device = pairs.device();
                let of_style = |z: usize| {
                    let hot = (0..self.styles).map(|k| f32::from(u8::from(k == z))).collect::<Vec<_>>();
                    let hot = Tensor::<2>::from_data(TensorData::new(hot, [1, self.styles]), &device);
                    let input = Tensor::cat(vec![pairs.clone(), hot.expand([count, self.styles])], 1);
                    layers.forward(input.reshape([1, count, size + self.styles])).reshape([count, 1])
                };
                Tensor::cat((0..self.styles).map(of_style).collect(), 1)
            }
            CriticKind::Exact => layers.forward(pairs.reshape([1, count, size])).reshape([count, self.styles]),
            CriticKind::Classifier => {
                layers.forward(pairs.reshape([1, count, size])).reshape([count, self.styles]) - self.log_prior.clone()
            }
        }
    }

    /// What training minimises: pairs `[batch, pair_size]`, their labels and drawn styles one-hot
    /// `[batch, styles]`. With `average` (log of the moving average of E[e^T]) the gradient of the second
    /// term is corrected as MINE proposes. Returns the loss and log E[e^T].
    pub fn loss(
        &self,
        layers: &Layers,
        pairs: Tensor<2>,
        labels: Tensor<2>,
        drawn: Tensor<2>,
        average: Option<Tensor<1>>,
    ) -> (Tensor<1>, Tensor<1>) {
        let [batch, size] = pairs.dims();
        let (joint, marginal) = match self.kind {
            CriticKind::Classifier => {
                let logits = layers.forward(pairs.reshape([1, batch, size])).reshape([batch, self.styles]);
                let loss = -(log_softmax(logits, 1) * labels).sum_dim(1).mean();
                let nothing = loss.clone().detach() * 0.0;
                return (loss, nothing);
            }
            CriticKind::Sampled => {
                let both = Tensor::cat(vec![labels, drawn], 0);
                let input = Tensor::cat(vec![pairs.clone().repeat_dim(0, 2), both], 1);
                let scores = layers.forward(input.reshape([1, 2 * batch, size + self.styles]));
                let scores = scores.reshape([2, batch]);
                (scores.clone().slice([0..1, 0..batch]).mean(), scores.slice([1..2, 0..batch]))
            }
            CriticKind::Exact => {
                let scores = self.scores(layers, pairs);
                let joint = (scores.clone() * labels).sum_dim(1).mean();
                (joint, (scores + self.log_prior.clone()).reshape([1, batch * self.styles]))
            }
        };
        let log_mean = log_sum_exp(marginal).reshape([1]) - libm::logf(batch as f32);
        let value = log_mean.clone().detach();
        let second = match average {
            None => log_mean,
            Some(average) => (log_mean - average).exp(),
        };
        (second - joint, value)
    }
}
