//! What steps are taken from, as the kernels read it.

use super::PathTrainee;
use super::plan::{PathPlan, SAID};
use crate::nn::PathStep;
use crate::nn::learner::Step;

/// All steps one after the other; of each, member after member, four windows after the other.
struct Script {
    /// The row of every step of the four windows, and its share in the loss: none where a window has ended.
    order: Vec<u32>,
    shares: Vec<f32>,
    /// See `SAID`; the noise of the latents follows.
    said: Vec<f32>,
}

impl Script {
    fn new(steps: &[PathStep], plan: &PathPlan) -> Self {
        let fours = steps.len() * plan.all_fours();
        let rows = fours * plan.steps * 4;
        let mut script =
            Self { order: vec![0; rows], shares: vec![0.0; rows], said: vec![0.0; fours * plan.script() * 4] };
        for (number, step) in steps.iter().enumerate() {
            for member in 0..step.seeds.len() {
                script.write(step, member, number * plan.all_fours() + member * plan.fours, plan);
            }
        }
        script
    }

    /// A member's windows of one step, whose first four are the `first`-th of all.
    fn write(&mut self, step: &PathStep, member: usize, first: usize, plan: &PathPlan) {
        let (windows, noise) = &step.seeds[member];
        let pairs: usize = windows.iter().map(ExactSizeIterator::len).sum();
        let (count, pairs) = (windows.len().max(1) as f32, pairs.max(1) as f32);
        for (index, (window, noise)) in windows.iter().zip(noise.chunks(plan.latent)).enumerate() {
            let (four, lane) = (first + index / 4, index % 4);
            for (step, row) in window.clone().enumerate() {
                let place = (four * plan.steps + step) * 4 + lane;
                (self.order[place], self.shares[place]) = (row as u32, 1.0 / count);
            }
            let mut say = |at: usize, value: f32| self.said[(four * plan.script() + at) * 4 + lane] = value;
            say(0, 1.0 / window.len().max(1) as f32);
            say(1, step.weight / count);
            noise.iter().enumerate().for_each(|(at, noise)| say(SAID + at, *noise));
        }
        for four in first..first + plan.fours {
            let place = (four * plan.script() + 2) * 4;
            self.said[place..place + 2].copy_from_slice(&[count / pairs, count]);
        }
    }
}

impl PathTrainee {
    /// Uploads all that some steps are taken from.
    pub fn prepare(&mut self, steps: &[PathStep]) {
        let script = Script::new(steps, &self.plan);
        let dial = |step: &PathStep| {
            let Step { rate, correction } = Step::new(step.rate, step.taken + 1);
            [rate, correction]
        };
        self.dials = self.gpu.floats(&steps.iter().flat_map(dial).collect::<Vec<f32>>());
        self.order = self.gpu.wholes(&script.order);
        self.shares = self.gpu.floats(&script.shares);
        self.script = self.gpu.floats(&script.said);
        self.clock = self.gpu.wholes(&[0, 0, 0]);
        self.left = steps.len();
    }
}
