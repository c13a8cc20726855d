//! The shape of a multilayer perceptron with ReLU between layers: h ← relu(h W + b), the last layer without relu. In a
//! network that sees, a convolutional encoder comes before it.
//!
//! Several members of the same shape are trained side by side. The parameters of a member are one row, layer after layer,
//! W `[inputs, outputs]` before b `[outputs]`: one table for optimiser, snapshots and kernels.

use super::Encoder;
use worlds::data::Rng;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mlp {
    pub members: usize,
    pub encoder: Option<Encoder>,
    /// Width of every dense layer, input and output included.
    pub sizes: Vec<usize>,
}

/// A layer, and the offset of its parameters in a member's row: weights `[inputs, outputs]`, then biases `[outputs]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    pub inputs: usize,
    pub outputs: usize,
    pub at: usize,
}

impl Layer {
    pub fn biases_at(&self) -> usize {
        self.at + self.inputs * self.outputs
    }

    pub fn end(&self) -> usize {
        self.biases_at() + self.outputs
    }
}

impl Mlp {
    pub fn new(members: usize, sizes: impl Into<Vec<usize>>) -> Self {
        Self { members, encoder: None, sizes: sizes.into() }
    }

    /// Puts an encoder in front of it: features take the place of the pictures' numbers among the inputs.
    pub fn seeing(mut self, encoder: Option<Encoder>) -> Self {
        if let (Some(encoder), Some(inputs)) = (&encoder, self.sizes.first_mut()) {
            *inputs = inputs.saturating_sub(encoder.stack.depth) + encoder.features();
        }
        Self { encoder, ..self }
    }

    /// The dense layers alone.
    pub fn dense(&self) -> Self {
        Self { encoder: None, ..self.clone() }
    }

    /// Parameters of a member before those of its dense layers.
    pub fn dense_at(&self) -> usize {
        self.encoder.map_or(0, |encoder| encoder.parameters())
    }

    /// Numbers of a row that it reads.
    pub fn row_inputs(&self) -> usize {
        let replaced = |encoder: Encoder| self.inputs() - encoder.features() + encoder.stack.depth;
        self.encoder.map_or(self.inputs(), replaced)
    }

    /// Inputs of the dense layers.
    pub fn inputs(&self) -> usize {
        self.sizes.first().copied().unwrap_or(0)
    }

    pub fn outputs(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    /// The dense layers.
    pub fn layers(&self) -> impl Iterator<Item = Layer> {
        let mut at = self.dense_at();
        self.sizes.windows(2).map(move |pair| {
            let layer = Layer { inputs: pair[0], outputs: pair[1], at };
            at = layer.end();
            layer
        })
    }

    /// Parameters per member.
    pub fn parameters(&self) -> usize {
        self.layers().last().map_or(self.dense_at(), |layer| layer.end())
    }

    /// Initial parameters, uniform in ±1/√inputs for weights and biases: `[members, parameters]`. Those of the encoder are
    /// He's, ±√(6/inputs), which keep the size of its features at that of its inputs. Members are drawn from the stream of
    /// their seed, so that they do not depend on the other seeds.
    pub fn init(&self, purpose: &str, seeds: &[u64]) -> Vec<f32> {
        let mut values = Vec::with_capacity(self.members * self.parameters());
        for &seed in seeds {
            let mut rng = Rng::stream(seed, purpose, 0);
            for _ in 0..self.members / seeds.len() {
                let encoder = self.encoder.map(|encoder| encoder.convolutions().map(|layer| layer.layer()));
                let mut draw = |layer: Layer, bound: f32| {
                    values.extend((layer.at..layer.end()).map(|_| (2.0 * rng.uniform() - 1.0) * bound));
                };
                encoder.into_iter().flatten().for_each(|layer| draw(layer, (6.0 / layer.inputs as f32).sqrt()));
                self.layers().for_each(|layer| draw(layer, 1.0 / (layer.inputs as f32).sqrt()));
            }
        }
        values
    }
}
