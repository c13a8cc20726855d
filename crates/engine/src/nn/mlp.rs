//! The shape of a multilayer perceptron with ReLU between layers: h ← relu(h W + b), the last layer without relu.
//!
//! Several members of the same shape are trained side by side. All parameters of a member lie in one row,
//! layer after layer, W (inputs x outputs) before b: one table to update, to snapshot and to hand to a kernel.

use worlds::data::Rng;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mlp {
    pub members: usize,
    /// Width of every layer, input and output included.
    pub sizes: Vec<usize>,
}

/// Where a layer's parameters lie in a member's row: `inputs x outputs` weights at `at`, then `outputs` biases.
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

    /// Parameters of one member.
    pub fn parameters(&self) -> usize {
        self.layers().last().map_or(0, |layer| layer.end())
    }

    /// Uniform in ±1/√inputs, for weights and biases: `[members, parameters]`. Each seed's stream makes its share
    /// of the members, so that a seed starts the same alone and among others.
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
