//! An autoencoder of paths: three recurrent units and two small networks, all parameters in one row.

use std::ops::Range;

use super::{Columns, GruShape, Head, Layer, Mlp};
use worlds::data::Rng;

/// A log variance of the latent is taken as it is between these; outside it does not learn.
pub const LOG_VARIANCE: (f32, f32) = (-10.0, 4.0);

#[derive(Clone, Debug, PartialEq)]
pub struct PathNet {
    pub columns: Columns,
    pub latent: usize,
    pub hidden: usize,
    /// Reads state and action of a window from its beginning, and from its end.
    pub forth: GruShape,
    pub back: GruShape,
    /// From what both read, on average, and the style to means and log variances of q(u | τ, z).
    pub posterior: Part,
    /// Remembers style, state and latent.
    pub memory: GruShape,
    /// From style, state, latent and memory to what the head takes.
    pub policy: Part,
}

/// A network whose parameters begin at `at`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub at: usize,
    pub net: Mlp,
}

impl Part {
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
        let forth = GruShape::new(columns.pair().len(), hidden, 0);
        // Padded to whole vectors by the unit.
        let hidden = forth.hidden;
        let back = GruShape::new(columns.pair().len(), hidden, forth.end());
        let posterior = Part::new(back.end(), hidden, 2 * hidden + styles, 2 * latent);
        let memory = GruShape::new(seen, hidden, posterior.end());
        let policy = Part::new(memory.end(), hidden, seen + hidden, head.outputs());
        Self { columns, latent, hidden, forth, back, posterior, memory, policy }
    }

    pub fn parameters(&self) -> usize {
        self.policy.end()
    }

    /// Uniform in ±1/√inputs, and ±1/√hidden in recurrent units: one row a seed, from the seed's own stream.
    pub fn init(&self, seeds: &[u64]) -> Vec<f32> {
        let mut values = Vec::with_capacity(seeds.len() * self.parameters());
        for &seed in seeds {
            let mut rng = Rng::stream(seed, "ctvae weights", 0);
            let mut fill = |layer: Layer, inputs: usize| {
                let bound = 1.0 / (inputs as f32).sqrt();
                values.extend((layer.at..layer.end()).map(|_| (2.0 * rng.uniform() - 1.0) * bound));
            };
            for unit in [self.forth, self.back] {
                unit.layers().into_iter().for_each(|layer| fill(layer, self.hidden));
            }
            self.posterior.net.layers().for_each(|layer| fill(layer, layer.inputs));
            self.memory.layers().into_iter().for_each(|layer| fill(layer, self.hidden));
            self.policy.net.layers().for_each(|layer| fill(layer, layer.inputs));
        }
        values
    }
}

/// All that a step of every seed is taken from, known ahead of it: so that a device can be told once for many.
pub struct PathStep {
    /// For each seed its windows, each a stretch of rows, and what their latents are drawn with, one after the other.
    pub seeds: Vec<(Vec<Range<usize>>, Vec<f32>)>,
    /// What a nat of the latent costs.
    pub weight: f32,
    pub rate: f32,
    /// Steps taken before it.
    pub taken: u32,
}
