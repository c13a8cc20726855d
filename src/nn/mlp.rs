//! A multilayer perceptron with ReLU between layers: h ← relu(h W + b), the last layer without relu.
//!
//! Several members of the same shape are trained side by side as one batched product. All parameters of
//! a member lie in one row, layer after layer, W (inputs x outputs) before b: one tensor to update, to
//! snapshot and to hand to a kernel.

use burn::tensor::{Device, Tensor, TensorData, activation::relu};

use crate::data::Rng;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mlp {
    pub members: usize,
    /// Width of every layer, input and output included.
    pub sizes: Vec<usize>,
}

/// The parameters cut into (weights `[members, inputs, outputs]`, biases `[members, 1, outputs]`).
pub struct Layers(pub Vec<(Tensor<3>, Tensor<3>)>);

impl Mlp {
    pub fn new(members: usize, sizes: impl Into<Vec<usize>>) -> Self {
        Self { members, sizes: sizes.into() }
    }

    pub fn inputs(&self) -> usize {
        self.sizes.first().copied().unwrap_or(0)
    }

    pub fn outputs(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    /// Parameters of one member.
    pub fn parameters(&self) -> usize {
        self.sizes.windows(2).map(|w| w[0] * w[1] + w[1]).sum()
    }

    /// Uniform in ±1/√inputs, for weights and biases: `[members, parameters]`.
    pub fn init(&self, rng: &mut Rng, device: &Device) -> Tensor<2> {
        let mut values = Vec::with_capacity(self.members * self.parameters());
        for _ in 0..self.members {
            for layer in self.sizes.windows(2) {
                let bound = 1.0 / (layer[0] as f32).sqrt();
                values.extend((0..layer[0] * layer[1] + layer[1]).map(|_| (2.0 * rng.uniform() - 1.0) * bound));
            }
        }
        Tensor::from_data(TensorData::new(values, [self.members, self.parameters()]), device)
    }

    /// Cuts `[members, parameters]` into layers.
    pub fn layers(&self, parameters: &Tensor<2>) -> Layers {
        let mut start = 0;
        let mut cut = |rows: usize, columns: usize| {
            let piece = parameters.clone().slice([0..self.members, start..start + rows * columns]);
            start += rows * columns;
            piece.reshape([self.members, rows, columns])
        };
        Layers(self.sizes.windows(2).map(|w| (cut(w[0], w[1]), cut(1, w[1]))).collect())
    }
}

impl Layers {
    /// `[members, batch, inputs]` to `[members, batch, outputs]`.
    pub fn forward(&self, input: Tensor<3>) -> Tensor<3> {
        let last = self.0.len().saturating_sub(1);
        let mut hidden = input;
        for (index, (weights, biases)) in self.0.iter().enumerate() {
            hidden = hidden.matmul(weights.clone()) + biases.clone();
            if index < last {
                hidden = relu(hidden);
            }
        }
        hidden
    }
}
