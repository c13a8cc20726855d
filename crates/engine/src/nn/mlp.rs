//! The shape of a multilayer perceptron with ReLU between layers: h ← relu(h W + b), the last layer without relu.
//!
//! Several members of the same shape are trained side by side. The parameters of a member are one row, layer after layer,
//! W `[inputs, outputs]` before b `[outputs]`: one table for optimiser, snapshots and kernels.

use worlds::data::Rng;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mlp {
    pub members: usize,
    /// Width of every layer, input and output included.
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
        Self { members, sizes: sizes.into() }
    }

    pub fn inputs(&self) -> usize {
        self.sizes.first().copied().unwrap_or(0)
    }

    pub fn outputs(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    pub fn layers(&self) -> impl Iterator<Item = Layer> {
        let mut at = 0;
        self.sizes.windows(2).map(move |pair| {
            let layer = Layer { inputs: pair[0], outputs: pair[1], at };
            at = layer.end();
            layer
        })
    }

    /// Parameters per member.
    pub fn parameters(&self) -> usize {
        self.layers().last().map_or(0, |layer| layer.end())
    }

    /// Initial parameters, uniform in ±1/√inputs for weights and biases: `[members, parameters]`. Members are drawn from
    /// the stream of their seed, so that they do not depend on the other seeds.
    pub fn init(&self, purpose: &str, seeds: &[u64]) -> Vec<f32> {
        let mut values = Vec::with_capacity(self.members * self.parameters());
        for &seed in seeds {
            let mut rng = Rng::stream(seed, purpose, 0);
            for _ in 0..self.members / seeds.len() {
                for layer in self.layers() {
                    let bound = 1.0 / (layer.inputs as f32).sqrt();
                    values.extend((layer.at..layer.end()).map(|_| (2.0 * rng.uniform() - 1.0) * bound));
                }
            }
        }
        values
    }
}
