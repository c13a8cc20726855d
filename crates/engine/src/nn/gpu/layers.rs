//! One layer forward and backward, and its partial gradient, by one workgroup on a tile in shared memory: values
//! `[columns, quads]`, four rows per vector.

use cubecl::prelude::*;

use super::layout::NetLayout;
use super::tiles::{Quad, TilePosition, sum_lanes};

/// One layer, h ← relu(h W + b), without relu in the last. A thread computes several columns for all rows of the tile.
#[cube]
pub fn forward(
    state: &[f32],
    values: &Shared<[Quad]>,
    member: usize,
    #[comptime] layer: usize,
    #[comptime] layout: NetLayout,
) {
    // A second name for the same memory: columns below the layer are read, columns above it written.
    let mut above = values.clone();
    let (inputs, outputs, quads) = comptime!((layout.sizes[layer], layout.sizes[layer + 1], layout.quads));
    let (from, to) = comptime!((layout.column_at(layer) * quads, layout.column_at(layer + 1) * quads));
    let parameters = member * comptime!(layout.parameters);
    let weights_at = parameters + comptime!(layout.weights_at(layer));
    let biases_at = parameters + comptime!(layout.biases_at(layer));
    let thread = UNIT_POS as usize;
    if comptime!(outputs >= layout.threads) {
        let each = comptime!(outputs.div_ceil(layout.threads));
        let mut sums = Accumulators::new();
        #[unroll]
        for own in 0..each {
            let bias = Quad::new(state[biases_at + own_column(thread, own, outputs, layout.threads)]);
            #[unroll]
            for _quad in 0..quads {
                sums.push(RuntimeCell::new(bias));
            }
        }
        for k in 0..inputs {
            let column = tile_column(values, from + k * quads, quads);
            add_products(&sums, state, weights_at + k * outputs, &column, outputs, comptime!(layout.clone()));
        }
        #[unroll]
        for own in 0..each {
            let column = comptime!(own * layout.threads) + thread;
            if column < outputs {
                #[unroll]
                for quad in 0..quads {
                    let sum = sums[comptime!(own * quads + quad)].read();
                    above[to + column * quads + quad] = relu(sum, comptime!(layer + 1 < layout.layers()));
                }
            }
        }
    } else {
        // Fewer columns than threads: each thread computes one column of four rows.
        let mut item = thread;
        while item < comptime!(outputs * quads) {
            let column = item / quads;
            let quad = item % quads;
            let mut sum = Quad::new(state[biases_at + column]);
            for k in 0..inputs {
                sum += Quad::new(state[weights_at + k * outputs + column]) * values[from + k * quads + quad];
            }
            above[to + item] = relu(sum, comptime!(layer + 1 < layout.layers()));
            item += comptime!(layout.threads);
        }
    }
}

/// The `own`-th column of a thread. Beyond the last column it is the last one, and the result is not written.
#[cube]
fn own_column(thread: usize, #[comptime] own: usize, #[comptime] columns: usize, #[comptime] threads: usize) -> usize {
    let column = comptime!(own * threads) + thread;
    if comptime!((own + 1) * threads > columns) { min(column, comptime!(columns - 1)) } else { column }
}

#[cube]
fn relu(value: Quad, #[comptime] hidden: bool) -> Quad {
    if comptime!(hidden) { max(value, Quad::new(0.0)) } else { value }
}

/// The gradient of a layer's outputs, at `index` of `[outputs, quads]`.
#[cube]
fn output_gradient(
    values: &Shared<[Quad]>,
    gradients: &Shared<[Quad]>,
    index: usize,
    #[comptime] layer: usize,
    #[comptime] layout: NetLayout,
) -> Quad {
    if comptime!(layer + 1 == layout.layers()) {
        gradients[index]
    } else {
        values[comptime!(layout.column_at(layer + 1) * layout.quads) + index]
    }
}

