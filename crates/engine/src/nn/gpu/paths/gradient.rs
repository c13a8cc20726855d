//! The gradient of all parameters: the sum over all records of what a layer was told times what came back. A unit makes
//! several parameters at once, since each number that it reads then serves more than one.

use cubecl::prelude::*;

use super::plan::{LAYERS, PathPlan};
use crate::nn::gpu::kernels::{Quad, total};
use crate::nn::gpu::layers::{Cells, add};

/// Units of a group.
pub const GROUP: usize = 64;
/// Inputs that follow each other, and outputs as far apart as others have units, that a unit brings together.
const INPUTS: usize = 4;
const OUTPUTS: usize = 2;

impl PathPlan {
    /// Units of a layer; its biases are one more input, which is always one.
    fn units_of(&self, layer: usize) -> usize {
        (self.layers[layer].inputs + 1).div_ceil(INPUTS) * self.apart(layer)
    }

    /// Between two outputs of a unit.
    fn apart(&self, layer: usize) -> usize {
        self.layers[layer].outputs.div_ceil(OUTPUTS)
    }

    /// Units before a layer's.
    fn units_before(&self, layer: usize) -> usize {
        (0..layer).map(|before| self.units_of(before)).sum()
    }

    /// Groups that look after one member.
    pub fn gradient_groups(&self) -> usize {
        self.units_before(LAYERS).div_ceil(GROUP)
    }
}

/// Leaves a copy of the clock for the kernels that follow, one of which moves it on.
#[cube(launch_unchecked)]
pub fn gradient(scratch: &[Quad], gradient: &mut [f32], clock: &mut [u32], #[comptime] plan: PathPlan) {
    let member = CUBE_POS_Y as usize;
    let index = (CUBE_POS_X * CUBE_DIM_X + UNIT_POS) as usize;
    let mut inputs = 0usize;
    let mut outputs = 0usize;
    let mut parameters = 0usize;
    let mut input = 0usize;
    let mut output = 0usize;
    let mut apart = 0usize;
    // Where the records' inputs and slopes begin, how long a record is and how many there are; none, where a unit is one too
    // many.
    let mut told = 0usize;
    let mut came_back = 0usize;
    let mut aside = 0usize;
    let mut width = 0usize;
    let mut count = 0usize;
    #[unroll]
    for number in 0..LAYERS {
        let (from, to) = comptime!((plan.units_before(number), plan.units_before(number + 1)));
        if index >= from && index < to {
            let (told_at, came_back_at, kept_aside, of_windows) = comptime!(plan.source(number));
            inputs = comptime!(plan.layers[number].inputs);
            outputs = comptime!(plan.layers[number].outputs);
            parameters = comptime!(plan.layers[number].at);
            apart = comptime!(plan.apart(number));
            input = (index - from) / comptime!(plan.apart(number)) * INPUTS;
            output = (index - from) % comptime!(plan.apart(number));
            width = comptime!(if of_windows { plan.window() } else { plan.row() });
            count = comptime!(if of_windows { plan.fours } else { plan.fours * plan.steps });
            let first = comptime!(if of_windows { plan.windows_at() } else { 0 }) + member * count * width;
            told = first + told_at;
            came_back = first + came_back_at;
            aside = comptime!(kept_aside);
        }
    }
    let mut sums = Cells::new();
    #[unroll]
    for _sum in 0..comptime!(INPUTS * OUTPUTS) {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
    }
    for record in 0..count {
        let mut slopes = Sequence::<Quad>::new();
        #[unroll]
        for own in 0..OUTPUTS {
            let column = min(output + own * apart, outputs - 1);
            // The last gate of a unit lies elsewhere as kept than as seen.
            let off = select(column >= comptime!(2 * plan.hidden), aside, 0usize);
            slopes.push(scratch[came_back + record * width + column + off]);
        }
        #[unroll]
        for own in 0..INPUTS {
            let x = scratch[told + record * width + min(input + own, inputs - 1)];
            let x = select(input + own == inputs, Quad::new(1.0), x);
            #[unroll]
            for other in 0..OUTPUTS {
                add(&sums[comptime!(own * OUTPUTS + other)], x * slopes[other]);
            }
        }
    }
    #[unroll]
    for own in 0..INPUTS {
        #[unroll]
        for other in 0..OUTPUTS {
            let column = output + comptime!(other) * apart;
            if count > 0 && input + own <= inputs && column < outputs {
                gradient[member * comptime!(plan.common.parameters) + parameters + (input + own) * outputs + column] =
                    total(sums[comptime!(own * OUTPUTS + other)].read());
            }
        }
    }
    if CUBE_POS == 0 && UNIT_POS == 0 {
        clock[1] = clock[0];
    }
}
