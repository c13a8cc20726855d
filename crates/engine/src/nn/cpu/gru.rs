//! A gated recurrent unit over windows of time, there and back:
//!   r = σ(x·Wᵣ + h·Uᵣ),  u = σ(x·Wᵤ + h·Uᵤ),  n = tanh(x·Wₙ + r ⊙ (h·Uₙ)),  h′ = (1 - u) ⊙ n + u ⊙ h,
//! each product with biases of its own. Rows are steps of several windows side by side: step 0 of all, step 1 of
//! all, ... All room is made once; exponentials are libm's, so the bits are the same everywhere.

use super::dense::Dense;
use super::product::BLOCK;
use crate::nn::Layer;

/// Sizes of a unit, and where its parameters begin in the row of a larger network's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GruShape {
    pub inputs: usize,
    /// A multiple of four, so that gates lie at whole vectors.
    pub hidden: usize,
    pub at: usize,
}

impl GruShape {
    pub fn new(inputs: usize, hidden: usize, at: usize) -> Self {
        Self { inputs, hidden: hidden.next_multiple_of(BLOCK), at }
    }

    /// Of what it sees, and of what it remembers: gates r, u and n side by side.
    pub fn layers(&self) -> [Layer; 2] {
        let seen = Layer { inputs: self.inputs, outputs: 3 * self.hidden, at: self.at };
        [seen, Layer { inputs: self.hidden, outputs: 3 * self.hidden, at: seen.end() }]
    }

    pub fn end(&self) -> usize {
        self.layers()[1].end()
    }
}

pub struct Gru {
    shape: GruShape,
    seen: Dense,
    kept: Dense,
    /// Whether it reads a window from its end.
    backwards: bool,
    /// Windows side by side, padded.
    windows: usize,
    /// `[rows, inputs padded]`.
    inputs: Vec<f32>,
    /// r, u, n of every row; before the gates are closed, what the inputs say.
    gates: Vec<f32>,
    /// h·Uₙ of every row.
    inner: Vec<f32>,
    /// h before the first step read, after it, ...: in the order of reading.
    states: Vec<f32>,
    recalled: Vec<f32>,
    /// Gradient of the gates' sums with respect to what is seen and what is kept.
    seen_slopes: Vec<f32>,
    kept_slopes: Vec<f32>,
    /// Gradient of the states, to be added to by whoever reads them.
    state_slopes: Vec<f32>,
    carried: Vec<f32>,
    below: Vec<f32>,
}

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// By the exponential: libm's own costs several times as much, and the difference is below 1e-6.
pub fn tanh(x: f32) -> f32 {
    2.0 * sigmoid(2.0 * x) - 1.0
}

impl Gru {
    pub fn new(shape: GruShape, backwards: bool, windows: usize, steps: usize) -> Self {
        let [seen, kept] = shape.layers().map(Dense::new);
        let (windows, hidden) = (windows.next_multiple_of(BLOCK), shape.hidden);
        let rows = windows * steps;
        let room = |width: usize| vec![0.0; rows * width];
        Self {
            backwards,
            windows,
            inputs: room(seen.wide_in),
            gates: room(3 * hidden),
            inner: room(hidden),
            states: vec![0.0; (rows + windows) * hidden],
            recalled: vec![0.0; windows * 3 * hidden],
            seen_slopes: room(3 * hidden),
            kept_slopes: room(3 * hidden),
            state_slopes: room(hidden),
            carried: vec![0.0; windows * hidden],
            below: room(seen.wide_in),
            shape,
            seen,
            kept,
        }
    }

    #[inline(always)]
    pub fn load(&mut self, parameters: &[f32], backward: bool) {
        self.seen.load(parameters, backward);
        self.kept.load(parameters, backward);
    }

    /// The inputs of one row, to be filled.
    #[inline(always)]
    pub fn input(&mut self, row: usize) -> &mut [f32] {
        let start = row * self.seen.wide_in;
        &mut self.inputs[start..start + self.shape.inputs]
    }

    /// Where the state after reading a row is kept, among the states.
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

    /// The place for the gradient of the state after reading a row.
    #[inline(always)]
    pub fn state_gradient(&mut self, row: usize) -> &mut [f32] {
        let hidden = self.shape.hidden;
        &mut self.state_slopes[row * hidden..(row + 1) * hidden]
    }

    /// The gradient of the inputs of one row, after `backward`.
    #[inline(always)]
    pub fn input_gradient(&self, row: usize) -> &[f32] {
        let start = row * self.seen.wide_in;
        &self.below[start..start + self.shape.inputs]
    }

