//! The forward pass of single rows, for agents. Plain loops have none of the overhead of tensors, which would take most of
//! the time for a few rows at sixty frames per second, and compute the same bits natively and in every browser.

use super::Encoder;
use super::cpu::{ConvolutionPair, with_simd};
use worlds::data::PictureScaling;

/// The parameters of an [`Mlp`](super::Mlp) on the CPU.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainMlp {
    /// Of a network that sees, and how it reads pixels; its inputs are what [`Self::encode`] makes of an observation.
    pub encoder: Option<(Encoder, PictureScaling)>,
    pub sizes: Vec<usize>,
    /// `[members, parameters]`, laid out as in `Mlp`.
    pub members: Vec<Vec<f32>>,
}

/// The values of two layers, allocated once.
#[derive(Default)]
pub struct Scratch {
    from: Vec<f32>,
    to: Vec<f32>,
}

/// The encoder of a plain network at work on single observations.
pub struct ObservationEncoder {
    /// The pictures of one observation, scaled.
    pixels: Vec<f32>,
    layers: ConvolutionPair,
    hidden: Vec<f32>,
    features: Vec<f32>,
    /// The member whose parameters are loaded.
    loaded: Option<usize>,
}

impl ObservationEncoder {
    pub fn new(encoder: &Encoder) -> Self {
        let layers = ConvolutionPair::new(encoder);
        Self {
            pixels: vec![0.0; encoder.stack.pixels()],
            hidden: vec![0.0; layers.first.outputs()],
            features: vec![0.0; encoder.features()],
            layers,
            loaded: None,
        }
    }

    /// Appends an observation as the dense layers of `net` read it: features of its pixels, then the rest of it.
    fn encode(&mut self, net: &PlainMlp, member: usize, observation: &[f32], into: &mut Vec<f32>) {
        let (pixels, rest) = observation.split_at(self.pixels.len().min(observation.len()));
        if let Some((encoder, scaling)) = net.encoder.as_ref().filter(|_| pixels.len() == self.pixels.len()) {
            self.pixels.copy_from_slice(pixels);
            with_simd(
                #[inline(always)]
                || {
                    if self.loaded != Some(member) {
                        self.layers.load(&net.members[member], false);
                    }
                    scaling.apply(&mut self.pixels);
                    encoder.see(&mut self.pixels);
                    self.layers.forward(&self.pixels, &mut self.hidden, &mut self.features);
                },
            );
            self.loaded = Some(member);
        }
        into.extend_from_slice(&self.features);
        into.extend_from_slice(rest);
    }
}

impl PlainMlp {
    /// Appends an observation as the dense layers read it. `encoder` is the one that [`Self::encoder`] made.
    pub fn encode(
        &self,
        member: usize,
        observation: &[f32],
        encoder: &mut Option<ObservationEncoder>,
        into: &mut Vec<f32>,
    ) {
        match encoder {
            Some(encoder) => encoder.encode(self, member, observation, into),
            None => into.extend_from_slice(observation),
        }
    }

    pub fn encoder(&self) -> Option<ObservationEncoder> {
        self.encoder.as_ref().map(|(encoder, _)| ObservationEncoder::new(encoder))
    }

    /// The outputs of one member for one row of inputs, in the scratch.
    pub fn forward<'a>(&self, member: usize, input: &[f32], scratch: &'a mut Scratch) -> &'a [f32] {
        with_simd(
            #[inline(always)]
            || self.pass(member, input, scratch),
        )
    }

    #[inline(always)]
    fn pass<'a>(&self, member: usize, input: &[f32], scratch: &'a mut Scratch) -> &'a [f32] {
        let Scratch { from, to } = scratch;
        from.clear();
        from.extend_from_slice(input);
        let mut rest = &self.members[member][self.encoder.as_ref().map_or(0, |(encoder, _)| encoder.parameters())..];
        let last = self.sizes.len() - 2;
        for (index, layer) in self.sizes.windows(2).enumerate() {
            let (weights, tail) = rest.split_at(layer[0] * layer[1]);
            let (biases, tail) = tail.split_at(layer[1]);
            rest = tail;
            to.clear();
            to.extend_from_slice(biases);
            // Along the rows of the weights, so that the inner loop is contiguous and vectorises.
            for (x, row) in from.iter().zip(weights.chunks_exact(layer[1])) {
                for (sum, weight) in to.iter_mut().zip(row) {
                    *sum += x * weight;
                }
            }
            if index < last {
                to.iter_mut().for_each(|value| *value = value.max(0.0));
            }
            std::mem::swap(from, to);
        }
        from
    }

    pub fn outputs(&self) -> usize {
        self.sizes.last().copied().unwrap_or(0)
    }

    /// Inputs of the dense layers.
    pub fn inputs(&self) -> usize {
        self.sizes.first().copied().unwrap_or(0)
    }
}
