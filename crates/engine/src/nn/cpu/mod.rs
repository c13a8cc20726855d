//! Training on the CPU: a step is a few loops over memory that is allocated once. No sum depends on the width of the
//! vector instructions, nothing is fused, and exponentials are libm's, so every browser and every machine computes the
//! same bits.

mod adam;
mod convolution;
mod custom_loss;
mod dense;
mod encode;
mod gru;
mod loss;
mod patches;
mod product;
mod simd;
mod workspace;

use std::sync::Arc;

use super::device::TrainStep;
use super::{Mlp, Objective, TrainState};
use loss::{Batch, batch_loss};
use worlds::data::Pictures;

pub use adam::{Gradients, adam_step};
pub use custom_loss::{BatchOutputs, CustomLossLearner};
pub use encode::{ConvolutionPair, encode_rows};
pub use gru::{Gru, GruShape, sigmoid, tanh};
pub use product::BLOCK;
pub use simd::with_simd;
pub use workspace::Workspace;

/// One learner on the CPU.
pub struct CpuTrainer {
    net: Mlp,
    workspace: Workspace,
}

impl CpuTrainer {
    pub fn new(net: &Mlp, objective: &Objective, batch: usize, pictures: Option<&Arc<Pictures>>) -> Self {
        let rows = if objective.marginal() { 2 * batch } else { batch };
        Self { net: net.clone(), workspace: Workspace::new(net, rows).with_pictures(net, pictures) }
    }

    /// Takes one step of every member.
    pub fn step(&mut self, state: &mut TrainState, objective: &Objective, step: &TrainStep) {
        let size = self.net.parameters();
        let (order, rate) = (step.order, step.rate.at(step.steps_taken));
        with_simd(
            #[inline(always)]
            || {
                for member in 0..self.net.members {
                    let span = order.span(step.index, member);
                    let drawn = if order.drawn.is_empty() { &[] } else { &order.drawn[span.clone()] };
                    let batch = Batch { rows: step.rows, order: &order.rows[span], drawn, weights: step.weights };
                    let place = member * size..(member + 1) * size;
                    let parameters = &mut state.parameters[place.clone()];
                    self.workspace.load(parameters, true);
                    let count = gather(&mut self.workspace, objective, &batch);
                    self.workspace.forward(count);
                    let log_average = &mut state.log_averages[member];
                    state.losses[member] += batch_loss(objective, &mut self.workspace, &batch, member, log_average);
                    self.workspace.backward(count);
                    let moments = (&mut state.first_moments[place.clone()], &mut state.second_moments[place]);
                    adam_step(&self.workspace, parameters, moments, rate, step.steps_taken + 1, objective.clip);
                }
            },
        );
    }
}

/// Fills the network's inputs; returns the number of rows.
#[inline(always)]
fn gather(workspace: &mut Workspace, objective: &Objective, batch: &Batch) -> usize {
    workspace.set_distinct(batch.order.len());
    for (place, &row) in batch.order.iter().enumerate() {
        workspace.input(place).copy_from_slice(&batch.rows.row(row as usize)[objective.inputs.clone()]);
    }
    for (place, (&row, &style)) in batch.order.iter().zip(batch.drawn).enumerate() {
        let input = workspace.input(batch.order.len() + place);
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

/// A network without training: the forward pass only.
pub struct Forward {
    net: Mlp,
    workspace: Workspace,
}

impl Forward {
    pub fn new(net: &Mlp) -> Self {
        Self::seeing(net, None)
    }

    /// The same for a network that may see, with the pictures that its rows name.
    pub fn seeing(net: &Mlp, pictures: Option<&Arc<Pictures>>) -> Self {
        Self { net: net.clone(), workspace: Workspace::new(net, CHUNK).with_pictures(net, pictures) }
    }

    /// The outputs `[rows, outputs]` of one member's `parameters`; `inputs(row, place)` fills the inputs of a row.
    pub fn outputs(&mut self, parameters: &[f32], rows: usize, mut inputs: impl FnMut(usize, &mut [f32])) -> Vec<f32> {
        let outputs = self.net.outputs();
        let mut all = Vec::with_capacity(rows * outputs);
        with_simd(
            #[inline(always)]
            || {
                self.workspace.load(parameters, false);
                for from in (0..rows).step_by(CHUNK) {
                    let count = CHUNK.min(rows - from);
                    (0..count).for_each(|place| inputs(from + place, self.workspace.input(place)));
                    self.workspace.forward(count);
                    let width = self.workspace.output_width();
                    let rows = self.workspace.outputs_and_gradients().0.chunks_exact(width).take(count);
                    rows.for_each(|row| all.extend_from_slice(&row[..outputs]));
                }
            },
        );
        all
    }
}
