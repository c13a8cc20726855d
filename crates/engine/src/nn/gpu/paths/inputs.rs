//! The inputs of several steps, as the kernels read them.

use super::PathTrainer;
use super::layout::{PathLayout, SCALARS};
use crate::nn::PathStep;
use crate::nn::learner::AdamStep;

/// One table per buffer: `[training steps, members, quads, ..., 4 windows]`.
struct StepInputs {
    /// `[..., steps, 4]`: the row of every step of a window, and its weight in the loss, zero behind the window's end.
    order: Vec<u32>,
    loss_weights: Vec<f32>,
    /// `[..., SCALARS + latent, 4]`: see `SCALARS`, then the noise of the latents.
    latent_inputs: Vec<f32>,
}

impl StepInputs {
    fn new(steps: &[PathStep], layout: &PathLayout) -> Self {
        let quads = steps.len() * layout.all_quads();
        let rows = quads * layout.steps * 4;
        let mut inputs = Self {
            order: vec![0; rows],
            loss_weights: vec![0.0; rows],
            latent_inputs: vec![0.0; quads * layout.latent_inputs() * 4],
        };
        for (number, step) in steps.iter().enumerate() {
            for member in 0..step.seeds.len() {
                inputs.write(step, member, number * layout.all_quads() + member * layout.quads, layout);
            }
        }
        inputs
    }

    /// Writes one member's windows of one step, from the vector of windows `first` on.
    fn write(&mut self, step: &PathStep, member: usize, first: usize, layout: &PathLayout) {
        let (windows, noise) = &step.seeds[member];
        let pairs: usize = windows.iter().map(ExactSizeIterator::len).sum();
        let (count, pairs) = (windows.len().max(1) as f32, pairs.max(1) as f32);
        for (index, (window, noise)) in windows.iter().zip(noise.chunks(layout.latent)).enumerate() {
            let (quad, lane) = (first + index / 4, index % 4);
            for (step, row) in window.clone().enumerate() {
                let place = (quad * layout.steps + step) * 4 + lane;
                (self.order[place], self.loss_weights[place]) = (row as u32, 1.0 / count);
            }
            let mut set =
                |at: usize, value: f32| self.latent_inputs[(quad * layout.latent_inputs() + at) * 4 + lane] = value;
            set(0, 1.0 / window.len().max(1) as f32);
            set(1, step.kl_weight / count);
            noise.iter().enumerate().for_each(|(at, noise)| set(SCALARS + at, *noise));
        }
        for quad in first..first + layout.quads {
            let place = (quad * layout.latent_inputs() + 2) * 4;
            self.latent_inputs[place..place + 2].copy_from_slice(&[count / pairs, count]);
        }
    }
}

impl PathTrainer {
    /// Uploads the inputs of the next steps, in place of those that were left.
    pub fn upload(&mut self, steps: &[PathStep]) {
        let inputs = StepInputs::new(steps, &self.layout);
        let step_size = |step: &PathStep| {
            let AdamStep { step_size, correction } = AdamStep::new(step.rate, step.steps_taken + 1);
            [step_size, correction]
        };
        self.optimiser.step_sizes = self.gpu.upload_f32(&steps.iter().flat_map(step_size).collect::<Vec<f32>>());
        self.order = self.gpu.upload_u32(&inputs.order);
        self.loss_weights = self.gpu.upload_f32(&inputs.loss_weights);
        self.latent_inputs = self.gpu.upload_f32(&inputs.latent_inputs);
        self.optimiser.counters = self.gpu.upload_u32(&[0, 0, 0]);
        self.uploaded = steps.len();
    }
}
