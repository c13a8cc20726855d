//! A network trained by burn's automatic differentiation: the reference that our own kernels are tested against, and for
//! losses that they do not have. Adam is ours, so that the parameters of a member are one row, as in [`Mlp`].

use burn::tensor::{Device, Tensor, TensorData, activation::relu};

use super::Mlp;
use super::learner::{AdamStep, BETA_1, BETA_2, EPSILON};

#[derive(Clone)]
pub struct TensorLearner {
    pub net: Mlp,
    /// `[members, parameters]`, as are the two moments.
    pub parameters: Tensor<2>,
    pub first_moment: Tensor<2>,
    pub second_moment: Tensor<2>,
    pub steps: u32,
}

/// The parameters of every layer: weights `[members, inputs, outputs]` and biases `[members, 1, outputs]`.
pub struct Layers(pub Vec<(Tensor<3>, Tensor<3>)>);

impl Layers {
    fn cut(net: &Mlp, parameters: &Tensor<2>) -> Self {
        let piece = |at: usize, rows: usize, columns: usize| {
            let piece = parameters.clone().slice([0..net.members, at..at + rows * columns]);
            piece.reshape([net.members, rows, columns])
        };
        let cut = net.layers().map(|l| (piece(l.at, l.inputs, l.outputs), piece(l.biases_at(), 1, l.outputs)));
        Self(cut.collect())
    }

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

impl TensorLearner {
    /// With initial parameters `[members, parameters]`.
    pub fn new(net: Mlp, parameters: Vec<f32>, device: &Device) -> Self {
        let shape = [net.members, net.parameters()];
        let parameters = Tensor::from_data(TensorData::new(parameters, shape), device);
        let zeros = Tensor::zeros(shape, device);
        Self { net, parameters, first_moment: zeros.clone(), second_moment: zeros, steps: 0 }
    }

    pub fn layers(&self) -> Layers {
        Layers::cut(&self.net, &self.parameters)
    }

    /// Takes one step on `loss`. Returns the loss as a tensor, which does not wait for the device.
    pub fn step(&mut self, rate: f32, loss: impl FnOnce(&Layers) -> Tensor<1>) -> Tensor<1> {
        let (loss, gradient) = self.gradient(loss);
        self.adam(rate, gradient);
        loss
    }

    /// The loss, and its gradient `[members, parameters]`.
    pub fn gradient(&self, loss: impl FnOnce(&Layers) -> Tensor<1>) -> (Tensor<1>, Tensor<2>) {
        // Leaves are single layers: a gradient through the slicing itself would copy every piece.
        let leaf = |t: Tensor<3>| t.autodiff().require_grad();
        let layers = Layers(self.layers().0.into_iter().map(|(w, b)| (leaf(w), leaf(b))).collect());
        let loss = loss(&layers);
        let mut gradients = loss.backward();
        let mut pieces = Vec::with_capacity(2 * layers.0.len());
        for leaf in layers.0.iter().flat_map(|(weights, biases)| [weights, biases]) {
            let [members, rows, columns] = leaf.dims();
            let gradient = leaf.grad_remove(&mut gradients);
            // A leaf that the loss does not depend on has no gradient.
            let gradient = gradient.unwrap_or_else(|| leaf.clone().inner().zeros_like());
            pieces.push(gradient.reshape([members, rows * columns]));
        }
        (loss.inner(), Tensor::cat(pieces, 1))
    }

    fn adam(&mut self, rate: f32, gradient: Tensor<2>) {
        self.steps += 1;
        let AdamStep { step_size, correction } = AdamStep::new(rate, self.steps);
        self.first_moment = self.first_moment.clone() * BETA_1 + gradient.clone() * (1.0 - BETA_1);
        self.second_moment = self.second_moment.clone() * BETA_2 + gradient.clone() * gradient * (1.0 - BETA_2);
        let scale = (self.second_moment.clone() * correction).sqrt() + EPSILON;
        self.parameters = self.parameters.clone() - self.first_moment.clone() / scale * step_size;
    }
}
