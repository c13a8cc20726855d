//! One layer of weights, padded to whole vectors, with room for its gradient.

use super::product::{BLOCK, add_outer, pack, product};
use crate::nn::Layer;

/// What is padded is zero and stays zero. Rows of inputs and outputs are as wide as `wide_in` and `wide_out`.
pub struct Dense {
    pub layer: Layer,
    pub wide_in: usize,
    pub wide_out: usize,
    /// Weights packed for the way there, and transposed for the way back.
    there: Vec<f32>,
    back: Vec<f32>,
    biases: Vec<f32>,
    gradient: Vec<f32>,
    bias_gradient: Vec<f32>,
    zeros: Vec<f32>,
}

impl Dense {
    pub fn new(layer: Layer) -> Self {
        let (wide_in, wide_out) = (layer.inputs.next_multiple_of(BLOCK), layer.outputs.next_multiple_of(BLOCK));
        let room = || vec![0.0; wide_in * wide_out];
        let row = || vec![0.0; wide_out];
        Self {
            layer,
            wide_in,
            wide_out,
            there: room(),
            back: room(),
            biases: row(),
            gradient: room(),
            bias_gradient: row(),
            zeros: vec![0.0; wide_in],
        }
    }

    /// Takes over its part of a member's parameters. `backward` is false where only outputs are wanted.
    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        let Layer { inputs, outputs, at } = self.layer;
        let weights = &parameters[at..at + inputs * outputs];
        let weight = |i: usize, o: usize| if i < inputs && o < outputs { weights[i * outputs + o] } else { 0.0 };
        pack(self.wide_in, self.wide_out, &mut self.there, weight);
        if backward {
            pack(self.wide_out, self.wide_in, &mut self.back, |o, i| weight(i, o));
        }
        self.biases[..outputs].copy_from_slice(&parameters[self.layer.biases_at()..self.layer.end()]);
    }

    #[inline(always)]
    pub fn forward(&self, inputs: &[f32], outputs: &mut [f32]) {
        product(inputs, self.wide_in, &self.there, self.wide_out, &self.biases, outputs);
    }

    /// Forgets the gradient of the parameters.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.gradient.fill(0.0);
        self.bias_gradient.fill(0.0);
    }

    /// Adds to the gradient of the parameters what rows of inputs and the slopes of their outputs say.
    #[inline(always)]
    pub fn learn(&mut self, inputs: &[f32], slopes: &[f32]) {
        add_outer(inputs, self.wide_in, slopes, self.wide_out, &mut self.gradient);
        for row in slopes.chunks_exact(self.wide_out) {
            self.bias_gradient.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
    }

    /// From slopes of the outputs to slopes of the inputs.
    #[inline(always)]
    pub fn back(&self, slopes: &[f32], below: &mut [f32]) {
        product(slopes, self.wide_out, &self.back, self.wide_in, &self.zeros, below);
    }

    /// Calls `visit` with the place and the gradient of each row of parameters.
    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        let Layer { inputs, outputs, at } = self.layer;
        for (i, row) in self.gradient.chunks_exact(self.wide_out).take(inputs).enumerate() {
            visit(at + i * outputs, &row[..outputs]);
        }
        visit(self.layer.biases_at(), &self.bias_gradient[..outputs]);
    }
}
