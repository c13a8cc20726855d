//! The convolutional encoder on the CPU: for single stacks of pictures, and in front of the dense layers of a batch.

use std::sync::Arc;

use super::convolution::ConvolutionLayer;
use super::simd::with_simd;
use crate::nn::Encoder;
use crate::nn::encoder::FEATURE_SCALE;
use worlds::data::Pictures;

/// The two layers, for one stack of pictures at a time.
pub struct ConvolutionPair {
    pub first: ConvolutionLayer,
    second: ConvolutionLayer,
    /// Outputs of the second layer, padded, and the gradients of both layers' outputs.
    outputs: Vec<f32>,
    output_gradients: Vec<f32>,
    hidden_gradients: Vec<f32>,
}

impl ConvolutionPair {
    pub fn new(encoder: &Encoder) -> Self {
        let [first, second] = encoder.convolutions().map(ConvolutionLayer::new);
        Self {
            outputs: vec![0.0; second.outputs()],
            output_gradients: vec![0.0; second.outputs()],
            hidden_gradients: vec![0.0; first.outputs()],
            first,
            second,
        }
    }

    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        self.first.load(parameters, backward);
        self.second.load(parameters, backward);
    }

    /// Pictures `[height, width, depth]` to features; `hidden` holds the outputs of the first layer.
    #[inline(always)]
    pub fn forward(&mut self, pictures: &[f32], hidden: &mut [f32], features: &mut [f32]) {
        self.first.forward(pictures, hidden);
        self.second.forward(hidden, &mut self.outputs);
        features.iter_mut().zip(&self.outputs).for_each(|(feature, output)| *feature = FEATURE_SCALE * output);
    }

    #[inline(always)]
    pub fn clear_gradient(&mut self) {
        self.first.clear_gradient();
        self.second.clear_gradient();
    }

    /// Adds to the gradient of the parameters, from that of the features in `output_gradients`.
    #[inline(always)]
    fn backward(&mut self, pictures: &[f32], hidden: &[f32]) {
        let shape = self.first.shape;
        self.hidden_gradients.fill(0.0);
        self.second.backward(hidden, &self.output_gradients, Some(&mut self.hidden_gradients[..]));
        let used = shape.positions() * shape.filters;
        let outputs = self.hidden_gradients[..used].iter_mut().zip(hidden);
        // The gradient of relu.
        outputs.for_each(|(gradient, value)| *gradient = if *value > 0.0 { *gradient } else { 0.0 });
        self.first.backward(pictures, &self.hidden_gradients, None);
    }

    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        self.first.visit_gradients(visit);
        self.second.visit_gradients(visit);
    }
}

/// The encoder of a batch: rows of inputs name pictures by number, and the dense layers get features in their place.
pub struct BatchEncoder {
    encoder: Encoder,
    pictures: Arc<Pictures>,
    layers: ConvolutionPair,
    /// Numbers of a row that the network reads.
    inputs: usize,
    /// `[rows, inputs]`.
    rows: Vec<f32>,
    /// Outputs of the first layer, `[rows, ...]`.
    hidden: Vec<f32>,
    /// The pictures of one row.
    stack: Vec<f32>,
    /// Rows beyond this many have the same pictures as the row that many before.
    distinct: usize,
}

