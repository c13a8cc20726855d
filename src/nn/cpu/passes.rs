//! Forward and backward through one network, on rows that stay in the nearest cache from layer to layer.
//! All room is made once; a step allocates nothing.

use super::product::{STEP, add_outer, pack, product};
use crate::nn::{Layer, Mlp};

/// Rows that go through the network together: with 128 units, what two layers hold of them fits the first cache.
const TILE: usize = 32;

/// A layer with its widths padded to whole vectors. What is padded is zero and stays zero.
struct Padded {
    layer: Layer,
    wide_in: usize,
    wide_out: usize,
    /// Weights packed for the way there, and transposed for the way back.
    there: Vec<f32>,
    back: Vec<f32>,
    biases: Vec<f32>,
    gradient: Vec<f32>,
    bias_gradient: Vec<f32>,
}

pub struct Passes {
    layers: Vec<Padded>,
    /// Inputs, then what every layer made of them: each `[rows, padded width]`.
    values: Vec<Vec<f32>>,
    /// The loss's gradient with respect to what each layer made.
    deltas: Vec<Vec<f32>>,
    zeros: Vec<f32>,
}

impl Padded {
    fn new(layer: Layer) -> Self {
        let (wide_in, wide_out) = (layer.inputs.next_multiple_of(STEP), layer.outputs.next_multiple_of(STEP));
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
        }
    }

    #[inline(always)]
    fn load(&mut self, parameters: &[f32], backward: bool) {
        let Layer { inputs, outputs, at } = self.layer;
        let weights = &parameters[at..at + inputs * outputs];
        let weight = |i: usize, o: usize| if i < inputs && o < outputs { weights[i * outputs + o] } else { 0.0 };
        pack(self.wide_in, self.wide_out, &mut self.there, weight);
        if backward {
            pack(self.wide_out, self.wide_in, &mut self.back, |o, i| weight(i, o));
        }
        self.biases[..outputs].copy_from_slice(&parameters[self.layer.biases_at()..self.layer.end()]);
    }
}

/// Elements of the rows `from..to` of a table.
fn span(from: usize, to: usize, width: usize) -> std::ops::Range<usize> {
    from * width..to * width
}

impl Passes {
    /// Room for `rows` rows, padded to whole steps.
    pub fn new(net: &Mlp, rows: usize) -> Self {
        let rows = rows.next_multiple_of(STEP);
        let layers: Vec<Padded> = net.layers().map(Padded::new).collect();
        let widths = || layers.iter().map(|layer| layer.wide_out);
        let first = layers.first().map_or(0, |layer| layer.wide_in);
        Self {
            values: std::iter::once(first).chain(widths()).map(|width| vec![0.0; rows * width]).collect(),
            deltas: widths().map(|width| vec![0.0; rows * width]).collect(),
            zeros: vec![0.0; widths().max().unwrap_or(0).max(first)],
            layers,
        }
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

    /// Padded width of a row of outputs.
    pub fn output_width(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.wide_out)
    }

    /// The outputs of all rows, and the place for their gradient.
    #[inline(always)]
    pub fn judged(&mut self) -> (&[f32], &mut [f32]) {
        let last = self.layers.len() - 1;
        (&self.values[last + 1], &mut self.deltas[last])
    }

    #[inline(always)]
    pub fn forward(&mut self, rows: usize) {
        let (rows, last) = (rows.next_multiple_of(STEP), self.layers.len() - 1);
        for from in (0..rows).step_by(TILE) {
            let to = (from + TILE).min(rows);
            for (index, layer) in self.layers.iter().enumerate() {
                let (before, after) = self.values.split_at_mut(index + 1);
                let inputs = &before[index][span(from, to, layer.wide_in)];
                let outputs = &mut after[0][span(from, to, layer.wide_out)];
                product(inputs, layer.wide_in, &layer.there, layer.wide_out, &layer.biases, outputs);
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
        let rows = rows.next_multiple_of(STEP);
        for layer in &mut self.layers {
            layer.gradient.fill(0.0);
            layer.bias_gradient.fill(0.0);
        }
        for from in (0..rows).step_by(TILE) {
            let to = (from + TILE).min(rows);
            for (index, layer) in self.layers.iter_mut().enumerate().rev() {
                let inputs = &self.values[index][span(from, to, layer.wide_in)];
                let (before, after) = self.deltas.split_at_mut(index);
                let delta = &after[0][span(from, to, layer.wide_out)];
                add_outer(inputs, layer.wide_in, delta, layer.wide_out, &mut layer.gradient);
                for row in delta.chunks_exact(layer.wide_out) {
                    layer.bias_gradient.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                }
                let Some(below) = before.last_mut() else { continue };
                let below = &mut below[span(from, to, layer.wide_in)];
                product(delta, layer.wide_out, &layer.back, layer.wide_in, &self.zeros[..layer.wide_in], below);
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
    pub fn gradients(&self, mut visit: impl FnMut(usize, &[f32])) {
        for padded in &self.layers {
            let Layer { inputs, outputs, at } = padded.layer;
            for (i, row) in padded.gradient.chunks_exact(padded.wide_out).take(inputs).enumerate() {
                visit(at + i * outputs, &row[..outputs]);
            }
            visit(padded.layer.biases_at(), &padded.bias_gradient[..outputs]);
        }
    }
}
