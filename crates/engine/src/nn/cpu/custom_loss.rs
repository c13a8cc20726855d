//! A network in training whose owner works out the loss, row by row or all at once: for objectives that are no sum over
//! the rows of one table. Always on the CPU, by the same passes as every other network there.

use super::adam;
use super::simd::with_simd;
use super::workspace::Workspace;
use crate::nn::{Bundle, Mlp, SnapshotError, TrainState};

/// Longer gradients are shortened to this: what such losses are judged by changes under way.
const CLIP: f32 = 1.0;

pub struct CustomLossLearner {
    pub net: Mlp,
    pub state: TrainState,
    pub steps: u32,
    passes: Workspace,
    /// Steps since the losses were last taken.
    summed: u32,
}

/// Outputs of a batch, and where the gradient of the loss with respect to them goes: zero unless written.
pub struct BatchOutputs<'a> {
    outputs: &'a [f32],
    slopes: &'a mut [f32],
    width: usize,
    used: usize,
}

impl BatchOutputs<'_> {
    #[inline(always)]
    pub fn row(&mut self, row: usize) -> (&[f32], &mut [f32]) {
        let place = row * self.width..row * self.width + self.used;
        (&self.outputs[place.clone()], &mut self.slopes[place])
    }
}

impl CustomLossLearner {
    /// Members from their seeds' streams, with room for batches of up to `rows` rows.
    pub fn new(net: Mlp, purpose: &str, seeds: &[u64], rows: usize) -> Self {
        let state = TrainState::new(&net, net.init(purpose, seeds));
        Self { passes: Workspace::new(&net, rows), net, state, steps: 0, summed: 0 }
    }

    /// One step of every member on `rows` rows: `input(member, row, place)` fills a row's inputs, `judge(member, judged)`
    /// returns the loss and leaves its gradient.
    #[inline(always)]
    pub fn step(
        &mut self,
        rows: usize,
        rate: f32,
        mut input: impl FnMut(usize, usize, &mut [f32]),
        mut judge: impl FnMut(usize, &mut BatchOutputs) -> f32,
    ) {
        let (size, used) = (self.net.parameters(), self.net.outputs());
        with_simd(
            #[inline(always)]
            || {
                for member in 0..self.net.members {
                    let place = member * size..(member + 1) * size;
                    let parameters = &mut self.state.parameters[place.clone()];
                    self.passes.load(parameters, true);
                    (0..rows).for_each(|row| input(member, row, self.passes.input(row)));
                    self.passes.forward(rows);
                    let width = self.passes.output_width();
                    let (outputs, slopes) = self.passes.outputs_and_gradients();
                    slopes.fill(0.0);
                    self.state.losses[member] += judge(member, &mut BatchOutputs { outputs, slopes, width, used });
                    self.passes.backward(rows);
                    let moments = (&mut self.state.first_moments[place.clone()], &mut self.state.second_moments[place]);
                    adam::adam_step(&self.passes, parameters, moments, rate, self.steps + 1, Some(CLIP));
                }
            },
        );
        self.steps += 1;
        self.summed += 1;
    }

    /// Mean loss of each member since this was last called.
    pub fn take_losses(&mut self) -> Vec<f32> {
        let steps = self.summed.max(1) as f32;
        self.summed = 0;
        let take = |sum: &mut f32| std::mem::take(sum) / steps;
        self.state.losses.iter_mut().map(take).collect()
    }

    pub fn member(&self, member: usize) -> &[f32] {
        self.state.member(&self.net, member)
    }

    pub fn save(&self, name: &str, bundle: &mut Bundle) {
        self.state.save(name, &self.net, self.steps, bundle);
    }

    pub fn restore(&mut self, name: &str, bundle: &Bundle) -> Result<(), SnapshotError> {
        (self.state, self.steps) = TrainState::restore(name, &self.net, bundle)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fits a line, its loss worked out here; two members learn apart.
    #[test]
    fn a_loss_of_ones_own_is_descended() {
        let mut freehand = CustomLossLearner::new(Mlp::new(2, [1, 8, 1]), "freehand", &[1, 2], 16);
        let x = |row: usize| row as f32 / 8.0 - 1.0;
        for step in 0..400 {
            freehand.step(
                16,
                0.02,
                |_, row, input| input[0] = x(row),
                |member, judged| {
                    let mut loss = 0.0;
                    for row in 0..16 {
                        let target = if member == 0 { 2.0 * x(row) } else { -x(row) };
                        let (output, slope) = judged.row(row);
                        slope[0] = (output[0] - target) / 16.0;
                        loss += 0.5 * (output[0] - target) * slope[0];
                    }
                    loss
                },
            );
            if step == 0 {
                assert!(freehand.take_losses().iter().all(|loss| *loss > 0.05));
            }
        }
        freehand.take_losses();
        let mut bundle = Bundle::default();
        freehand.save("line", &mut bundle);
        let mut other = CustomLossLearner::new(Mlp::new(2, [1, 8, 1]), "freehand", &[3, 4], 16);
        other.restore("line", &bundle).unwrap();
        assert_eq!((other.steps, &other.state), (400, &freehand.state));
        for (member, at_half) in [(0, 1.0), (1, -0.5)] {
            let made =
                super::super::Forward::new(&other.net).outputs(other.member(member), 1, |_, input| input[0] = 0.5);
            assert!((made[0] - at_half).abs() < 0.1, "{made:?} for {at_half}");
        }
    }
}
