//! The networks that the policy's reward comes from. The discriminator D separates demonstrated pairs from those of
//! rollouts: min -E_demo[log D] - E_π[log(1-D)] + γ/2 E[(∂D along the difference of two pairs)²].
//! The posterior q guesses the code of a rollout's pair: min -E_π[log q(z|s,a)]; where codes are labels, the label of a
//! demonstrated pair: min -E_demo[log q(z|s,a)].
//!
//! The gradient penalty keeps D smooth enough for the policy to learn from. It is a finite difference, which takes one
//! more forward pass instead of second derivatives, along differences of demonstrated pairs, so that the gradient is
//! measured in the units in which pairs differ.

use super::adversarial::AdversarialConfig;
use super::rollouts::RolloutData;
use crate::estimators::decorrelate;
use crate::nn::names;
use crate::nn::{BatchOutputs, Bundle, Columns, CustomLossLearner, Forward, Mlp, Rows, SnapshotError, log_sum_exp};
use worlds::data::Rng;

/// Length of the finite difference, in the units in which pairs differ.
const STEP_LENGTH: f32 = 0.1;
/// Demonstrated pairs that the first layers are whitened by.
const WHITENING_ROWS: usize = 2000;

pub struct RewardModels {
    pub discriminator: CustomLossLearner,
    pub posterior: CustomLossLearner,
    columns: Columns,
    batch: usize,
}

