//! The gradient of a layer's inputs, through the relu that they come from: Σ g · Wᵀ over the positions whose patches have
//! an input, ⊙ [input > 0]. A thread computes one vector of inputs of some rows, so that each weight that it reads serves
//! all of them.

use cubecl::prelude::*;

use super::gather::FIRST;
use super::layer::{LANES, SeeingLayer};
use crate::nn::gpu::layers::{Accumulators, add};
use crate::nn::gpu::tiles::{Quad, sum_lanes};

/// Rows per thread.
const ROWS: usize = 2;

impl SeeingLayer {
    /// Rows per member whose inputs differ.
    fn distinct(&self) -> usize {
        self.rows / self.same
    }

    /// Threads per member.
    pub fn backward_threads(&self) -> usize {
        self.distinct().div_ceil(ROWS) * self.needed
    }

    /// The most positions, in a direction, whose patches have one pixel.
    fn reach(&self) -> usize {
        self.kernel.div_ceil(self.stride)
    }
}

/// The buffers of [`backward`].
#[derive(CubeLaunch, CubeType)]
pub struct LayerBackwardBuffers {
    /// Of the outputs: `[members, rows, positions, filters]`.
    pub output_gradients: Box<[Quad]>,
    /// The inputs: `[members, rows, height, width, channels]`.
    pub values: Box<[Quad]>,
    /// See `LayerForwardBuffers`.
    pub state: Box<[Quad]>,
    pub place: Box<[u32]>,
    /// Of the inputs: `[members, rows, needed]`, written; without the rows that come again.
    pub gradients: Box<[Quad]>,
}

/// Launched with a thread for some rows and one vector of their inputs, and members of the group as the second dimension.
#[cube(launch_unchecked)]
pub fn backward(mut buffers: LayerBackwardBuffers, #[comptime] layer: SeeingLayer) {
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let (needed, distinct) = comptime!((layer.needed, layer.distinct()));
    let (first, vector) = (index / needed * ROWS, index % needed);
    if first < distinct {
        let sums = products(&buffers, first, vector, layer);
        let member = CUBE_POS_Y as usize;
        #[unroll]
        for own in 0..ROWS {
            let row = first + own;
            if row < distinct {
                let mut gradient = Quad::new(0.0);
                #[unroll]
                for lane in 0..LANES {
                    gradient.insert(lane, sum_lanes(sums[comptime!(own * LANES + lane)].read()));
                }
                let zero = Quad::new(0.0);
                let at = (member * comptime!(layer.rows) + row) * comptime!(layer.input_size()) + vector;
                let scaled = gradient * Quad::new(comptime!(f32::from_bits(layer.input_scale)));
                let gradient = select_many(buffers.values[at].greater_than(&zero), scaled, zero);
                buffers.gradients[(member * distinct + row) * needed + vector] = gradient;
            }
        }
    }
}

/// Sums `[ROWS, LANES]` of vectors of products, for each input of a vector.
#[cube]
fn products(
    buffers: &LayerBackwardBuffers,
    first: usize,
    vector: usize,
    #[comptime] layer: SeeingLayer,
) -> Accumulators {
    let mut sums = Accumulators::new();
    #[unroll]
    for _sum in 0..comptime!(ROWS * LANES) {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
    }
    let (channels, stride, kernel) = comptime!((layer.channels, layer.stride, layer.kernel));
    let pixel = vector / channels;
    let (y, x) = (pixel / comptime!(layer.width), pixel % comptime!(layer.width));
    for above in 0..comptime!(layer.reach()) {
        for left in 0..comptime!(layer.reach()) {
            // The pixel's place in the patch; the patch's position follows.
            let (in_y, in_x) = (y % stride + above * stride, x % stride + left * stride);
            if in_y < min(kernel, y + 1) && in_x < min(kernel, x + 1) {
                let (at_y, at_x) = ((y - in_y) / stride, (x - in_x) / stride);
                if at_y < comptime!(layer.grid.0) && at_x < comptime!(layer.grid.1) {
                    let position = at_y * comptime!(layer.grid.1) + at_x;
                    let input = ((in_y * kernel + in_x) * channels + vector % channels) * LANES;
                    add_position(buffers, &sums, first, position, input, layer);
                }
            }
        }
    }
    sums
}

/// Adds the products of one position's gradients with the weights of four inputs of its patch.
#[cube]
fn add_position(
    buffers: &LayerBackwardBuffers,
    sums: &Accumulators,
    first: usize,
    position: usize,
    input: usize,
    #[comptime] layer: SeeingLayer,
) {
    let (filters, size) = comptime!((layer.filters, layer.positions() * layer.filters));
    let member = buffers.place[FIRST] as usize + CUBE_POS_Y as usize;
    let weights = member * comptime!(layer.parameters) + comptime!(layer.at) + input * filters;
    for same in 0..comptime!(layer.same) {
        let rows = CUBE_POS_Y as usize * comptime!(layer.rows) + same * comptime!(layer.distinct());
        for filter in 0..filters {
            let mut gradients = Sequence::<Quad>::new();
            #[unroll]
            for own in 0..ROWS {
                let row = rows + min(first + own, comptime!(layer.distinct() - 1));
                gradients.push(buffers.output_gradients[row * size + position * filters + filter]);
            }
            #[unroll]
            for lane in 0..LANES {
                let weight = buffers.state[weights + comptime!(lane * filters) + filter];
                #[unroll]
                for own in 0..ROWS {
                    add(&sums[comptime!(own * LANES + lane)], gradients[own] * weight);
                }
            }
        }
    }
}