    /// Reads `steps` steps. Rows where `mask` is zero leave the state at zero.
    #[inline(always)]
    pub fn forward(&mut self, steps: usize, mask: &[f32]) {
        let (hidden, windows) = (self.shape.hidden, self.windows);
        let rows = steps * windows;
        self.seen.forward(&self.inputs[..rows * self.seen.wide_in], &mut self.gates[..rows * 3 * hidden]);
        for read in 0..steps {
            let step = if self.backwards { steps - 1 - read } else { read };
            let (before, after) = self.states.split_at_mut((read + 1) * windows * hidden);
            let before = &before[read * windows * hidden..];
            self.kept.forward(before, &mut self.recalled);
            for window in 0..windows {
                let row = step * windows + window;
                let place = window * hidden..(window + 1) * hidden;
                close(
                    &mut self.gates[row * 3 * hidden..(row + 1) * 3 * hidden],
                    &self.recalled[window * 3 * hidden..(window + 1) * 3 * hidden],
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
        // What comes back through the step read later; in `recalled`'s place, since that is no longer wanted.
        self.recalled.fill(0.0);
        self.carried.fill(0.0);
        for read in (0..steps).rev() {
            let step = if self.backwards { steps - 1 - read } else { read };
            let before = &self.states[read * windows * hidden..(read + 1) * windows * hidden];
            let kept_rows = read * windows * 3 * hidden..(read + 1) * windows * 3 * hidden;
            let kept_slopes = &mut self.kept_slopes[kept_rows];
            for window in 0..windows {
                let row = step * windows + window;
                let place = window * hidden..(window + 1) * hidden;
                let wide = row * 3 * hidden..(row + 1) * 3 * hidden;
                open(
                    &self.gates[wide.clone()],
                    &self.inner[row * hidden..(row + 1) * hidden],
                    &before[place.clone()],
                    &self.state_slopes[row * hidden..(row + 1) * hidden],
                    &mut self.carried[place],
                    &mut self.seen_slopes[wide],
                    &mut kept_slopes[window * 3 * hidden..(window + 1) * 3 * hidden],
                    mask[row],
                );
            }
            let recalled = &mut self.recalled[..windows * hidden];
            self.kept.back(kept_slopes, recalled);
            self.carried.iter_mut().zip(recalled.iter()).for_each(|(sum, more)| *sum += more);
        }
        self.seen.clear();
        self.kept.clear();
        self.seen.learn(&self.inputs[..rows * self.seen.wide_in], &self.seen_slopes[..rows * 3 * hidden]);
        self.kept.learn(&self.states[..rows * hidden], &self.kept_slopes[..rows * 3 * hidden]);
        if inputs {
            self.seen.back(&self.seen_slopes[..rows * 3 * hidden], &mut self.below[..rows * self.seen.wide_in]);
        }
    }

    #[inline(always)]
    pub fn visit_gradients(&self, visit: &mut impl FnMut(usize, &[f32])) {
        self.seen.visit_gradients(visit);
        self.kept.visit_gradients(visit);
    }
}

/// One window's step: closes its gates and writes the state after it.
#[inline(always)]
fn close(gates: &mut [f32], recalled: &[f32], inner: &mut [f32], before: &[f32], after: &mut [f32], mask: f32) {
    let hidden = before.len();
    for i in 0..hidden {
        let r = sigmoid(gates[i] + recalled[i]);
        let u = sigmoid(gates[hidden + i] + recalled[hidden + i]);
        inner[i] = recalled[2 * hidden + i];
        let n = tanh(gates[2 * hidden + i] + r * inner[i]);
        gates[i] = r;
        gates[hidden + i] = u;
        gates[2 * hidden + i] = n;
        after[i] = mask * ((1.0 - u) * n + u * before[i]);
    }
}

/// The way back through one window's step. `carried` is the gradient of the state after it, and becomes the part of
/// the gradient of the state before it that does not go through the gates.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "each is a row of a table of its own, and this is called from one place")]
fn open(
    gates: &[f32],
    inner: &[f32],
    before: &[f32],
    slopes: &[f32],
    carried: &mut [f32],
    seen: &mut [f32],
    kept: &mut [f32],
    mask: f32,
) {
    let hidden = before.len();
    for i in 0..hidden {
        let (r, u, n) = (gates[i], gates[hidden + i], gates[2 * hidden + i]);
        let slope = mask * (carried[i] + slopes[i]);
        let new = slope * (1.0 - u) * (1.0 - n * n);
        let update = slope * (before[i] - n) * u * (1.0 - u);
        let reset = new * inner[i] * r * (1.0 - r);
        carried[i] = slope * u;
        seen[i] = reset;
        seen[hidden + i] = update;
        seen[2 * hidden + i] = new;
        kept[i] = reset;
        kept[hidden + i] = update;
        kept[2 * hidden + i] = new * r;
    }
}
