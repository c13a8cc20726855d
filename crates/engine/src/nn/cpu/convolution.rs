//! One convolutional layer as products of patches with filters. Patches are laid out tile by tile, so that they stay in the
//! first-level cache; sums keep the order of their terms.

use super::dense::Dense;
use super::product::BLOCK;
use crate::nn::encoder::Convolution;

/// Patches per tile.
const TILE: usize = 32;

pub struct ConvolutionLayer {
    pub shape: Convolution,
    dense: Dense,
    /// `[TILE, padded patch]`, and the gradient with respect to it.
    patches: Vec<f32>,
    patch_gradients: Vec<f32>,
}

impl ConvolutionLayer {
    pub fn new(shape: Convolution) -> Self {
        let dense = Dense::new(shape.layer());
        let tile = || vec![0.0; TILE * dense.wide_in];
        Self { patches: tile(), patch_gradients: tile(), dense, shape }
    }

    /// Numbers of its outputs: `[positions, filters]`, padded to whole blocks of positions.
    pub fn outputs(&self) -> usize {
        self.shape.positions().next_multiple_of(BLOCK) * self.dense.wide_out
    }

    /// Copies its part of a member's parameters. Without `backward`, only the forward pass can follow.
    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        self.dense.load(parameters, backward);
    }

    /// relu(W * inputs + b): `[height, width, channels]` to `[positions, filters]`.
    #[inline(always)]
    pub fn forward(&mut self, inputs: &[f32], outputs: &mut [f32]) {
        let wide_out = self.dense.wide_out;
        for (tile, outputs) in outputs.chunks_mut(TILE * wide_out).enumerate() {
            let rows = outputs.len() / wide_out;
            self.lay_out(inputs, tile * TILE, rows);
            self.dense.forward(&self.patches[..rows * self.dense.wide_in], outputs);
            outputs.iter_mut().for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 });
        }
    }

    #[inline(always)]
    pub fn clear_gradient(&mut self) {
        self.dense.clear_gradient();
    }

    /// Adds to the gradient of the parameters, from that of the outputs before relu; and, where `below` is given, to that of
    /// the inputs. Gradients of positions that pad a block must be zero.
    #[inline(always)]
    pub fn backward(&mut self, inputs: &[f32], gradients: &[f32], mut below: Option<&mut [f32]>) {
        let (wide_in, wide_out) = (self.dense.wide_in, self.dense.wide_out);
        for (tile, gradients) in gradients.chunks(TILE * wide_out).enumerate() {
            let rows = gradients.len() / wide_out;
            self.lay_out(inputs, tile * TILE, rows);
            self.dense.add_gradient(&self.patches[..rows * wide_in], gradients);
            if let Some(below) = &mut below {
                self.dense.backward(gradients, &mut self.patch_gradients[..rows * wide_in]);
                self.add_patches(tile * TILE, rows, below);
            }
        }
    }

    /// Calls `visit` with the offset and the gradient of consecutive parameters.
    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        self.dense.visit_gradients(visit);
    }

    /// Where the first line of a patch begins in the inputs, for all positions from `from` on. A line is consecutive numbers.
    #[inline(always)]
    fn origins(shape: Convolution, from: usize) -> impl Iterator<Item = usize> {
        let (rows, columns) = shape.grid();
        let place = move |row: usize, column: usize| (row * shape.width + column) * shape.stride * shape.channels;
        let of_row = move |row: usize| (0..columns).map(move |column| place(row, column));
        (from / columns..rows).flat_map(of_row).skip(from % columns)
    }

    /// Numbers in a line of a patch, and from one line to the next.
    fn line(&self) -> (usize, usize) {
        (self.shape.kernel * self.shape.channels, self.shape.width * self.shape.channels)
    }

    /// Lays out the patches of `rows` positions from `from` on; zeros beyond the last position.
    #[inline(always)]
    fn lay_out(&mut self, inputs: &[f32], from: usize, rows: usize) {
        let (length, next_line) = self.line();
        let mut origins = Self::origins(self.shape, from);
        for patch in self.patches.chunks_exact_mut(self.dense.wide_in).take(rows) {
            let Some(mut start) = origins.next() else {
                patch.fill(0.0);
                continue;
            };
            for place in patch.chunks_exact_mut(length).take(self.shape.kernel) {
                place.copy_from_slice(&inputs[start..start + length]);
                start += next_line;
            }
        }
    }

    /// Adds the gradients of patches to those of the inputs that they are made of.
    #[inline(always)]
    fn add_patches(&self, from: usize, rows: usize, below: &mut [f32]) {
        let (length, next_line) = self.line();
        let patches = self.patch_gradients.chunks_exact(self.dense.wide_in).take(rows);
        for (patch, mut start) in patches.zip(Self::origins(self.shape, from)) {
            for gradients in patch.chunks_exact(length).take(self.shape.kernel) {
                let places = below[start..start + length].iter_mut().zip(gradients);
                places.for_each(|(place, gradient)| *place += gradient);
                start += next_line;
            }
        }
    }
}
