//! The gradient of all parameters: for each layer the sum over all records of its inputs times the gradient of its
//! outputs. A thread computes several parameters, since each number that it reads then serves more than one.

use cubecl::prelude::*;

use super::layout::{LAYERS, PathLayout};
use crate::nn::gpu::layers::{Accumulators, add};
use crate::nn::gpu::tiles::{Quad, sum_lanes};

/// Threads per workgroup.
pub const WORKGROUP: usize = 64;
/// Parameters per thread: of `INPUTS` consecutive inputs and of `OUTPUTS` outputs, which are `output_stride` apart.
const INPUTS: usize = 4;
const OUTPUTS: usize = 2;

impl PathLayout {
    /// Threads per layer. Its biases count as one more input, which is always one.
    fn layer_threads(&self, layer: usize) -> usize {
        (self.layers[layer].inputs + 1).div_ceil(INPUTS) * self.output_stride(layer)
    }

    /// The distance between two outputs of a thread.
    fn output_stride(&self, layer: usize) -> usize {
        self.layers[layer].outputs.div_ceil(OUTPUTS)
    }

    /// The first thread of a layer.
    fn first_thread(&self, layer: usize) -> usize {
        (0..layer).map(|before| self.layer_threads(before)).sum()
    }

    /// Workgroups per member.
    pub fn gradient_workgroups(&self) -> usize {
        self.first_thread(LAYERS).div_ceil(WORKGROUP)
    }
}

/// The buffers of [`parameter_gradient`].
#[derive(CubeLaunch, CubeType)]
pub struct ParameterBuffers {
    /// See `PathLayout`.
    pub scratch: Box<[Quad]>,
    /// `[members, parameters]`, written.
    pub gradient: Box<[f32]>,
    /// See `TileBuffers`: this kernel copies the step for those that follow.
    pub counters: Box<[u32]>,
}

/// Launched with workgroups `[gradient_workgroups, members]`.
#[cube(launch_unchecked)]
pub fn parameter_gradient(mut buffers: ParameterBuffers, #[comptime] layout: PathLayout) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let mut inputs = 0usize;
    let mut outputs = 0usize;
    let mut parameters = 0usize;
    let mut input = 0usize;
    let mut output = 0usize;
    let mut stride = 0usize;
    // Offsets of the inputs and gradients in the first record, the size of a record, and how many there are: none for
    // threads behind the last layer.
    let mut inputs_at = 0usize;
    let mut gradients_at = 0usize;
    let mut last_gate = 0usize;
    let mut record_size = 0usize;
    let mut count = 0usize;
    #[unroll]
    for layer in 0..LAYERS {
        let (from, to) = comptime!((layout.first_thread(layer), layout.first_thread(layer + 1)));
        if index >= from && index < to {
            let source = comptime!(layout.gradient_source(layer));
            inputs = comptime!(layout.layers[layer].inputs);
            outputs = comptime!(layout.layers[layer].outputs);
            parameters = comptime!(layout.layers[layer].at);
            stride = comptime!(layout.output_stride(layer));
            input = (index - from) / comptime!(layout.output_stride(layer)) * INPUTS;
            output = (index - from) % comptime!(layout.output_stride(layer));
            record_size = comptime!(if source.windows { layout.window_record() } else { layout.step_record() });
            count = comptime!(if source.windows { layout.quads } else { layout.quads * layout.steps });
            let first = comptime!(if source.windows { layout.windows_at() } else { 0 }) + member * count * record_size;
            inputs_at = first + comptime!(source.inputs);
            gradients_at = first + comptime!(source.gradients);
            last_gate = comptime!(source.last_gate);
        }
    }
    let mut sums = Accumulators::new();
    #[unroll]
    for _sum in 0..comptime!(INPUTS * OUTPUTS) {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
    }
    for record in 0..count {
        let mut gradients = Sequence::<Quad>::new();
        #[unroll]
        for own in 0..OUTPUTS {
            let column = min(output + own * stride, outputs - 1);
            let offset = select(column >= comptime!(2 * layout.hidden), last_gate, 0usize);
            gradients.push(buffers.scratch[gradients_at + record * record_size + column + offset]);
        }
        #[unroll]
        for own in 0..INPUTS {
            let x = buffers.scratch[inputs_at + record * record_size + min(input + own, inputs - 1)];
            let x = select(input + own == inputs, Quad::new(1.0), x);
            #[unroll]
            for other in 0..OUTPUTS {
                add(&sums[comptime!(own * OUTPUTS + other)], x * gradients[other]);
            }
        }
    }
    let member_at = member * comptime!(layout.net.parameters) + parameters;
    #[unroll]
    for own in 0..INPUTS {
        #[unroll]
        for other in 0..OUTPUTS {
            let column = output + comptime!(other) * stride;
            if count > 0 && input + own <= inputs && column < outputs {
                buffers.gradient[member_at + (input + own) * outputs + column] =
                    sum_lanes(sums[comptime!(own * OUTPUTS + other)].read());
            }
        }
    }
    if CUBE_POS == 0 && UNIT_POS == 0 {
        buffers.counters[1] = buffers.counters[0];
    }
}
