//! A layer there and back, and its share of the gradient: what a group of units does to a tile in shared memory.

use cubecl::prelude::*;

use super::kernels::{Place, Quad, total};
use super::plan::Plan;

/// One layer, h ← relu(h W + b). A unit makes several columns for all rows of the tile at once.
#[cube]
pub fn forward(
    state: &[f32],
    values: &Shared<[Quad]>,
    member: usize,
    #[comptime] layer: usize,
    #[comptime] plan: Plan,
) {
    // The same memory: what is read of it lies below the layer, what is written above.
    let mut above = values.clone();
    let (inputs, outputs, quads) = comptime!((plan.sizes[layer], plan.sizes[layer + 1], plan.quads));
    let (from, to) = comptime!((plan.column_at(layer) * quads, plan.column_at(layer + 1) * quads));
    let parameters = member * comptime!(plan.parameters);
    let weights_at = parameters + comptime!(plan.weights_at(layer));
    let biases_at = parameters + comptime!(plan.biases_at(layer));
    let unit = UNIT_POS as usize;
    if comptime!(outputs >= plan.units) {
        let each = comptime!(outputs.div_ceil(plan.units));
        let mut sums = Cells::new();
        #[unroll]
        for own in 0..each {
            let bias = Quad::new(state[biases_at + own_column(unit, own, outputs, plan.units)]);
            #[unroll]
            for _quad in 0..quads {
                sums.push(RuntimeCell::new(bias));
            }
        }
        for k in 0..inputs {
            let row = weights_at + k * outputs;
            let column = tile_column(values, from + k * quads, quads);
            #[unroll]
            for own in 0..each {
                let weight = Quad::new(state[row + own_column(unit, own, outputs, plan.units)]);
                #[unroll]
                for quad in 0..quads {
                    add(&sums[comptime!(own * quads + quad)], weight * column[quad]);
                }
            }
        }
        #[unroll]
        for own in 0..each {
            let column = comptime!(own * plan.units) + unit;
            if column < outputs {
                #[unroll]
                for quad in 0..quads {
                    let sum = sums[comptime!(own * quads + quad)].read();
                    above[to + column * quads + quad] = relu(sum, comptime!(layer + 1 < plan.layers()));
                }
            }
        }
    } else {
        // Few columns: units share them by rows too.
        let mut item = unit;
        while item < comptime!(outputs * quads) {
            let column = item / quads;
            let quad = item % quads;
            let mut sum = Quad::new(state[biases_at + column]);
            for k in 0..inputs {
                sum += Quad::new(state[weights_at + k * outputs + column]) * values[from + k * quads + quad];
            }
            above[to + item] = relu(sum, comptime!(layer + 1 < plan.layers()));
            item += comptime!(plan.units);
        }
    }
}

/// The `own`-th column of a unit; where there is none, the last one, whose result is then not kept.
#[cube]
fn own_column(unit: usize, #[comptime] own: usize, #[comptime] columns: usize, #[comptime] units: usize) -> usize {
    let column = comptime!(own * units) + unit;
    if comptime!((own + 1) * units > columns) { min(column, comptime!(columns - 1)) } else { column }
}

#[cube]
fn relu(value: Quad, #[comptime] hidden: bool) -> Quad {
    if comptime!(hidden) { max(value, Quad::new(0.0)) } else { value }
}

/// A slope of the outputs of `layer`.
#[cube]
fn slope(
    values: &Shared<[Quad]>,
    slopes: &Shared<[Quad]>,
    index: usize,
    #[comptime] layer: usize,
    #[comptime] plan: Plan,
) -> Quad {
    if comptime!(layer + 1 == plan.layers()) {
        slopes[index]
    } else {
        values[comptime!(plan.column_at(layer + 1) * plan.quads) + index]
    }
}

