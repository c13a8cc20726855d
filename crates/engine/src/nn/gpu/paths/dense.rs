//! Layers there and back, for four windows side by side: inputs in what the group shares, what becomes of them there and in
//! the scratch.

use cubecl::prelude::*;

use crate::nn::Layer;
use crate::nn::gpu::kernels::Quad;
use crate::nn::gpu::layers::{Cells, add};

/// Columns that a unit makes at once, so that what it reads serves all of them; where there are few, one.
pub fn each(columns: usize, units: usize) -> usize {
    columns.div_ceil(units).min(4)
}

/// Products of `depth` inputs with the columns of a unit from `first` on; rows of weights begin `stride` apart.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what is known when the kernel is compiled")]
pub fn products(
    weights: &[f32],
    at: usize,
    inputs: &Shared<[Quad]>,
    first: usize,
    #[comptime] depth: usize,
    #[comptime] stride: usize,
    #[comptime] columns: usize,
    #[comptime] units: usize,
) -> Cells {
    let each = comptime!(each(columns, units));
    let mut sums = Cells::new();
    let mut places = Sequence::<usize>::new();
    #[unroll]
    for own in 0..each {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
        // Where there is no such column the last one, whose result is then not kept.
        places.push(at + min(first + comptime!(own * units), comptime!(columns - 1)));
    }
    for input in 0..depth {
        let x = inputs[input];
        #[unroll]
        for own in 0..each {
            add(&sums[own], Quad::new(weights[places[own] + input * stride]) * x);
        }
    }
    sums
}

/// One layer, h ← h W + b, with relu where it is hidden; `place` is where it goes in the scratch.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what the group shares")]
pub fn there(
    state: &[f32],
    parameters: usize,
    inputs: &Shared<[Quad]>,
    to: &mut Shared<[Quad]>,
    scratch: &mut [Quad],
    place: usize,
    #[comptime] layer: Layer,
    #[comptime] hidden: bool,
    #[comptime] units: usize,
) {
    let columns = comptime!(layer.outputs);
    let at = parameters + comptime!(layer.at);
    let mut first = UNIT_POS as usize;
    while first < columns {
        let sums = products(state, at, inputs, first, comptime!(layer.inputs), columns, columns, units);
        #[unroll]
        for own in 0..comptime!(each(columns, units)) {
            let column = first + comptime!(own * units);
            if column < columns {
                let sum = sums[own].read() + Quad::new(state[parameters + comptime!(layer.biases_at()) + column]);
                let value = if comptime!(hidden) { max(sum, Quad::new(0.0)) } else { sum };
                to[column] = value;
                scratch[place + column] = value;
            }
        }
        first += comptime!(each(columns, units) * units);
    }
}

/// Slopes of the layer below: (slopes · Wᵀ) where relu let something through, as the values in the scratch tell.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what the group shares")]
pub fn back(
    mirror: &[f32],
    parameters: usize,
    slopes: &Shared<[Quad]>,
    to: &mut Shared<[Quad]>,
    scratch: &mut [Quad],
    values: usize,
    place: usize,
    #[comptime] layer: Layer,
    #[comptime] units: usize,
) {
    let columns = comptime!(layer.inputs);
    let at = parameters + comptime!(layer.at);
    let mut first = UNIT_POS as usize;
    while first < columns {
        let sums = products(mirror, at, slopes, first, comptime!(layer.outputs), columns, columns, units);
        #[unroll]
        for own in 0..comptime!(each(columns, units)) {
            let column = first + comptime!(own * units);
            if column < columns {
                let zero = Quad::new(0.0);
                let slope = select_many(scratch[values + column].greater_than(&zero), sums[own].read(), zero);
                to[column] = slope;
                scratch[place + column] = slope;
            }
        }
        first += comptime!(each(columns, units) * units);
    }
}

/// Slopes of some of a layer's inputs, from `skipped` on, into the scratch.
#[cube]
#[expect(clippy::too_many_arguments, reason = "what the group shares")]
pub fn below(
    mirror: &[f32],
    parameters: usize,
    slopes: &Shared<[Quad]>,
    scratch: &mut [Quad],
    place: usize,
    #[comptime] skipped: usize,
    #[comptime] columns: usize,
    #[comptime] layer: Layer,
    #[comptime] units: usize,
) {
    let at = parameters + comptime!(layer.at + skipped);
    let mut first = UNIT_POS as usize;
    while first < columns {
        let sums =
            products(mirror, at, slopes, first, comptime!(layer.outputs), comptime!(layer.inputs), columns, units);
        #[unroll]
        for own in 0..comptime!(each(columns, units)) {
            let column = first + comptime!(own * units);
            if column < columns {
                scratch[place + column] = sums[own].read();
            }
        }
        first += comptime!(each(columns, units) * units);
    }
}