impl BatchEncoder {
    /// For up to `rows` rows of `inputs` numbers.
    pub fn new(encoder: Encoder, pictures: Arc<Pictures>, inputs: usize, rows: usize) -> Self {
        let layers = ConvolutionPair::new(&encoder);
        Self {
            rows: vec![0.0; rows * inputs],
            hidden: vec![0.0; rows * layers.first.outputs()],
            stack: vec![0.0; encoder.stack.pixels()],
            distinct: usize::MAX,
            layers,
            encoder,
            pictures,
            inputs,
        }
    }

    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        self.layers.load(parameters, backward);
    }

    /// The inputs of one row, to be filled.
    #[inline(always)]
    pub fn input(&mut self, row: usize) -> &mut [f32] {
        &mut self.rows[row * self.inputs..(row + 1) * self.inputs]
    }

    /// Rows from `count` on repeat the pictures of the rows before: they are encoded once.
    pub fn set_distinct(&mut self, count: usize) {
        self.distinct = count.max(1);
    }

    #[inline(always)]
    fn look(&mut self, row: usize) {
        let numbers = row * self.inputs + self.encoder.at;
        self.pictures.look(&self.rows[numbers..numbers + self.encoder.stack.depth], &mut self.stack);
        self.encoder.see(&mut self.stack);
    }

    /// Fills the inputs of the dense layers, `[rows, wide]`.
    #[inline(always)]
    pub fn forward(&mut self, rows: usize, wide: usize, inputs: &mut [f32]) {
        let (at, features, depth) = (self.encoder.at, self.encoder.features(), self.encoder.stack.depth);
        let size = self.layers.first.outputs();
        for row in 0..rows {
            let start = row * wide;
            if row < self.distinct {
                self.look(row);
                let hidden = &mut self.hidden[row * size..(row + 1) * size];
                self.layers.forward(&self.stack, hidden, &mut inputs[start + at..start + at + features]);
            } else {
                let same = (row - self.distinct) * wide + at;
                inputs.copy_within(same..same + features, start + at);
            }
            let (before, after) = self.rows[row * self.inputs..(row + 1) * self.inputs].split_at(at);
            inputs[start..start + at].copy_from_slice(before);
            let after = &after[depth..];
            inputs[start + at + features..start + at + features + after.len()].copy_from_slice(after);
        }
    }

    /// Computes the gradient of its parameters from the inputs of the dense layers and their gradient, `[rows, wide]` each.
    #[inline(always)]
    pub fn backward(&mut self, rows: usize, wide: usize, inputs: &[f32], gradients: &[f32]) {
        let (at, features) = (self.encoder.at, self.encoder.features());
        let size = self.layers.first.outputs();
        self.layers.clear_gradient();
        for row in 0..rows.min(self.distinct) {
            let sums = &mut self.layers.output_gradients[..features];
            sums.fill(0.0);
            for same in (row..rows).step_by(self.distinct) {
                let gradients = &gradients[same * wide + at..same * wide + at + features];
                sums.iter_mut().zip(gradients).for_each(|(sum, gradient)| *sum += gradient);
            }
            // The gradient of relu.
            let values = &inputs[row * wide + at..row * wide + at + features];
            sums.iter_mut()
                .zip(values)
                .for_each(|(sum, value)| *sum = if *value > 0.0 { FEATURE_SCALE * *sum } else { 0.0 });
            self.look(row);
            self.layers.backward(&self.stack, &self.hidden[row * size..(row + 1) * size]);
        }
    }

    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        self.layers.visit_gradients(visit);
    }
}

/// Rows as the dense layers of a network read them: `[rows, width]`, with features of one member in place of the pictures'
/// numbers. `encoder.at` is their place in a row.
pub fn encode_rows(encoder: Encoder, pictures: &Pictures, parameters: &[f32], rows: &[f32], width: usize) -> Vec<f32> {
    let Encoder { stack, at, .. } = encoder;
    let mut layers = ConvolutionPair::new(&encoder);
    let (mut pixels, mut hidden) = (vec![0.0; stack.pixels()], vec![0.0; layers.first.outputs()]);
    let mut features = vec![0.0; encoder.features()];
    let mut encoded = Vec::with_capacity(rows.len() / width * (width - stack.depth + features.len()));
    with_simd(
        #[inline(always)]
        || {
            layers.load(parameters, false);
            for row in rows.chunks_exact(width) {
                pictures.look(&row[at..at + stack.depth], &mut pixels);
                encoder.see(&mut pixels);
                layers.forward(&pixels, &mut hidden, &mut features);
                encoded.extend_from_slice(&row[..at]);
                encoded.extend_from_slice(&features);
                encoded.extend_from_slice(&row[at + stack.depth..]);
            }
        },
    );
    encoded
}
