//! A network in training whose loss the caller computes, for objectives that are not a sum over the rows of one table.
//! Always on the CPU, by the same passes as every other network there.

use super::adam::adam_step;
use super::simd::with_simd;
use super::workspace::Workspace;
use crate::nn::{Bundle, Mlp, SnapshotError, TrainState};

/// The largest gradient norm: these losses depend on networks that change during training, and can jump.
const CLIP: f32 = 1.0;

pub struct CustomLossLearner {
    pub net: Mlp,
    pub state: TrainState,
    pub steps: u32,
    workspace: Workspace,
    /// Steps since the losses were last taken.
    summed: u32,
}

/// The outputs of a batch, and the place of the loss's gradient with respect to them, which begins as zero.
pub struct BatchOutputs<'a> {
    outputs: &'a [f32],
    gradients: &'a mut [f32],
    width: usize,
    used: usize,
}

impl BatchOutputs<'_> {
    /// The outputs of a row, and the place of their gradient: `[outputs]` each.
    #[inline(always)]
    pub fn row(&mut self, row: usize) -> (&[f32], &mut [f32]) {
        let place = row * self.width..row * self.width + self.used;
        (&self.outputs[place.clone()], &mut self.gradients[place])
    }
}

impl CustomLossLearner {
    /// Members are initialised from the streams of their seeds. Batches have up to `rows` rows.
    pub fn new(net: Mlp, purpose: &str, seeds: &[u64], rows: usize) -> Self {
        let state = TrainState::new(&net, net.init(purpose, seeds));
        Self { workspace: Workspace::new(&net, rows), net, state, steps: 0, summed: 0 }
    }

    /// One step of every member on `rows` rows. `input(member, row, place)` fills the inputs of a row;
    /// `loss(member, outputs)` returns the loss and writes its gradient.
    #[inline(always)]
    pub fn step(
        &mut self,
        rows: usize,
        rate: f32,
        mut input: impl FnMut(usize, usize, &mut [f32]),
        mut loss: impl FnMut(usize, &mut BatchOutputs) -> f32,
    ) {
        let (size, used) = (self.net.parameters(), self.net.outputs());
        with_simd(
            #[inline(always)]
            || {
                for member in 0..self.net.members {
                    let place = member * size..(member + 1) * size;
                    let parameters = &mut self.state.parameters[place.clone()];
                    self.workspace.load(parameters, true);
                    (0..rows).for_each(|row| input(member, row, self.workspace.input(row)));
                    self.workspace.forward(rows);
                    let width = self.workspace.output_width();
                    let (outputs, gradients) = self.workspace.outputs_and_gradients();
                    gradients.fill(0.0);
                    self.state.losses[member] += loss(member, &mut BatchOutputs { outputs, gradients, width, used });
                    self.workspace.backward(rows);
                    let moments = (&mut self.state.first_moments[place.clone()], &mut self.state.second_moments[place]);
                    adam_step(&self.workspace, parameters, moments, rate, self.steps + 1, Some(CLIP));
                }
            },
        );
        self.steps += 1;
        self.summed += 1;
    }

    /// Mean loss of each member since this was last called.
    pub fn take_losses(&mut self) -> Vec<f32> {
        self.state.take_losses(std::mem::take(&mut self.summed))
    }

    /// Parameters of one member.
    pub fn member(&self, member: usize) -> &[f32] {
        self.state.member(&self.net, member)
    }

    pub fn save(&self, name: &str, bundle: &mut Bundle) {
        self.state.save(name, &self.net, (self.steps, self.summed), bundle);
    }

    pub fn restore(&mut self, name: &str, bundle: &Bundle) -> Result<(), SnapshotError> {
        (self.state, self.steps) = TrainState::restore(name, &self.net, bundle)?;
        self.summed = self.state.restore_losses(name, bundle)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Forward;
    use super::*;

    /// Fits a line by a loss that is computed here; the two members have different targets.
    #[test]
    fn a_loss_of_the_callers_own_is_minimised() {
        let mut learner = CustomLossLearner::new(Mlp::new(2, [1, 8, 1]), "test", &[1, 2], 16);
        let x = |row: usize| row as f32 / 8.0 - 1.0;
        for step in 0..400 {
            learner.step(
                16,
                0.02,
                |_, row, input| input[0] = x(row),
                |member, outputs| {
                    let mut loss = 0.0;
                    for row in 0..16 {
                        let target = if member == 0 { 2.0 * x(row) } else { -x(row) };
                        let (output, gradient) = outputs.row(row);
                        gradient[0] = (output[0] - target) / 16.0;
                        loss += 0.5 * (output[0] - target) * gradient[0];
                    }
                    loss
                },
            );
            if step == 0 {
                assert!(learner.take_losses().iter().all(|loss| *loss > 0.05));
            }
        }
        learner.take_losses();
        let mut bundle = Bundle::default();
        learner.save("line", &mut bundle);
        let mut other = CustomLossLearner::new(Mlp::new(2, [1, 8, 1]), "test", &[3, 4], 16);
        other.restore("line", &bundle).unwrap();
        assert_eq!((other.steps, &other.state), (400, &learner.state));
        for (member, at_half) in [(0, 1.0), (1, -0.5)] {
            let outputs = Forward::new(&other.net).outputs(other.member(member), 1, |_, input| input[0] = 0.5);
            assert!((outputs[0] - at_half).abs() < 0.1, "{outputs:?} for {at_half}");
        }
    }
}
