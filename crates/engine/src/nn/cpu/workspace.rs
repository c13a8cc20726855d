//! Forward and backward through one network, on rows that stay in the nearest cache from layer to layer.
//! All room is made once; a step allocates nothing.

use super::dense::Dense;
use super::product::BLOCK;
use crate::nn::{Layer, Mlp};

/// Rows that go through the network together: with 128 units, what two layers hold of them fits the first cache.
const TILE: usize = 32;

pub struct Workspace {
    layers: Vec<Dense>,
    /// Inputs, then what every layer made of them: each `[rows, padded width]`.
    values: Vec<Vec<f32>>,
    /// The loss's gradient with respect to what each layer made.
    deltas: Vec<Vec<f32>>,
    /// The same with respect to the inputs, where another network made them.
    below: Option<Vec<f32>>,
}

/// Elements of the rows `from..to` of a table.
fn span(from: usize, to: usize, width: usize) -> std::ops::Range<usize> {
    from * width..to * width
}

impl Workspace {
    /// Room for `rows` rows, padded to whole steps.
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
            values: std::iter::once(first).chain(widths()).map(|width| vec![0.0; rows * width]).collect(),
            deltas: widths().map(|width| vec![0.0; rows * width]).collect(),
            below: None,
            layers,
        }
    }

    /// With the gradient with respect to the inputs, too.
    pub fn with_input_gradients(mut self) -> Self {
        self.below = Some(vec![0.0; self.values[0].len()]);
        self
    }

    /// Takes over a member's parameters. `backward` is false where only outputs are wanted.
    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        self.layers.iter_mut().for_each(|layer| layer.load(parameters, backward));
    }

    /// The inputs of one row, to be filled. Elements behind the network's inputs stay zero.
    #[inline(always)]
    pub fn input(&mut self, row: usize) -> &mut [f32] {
        let layer = &self.layers[0];
        &mut self.values[0][row * layer.wide_in..row * layer.wide_in + layer.layer.inputs]
    }

    /// The gradient with respect to the inputs of one row.
    #[inline(always)]
    pub fn input_gradient(&self, row: usize) -> &[f32] {
        let layer = &self.layers[0];
        let place = row * layer.wide_in..row * layer.wide_in + layer.layer.inputs;
        self.below.as_ref().map_or(&[], |below| &below[place])
    }

    /// Padded width of a row of outputs.
    pub fn output_width(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.wide_out)
    }

    /// The outputs of all rows, and the place for their gradient.
    #[inline(always)]
    pub fn outputs_and_gradients(&mut self) -> (&[f32], &mut [f32]) {
        let last = self.layers.len() - 1;
        (&self.values[last + 1], &mut self.deltas[last])
    }

    #[inline(always)]
    pub fn forward(&mut self, rows: usize) {
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

    /// From the gradient of the outputs to that of the parameters, left in the layers. Rows without a gradient
    /// must hold zeros.
    #[inline(always)]
    pub fn backward(&mut self, rows: usize) {
        let rows = rows.next_multiple_of(BLOCK);
        self.layers.iter_mut().for_each(Dense::clear);
        for from in (0..rows).step_by(TILE) {
            let to = (from + TILE).min(rows);
            for (index, layer) in self.layers.iter_mut().enumerate().rev() {
                let inputs = &self.values[index][span(from, to, layer.wide_in)];
                let (before, after) = self.deltas.split_at_mut(index);
                let delta = &after[0][span(from, to, layer.wide_out)];
                layer.learn(inputs, delta);
                let Some(below) = before.last_mut() else {
                    if let Some(below) = &mut self.below {
                        layer.back(delta, &mut below[span(from, to, layer.wide_in)]);
                    }
                    continue;
                };
                let below = &mut below[span(from, to, layer.wide_in)];
                layer.back(delta, below);
                // Where relu cut, nothing comes through.
                below
                    .iter_mut()
                    .zip(inputs)
                    .for_each(|(slope, value)| *slope = if *value > 0.0 { *slope } else { 0.0 });
            }
        }
    }

    /// Calls `visit` with the place and the gradient of each row of parameters.
    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        for layer in &self.layers {
            layer.visit_gradients(visit);
        }
    }
}
