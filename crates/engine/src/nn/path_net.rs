//! The shape of a path autoencoder: three recurrent units and two small networks, with all parameters in one row.

use std::ops::Range;

use super::{Columns, GruShape, Head, Layer, Mlp};
use worlds::data::Rng;

/// Log variances of the latent are clamped to these bounds, and have no gradient outside.
pub const LOG_VARIANCE: (f32, f32) = (-10.0, 4.0);

#[derive(Clone, Debug, PartialEq)]
pub struct PathNet {
    pub columns: Columns,
    pub latent: usize,
    pub hidden: usize,
    /// Read state and action of a window, from its beginning and from its end.
    pub forward_encoder: GruShape,
    pub backward_encoder: GruShape,
    /// From the mean states of both encoders and the style to means and log variances of q(u | τ, z).
    pub posterior: SubMlp,
    /// Reads style, state and latent.
    pub memory: GruShape,
    /// From style, state, latent and the memory's state to the inputs of the head.
    pub policy: SubMlp,
}

/// A network whose parameters begin at the offset `at` among those of a larger one.
#[derive(Clone, Debug, PartialEq)]
pub struct SubMlp {
    pub at: usize,
    pub net: Mlp,
}

impl SubMlp {
    fn new(at: usize, hidden: usize, inputs: usize, outputs: usize) -> Self {
        Self { at, net: Mlp::new(1, [inputs, hidden, hidden, outputs]) }
    }

    pub fn end(&self) -> usize {
        self.at + self.net.parameters()
    }
}

impl PathNet {
    pub fn new(columns: Columns, head: Head, latent: usize, hidden: usize) -> Self {
        let (styles, seen) = (columns.styles, columns.styled_state().len() + latent);
        let forward_encoder = GruShape::new(columns.pair().len(), hidden, 0);
        // Padded to whole vectors.
        let hidden = forward_encoder.hidden;
        let backward_encoder = GruShape::new(columns.pair().len(), hidden, forward_encoder.end());
        let posterior = SubMlp::new(backward_encoder.end(), hidden, 2 * hidden + styles, 2 * latent);
        let memory = GruShape::new(seen, hidden, posterior.end());
        let policy = SubMlp::new(memory.end(), hidden, seen + hidden, head.outputs());
        Self { columns, latent, hidden, forward_encoder, backward_encoder, posterior, memory, policy }
    }

    pub fn parameters(&self) -> usize {
        self.policy.end()
    }

    /// Initial parameters, uniform in ±1/√inputs, and ±1/√hidden in recurrent units: `[seeds, parameters]`. Each row is
    /// drawn from the stream of its seed.
    pub fn init(&self, seeds: &[u64]) -> Vec<f32> {
        let mut values = Vec::with_capacity(seeds.len() * self.parameters());
        for &seed in seeds {
            let mut rng = Rng::stream(seed, "ctvae weights", 0);
            let mut fill = |layer: Layer, inputs: usize| {
                let bound = 1.0 / (inputs as f32).sqrt();
                values.extend((layer.at..layer.end()).map(|_| (2.0 * rng.uniform() - 1.0) * bound));
            };
            for unit in [self.forward_encoder, self.backward_encoder] {
                unit.layers().into_iter().for_each(|layer| fill(layer, self.hidden));
            }
            self.posterior.net.layers().for_each(|layer| fill(layer, layer.inputs));
            self.memory.layers().into_iter().for_each(|layer| fill(layer, self.hidden));
            self.policy.net.layers().for_each(|layer| fill(layer, layer.inputs));
        }
        values
    }
}

/// The inputs of one step of every seed. They do not depend on earlier steps, so those of many can be uploaded at once.
pub struct PathStep {
    /// For each seed its windows, each a range of rows, and the noise of their latents `[windows, latent]`.
    pub seeds: Vec<(Vec<Range<usize>>, Vec<f32>)>,
    pub kl_weight: f32,
    /// The learning rate.
    pub rate: f32,
    /// Steps taken before this one.
    pub steps_taken: u32,
}
