//! A gated recurrent unit (GRU) over windows of steps, forward and backward:
//!   r = σ(x·Wᵣ + h·Uᵣ),  u = σ(x·Wᵤ + h·Uᵤ),  n = tanh(x·Wₙ + r ⊙ (h·Uₙ)),  h′ = (1 - u) ⊙ n + u ⊙ h,
//! each product with biases of its own. Rows are the steps of several windows, `[steps, windows]`: step 0 of all windows,
//! step 1 of all, ... All memory is allocated once; exponentials are libm's, so the bits are the same everywhere.

use super::dense::Dense;
use super::product::BLOCK;
use crate::nn::Layer;

/// The sizes of a unit, and the offset of its parameters among those of a larger network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GruShape {
    pub inputs: usize,
    /// A multiple of [`BLOCK`], so that every gate begins at a whole vector.
    pub hidden: usize,
    pub at: usize,
}

impl GruShape {
    pub fn new(inputs: usize, hidden: usize, at: usize) -> Self {
        Self { inputs, hidden: hidden.next_multiple_of(BLOCK), at }
    }

    /// The layers W of its input and U of its state. Their outputs are `[3, hidden]`: the gates r, u and n.
    pub fn layers(&self) -> [Layer; 2] {
        let input = Layer { inputs: self.inputs, outputs: 3 * self.hidden, at: self.at };
        [input, Layer { inputs: self.hidden, outputs: 3 * self.hidden, at: input.end() }]
    }

    pub fn end(&self) -> usize {
        self.layers()[1].end()
    }
}

pub struct Gru {
    shape: GruShape,
    input_layer: Dense,
    state_layer: Dense,
    /// Whether windows are read from their end.
    backwards: bool,
    /// Windows side by side, padded to whole blocks.
    windows: usize,
    /// `[rows, padded inputs]`.
    inputs: Vec<f32>,
    /// r, u, n: `[rows, 3, hidden]`. First the products of the inputs, then the gates.
    gates: Vec<f32>,
    /// h·Uₙ: `[rows, hidden]`.
    inner: Vec<f32>,
    /// h before the first step, after it, ... in the order of reading: `[steps + 1, windows, hidden]`.
    states: Vec<f32>,
    /// The products of the state of one step: `[windows, 3, hidden]`.
    state_products: Vec<f32>,
    /// The gradients of the products of the inputs and of the state: `[rows, 3, hidden]`.
    input_product_gradients: Vec<f32>,
    state_product_gradients: Vec<f32>,
    /// The gradient of the states from outside the unit: `[rows, hidden]`.
    state_gradients: Vec<f32>,
    /// The gradient of the state after a step from all later steps: `[windows, hidden]`.
    carried: Vec<f32>,
    /// `[rows, padded inputs]`.
    input_gradients: Vec<f32>,
}

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// 2 σ(2x) - 1: libm's tanh takes several times as long, and differs by less than 1e-6.
pub fn tanh(x: f32) -> f32 {
    2.0 * sigmoid(2.0 * x) - 1.0
}

impl Gru {
    /// For up to `windows` windows of up to `steps` steps.
    pub fn new(shape: GruShape, backwards: bool, windows: usize, steps: usize) -> Self {
        let [input_layer, state_layer] = shape.layers().map(Dense::new);
        let (windows, hidden) = (windows.next_multiple_of(BLOCK), shape.hidden);
        let rows = windows * steps;
        let table = |width: usize| vec![0.0; rows * width];
        Self {
            backwards,
            windows,
            inputs: table(input_layer.wide_in),
            gates: table(3 * hidden),
            inner: table(hidden),
            states: vec![0.0; (rows + windows) * hidden],
            state_products: vec![0.0; windows * 3 * hidden],
            input_product_gradients: table(3 * hidden),
            state_product_gradients: table(3 * hidden),
            state_gradients: table(hidden),
            carried: vec![0.0; windows * hidden],
            input_gradients: table(input_layer.wide_in),
            shape,
            input_layer,
            state_layer,
        }
    }

