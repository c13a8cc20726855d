//! The gradient of all parameters, a unit each: the sum over all records of what the layer was told times what came back.

use cubecl::prelude::*;

use super::plan::{LAYERS, PathPlan};
use crate::nn::gpu::kernels::{Quad, total};

/// Units of a group.
pub const GROUP: usize = 64;

/// Leaves a copy of the clock for the kernels that follow, one of which moves it on.
#[cube(launch_unchecked)]
pub fn gradient(scratch: &[Quad], gradient: &mut [f32], clock: &mut [u32], #[comptime] plan: PathPlan) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    if index < comptime!(plan.common.parameters) {
        let mut inputs = 0usize;
        let mut slopes = 0usize;
        let mut width = 0usize;
        let mut count = 0usize;
        let mut bias = false;
        #[unroll]
        for number in 0..LAYERS {
            let layer = comptime!(plan.layers[number]);
            let (inputs_at, slopes_at, aside, of_windows) = comptime!(plan.source(number));
            if index >= comptime!(layer.at) && index < comptime!(layer.end()) {
                let row = (index - comptime!(layer.at)) / comptime!(layer.outputs);
                let column = (index - comptime!(layer.at)) % comptime!(layer.outputs);
                // The last gate of a unit lies elsewhere as kept than as seen.
                let off = select(column >= comptime!(2 * plan.hidden), aside, 0usize);
                width = comptime!(if of_windows { plan.window() } else { plan.row() });
                count = comptime!(if of_windows { plan.fours } else { plan.fours * plan.steps });
                let first = comptime!(if of_windows { plan.windows_at() } else { 0 }) + member * count * width;
                bias = row == comptime!(layer.inputs);
                inputs = first + inputs_at + select(bias, 0usize, row);
                slopes = first + slopes_at + column + off;
            }
        }
        let mut sum = Quad::new(0.0);
        for record in 0..count {
            let x = select(bias, Quad::new(1.0), scratch[inputs + record * width]);
            sum += x * scratch[slopes + record * width];
        }
        gradient[member * comptime!(plan.common.parameters) + index] = total(sum);
    }
    if CUBE_POS == 0 && UNIT_POS == 0 {
        clock[1] = clock[0];
    }
}
