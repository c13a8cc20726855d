//! The two that judge the policy. D tells demonstrated pairs from played ones:
//! min -E_demo[log D] - E_play[log(1-D)] + γ/2 E[(∂D along the difference of two pairs)²].
//! q guesses the code of a played pair: min -E_play[log q(z|s,a)].
//!
//! The penalty on D's slope keeps it from becoming a cliff that teaches the policy nothing. It is taken as a quotient
//! of differences: one more pass instead of a derivative of a derivative, and along differences of demonstrated pairs,
//! so that a slope is measured in units of how pairs differ.

use super::play::Gathered;
use crate::estimators::decorrelate;
use crate::nn::names;
use crate::nn::{BatchOutputs, Bundle, Columns, CustomLossLearner, Forward, Mlp, Rows, SnapshotError, log_sum_exp};
use worlds::data::Rng;

/// Length of the difference quotient, in units of how pairs differ.
const SHORT: f32 = 0.1;
/// Demonstrated pairs that the first layers are fitted to.
const SAMPLE: usize = 2000;

pub struct Rivals {
    pub critic: CustomLossLearner,
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

impl Rivals {
    pub fn new(rows: &Rows, hidden: usize, batch: usize) -> Self {
        let (columns, seeds) = (rows.columns, rows.seeds());
        let fresh = |outputs: usize, purpose: &str, room: usize| {
            let net = Mlp::new(seeds.len(), [columns.pair().len(), hidden, hidden, outputs]);
            let mut learner = CustomLossLearner::new(net, purpose, &seeds, room);
            let size = learner.net.parameters();
            for (parameters, portion) in learner.state.parameters.chunks_exact_mut(size).zip(&rows.portions) {
                let mut rng = Rng::stream(portion.seed, "infogail sample", 0);
                let some = (0..SAMPLE).map(|_| portion.train.start + rng.below(portion.train.len()));
                let some: Vec<Vec<f32>> = some.map(|row| rows.row(row)[columns.pair()].to_vec()).collect();
                decorrelate(parameters, columns.pair().len(), hidden, &some);
            }
            learner
        };
        Self {
            critic: fresh(1, "infogail critic", 4 * batch),
            posterior: fresh(columns.styles, "infogail posterior", batch),
            columns,
            batch,
        }
    }

    /// One step of both, on the `number`-th draw from demonstrations and rollouts.
    pub fn step(&mut self, rows: &Rows, gathered: &[Gathered], number: u64, rate: f32, penalty: f32) {
        let (batch, pair, width) = (self.batch, self.columns.pair(), self.columns.width());
        let drawn: Vec<Drawn> =
            (0..gathered.len()).map(|seed| Drawn::new(self, rows, gathered, seed, number)).collect();
        self.critic.step(
            4 * batch,
            rate,
            |seed, row, input| input.copy_from_slice(&drawn[seed].pairs[row * pair.len()..(row + 1) * pair.len()]),
            |_, judged| judge_critic(judged, batch, penalty),
        );
        let played = |seed: usize, row: usize| &gathered[seed].rows[drawn[seed].played[row] * width..][..width];
        let styles = self.columns.styles;
        self.posterior.step(
            batch,
            rate,
            |seed, row, input| input.copy_from_slice(&played(seed, row)[pair.clone()]),
            |seed, judged| {
                let of_row = |row| {
                    let (outputs, slope) = judged.row(row);
                    let codes = &played(seed, row)[..styles];
                    crate::nn::categorical_gradient(outputs, codes, 1.0 / batch as f32, slope) / batch as f32
                };
                (0..batch).map(of_row).sum()
            },
        );
    }

    /// For each played pair of a seed -log(1-D(s,a)), and log q(z|s,a) of its code, nats.
    pub fn verdicts(&self, seed: usize, gathered: &Gathered) -> Vec<(f32, f32)> {
        let (pair, width, styles) = (self.columns.pair(), self.columns.width(), self.columns.styles);
        let count = gathered.nll.len();
        let input = |row: usize, input: &mut [f32]| input.copy_from_slice(&gathered.rows[row * width..][pair.clone()]);
        let logits = Forward::new(&self.critic.net).outputs(self.critic.member(seed), count, input);
        let guesses = Forward::new(&self.posterior.net).outputs(self.posterior.member(seed), count, input);
        let codes = gathered.rows.chunks_exact(width).map(|row| crate::nn::style_of(row, styles));
        let log_q = guesses.chunks_exact(styles).zip(codes);
        let log_q = log_q.map(|(guess, code)| guess[code] - log_sum_exp(guess.iter().copied()));
        logits.into_iter().map(softplus).zip(log_q).collect()
    }

