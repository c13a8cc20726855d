//! Proximal policy optimisation: max E[min(ρA, clip(ρ, 1±ε)A)] with ρ = π(a|s,z) / π_old(a|s,z). Advantages A come from
//! generalised advantage estimation (GAE) against a value baseline V(s,z), which is fitted to the returns.

use super::rollouts::RolloutData;
use crate::nn::names::net;
use crate::nn::{Bundle, Columns, CustomLossLearner, Forward, Head, Mlp, SnapshotError};
use worlds::data::Rng;

const CLIP: f32 = 0.2;
const DISCOUNT: f32 = 0.99;
/// λ of GAE.
const GAE_LAMBDA: f32 = 0.95;
/// Passes over a round's pairs.
pub const PASSES: usize = 4;

/// A round's pairs with their training targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Experience {
    /// `[pairs, width]`, with actions as they were sampled.
    pub rows: Vec<f32>,
    /// -log π_old, advantage and return of every row.
    pub targets: Vec<[f32; 3]>,
}

pub struct Ppo {
    pub policy: CustomLossLearner,
    pub baseline: CustomLossLearner,
    columns: Columns,
    pub head: Head,
    batch: usize,
}

impl Ppo {
    pub fn new(columns: Columns, head: Head, hidden: usize, batch: usize, seeds: &[u64]) -> Self {
        let fresh = |outputs: usize, purpose: &str| {
            let net = Mlp::new(seeds.len(), [columns.styled_state().len(), hidden, hidden, outputs]);
            CustomLossLearner::new(net, purpose, seeds, batch)
        };
        let (policy, baseline) = (fresh(head.outputs(), "infogail policy"), fresh(1, "infogail baseline"));
        Self { policy, baseline, columns, head, batch }
    }

    /// Targets from a seed's rollouts and the reward of every pair, `[pairs]`. Rewards are scaled by 1 - discount, so that
    /// returns are of the size of one reward.
    pub fn experience(&self, seed: usize, data: &RolloutData, rewards: &[f32]) -> Experience {
        let (width, state) = (self.columns.width(), self.columns.styled_state());
        let count = data.nll.len();
        let ends: Vec<&[f32]> = data.paths.iter().filter_map(|path| path.truncated_at.as_deref()).collect();
        let values =
            Forward::new(&self.baseline.net).outputs(self.baseline.member(seed), count + ends.len(), |row, input| {
                input.copy_from_slice(if row < count {
                    &data.rows[row * width..][state.clone()]
                } else {
                    ends[row - count]
                });
            });
        let mut after_end = values[count..].iter();
        let mut targets = vec![[0.0; 3]; count];
        for path in &data.paths {
            let last = path.truncated_at.as_ref().and_then(|_| after_end.next()).copied().unwrap_or(0.0);
            let of_path = advantages(&rewards[path.rows.clone()], &values[path.rows.clone()], last);
            for (row, advantage) in path.rows.clone().zip(of_path) {
                targets[row] = [data.nll[row], advantage, advantage + values[row]];
            }
        }
        standardise(&mut targets);
        let mut rows = data.rows.clone();
        for (row, drawn) in rows.chunks_exact_mut(width).zip(data.sampled.chunks_exact(self.columns.action)) {
            row[self.columns.actions()].copy_from_slice(drawn);
        }
        Experience { rows, targets }
    }

