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
    /// Whether products are added to what the outputs hold, or replace it.
    pub add: bool,
}

impl Product {
    /// Columns that a thread computes at once, so that each input is read once for all of them.
    fn columns_per_thread(&self) -> usize {
        self.columns.div_ceil(self.threads).min(4)
    }

    /// From a thread's column to the first of its next columns.
    fn advance(&self) -> usize {
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
        Product { depth: inputs, stride: outputs, columns: outputs, threads: self.threads, add: false }
    }

    /// g · Wᵀ, `[outputs]` to `[inputs]`, with transposed weights.
    fn backward(&self) -> Product {
        let Layer { inputs, outputs, .. } = self.layer;
        Product { depth: outputs, stride: inputs, columns: inputs, threads: self.threads, add: false }
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
fn products(
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

/// Writes the columns of a thread, Σ inputs[k] · weights[at + k · stride + column], to `outputs` from `to` on. The thread
/// may read them at once; other threads may do so only after a barrier.
#[cube]
pub fn multiply(
    weights: &[f32],
    at: usize,
    inputs: &Shared<[Quad]>,
    outputs: &mut [Quad],
    to: usize,
    #[comptime] product: Product,
) {
    let mut first = UNIT_POS as usize;
    while first < comptime!(product.columns) {
        let sums = products(weights, at, inputs, first, product);
        #[unroll]
        for own in 0..comptime!(product.columns_per_thread()) {
            let column = first + comptime!(own * product.threads);
            if column < comptime!(product.columns) {
                let sum = sums[own].read();
                outputs[to + column] = if comptime!(product.add) { outputs[to + column] + sum } else { sum };
            }
        }
        first += comptime!(product.advance());
    }
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
    multiply(state, parameters + comptime!(dense.layer.at), inputs, outputs.inner_mut(), 0usize, product);
    let mut column = UNIT_POS as usize;
    while column < comptime!(product.columns) {
        let bias = state[parameters + comptime!(dense.layer.biases_at()) + column];
        let sum = outputs[column] + Quad::new(bias);
        let value = if comptime!(dense.relu) { max(sum, Quad::new(0.0)) } else { sum };
        outputs[column] = value;
        scratch[to + column] = value;
        column += comptime!(product.threads);
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
    multiply(transposed, parameters + comptime!(dense.layer.at), gradients, below.inner_mut(), 0usize, product);
    let mut column = UNIT_POS as usize;
    while column < comptime!(product.columns) {
        let zero = Quad::new(0.0);
        let gradient = select_many(scratch[values + column].greater_than(&zero), below[column], zero);
        below[column] = gradient;
        scratch[to + column] = gradient;
        column += comptime!(product.threads);
    }
}
