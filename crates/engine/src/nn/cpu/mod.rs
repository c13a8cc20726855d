//! Training on the CPU: a whole step in a few loops over room made once. No sum depends on the width of the vector
//! unit, nothing is fused, and exponentials are libm's, so every browser and every machine gets the same bits.

mod adam;
mod custom_loss;
mod dense;
mod gru;
mod judge;
mod product;
mod simd;
mod workspace;

use super::{LearningRate, Mlp, Objective, Order, Rows, TrainState};
pub use custom_loss::{BatchOutputs, CustomLossLearner};
use judge::{Batch, judge};

pub use adam::{Gradients, adam_step};
pub use gru::{Gru, GruShape, sigmoid, tanh};
pub use product::BLOCK;
pub use simd::with_simd;
pub use workspace::Workspace;

/// Room for the steps of one learner.
pub struct Cpu {
    net: Mlp,
    passes: Workspace,
}

impl Cpu {
    pub fn new(net: &Mlp, objective: &Objective, batch: usize) -> Self {
        let rows = if objective.marginal() { 2 * batch } else { batch };
        Self { net: net.clone(), passes: Workspace::new(net, rows) }
    }

    /// One step of every member on the `index`-th batch of `order`. `steps` is how many have been taken.
    #[expect(clippy::too_many_arguments, reason = "each is a thing of its own, and this is called from one place")]
    pub fn step(
        &mut self,
        state: &mut TrainState,
        objective: &Objective,
        rows: &Rows,
        weights: Option<&[f32]>,
        order: &Order,
        index: usize,
        rate: LearningRate,
        steps: u32,
    ) {
        let size = self.net.parameters();
        with_simd(
            #[inline(always)]
            || {
                for member in 0..self.net.members {
                    let span = order.span(index, member);
                    let drawn = if order.drawn.is_empty() { &[] } else { &order.drawn[span.clone()] };
                    let batch = Batch { rows, order: &order.rows[span], drawn, weights };
                    let place = member * size..(member + 1) * size;
                    let parameters = &mut state.parameters[place.clone()];
                    self.passes.load(parameters, true);
                    let count = gather(&mut self.passes, objective, &batch);
                    self.passes.forward(count);
                    let log_average = &mut state.log_averages[member];
                    state.losses[member] += judge(objective, &mut self.passes, &batch, member, log_average);
                    self.passes.backward(count);
                    let moments = (&mut state.first_moments[place.clone()], &mut state.second_moments[place]);
                    adam_step(&self.passes, parameters, moments, rate.at(steps), steps + 1, objective.clip);
                }
            },
        );
    }
}

/// Fills the network's inputs; returns how many rows there are.
#[inline(always)]
fn gather(passes: &mut Workspace, objective: &Objective, batch: &Batch) -> usize {
    for (place, &row) in batch.order.iter().enumerate() {
        passes.input(place).copy_from_slice(&batch.rows.row(row as usize)[objective.inputs.clone()]);
    }
    for (place, (&row, &style)) in batch.order.iter().zip(batch.drawn).enumerate() {
        let input = passes.input(batch.order.len() + place);
        input.copy_from_slice(&batch.rows.row(row as usize)[objective.inputs.clone()]);
        set_style(input, batch.rows.columns.styles, style as usize);
    }
    batch.order.len() + batch.drawn.len()
}

fn set_style(input: &mut [f32], styles: usize, style: usize) {
    input[..styles].fill(0.0);
    input[style] = 1.0;
}

/// Rows that are evaluated together.
const CHUNK: usize = 256;

/// A network that is only asked for outputs.
pub struct Forward {
    net: Mlp,
    passes: Workspace,
}

impl Forward {
    pub fn new(net: &Mlp) -> Self {
        Self { net: net.clone(), passes: Workspace::new(net, CHUNK) }
    }

    /// Outputs of one member's `parameters` for many rows of inputs: `inputs(row, place)` fills a row's place.
    pub fn outputs(&mut self, parameters: &[f32], rows: usize, mut inputs: impl FnMut(usize, &mut [f32])) -> Vec<f32> {
        let outputs = self.net.outputs();
        let mut all = Vec::with_capacity(rows * outputs);
        with_simd(
            #[inline(always)]
            || {
                self.passes.load(parameters, false);
                for from in (0..rows).step_by(CHUNK) {
                    let count = CHUNK.min(rows - from);
                    (0..count).for_each(|place| inputs(from + place, self.passes.input(place)));
                    self.passes.forward(count);
                    let width = self.passes.output_width();
                    let made = self.passes.outputs_and_gradients().0.chunks_exact(width).take(count);
                    made.for_each(|row| all.extend_from_slice(&row[..outputs]));
                }
            },
        );
        all
    }
}
