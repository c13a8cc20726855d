//! Layers forward and backward for four windows side by side: inputs in shared memory, outputs there and in the scratch
//! buffer.

use cubecl::prelude::*;

use super::layout::{POLICY, POSTERIOR, PathLayout};
use crate::nn::Layer;
use crate::nn::gpu::layers::{Accumulators, add};
use crate::nn::gpu::tiles::Quad;

/// The shape of a product of inputs `[depth]` with weights `[depth, columns]`, whose rows begin `stride` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    pub depth: usize,
    pub stride: usize,
    pub columns: usize,
    pub threads: usize,
}

impl Product {
    /// Columns that a thread computes at once, so that each input is read once for all of them.
    pub fn columns_per_thread(&self) -> usize {
        self.columns.div_ceil(self.threads).min(4)
    }

    /// From a thread's column to the first of its next columns.
    pub fn advance(&self) -> usize {
        self.columns_per_thread() * self.threads
    }
}

/// A layer, as one workgroup computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DenseLayer {
    pub layer: Layer,
    pub relu: bool,
    threads: usize,
}

impl DenseLayer {
    /// x · W, `[inputs]` to `[outputs]`.
    fn forward(&self) -> Product {
        let Layer { inputs, outputs, .. } = self.layer;
        Product { depth: inputs, stride: outputs, columns: outputs, threads: self.threads }
    }

    /// g · Wᵀ, `[outputs]` to `[inputs]`, with transposed weights.
    fn backward(&self) -> Product {
        let Layer { inputs, outputs, .. } = self.layer;
        Product { depth: outputs, stride: inputs, columns: inputs, threads: self.threads }
    }
}

impl PathLayout {
    pub fn dense(&self, layer: usize) -> DenseLayer {
        let relu = ![POSTERIOR + 2, POLICY + 2].contains(&layer);
        DenseLayer { layer: self.layers[layer], relu, threads: self.threads }
    }

    /// g · Wᵀ for `columns` of a layer's inputs.
    pub fn input_product(&self, layer: usize, columns: usize) -> Product {
        Product { columns, ..self.dense(layer).backward() }
    }
}

/// The columns of a thread from `first` on: Σ inputs[k] · weights[at + k · stride + column].
#[cube]
pub fn products(
    weights: &[f32],
    at: usize,
    inputs: &Shared<[Quad]>,
    first: usize,
    #[comptime] product: Product,
) -> Accumulators {
    let each = comptime!(product.columns_per_thread());
    let mut sums = Accumulators::new();
    let mut columns = Sequence::<usize>::new();
    #[unroll]
    for own in 0..each {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
        // Beyond the last column it is the last one, and the result is not written.
        columns.push(at + min(first + comptime!(own * product.threads), comptime!(product.columns - 1)));
    }
    for input in 0..comptime!(product.depth) {
        let x = inputs[input];
        #[unroll]
        for own in 0..each {
            add(&sums[own], Quad::new(weights[columns[own] + input * comptime!(product.stride)]) * x);
        }
    }
    sums
}

/// One layer, h ← h W + b, with relu where it is hidden. Writes to `outputs`, and to the scratch buffer from `to` on.
#[cube]
pub fn dense_forward(
    state: &[f32],
    parameters: usize,
    inputs: &Shared<[Quad]>,
    outputs: &mut Shared<[Quad]>,
    scratch: &mut [Quad],
    to: usize,
    #[comptime] dense: DenseLayer,
) {
    let product = comptime!(dense.forward());
    let columns = comptime!(product.columns);
    let at = parameters + comptime!(dense.layer.at);
    let mut first = UNIT_POS as usize;
    while first < columns {
        let sums = products(state, at, inputs, first, product);
        #[unroll]
        for own in 0..comptime!(product.columns_per_thread()) {
            let column = first + comptime!(own * product.threads);
            if column < columns {
                let bias = state[parameters + comptime!(dense.layer.biases_at()) + column];
                let sum = sums[own].read() + Quad::new(bias);
                let value = if comptime!(dense.relu) { max(sum, Quad::new(0.0)) } else { sum };
                outputs[column] = value;
                scratch[to + column] = value;
            }
        }
        first += comptime!(product.advance());
    }
}

/// The gradient of a hidden layer, (g · Wᵀ) ⊙ [h > 0], with h at `values` in the scratch buffer. Writes to `below`, and to
/// the scratch buffer from `to` on.
#[cube]
#[expect(clippy::too_many_arguments, reason = "two offsets in the scratch buffer, beside its layer's parameters")]
pub fn dense_backward(
    transposed: &[f32],
    parameters: usize,
    gradients: &Shared<[Quad]>,
    below: &mut Shared<[Quad]>,
    scratch: &mut [Quad],
    values: usize,
    to: usize,
    #[comptime] dense: DenseLayer,
) {
    let product = comptime!(dense.backward());
    let columns = comptime!(product.columns);
    let at = parameters + comptime!(dense.layer.at);
    let mut first = UNIT_POS as usize;
    while first < columns {
        let sums = products(transposed, at, gradients, first, product);
        #[unroll]
        for own in 0..comptime!(product.columns_per_thread()) {
            let column = first + comptime!(own * product.threads);
            if column < columns {
                let zero = Quad::new(0.0);
                let gradient = select_many(scratch[values + column].greater_than(&zero), sums[own].read(), zero);
                below[column] = gradient;
                scratch[to + column] = gradient;
            }
        }
        first += comptime!(product.advance());
    }
}

/// The gradient of some of a layer's inputs, g · Wᵀ, whose transposed weights begin at `at`. Writes to the scratch buffer
/// from `to` on.
#[cube]
pub fn input_gradient(
    transposed: &[f32],
    at: usize,
    gradients: &Shared<[Quad]>,
    scratch: &mut [Quad],
    to: usize,
    #[comptime] product: Product,
) {
    let columns = comptime!(product.columns);
    let mut first = UNIT_POS as usize;
    while first < columns {
        let sums = products(transposed, at, gradients, first, product);
        #[unroll]
        for own in 0..comptime!(product.columns_per_thread()) {
            let column = first + comptime!(own * product.threads);
            if column < columns {
                scratch[to + column] = sums[own].read();
            }
        }
        first += comptime!(product.advance());
    }
}