/// The tile's share of the gradient of a layer's weights and biases.
#[cube]
pub fn share(
    values: &Shared<[Quad]>,
    slopes: &Shared<[Quad]>,
    shares: &mut [f32],
    place: &Place,
    #[comptime] layer: usize,
    #[comptime] plan: Plan,
) {
    let (inputs, outputs, quads) = comptime!((plan.sizes[layer], plan.sizes[layer + 1], plan.quads));
    let from = comptime!(plan.column_at(layer) * quads);
    let at = place.tile * comptime!(plan.parameters);
    let weights_at = at + comptime!(plan.weights_at(layer));
    let biases_at = at + comptime!(plan.biases_at(layer));
    let unit = UNIT_POS as usize;
    // Each unit keeps its columns of the wider side at hand and goes through the other.
    let wide_above = comptime!(outputs >= plan.units);
    let columns = comptime!(if wide_above { outputs } else { inputs });
    let each = comptime!(columns.div_ceil(plan.units));
    let mut at_hand = Sequence::<Quad>::new();
    #[unroll]
    for own in 0..each {
        let column = own_column(unit, own, columns, plan.units);
        #[unroll]
        for quad in 0..quads {
            at_hand.push(if comptime!(wide_above) {
                slope(values, slopes, column * quads + quad, layer, comptime!(plan.clone()))
            } else {
                values[from + column * quads + quad]
            });
        }
    }
    for other in 0..comptime!(if wide_above { inputs } else { outputs }) {
        let mut sums = Cells::new();
        #[unroll]
        for quad in 0..quads {
            let value = if comptime!(wide_above) {
                values[from + other * quads + quad]
            } else {
                slope(values, slopes, other * quads + quad, layer, comptime!(plan.clone()))
            };
            #[unroll]
            for own in 0..each {
                let product = at_hand[comptime!(own * quads + quad)] * value;
                if comptime!(quad == 0) {
                    sums.push(RuntimeCell::new(product));
                } else {
                    add(&sums[own], product);
                }
            }
        }
        #[unroll]
        for own in 0..each {
            let column = comptime!(own * plan.units) + unit;
            let place = if comptime!(wide_above) { other * outputs + column } else { column * outputs + other };
            if column < columns {
                shares[weights_at + place] = total(sums[own].read());
            }
        }
    }
    let mut bias = unit;
    while bias < outputs {
        let mut sum = slope(values, slopes, bias * quads, layer, comptime!(plan.clone()));
        #[unroll]
        for quad in 1..quads {
            sum += slope(values, slopes, bias * quads + quad, layer, comptime!(plan.clone()));
        }
        shares[biases_at + bias] = total(sum);
        bias += comptime!(plan.units);
    }
}

/// Slopes of the layer below: (slopes · Wᵀ) where relu let something through, in place of the values there. Reads the
/// transposed weights.
#[cube]
pub fn backward(
    mirror: &[f32],
    values: &Shared<[Quad]>,
    slopes: &Shared<[Quad]>,
    member: usize,
    #[comptime] layer: usize,
    #[comptime] plan: Plan,
) {
    let (inputs, outputs, quads) = comptime!((plan.sizes[layer], plan.sizes[layer + 1], plan.quads));
    let from = comptime!(plan.column_at(layer) * quads);
    // The same memory: what is read of it lies above the layer, what is written below.
    let mut below = values.clone();
    let transposed = comptime!(plan.weights_at(layer)) + member * comptime!(plan.parameters);
    let unit = UNIT_POS as usize;
    let each = comptime!(inputs.div_ceil(plan.units));
    let mut sums = Cells::new();
    #[unroll]
    for _index in 0..comptime!(each * quads) {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
    }
    for output in 0..outputs {
        let mut above = Sequence::<Quad>::new();
        #[unroll]
        for quad in 0..quads {
            above.push(slope(values, slopes, output * quads + quad, layer, comptime!(plan.clone())));
        }
        #[unroll]
        for own in 0..each {
            let weight = Quad::new(mirror[transposed + output * inputs + own_column(unit, own, inputs, plan.units)]);
            #[unroll]
            for quad in 0..quads {
                add(&sums[comptime!(own * quads + quad)], weight * above[quad]);
            }
        }
    }
    #[unroll]
    for own in 0..each {
        let column = comptime!(own * plan.units) + unit;
        if column < inputs {
            #[unroll]
            for quad in 0..quads {
                let index = from + column * quads + quad;
                let zero = Quad::new(0.0);
                below[index] =
                    select_many(values[index].greater_than(&zero), sums[comptime!(own * quads + quad)].read(), zero);
            }
        }
    }
}

/// Sums that stay in registers: an array would be indexed at run time, as far as a browser can tell.
pub type Cells = Sequence<RuntimeCell<Quad>>;

#[cube]
pub fn add(sum: &RuntimeCell<Quad>, more: Quad) {
    sum.store(sum.read() + more);
}

/// A column of the tile, read once.
#[cube]
fn tile_column(values: &Shared<[Quad]>, at: usize, #[comptime] quads: usize) -> Sequence<Quad> {
    let mut column = Sequence::<Quad>::new();
    #[unroll]
    for quad in 0..quads {
        column.push(values[at + quad]);
    }
    column
}