    /// Copies its part of a member's parameters. Without `backward`, only the forward pass can follow.
    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        self.input_layer.load(parameters, backward);
        self.state_layer.load(parameters, backward);
    }

    /// The inputs of one row, to be filled.
    #[inline(always)]
    pub fn input(&mut self, row: usize) -> &mut [f32] {
        let start = row * self.input_layer.wide_in;
        &mut self.inputs[start..start + self.shape.inputs]
    }

    /// The index in `states` of the state after reading a row.
    fn after(&self, row: usize, steps: usize) -> usize {
        let (step, window) = (row / self.windows, row % self.windows);
        let read = if self.backwards { steps - 1 - step } else { step };
        (read + 1) * self.windows + window
    }

    /// The state after reading a row.
    #[inline(always)]
    pub fn state(&self, row: usize, steps: usize) -> &[f32] {
        let (place, hidden) = (self.after(row, steps), self.shape.hidden);
        &self.states[place * hidden..(place + 1) * hidden]
    }

    /// The place of the gradient of the state after reading a row, from outside the unit.
    #[inline(always)]
    pub fn state_gradient(&mut self, row: usize) -> &mut [f32] {
        let hidden = self.shape.hidden;
        &mut self.state_gradients[row * hidden..(row + 1) * hidden]
    }

    /// The gradient of the inputs of one row, after `backward`.
    #[inline(always)]
    pub fn input_gradient(&self, row: usize) -> &[f32] {
        let start = row * self.input_layer.wide_in;
        &self.input_gradients[start..start + self.shape.inputs]
    }

    /// Reads `steps` steps. `mask` is `[steps, windows]`; the state is zero after steps where it is zero.
    #[inline(always)]
    pub fn forward(&mut self, steps: usize, mask: &[f32]) {
        let (hidden, windows) = (self.shape.hidden, self.windows);
        let rows = steps * windows;
        let inputs = &self.inputs[..rows * self.input_layer.wide_in];
        self.input_layer.forward(inputs, &mut self.gates[..rows * 3 * hidden]);
        for read in 0..steps {
            let step = if self.backwards { steps - 1 - read } else { read };
            let (before, after) = self.states.split_at_mut((read + 1) * windows * hidden);
            let before = &before[read * windows * hidden..];
            self.state_layer.forward(before, &mut self.state_products);
            for window in 0..windows {
                let row = step * windows + window;
                let place = window * hidden..(window + 1) * hidden;
                gates_forward(
                    &mut self.gates[row * 3 * hidden..(row + 1) * 3 * hidden],
                    &self.state_products[window * 3 * hidden..(window + 1) * 3 * hidden],
                    &mut self.inner[row * hidden..(row + 1) * hidden],
                    &before[place.clone()],
                    &mut after[place],
                    mask[row],
                );
            }
        }
    }

    /// From the gradient of the states to that of the parameters and, with `inputs`, of the inputs.
    #[inline(always)]
    pub fn backward(&mut self, steps: usize, mask: &[f32], inputs: bool) {
        let (hidden, windows) = (self.shape.hidden, self.windows);
        let rows = steps * windows;
        self.carried.fill(0.0);
        for read in (0..steps).rev() {
            let step = if self.backwards { steps - 1 - read } else { read };
            let before = &self.states[read * windows * hidden..(read + 1) * windows * hidden];
            let product_rows = read * windows * 3 * hidden..(read + 1) * windows * 3 * hidden;
            let product_gradients = &mut self.state_product_gradients[product_rows];
            for window in 0..windows {
                let row = step * windows + window;
                let place = window * hidden..(window + 1) * hidden;
                let wide = row * 3 * hidden..(row + 1) * 3 * hidden;
                gates_backward(
                    &self.gates[wide.clone()],
                    &self.inner[row * hidden..(row + 1) * hidden],
                    &before[place.clone()],
                    &self.state_gradients[row * hidden..(row + 1) * hidden],
                    &mut self.carried[place],
                    &mut self.input_product_gradients[wide],
                    &mut product_gradients[window * 3 * hidden..(window + 1) * 3 * hidden],
                    mask[row],
                );
            }
            // The forward pass no longer needs the products, so their memory is used again.
            let through_gates = &mut self.state_products[..windows * hidden];
            self.state_layer.backward(product_gradients, through_gates);
            self.carried.iter_mut().zip(through_gates.iter()).for_each(|(sum, more)| *sum += more);
        }
        self.input_layer.clear_gradient();
        self.state_layer.clear_gradient();
        let input_rows = ..rows * self.input_layer.wide_in;
        let gradients = &self.input_product_gradients[..rows * 3 * hidden];
        self.input_layer.add_gradient(&self.inputs[input_rows], gradients);
        let state_gradients = &self.state_product_gradients[..rows * 3 * hidden];
        self.state_layer.add_gradient(&self.states[..rows * hidden], state_gradients);
        if inputs {
            self.input_layer.backward(gradients, &mut self.input_gradients[input_rows]);
        }
    }

    /// Calls `visit` with the offset and the gradient of consecutive parameters, until all were visited.
    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        self.input_layer.visit_gradients(visit);
        self.state_layer.visit_gradients(visit);
    }
}

/// One step of one window: from the products of the input (in `gates`) and of the state to the gates and the state after.
#[inline(always)]
fn gates_forward(gates: &mut [f32], products: &[f32], inner: &mut [f32], before: &[f32], after: &mut [f32], mask: f32) {
    let hidden = before.len();
    for i in 0..hidden {
        let r = sigmoid(gates[i] + products[i]);
        let u = sigmoid(gates[hidden + i] + products[hidden + i]);
        inner[i] = products[2 * hidden + i];
        let n = tanh(gates[2 * hidden + i] + r * inner[i]);
        gates[i] = r;
        gates[hidden + i] = u;
        gates[2 * hidden + i] = n;
        after[i] = mask * ((1.0 - u) * n + u * before[i]);
    }
}

/// One step of one window backward. `outside` and `carried` are the gradient of the state after the step, from outside the
/// unit and from later steps; `carried` becomes the part of the gradient of the state before that does not go through the
/// gates. Writes the gradients of the products of the input and of the state.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "each is a row of another table, and there is one call")]
fn gates_backward(
    gates: &[f32],
    inner: &[f32],
    before: &[f32],
    outside: &[f32],
    carried: &mut [f32],
    input_products: &mut [f32],
    state_products: &mut [f32],
    mask: f32,
) {
    let hidden = before.len();
    for i in 0..hidden {
        let (r, u, n) = (gates[i], gates[hidden + i], gates[2 * hidden + i]);
        let gradient = mask * (carried[i] + outside[i]);
        let new = gradient * (1.0 - u) * (1.0 - n * n);
        let update = gradient * (before[i] - n) * u * (1.0 - u);
        let reset = new * inner[i] * r * (1.0 - r);
        carried[i] = gradient * u;
        input_products[i] = reset;
        input_products[hidden + i] = update;
        input_products[2 * hidden + i] = new;
        state_products[i] = reset;
        state_products[hidden + i] = update;
        state_products[2 * hidden + i] = new * r;
    }
}