/// The tile's part of the gradient of a layer's weights and biases: hᵀ · g, and Σ g over the rows.
#[cube]
pub fn partial_gradient(
    values: &Shared<[Quad]>,
    gradients: &Shared<[Quad]>,
    partials: &mut [f32],
    position: &TilePosition,
    #[comptime] layer: usize,
    #[comptime] layout: NetLayout,
) {
    let (inputs, outputs, quads) = comptime!((layout.sizes[layer], layout.sizes[layer + 1], layout.quads));
    let from = comptime!(layout.column_at(layer) * quads);
    let at = position.tile * comptime!(layout.parameters);
    let weights_at = at + comptime!(layout.weights_at(layer));
    let biases_at = at + comptime!(layout.biases_at(layer));
    let thread = UNIT_POS as usize;
    // Each thread keeps its columns of the wider side in registers and iterates over the other side.
    let wide_outputs = comptime!(outputs >= layout.threads);
    let columns = comptime!(if wide_outputs { outputs } else { inputs });
    let each = comptime!(columns.div_ceil(layout.threads));
    let mut kept = Sequence::<Quad>::new();
    #[unroll]
    for own in 0..each {
        let column = own_column(thread, own, columns, layout.threads);
        #[unroll]
        for quad in 0..quads {
            kept.push(if comptime!(wide_outputs) {
                output_gradient(values, gradients, column * quads + quad, layer, comptime!(layout.clone()))
            } else {
                values[from + column * quads + quad]
            });
        }
    }
    for other in 0..comptime!(if wide_outputs { inputs } else { outputs }) {
        let mut sums = Accumulators::new();
        #[unroll]
        for quad in 0..quads {
            let value = if comptime!(wide_outputs) {
                values[from + other * quads + quad]
            } else {
                output_gradient(values, gradients, other * quads + quad, layer, comptime!(layout.clone()))
            };
            #[unroll]
            for own in 0..each {
                let product = kept[comptime!(own * quads + quad)] * value;
                if comptime!(quad == 0) {
                    sums.push(RuntimeCell::new(product));
                } else {
                    add(&sums[own], product);
                }
            }
        }
        #[unroll]
        for own in 0..each {
            let column = comptime!(own * layout.threads) + thread;
            let weight = if comptime!(wide_outputs) { other * outputs + column } else { column * outputs + other };
            if column < columns {
                partials[weights_at + weight] = sum_lanes(sums[own].read());
            }
        }
    }
    let mut bias = thread;
    while bias < outputs {
        let mut sum = output_gradient(values, gradients, bias * quads, layer, comptime!(layout.clone()));
        #[unroll]
        for quad in 1..quads {
            sum += output_gradient(values, gradients, bias * quads + quad, layer, comptime!(layout.clone()));
        }
        partials[biases_at + bias] = sum_lanes(sum);
        bias += comptime!(layout.threads);
    }
}

/// The gradient of a hidden layer, g ← (g · Wᵀ) ⊙ [h > 0], in place of its values h. Reads the transposed weights.
#[cube]
pub fn backward(
    transposed: &[f32],
    values: &Shared<[Quad]>,
    gradients: &Shared<[Quad]>,
    member: usize,
    #[comptime] layer: usize,
    #[comptime] layout: NetLayout,
) {
    let (inputs, outputs, quads) = comptime!((layout.sizes[layer], layout.sizes[layer + 1], layout.quads));
    let from = comptime!(layout.column_at(layer) * quads);
    // A second name for the same memory: columns above the layer are read, columns below it written.
    let mut below = values.clone();
    let weights_at = comptime!(layout.weights_at(layer)) + member * comptime!(layout.parameters);
    let thread = UNIT_POS as usize;
    let each = comptime!(inputs.div_ceil(layout.threads));
    let mut sums = Accumulators::new();
    #[unroll]
    for _index in 0..comptime!(each * quads) {
        sums.push(RuntimeCell::new(Quad::new(0.0)));
    }
    for output in 0..outputs {
        let mut above = Sequence::<Quad>::new();
        #[unroll]
        for quad in 0..quads {
            above.push(output_gradient(values, gradients, output * quads + quad, layer, comptime!(layout.clone())));
        }
        add_products(&sums, transposed, weights_at + output * inputs, &above, inputs, comptime!(layout.clone()));
    }
    #[unroll]
    for own in 0..each {
        let column = comptime!(own * layout.threads) + thread;
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

/// Sums in registers. An array would not do: browsers' compilers cannot prove that its indices are constant.
pub type Accumulators = Sequence<RuntimeCell<Quad>>;

#[cube]
pub fn add(sum: &RuntimeCell<Quad>, more: Quad) {
    sum.store(sum.read() + more);
}

/// Adds weight · value to the sums `[own columns, quads]` of a thread, for a row of `columns` weights that begins at `row`
/// and one value per vector of rows.
#[cube]
fn add_products(
    sums: &Accumulators,
    weights: &[f32],
    row: usize,
    values: &Sequence<Quad>,
    #[comptime] columns: usize,
    #[comptime] layout: NetLayout,
) {
    let quads = comptime!(layout.quads);
    #[unroll]
    for own in 0..comptime!(columns.div_ceil(layout.threads)) {
        let weight = Quad::new(weights[row + own_column(UNIT_POS as usize, own, columns, layout.threads)]);
        #[unroll]
        for quad in 0..quads {
            add(&sums[comptime!(own * quads + quad)], weight * values[quad]);
        }
    }
}

/// One column of the tile, in registers.
#[cube]
fn tile_column(values: &Shared<[Quad]>, at: usize, #[comptime] quads: usize) -> Sequence<Quad> {
    let mut column = Sequence::<Quad>::new();
    #[unroll]
    for quad in 0..quads {
        column.push(values[at + quad]);
    }
    column
}
