//! The gradient of a layer's parameters: for each slice of the batch the sum over its patches of input times gradient of
//! the output; then the sum over slices. Biases count as one more input, which is always one.
#![expect(clippy::needless_range_loop, reason = "loops that are unrolled have indices known at compile time")]

use cubecl::prelude::*;

use super::gather::{FIRST, STEP};
use super::inputs::{InputBuffers, input_vector, patch_origin, row_inputs};
use super::layer::{LANES, SeeingLayer};
use crate::nn::gpu::layers::{Accumulators, add};
use crate::nn::gpu::tiles::Quad;

impl SeeingLayer {
    /// Threads per member for the gradient of its weights.
    pub fn gradient_threads(&self) -> usize {
        self.slices() * self.slice_threads()
    }
}

/// The buffers of [`weight_gradient`].
#[derive(CubeLaunch, CubeType)]
pub struct WeightBuffers {
    pub inputs: InputBuffers,
    /// Of the outputs: `[members, rows, positions, filters]`.
    pub output_gradients: Box<[Quad]>,
    /// `[members, partials]`, written.
    pub partials: Box<[Quad]>,
}

/// A thread sums over one slice for one vector of inputs and some vectors of outputs. Launched with members of the group as
/// the second dimension.
#[cube(launch_unchecked)]
pub fn weight_gradient(mut buffers: WeightBuffers, #[comptime] layer: SeeingLayer) {
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let (slice, within) = (index / comptime!(layer.slice_threads()), index % comptime!(layer.slice_threads()));
    let vector = within / comptime!(layer.column_threads());
    let column = within % comptime!(layer.column_threads()) * comptime!(layer.columns());
    if slice < comptime!(layer.slices()) {
        let sums = sum_slice(&buffers, slice, vector, column, layer);
        let at = CUBE_POS_Y as usize * comptime!(layer.partials)
            + comptime!(layer.partials_at)
            + slice * comptime!(layer.size())
            + vector * comptime!(LANES * layer.filters)
            + column;
        #[unroll]
        for lane in 0..LANES {
            // Biases have one row.
            if comptime!(lane == 0) || vector < comptime!(layer.patch()) {
                #[unroll]
                for own in 0..comptime!(layer.columns()) {
                    let sum = sums[comptime!(lane * layer.columns() + own)].read();
                    buffers.partials[at + comptime!(lane * layer.filters + own)] = sum;
                }
            }
        }
    }
}

/// The sums of one slice, `[LANES, columns]`.
#[cube]
fn sum_slice(
    buffers: &WeightBuffers,
    slice: usize,
    vector: usize,
    column: usize,
    #[comptime] layer: SeeingLayer,
) -> Accumulators {
    let (columns, line) = comptime!((layer.columns(), layer.line()));
    let mut sums = Accumulators::new();
    #[unroll]
    for _sum in 0..comptime!(LANES * columns) {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
    }
    let is_bias = vector == comptime!(layer.patch());
    let vector = select(is_bias, 0usize, vector);
    let offset = vector / line * comptime!(layer.width * layer.channels) + vector % line;
    let start = slice * comptime!(layer.slice);
    for row in start..min(start + comptime!(layer.slice), comptime!(layer.rows)) {
        let inputs = row_inputs(row, layer);
        let mut gradients =
            (CUBE_POS_Y as usize * comptime!(layer.rows) + row) * comptime!(layer.positions() * layer.filters) + column;
        for y in 0..comptime!(layer.grid.0) {
            for x in 0..comptime!(layer.grid.1) {
                let input = input_vector(&buffers.inputs, inputs, patch_origin(y, x, layer) + offset, layer);
                let input = select(is_bias, Quad::new(1.0), input);
                #[unroll]
                for own in 0..columns {
                    let gradient = buffers.output_gradients[gradients + own];
                    #[unroll]
                    for lane in 0..LANES {
                        add(&sums[comptime!(lane * columns + own)], Quad::new(input.extract(lane)) * gradient);
                    }
                }
                gradients += comptime!(layer.filters);
            }
        }
    }
    sums
}

/// The buffers of [`sum_slices`].
#[derive(CubeLaunch, CubeType)]
pub struct SumBuffers {
    /// See `WeightBuffers`.
    pub partials: Box<[Quad]>,
    /// `[members, parameters]`, written.
    pub gradient: Box<[Quad]>,
    /// See `STEP`. This kernel is the last one that reads it, and advances the step.
    pub place: Box<[u32]>,
    /// See `TileBuffers`: this kernel writes the step for Adam's.
    pub counters: Box<[u32]>,
}

/// The gradient, summed over slices. A thread has four parameters.
#[cube(launch_unchecked)]
pub fn sum_slices(mut buffers: SumBuffers, #[comptime] layers: Vec<SeeingLayer>) {
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let member = buffers.place[FIRST] as usize + CUBE_POS_Y as usize;
    // Offset of the first slice, the size of one, and how many there are: none for threads behind the last layer.
    let mut at = 0usize;
    let mut size = 0usize;
    let mut slices = 0usize;
    #[unroll]
    for number in 0..comptime!(layers.len()) {
        let layer = comptime!(layers[number]);
        if index >= comptime!(layer.at) && index < comptime!(layer.at + layer.size()) {
            at = CUBE_POS_Y as usize * comptime!(layer.partials) + index - comptime!(layer.at)
                + comptime!(layer.partials_at);
            size = comptime!(layer.size());
            slices = comptime!(layer.slices());
        }
    }
    if slices > 0 {
        let mut sum = Quad::new(0.0);
        for slice in 0..slices {
            sum += buffers.partials[at + slice * size];
        }
        buffers.gradient[member * comptime!(layers[0].parameters) + index] = sum;
    }
    if CUBE_POS == 0 && UNIT_POS == 0 {
        // Other workgroups read `place[FIRST]` alone, so that the step may change.
        let step = buffers.place[STEP];
        buffers.counters[1] = step;
        buffers.place[STEP] = step + 1;
    }
}