/// log(1 + e^x).
fn softplus(x: f32) -> f32 {
    x.max(0.0) + libm::log1pf(libm::expf(-x.abs()))
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

impl RewardModels {
    pub fn new(rows: &Rows, hidden: usize, batch: usize) -> Self {
        let (columns, seeds) = (rows.columns, rows.seeds());
        let fresh = |outputs: usize, purpose: &str, room: usize| {
            let net = Mlp::new(seeds.len(), [columns.pair().len(), hidden, hidden, outputs]);
            let mut learner = CustomLossLearner::new(net, purpose, &seeds, room);
            let size = learner.net.parameters();
            for (parameters, split) in learner.state.parameters.chunks_exact_mut(size).zip(&rows.splits) {
                let mut rng = Rng::stream(split.seed, "infogail sample", 0);
                let some = (0..WHITENING_ROWS).map(|_| split.train.start + rng.below(split.train.len()));
                let some: Vec<Vec<f32>> = some.map(|row| rows.row(row)[columns.pair()].to_vec()).collect();
                decorrelate(parameters, columns.pair().len(), hidden, &some);
            }
            learner
        };
        Self {
            discriminator: fresh(1, "infogail critic", 4 * batch),
            posterior: fresh(columns.styles, "infogail posterior", batch),
            columns,
            batch,
        }
    }

    /// One step of both, on the `number`-th draw from demonstrations and rollouts.
    pub fn step(&mut self, rows: &Rows, data: &[RolloutData], number: u64, config: &AdversarialConfig) {
        let AdversarialConfig { discriminator_rate: rate, penalty, labelled, .. } = *config;
        let (batch, pair, width) = (self.batch, self.columns.pair(), self.columns.width());
        let drawn: Vec<RewardBatch> =
            (0..data.len()).map(|seed| RewardBatch::new(self, rows, data, seed, number)).collect();
        self.discriminator.step(
            4 * batch,
            rate,
            |seed, row, input| input.copy_from_slice(&drawn[seed].pairs[row * pair.len()..(row + 1) * pair.len()]),
            |_, outputs| discriminator_gradient(outputs, batch, penalty),
        );
        // Codes or labels stand first in a row, of rollouts and of demonstrations alike.
        let coded = |seed: usize, row: usize| match labelled {
            true => rows.row(drawn[seed].shown[row]),
            false => &data[seed].rows[drawn[seed].rolled_out[row] * width..][..width],
        };
        let styles = self.columns.styles;
        self.posterior.step(
            batch,
            rate,
            |seed, row, input| input.copy_from_slice(&coded(seed, row)[pair.clone()]),
            |seed, outputs| {
                let of_row = |row| {
                    let (outputs, gradient) = outputs.row(row);
                    let codes = &coded(seed, row)[..styles];
                    crate::nn::categorical_gradient(outputs, codes, 1.0 / batch as f32, gradient) / batch as f32
                };
                (0..batch).map(of_row).sum()
            },
        );
    }

    /// -log(1-D(s,a)) and log q(z|s,a) of each rollout pair of a seed, nats.
    pub fn reward_terms(&self, seed: usize, data: &RolloutData) -> Vec<(f32, f32)> {
        let (pair, width, styles) = (self.columns.pair(), self.columns.width(), self.columns.styles);
        let count = data.nll.len();
        let input = |row: usize, input: &mut [f32]| input.copy_from_slice(&data.rows[row * width..][pair.clone()]);
        let logits = Forward::new(&self.discriminator.net).outputs(self.discriminator.member(seed), count, input);
        let guesses = Forward::new(&self.posterior.net).outputs(self.posterior.member(seed), count, input);
        let codes = data.rows.chunks_exact(width).map(|row| crate::nn::style_of(row, styles));
        let log_q = guesses.chunks_exact(styles).zip(codes);
        let log_q = log_q.map(|(guess, code)| guess[code] - log_sum_exp(guess.iter().copied()));
        logits.into_iter().map(softplus).zip(log_q).collect()
    }

    /// Share of a seed's rollout pairs whose code q guesses.
    pub fn accuracy(&self, seed: usize, data: &RolloutData) -> f32 {
        let (pair, width, styles) = (self.columns.pair(), self.columns.width(), self.columns.styles);
        let count = data.nll.len();
        let guesses = Forward::new(&self.posterior.net).outputs(self.posterior.member(seed), count, |row, input| {
            input.copy_from_slice(&data.rows[row * width..][pair.clone()]);
        });
        let codes = data.rows.chunks_exact(width).map(|row| crate::nn::style_of(row, styles));
        let right = guesses.chunks_exact(styles).zip(codes);
        let right = right.filter(|(guess, code)| guess.iter().all(|other| *other <= guess[*code])).count();
        right as f32 / count.max(1) as f32
    }

    pub fn save(&self, bundle: &mut Bundle) {
        self.discriminator.save(names::net::DISCRIMINATOR, bundle);
        self.posterior.save(names::net::POSTERIOR, bundle);
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.discriminator.restore(names::net::DISCRIMINATOR, bundle)?;
        self.posterior.restore(names::net::POSTERIOR, bundle)
    }
}

/// The pairs of one step.
struct RewardBatch {
    /// One batch each of demonstrated pairs, rollout pairs, points between the two, and those points shifted by the finite
    /// difference: `[4 * batch, pair]`.
    pairs: Vec<f32>,
    /// Rows of the demonstrated pairs, and of the rollout pairs.
    shown: Vec<usize>,
    rolled_out: Vec<usize>,
}

impl RewardBatch {
    fn new(models: &RewardModels, rows: &Rows, data: &[RolloutData], seed: usize, number: u64) -> Self {
        let (columns, batch, split) = (models.columns, models.batch, &rows.splits[seed]);
        let mut rng = Rng::stream(split.seed, "infogail rivals", number);
        let mut shown = || (0..batch).map(|_| split.train.start + rng.below(split.train.len())).collect::<Vec<_>>();
        let [real, left, right] = [shown(), shown(), shown()];
        let rolled_out: Vec<usize> = (0..batch).map(|_| rng.below(data[seed].nll.len())).collect();
        let demo = |row: usize| &rows.row(row)[columns.pair()];
        let play = |row: usize| &data[seed].rows[row * columns.width()..][columns.pair()];
        let mut pairs = Vec::with_capacity(4 * batch * columns.pair().len());
        real.iter().for_each(|row| pairs.extend_from_slice(demo(*row)));
        rolled_out.iter().for_each(|row| pairs.extend_from_slice(play(*row)));
        for index in 0..batch {
            let mix = rng.uniform();
            let ends = demo(real[index]).iter().zip(play(rolled_out[index]));
            pairs.extend(ends.map(|(demo, play)| mix * demo + (1.0 - mix) * play));
        }
        for index in 0..batch {
            let beside = demo(left[index]).iter().zip(demo(right[index]));
            let beside = beside.map(|(left, right)| std::f32::consts::FRAC_1_SQRT_2 * STEP_LENGTH * (left - right));
            let start = (2 * batch + index) * columns.pair().len();
            beside.enumerate().for_each(|(column, step)| pairs.push(pairs[start + column] + step));
        }
        Self { pairs, shown: real, rolled_out }
    }
}

/// Writes the gradient of the discriminator's loss; returns the loss without its penalty.
fn discriminator_gradient(outputs: &mut BatchOutputs, batch: usize, penalty: f32) -> f32 {
    let (scale, mut loss) = (1.0 / batch as f32, 0.0);
    for row in 0..batch {
        let places = [row, batch + row, 2 * batch + row, 3 * batch + row];
        let (nats, gradient) = pair_loss(places.map(|place| outputs.row(place).0[0]), penalty);
        loss += scale * nats;
        places.into_iter().zip(gradient).for_each(|(place, gradient)| outputs.row(place).1[0] = scale * gradient);
    }
    loss
}

/// The loss without its penalty, and the gradient of both, from D's logits of a demonstrated pair, a rollout pair, a point
/// between them and that point shifted.
fn pair_loss([shown, rolled_out, here, beside]: [f32; 4], penalty: f32) -> (f32, [f32; 4]) {
    let pull = penalty * (beside - here) / (STEP_LENGTH * STEP_LENGTH);
    (softplus(-shown) + softplus(rolled_out), [-sigmoid(-shown), sigmoid(rolled_out), -pull, pull])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_that_of_loss_and_penalty() {
        let (logits, penalty) = ([0.3f32, -0.8, 1.1, 1.16], 0.7);
        let whole = |logits: [f32; 4]| {
            let derivative = (logits[3] - logits[2]) / STEP_LENGTH;
            pair_loss(logits, penalty).0 + 0.5 * penalty * derivative * derivative
        };
        for (place, gradient) in pair_loss(logits, penalty).1.into_iter().enumerate() {
            let moved = |by: f32| std::array::from_fn(|at| logits[at] + if at == place { by } else { 0.0 });
            let measured = (whole(moved(0.01)) - whole(moved(-0.01))) / 0.02;
            assert!(
                (measured - gradient).abs() < 1e-2 * (1.0 + gradient.abs()),
                "{place}: {measured} against {gradient}"
            );
        }
        assert!((softplus(30.0) - 30.0).abs() < 1e-6 && softplus(-30.0) < 1e-12);
    }
}
