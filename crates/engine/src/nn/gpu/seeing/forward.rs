//! One layer forward: relu(patches · W + b). A thread computes some vectors of outputs for some patches, so that each
//! weight that it reads serves all of them.

use cubecl::prelude::*;

use super::gather::FIRST;
use super::inputs::{InputBuffers, input_vector, patch_origin, row_inputs};
use super::layer::{LANES, SeeingLayer};
use crate::nn::gpu::layers::{Accumulators, add};
use crate::nn::gpu::tiles::Quad;

/// Patches per thread.
const PATCHES: usize = 4;

impl SeeingLayer {
    /// Threads per member.
    pub fn forward_threads(&self) -> usize {
        self.patches().div_ceil(PATCHES) * self.column_threads()
    }
}

/// The buffers of [`forward`].
#[derive(CubeLaunch, CubeType)]
pub struct LayerForwardBuffers {
    pub inputs: InputBuffers,
    /// Parameters `[members, parameters]`; moments and sums follow, which this kernel does not read.
    pub state: Box<[Quad]>,
    /// See `STEP`.
    pub place: Box<[u32]>,
    /// `[members, copies, rows, output_stride]`, written.
    pub outputs: Box<[Quad]>,
}

/// Launched with a thread for some patches and columns, and members of the group as the second dimension.
#[cube(launch_unchecked)]
pub fn forward(mut buffers: LayerForwardBuffers, #[comptime] layer: SeeingLayer) {
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let first = index / comptime!(layer.column_threads()) * PATCHES;
    let column = index % comptime!(layer.column_threads()) * comptime!(layer.columns());
    if first < comptime!(layer.patches()) {
        let member = buffers.place[FIRST] as usize + CUBE_POS_Y as usize;
        let weights = member * comptime!(layer.parameters) + comptime!(layer.at) + column;
        let sums = products(&buffers, weights, first, layer);
        #[unroll]
        for own in 0..PATCHES {
            if first + own < comptime!(layer.patches()) {
                #[unroll]
                for other in 0..comptime!(layer.columns()) {
                    let sum = sums[comptime!(own * layer.columns() + other)].read();
                    write(&mut buffers.outputs, first + own, column + other, sum, layer);
                }
            }
        }
    }
}

/// The products of the patches from `first` on with a thread's columns, and biases: `[PATCHES, columns]`.
#[cube]
fn products(
    buffers: &LayerForwardBuffers,
    weights: usize,
    first: usize,
    #[comptime] layer: SeeingLayer,
) -> Accumulators {
    let (columns, filters, line) = comptime!((layer.columns(), layer.filters, layer.line()));
    let mut sums = Accumulators::new();
    let mut rows = Sequence::<usize>::new();
    let mut origins = Sequence::<usize>::new();
    #[unroll]
    for own in 0..PATCHES {
        // Beyond the last patch it is the last one, and the result is not written.
        let patch = min(first + own, comptime!(layer.patches() - 1));
        let position = patch % comptime!(layer.positions());
        rows.push(row_inputs(patch / comptime!(layer.positions()), layer));
        origins.push(patch_origin(position / comptime!(layer.grid.1), position % comptime!(layer.grid.1), layer));
        #[unroll]
        for other in 0..columns {
            sums.push(RuntimeCell::new(buffers.state[weights + comptime!(layer.biases_at() + other)]));
        }
    }
    for vector in 0..comptime!(layer.patch()) {
        let offset = vector / line * comptime!(layer.width * layer.channels) + vector % line;
        let mut inputs = Sequence::<Quad>::new();
        #[unroll]
        for own in 0..PATCHES {
            inputs.push(input_vector(&buffers.inputs, rows[own], origins[own] + offset, layer));
        }
        let at = weights + vector * comptime!(LANES * filters);
        #[unroll]
        for lane in 0..LANES {
            #[unroll]
            for other in 0..columns {
                let weight = buffers.state[at + comptime!(lane * filters + other)];
                #[unroll]
                for own in 0..PATCHES {
                    let input = Quad::new(inputs[own].extract(lane));
                    add(&sums[comptime!(own * columns + other)], input * weight);
                }
            }
        }
    }
    sums
}

/// Writes one vector of outputs of a patch, as often as rows come again.
#[cube]
fn write(outputs: &mut [Quad], patch: usize, column: usize, sum: Quad, #[comptime] layer: SeeingLayer) {
    let (row, position) = (patch / comptime!(layer.positions()), patch % comptime!(layer.positions()));
    let (rows, scale) = comptime!((layer.rows, f32::from_bits(layer.scale)));
    let mut output = sum;
    if comptime!(layer.relu) {
        output = max(sum, Quad::new(0.0)) * Quad::new(scale);
    }
    #[unroll]
    for copy in 0..comptime!(layer.copies) {
        let row = CUBE_POS_Y as usize * comptime!(rows * layer.copies) + comptime!(copy * rows) + row;
        outputs[row * comptime!(layer.output_stride) + position * comptime!(layer.filters) + column] = output;
    }
}
