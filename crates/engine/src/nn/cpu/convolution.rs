//! One convolutional layer as products of patches with filters. Sums keep the order of their terms.

use super::dense::Dense;
use super::patches::Patches;
use super::product::BLOCK;
use crate::nn::encoder::Convolution;

/// Positions whose patches of gradients are computed at once, so that they stay in the first-level cache.
const TILE: usize = 16;

pub struct ConvolutionLayer {
    pub shape: Convolution,
    dense: Dense,
    /// Where the first line of each position's patch begins in the inputs, in whole blocks of positions.
    origins: Vec<usize>,
    /// The gradient with respect to patches, `[TILE, padded patch]`.
    patch_gradients: Vec<f32>,
}

impl ConvolutionLayer {
    pub fn new(shape: Convolution) -> Self {
        let dense = Dense::new(shape.layer());
        let (rows, columns) = shape.grid();
        let place = |row: usize, column: usize| (row * shape.width + column) * shape.stride * shape.channels;
        let mut origins: Vec<usize> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| place(row, column))).collect();
        origins.resize(shape.positions().next_multiple_of(BLOCK), 0);
        Self { patch_gradients: vec![0.0; TILE * dense.wide_in], origins, dense, shape }
    }

    /// Numbers of its outputs: `[positions, filters]`, padded to whole blocks of positions.
    pub fn outputs(&self) -> usize {
        self.origins.len() * self.dense.wide_out
    }

    /// Copies its part of a member's parameters. Without `backward`, only the forward pass can follow.
    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        self.dense.load(parameters, backward);
    }

    #[inline(always)]
    fn patches<'a>(shape: Convolution, origins: &'a [usize], inputs: &'a [f32]) -> Patches<'a> {
        Patches {
            inputs,
            origins,
            count: shape.positions(),
            lines: shape.kernel,
            line: shape.kernel * shape.channels,
            next: shape.width * shape.channels,
        }
    }

    /// relu(W * inputs + b): `[height, width, channels]` to `[positions, filters]`.
    #[inline(always)]
    pub fn forward(&mut self, inputs: &[f32], outputs: &mut [f32]) {
        self.dense.forward_patches(&Self::patches(self.shape, &self.origins, inputs), outputs);
        outputs.iter_mut().for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 });
    }

    #[inline(always)]
    pub fn clear_gradient(&mut self) {
        self.dense.clear_gradient();
    }

    /// Adds to the gradient of the parameters, from that of the outputs before relu; and, where `below` is given, to that of
    /// the inputs. Gradients of positions that pad a block must be zero.
    #[inline(always)]
    pub fn backward(&mut self, inputs: &[f32], gradients: &[f32], below: Option<&mut [f32]>) {
        let (wide_in, wide_out) = (self.dense.wide_in, self.dense.wide_out);
        self.dense.add_gradient_patches(&Self::patches(self.shape, &self.origins, inputs), gradients);
        let Some(below) = below else { return };
        for (tile, gradients) in gradients.chunks(TILE * wide_out).enumerate() {
            let rows = gradients.len() / wide_out;
            self.dense.backward(gradients, &mut self.patch_gradients[..rows * wide_in]);
            self.add_patches(tile * TILE, rows, below);
        }
    }

    /// Calls `visit` with the offset and the gradient of consecutive parameters.
    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        self.dense.visit_gradients(visit);
    }

    /// Adds the gradients of the patches of `rows` positions from `from` on to those of the inputs that they are made of.
    #[inline(always)]
    fn add_patches(&self, from: usize, rows: usize, below: &mut [f32]) {
        let Patches { count, line, next, .. } = Self::patches(self.shape, &self.origins, &[]);
        let patches = self.patch_gradients.chunks_exact(self.dense.wide_in).take(rows);
        for (patch, origin) in patches.zip(&self.origins[from..count.max(from)]) {
            let mut start = *origin;
            for gradients in patch.chunks_exact(line).take(self.shape.kernel) {
                let places = below[start..start + line].iter_mut().zip(gradients);
                places.for_each(|(place, gradient)| *place += gradient);
                start += next;
            }
        }
    }
}