    /// Share of a seed's played pairs whose code q guesses.
    pub fn accuracy(&self, seed: usize, gathered: &Gathered) -> f32 {
        let (pair, width, styles) = (self.columns.pair(), self.columns.width(), self.columns.styles);
        let count = gathered.nll.len();
        let guesses = Forward::new(&self.posterior.net).outputs(self.posterior.member(seed), count, |row, input| {
            input.copy_from_slice(&gathered.rows[row * width..][pair.clone()]);
        });
        let codes = gathered.rows.chunks_exact(width).map(|row| crate::nn::style_of(row, styles));
        let right = guesses.chunks_exact(styles).zip(codes);
        let right = right.filter(|(guess, code)| guess.iter().all(|other| *other <= guess[*code])).count();
        right as f32 / count.max(1) as f32
    }

    pub fn save(&self, bundle: &mut Bundle) {
        self.critic.save(names::net::DISCRIMINATOR, bundle);
        self.posterior.save(names::net::POSTERIOR, bundle);
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.critic.restore(names::net::DISCRIMINATOR, bundle)?;
        self.posterior.restore(names::net::POSTERIOR, bundle)
    }
}

/// What a step looks at.
struct Drawn {
    /// Demonstrated, played, between the two, and a little beside those: a batch of each.
    pairs: Vec<f32>,
    /// Which rows were played.
    played: Vec<usize>,
}

impl Drawn {
    fn new(rivals: &Rivals, rows: &Rows, gathered: &[Gathered], seed: usize, number: u64) -> Self {
        let (columns, batch, portion) = (rivals.columns, rivals.batch, &rows.portions[seed]);
        let mut rng = Rng::stream(portion.seed, "infogail rivals", number);
        let mut shown = || (0..batch).map(|_| portion.train.start + rng.below(portion.train.len())).collect::<Vec<_>>();
        let [real, left, right] = [shown(), shown(), shown()];
        let played: Vec<usize> = (0..batch).map(|_| rng.below(gathered[seed].nll.len())).collect();
        let demo = |row: usize| &rows.row(row)[columns.pair()];
        let play = |row: usize| &gathered[seed].rows[row * columns.width()..][columns.pair()];
        let mut pairs = Vec::with_capacity(4 * batch * columns.pair().len());
        real.iter().for_each(|row| pairs.extend_from_slice(demo(*row)));
        played.iter().for_each(|row| pairs.extend_from_slice(play(*row)));
        for index in 0..batch {
            let mix = rng.uniform();
            let ends = demo(real[index]).iter().zip(play(played[index]));
            pairs.extend(ends.map(|(demo, play)| mix * demo + (1.0 - mix) * play));
        }
        for index in 0..batch {
            let beside = demo(left[index]).iter().zip(demo(right[index]));
            let beside = beside.map(|(left, right)| std::f32::consts::FRAC_1_SQRT_2 * SHORT * (left - right));
            let start = (2 * batch + index) * columns.pair().len();
            beside.enumerate().for_each(|(column, step)| pairs.push(pairs[start + column] + step));
        }
        Self { pairs, played }
    }
}

fn judge_critic(judged: &mut BatchOutputs, batch: usize, penalty: f32) -> f32 {
    let (scale, mut loss) = (1.0 / batch as f32, 0.0);
    for row in 0..batch {
        let places = [row, batch + row, 2 * batch + row, 3 * batch + row];
        let (nats, slopes) = verdict(places.map(|place| judged.row(place).0[0]), penalty);
        loss += scale * nats;
        places.into_iter().zip(slopes).for_each(|(place, slope)| judged.row(place).1[0] = scale * slope);
    }
    loss
}

/// From D's logits of a demonstrated pair, a played one, one between and one beside that: the loss without its penalty,
/// and the gradient of both.
fn verdict([shown, played, here, beside]: [f32; 4], penalty: f32) -> (f32, [f32; 4]) {
    let pull = penalty * (beside - here) / (SHORT * SHORT);
    (softplus(-shown) + softplus(played), [-sigmoid(-shown), sigmoid(played), -pull, pull])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_loss_and_penalty() {
        let (logits, penalty) = ([0.3f32, -0.8, 1.1, 1.16], 0.7);
        let whole = |logits: [f32; 4]| {
            let steepness = (logits[3] - logits[2]) / SHORT;
            verdict(logits, penalty).0 + 0.5 * penalty * steepness * steepness
        };
        for (place, slope) in verdict(logits, penalty).1.into_iter().enumerate() {
            let moved = |by: f32| std::array::from_fn(|at| logits[at] + if at == place { by } else { 0.0 });
            let measured = (whole(moved(0.01)) - whole(moved(-0.01))) / 0.02;
            assert!((measured - slope).abs() < 1e-2 * (1.0 + slope.abs()), "{place}: {measured} against {slope}");
        }
        assert!((softplus(30.0) - 30.0).abs() < 1e-6 && softplus(-30.0) < 1e-12);
    }
}
