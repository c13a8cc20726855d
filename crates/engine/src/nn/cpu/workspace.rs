//! The forward and backward pass of one network, over tiles of rows that stay in the first-level cache from layer to
//! layer. All memory is allocated once; a step allocates nothing.

use std::sync::Arc;

use super::dense::Dense;
use super::encode::BatchEncoder;
use super::product::BLOCK;
use crate::nn::{Layer, Mlp};
use worlds::data::Pictures;

/// Rows per tile: with 128 hidden units, their values in two layers fit the first-level cache.
const TILE: usize = 32;

/// One network's layers, with the values and gradients of a batch.
pub struct Workspace {
    /// In front of the dense layers of a network that sees.
    encoder: Option<BatchEncoder>,
    layers: Vec<Dense>,
    /// Inputs, then the outputs of every layer: `[rows, padded width]` each.
    values: Vec<Vec<f32>>,
    /// The gradient of the loss with respect to the outputs of every layer.
    gradients: Vec<Vec<f32>>,
    /// The same with respect to the inputs, where another network computed them.
    input_gradients: Option<Vec<f32>>,
}

/// The range of the rows `from..to` of a table.
fn span(from: usize, to: usize, width: usize) -> std::ops::Range<usize> {
    from * width..to * width
}

impl Workspace {
    /// For batches of up to `rows` rows.
    pub fn new(net: &Mlp, rows: usize) -> Self {
        Self::at_offset(0, net, rows)
    }

    /// The same for a network whose parameters begin at `start` among those of a larger one.
    pub fn at_offset(start: usize, net: &Mlp, rows: usize) -> Self {
        let rows = rows.next_multiple_of(BLOCK);
        let shifted = |layer: Layer| Dense::new(Layer { at: start + layer.at, ..layer });
        let layers: Vec<Dense> = net.layers().map(shifted).collect();
        let widths = || layers.iter().map(|layer| layer.wide_out);
        let first = layers.first().map_or(0, |layer| layer.wide_in);
        Self {
            encoder: None,
            values: std::iter::once(first).chain(widths()).map(|width| vec![0.0; rows * width]).collect(),
            gradients: widths().map(|width| vec![0.0; rows * width]).collect(),
            input_gradients: None,
            layers,
        }
    }

    /// Gives a network that sees the pictures that its rows name.
    pub fn with_pictures(mut self, net: &Mlp, pictures: Option<&Arc<Pictures>>) -> Self {
        if let Some((encoder, pictures)) = net.encoder.zip(pictures) {
            let rows = self.values[0].len() / self.layers[0].wide_in;
            self.encoder = Some(BatchEncoder::new(encoder, pictures.clone(), net.row_inputs(), rows));
            self = self.with_input_gradients();
        }
        self
    }

    /// Where the rows from `count` on have the same pictures as the rows before.
    pub fn set_distinct(&mut self, count: usize) {
        if let Some(encoder) = &mut self.encoder {
            encoder.set_distinct(count);
        }
    }

    /// Has the backward pass compute the gradient with respect to the inputs, too.
    pub fn with_input_gradients(mut self) -> Self {
        self.input_gradients = Some(vec![0.0; self.values[0].len()]);
        self
    }

    /// Copies a member's parameters. Without `backward`, only the forward pass can follow.
    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        if let Some(encoder) = &mut self.encoder {
            encoder.load(parameters, backward);
        }
        self.layers.iter_mut().for_each(|layer| layer.load(parameters, backward));
    }

    /// The inputs of one row, to be filled.
    #[inline(always)]
    pub fn input(&mut self, row: usize) -> &mut [f32] {
        if let Some(encoder) = &mut self.encoder {
            return encoder.input(row);
        }
        let layer = &self.layers[0];
        &mut self.values[0][row * layer.wide_in..row * layer.wide_in + layer.layer.inputs]
    }

    /// The gradient with respect to the inputs of one row.
    #[inline(always)]
    pub fn input_gradient(&self, row: usize) -> &[f32] {
        let layer = &self.layers[0];
        let place = row * layer.wide_in..row * layer.wide_in + layer.layer.inputs;
        self.input_gradients.as_ref().map_or(&[], |gradients| &gradients[place])
    }

    /// The padded width of a row of outputs.
    pub fn output_width(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.wide_out)
    }

    /// The outputs of all rows, and the place of their gradient: `[rows, output_width]` each.
    #[inline(always)]
    pub fn outputs_and_gradients(&mut self) -> (&[f32], &mut [f32]) {
        let last = self.layers.len() - 1;
        (&self.values[last + 1], &mut self.gradients[last])
    }

    /// Computes the outputs of the first `rows` rows.
    #[inline(always)]
    pub fn forward(&mut self, rows: usize) {
        if let Some(encoder) = &mut self.encoder {
            encoder.forward(rows, self.layers[0].wide_in, &mut self.values[0]);
        }
        let (rows, last) = (rows.next_multiple_of(BLOCK), self.layers.len() - 1);
        for from in (0..rows).step_by(TILE) {
            let to = (from + TILE).min(rows);
            for (index, layer) in self.layers.iter().enumerate() {
                let (before, after) = self.values.split_at_mut(index + 1);
                let inputs = &before[index][span(from, to, layer.wide_in)];
                let outputs = &mut after[0][span(from, to, layer.wide_out)];
                layer.forward(inputs, outputs);
                if index < last {
                    outputs.iter_mut().for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 });
                }
            }
        }
    }

    /// Computes the gradient of the parameters from that of the outputs. The gradient of rows that pad a block must be
    /// zero.
    #[inline(always)]
    pub fn backward(&mut self, rows: usize) {
        self.backward_dense(rows);
        if let (Some(encoder), Some(gradients)) = (&mut self.encoder, &self.input_gradients) {
            encoder.backward(rows, self.layers[0].wide_in, &self.values[0], gradients);
        }
    }

    #[inline(always)]
    fn backward_dense(&mut self, rows: usize) {
        let rows = rows.next_multiple_of(BLOCK);
        self.layers.iter_mut().for_each(Dense::clear_gradient);
        for from in (0..rows).step_by(TILE) {
            let to = (from + TILE).min(rows);
            for (index, layer) in self.layers.iter_mut().enumerate().rev() {
                let inputs = &self.values[index][span(from, to, layer.wide_in)];
                let (before, after) = self.gradients.split_at_mut(index);
                let gradients = &after[0][span(from, to, layer.wide_out)];
                layer.add_gradient(inputs, gradients);
                let Some(below) = before.last_mut() else {
                    if let Some(below) = &mut self.input_gradients {
                        layer.backward(gradients, &mut below[span(from, to, layer.wide_in)]);
                    }
                    continue;
                };
                let below = &mut below[span(from, to, layer.wide_in)];
                layer.backward(gradients, below);
                // The gradient of relu.
                below
                    .iter_mut()
                    .zip(inputs)
                    .for_each(|(gradient, value)| *gradient = if *value > 0.0 { *gradient } else { 0.0 });
            }
        }
    }

    /// Calls `visit` with the offset and the gradient of consecutive parameters, until all were visited.
    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        if let Some(encoder) = &self.encoder {
            encoder.visit_gradients(visit);
        }
        for layer in &self.layers {
            layer.visit_gradients(visit);
        }
    }
}
