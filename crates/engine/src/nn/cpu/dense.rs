//! One dense layer, padded to whole vectors, with its gradient.

use super::patches::Patches;
use super::product::{BLOCK, add_outer, pack, product};
use crate::nn::Layer;

/// Rows of inputs and outputs have the padded widths `wide_in` and `wide_out`. The padding is zero and stays zero.
pub struct Dense {
    pub layer: Layer,
    pub wide_in: usize,
    pub wide_out: usize,
    /// Weights `[wide_in, wide_out]`, and their transpose for the backward pass, packed for `product`.
    weights: Vec<f32>,
    transposed: Vec<f32>,
    biases: Vec<f32>,
    gradient: Vec<f32>,
    bias_gradient: Vec<f32>,
    zeros: Vec<f32>,
}

impl Dense {
    pub fn new(layer: Layer) -> Self {
        let (wide_in, wide_out) = (layer.inputs.next_multiple_of(BLOCK), layer.outputs.next_multiple_of(BLOCK));
        let matrix = || vec![0.0; wide_in * wide_out];
        let row = || vec![0.0; wide_out];
        Self {
            layer,
            wide_in,
            wide_out,
            weights: matrix(),
            transposed: matrix(),
            biases: row(),
            gradient: matrix(),
            bias_gradient: row(),
            zeros: vec![0.0; wide_in],
        }
    }

    /// Copies its part of a member's parameters. Without `backward`, only the forward pass can follow.
    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        let Layer { inputs, outputs, at } = self.layer;
        let weights = &parameters[at..at + inputs * outputs];
        let weight = |i: usize, o: usize| if i < inputs && o < outputs { weights[i * outputs + o] } else { 0.0 };
        pack(self.wide_in, self.wide_out, &mut self.weights, weight);
        if backward {
            pack(self.wide_out, self.wide_in, &mut self.transposed, |o, i| weight(i, o));
        }
        self.biases[..outputs].copy_from_slice(&parameters[self.layer.biases_at()..self.layer.end()]);
    }

    /// outputs = inputs · W + b; `[rows, wide_in]` to `[rows, wide_out]`.
    #[inline(always)]
    pub fn forward(&self, inputs: &[f32], outputs: &mut [f32]) {
        product(inputs, self.wide_in, &self.weights, self.wide_out, &self.biases, outputs);
    }

    /// The same for the patches of a picture, `[positions, wide_out]`.
    #[inline(always)]
    pub fn forward_patches(&self, patches: &Patches, outputs: &mut [f32]) {
        patches.product(self.wide_in, &self.weights, self.wide_out, &self.biases, outputs);
    }

    /// Sets the gradient of the parameters to zero.
    #[inline(always)]
    pub fn clear_gradient(&mut self) {
        self.gradient.fill(0.0);
        self.bias_gradient.fill(0.0);
    }

    /// Adds to the gradient of the parameters: inputsᵀ · gradients, and Σ gradients over the rows.
    #[inline(always)]
    pub fn add_gradient(&mut self, inputs: &[f32], gradients: &[f32]) {
        add_outer(inputs, self.wide_in, gradients, self.wide_out, &mut self.gradient);
        self.add_bias_gradient(gradients);
    }

    /// The same for the patches of a picture.
    #[inline(always)]
    pub fn add_gradient_patches(&mut self, patches: &Patches, gradients: &[f32]) {
        patches.add_outer(gradients, self.wide_out, &mut self.gradient);
        self.add_bias_gradient(gradients);
    }

    #[inline(always)]
    fn add_bias_gradient(&mut self, gradients: &[f32]) {
        for row in gradients.chunks_exact(self.wide_out) {
            self.bias_gradient.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
    }

    /// The gradient of the inputs, gradients · Wᵀ; `[rows, wide_out]` to `[rows, wide_in]`.
    #[inline(always)]
    pub fn backward(&self, gradients: &[f32], below: &mut [f32]) {
        product(gradients, self.wide_out, &self.transposed, self.wide_in, &self.zeros, below);
    }

    /// Calls `visit` with the offset and the gradient of each row of weights, then of the biases.
    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        let Layer { inputs, outputs, at } = self.layer;
        for (i, row) in self.gradient.chunks_exact(self.wide_out).take(inputs).enumerate() {
            visit(at + i * outputs, &row[..outputs]);
        }
        visit(self.layer.biases_at(), &self.bias_gradient[..outputs]);
    }
}