    /// One step of policy and baseline; `place` is the number of the pass and the index of the batch in it, `rates` the
    /// learning rates of policy and baseline.
    pub fn step(&mut self, experience: &[Experience], seeds: &[u64], place: (u64, usize), rates: (f32, f32)) {
        let (batch, width, columns, head) = (self.batch, self.columns.width(), self.columns, self.head);
        let drawn: Vec<Vec<usize>> =
            experience.iter().zip(seeds).map(|(experience, seed)| draw(experience, *seed, place, batch)).collect();
        let row = |seed: usize, place: usize| &experience[seed].rows[drawn[seed][place] * width..][..width];
        let see = |seed: usize, place: usize, input: &mut [f32]| {
            input.copy_from_slice(&row(seed, place)[columns.styled_state()]);
        };
        let scale = 1.0 / batch as f32;
        self.policy.step(batch, rates.0, see, |seed, outputs| {
            let mut loss = 0.0;
            for (place, drawn) in drawn[seed].iter().enumerate() {
                let [old, advantage, _] = experience[seed].targets[*drawn];
                let action = &row(seed, place)[columns.actions()];
                let (outputs, gradient) = outputs.row(place);
                let ratio = libm::expf((old - head.nll(outputs, action)).clamp(-20.0, 20.0));
                let clipped = ratio.clamp(1.0 - CLIP, 1.0 + CLIP);
                loss -= scale * (ratio * advantage).min(clipped * advantage);
                // Beyond the clip the gradient is zero in the direction that leads further away.
                if ratio * advantage <= clipped * advantage {
                    head.nll_gradient(outputs, action, scale * ratio * advantage, gradient);
                }
            }
            loss
        });
        self.baseline.step(batch, rates.1, see, |seed, outputs| {
            let mut loss = 0.0;
            for (place, drawn) in drawn[seed].iter().enumerate() {
                let (value, gradient) = outputs.row(place);
                let off = value[0] - experience[seed].targets[*drawn][2];
                loss += 0.5 * scale * off * off;
                gradient[0] = scale * off;
            }
            loss
        });
    }

    pub fn save(&self, bundle: &mut Bundle) {
        self.policy.save(net::POLICY, bundle);
        self.baseline.save(net::BASELINE, bundle);
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.policy.restore(net::POLICY, bundle)?;
        // A finished run does without the networks that only trained its policy.
        if bundle.is_finished() { Ok(()) } else { self.baseline.restore(net::BASELINE, bundle) }
    }
}

/// GAE along one path: Aₜ = δₜ + γλ Aₜ₊₁ with δₜ = (1-γ)rₜ + γVₜ₊₁ - Vₜ; `last` is the value after its end.
fn advantages(rewards: &[f32], values: &[f32], last: f32) -> Vec<f32> {
    let mut found = vec![0.0; rewards.len()];
    let (mut next, mut advantage) = (last, 0.0);
    for step in (0..rewards.len()).rev() {
        let error = (1.0 - DISCOUNT) * rewards[step] + DISCOUNT * next - values[step];
        advantage = error + DISCOUNT * GAE_LAMBDA * advantage;
        found[step] = advantage;
        next = values[step];
    }
    found
}

/// The rows of a batch. A pass goes through all rows in an order of its own, and starts over where a round has fewer rows
/// than its batches hold.
fn draw(experience: &Experience, seed: u64, (pass, index): (u64, usize), batch: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..experience.targets.len()).collect();
    Rng::stream(seed, "infogail pass", pass).shuffle(&mut order);
    order.into_iter().cycle().skip(index * batch).take(batch).collect()
}

/// Scales advantages to mean zero and variance one.
fn standardise(targets: &mut [[f32; 3]]) {
    let count = targets.len().max(1) as f64;
    let mean = targets.iter().map(|target| f64::from(target[1])).sum::<f64>() / count;
    let variance = targets.iter().map(|target| (f64::from(target[1]) - mean).powi(2)).sum::<f64>() / count;
    let scale = 1.0 / (variance.sqrt() + 1e-6);
    targets.iter_mut().for_each(|target| target[1] = ((f64::from(target[1]) - mean) * scale) as f32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baseline_that_knows_leaves_no_advantage_and_a_surprise_reaches_back() {
        // Rewards of one for ever are worth one, in units where returns are of the size of rewards.
        assert!(advantages(&[1.0; 5], &[1.0; 5], 1.0).iter().all(|advantage| advantage.abs() < 1e-6));
        let late = advantages(&[1.0, 1.0, 1.0, 2.0], &[1.0; 4], 1.0);
        assert!(late.windows(2).all(|pair| 0.0 < pair[0] && pair[0] < pair[1]));
        assert!((late[2] / late[3] - DISCOUNT * GAE_LAMBDA).abs() < 1e-5);
    }

    #[test]
    fn a_pass_goes_through_every_row_once() {
        let experience = Experience { rows: vec![], targets: vec![[0.0; 3]; 64] };
        let mut all: Vec<usize> = (0..4).flat_map(|index| draw(&experience, 1, (7, index), 16)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<_>>());
    }
}
