//! How the policy learns from what its rivals say of its rollouts: proximal policy optimisation,
//! max E[min(ρA, clip(ρ, 1±ε)A)] with ρ = π(a|s,z) / π_old(a|s,z), advantages A by generalised estimation (GAE) against a
//! baseline V(s,z) that is fitted to the returns.

use super::play::Gathered;
use crate::nn::names::net;
use crate::nn::{Bundle, Columns, CustomLossLearner, Forward, Head, Mlp, SnapshotError};
use worlds::data::Rng;

const CLIP: f32 = 0.2;
const DISCOUNT: f32 = 0.99;
/// λ of GAE.
const TRACE: f32 = 0.95;
/// Times a round's pairs are gone through.
pub const PASSES: usize = 4;

/// A round's pairs with what is learnt from each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lessons {
    /// With actions as they were drawn.
    pub rows: Vec<f32>,
    /// -log π_old, the advantage, and the return, of every row.
    pub facts: Vec<[f32; 3]>,
}

pub struct Learning {
    pub policy: CustomLossLearner,
    pub baseline: CustomLossLearner,
    columns: Columns,
    pub head: Head,
    batch: usize,
}

impl Learning {
    pub fn new(columns: Columns, head: Head, hidden: usize, batch: usize, seeds: &[u64]) -> Self {
        let fresh = |outputs: usize, purpose: &str| {
            let net = Mlp::new(seeds.len(), [columns.styled_state().len(), hidden, hidden, outputs]);
            CustomLossLearner::new(net, purpose, seeds, batch)
        };
        let (policy, baseline) = (fresh(head.outputs(), "infogail policy"), fresh(1, "infogail baseline"));
        Self { policy, baseline, columns, head, batch }
    }

    /// From a seed's rollouts and the reward of every pair. Rewards are scaled so that returns are of the size of one.
    pub fn lessons(&self, seed: usize, gathered: &Gathered, rewards: &[f32]) -> Lessons {
        let (width, state) = (self.columns.width(), self.columns.styled_state());
        let count = gathered.nll.len();
        let ends: Vec<&[f32]> = gathered.paths.iter().filter_map(|path| path.after.as_deref()).collect();
        let values =
            Forward::new(&self.baseline.net).outputs(self.baseline.member(seed), count + ends.len(), |row, input| {
                input.copy_from_slice(if row < count {
                    &gathered.rows[row * width..][state.clone()]
                } else {
                    ends[row - count]
                });
            });
        let mut after_end = values[count..].iter();
        let mut facts = vec![[0.0; 3]; count];
        for path in &gathered.paths {
            let last = path.after.as_ref().and_then(|_| after_end.next()).copied().unwrap_or(0.0);
            let of_path = advantages(&rewards[path.rows.clone()], &values[path.rows.clone()], last);
            for (row, advantage) in path.rows.clone().zip(of_path) {
                facts[row] = [gathered.nll[row], advantage, advantage + values[row]];
            }
        }
        standardise(&mut facts);
        let mut rows = gathered.rows.clone();
        for (row, drawn) in rows.chunks_exact_mut(width).zip(gathered.drawn.chunks_exact(self.columns.action)) {
            row[self.columns.actions()].copy_from_slice(drawn);
        }
        Lessons { rows, facts }
    }

    /// The `index`-th batch of a round's lessons, by policy and baseline.
    pub fn step(&mut self, lessons: &[Lessons], seeds: &[u64], place: (u64, usize), rates: (f32, f32)) {
        let (batch, width, columns, head) = (self.batch, self.columns.width(), self.columns, self.head);
        let drawn: Vec<Vec<usize>> =
            lessons.iter().zip(seeds).map(|(lessons, seed)| draw(lessons, *seed, place, batch)).collect();
        let row = |seed: usize, place: usize| &lessons[seed].rows[drawn[seed][place] * width..][..width];
        let see = |seed: usize, place: usize, input: &mut [f32]| {
            input.copy_from_slice(&row(seed, place)[columns.styled_state()]);
        };
        let scale = 1.0 / batch as f32;
        self.policy.step(batch, rates.0, see, |seed, judged| {
            let mut loss = 0.0;
            for (place, drawn) in drawn[seed].iter().enumerate() {
                let [old, advantage, _] = lessons[seed].facts[*drawn];
                let action = &row(seed, place)[columns.actions()];
                let (outputs, slope) = judged.row(place);
                let ratio = libm::expf((old - head.nll(outputs, action)).clamp(-20.0, 20.0));
                let near = ratio.clamp(1.0 - CLIP, 1.0 + CLIP);
                loss -= scale * (ratio * advantage).min(near * advantage);
                // Beyond the clip, what would lead further on counts no more.
                if ratio * advantage <= near * advantage {
                    head.nll_gradient(outputs, action, scale * ratio * advantage, slope);
                }
            }
            loss
        });
        self.baseline.step(batch, rates.1, see, |seed, judged| {
            let mut loss = 0.0;
            for (place, drawn) in drawn[seed].iter().enumerate() {
                let (value, slope) = judged.row(place);
                let off = value[0] - lessons[seed].facts[*drawn][2];
                loss += 0.5 * scale * off * off;
                slope[0] = scale * off;
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
        self.baseline.restore(net::BASELINE, bundle)
    }
}

/// How much better each step of a path was than its baseline expected; `last` is what is expected after the end.
fn advantages(rewards: &[f32], values: &[f32], last: f32) -> Vec<f32> {
    let mut found = vec![0.0; rewards.len()];
    let (mut next, mut advantage) = (last, 0.0);
    for step in (0..rewards.len()).rev() {
        let surprise = (1.0 - DISCOUNT) * rewards[step] + DISCOUNT * next - values[step];
        advantage = surprise + DISCOUNT * TRACE * advantage;
        found[step] = advantage;
        next = values[step];
    }
    found
}

/// Which rows a batch holds: a pass goes through all in an order of its own, and from the start again where a round
/// gathered less than it could have.
fn draw(lessons: &Lessons, seed: u64, (pass, index): (u64, usize), batch: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lessons.facts.len()).collect();
    Rng::stream(seed, "infogail pass", pass).shuffle(&mut order);
    order.into_iter().cycle().skip(index * batch).take(batch).collect()
}

/// Advantages of mean zero and variance one.
fn standardise(facts: &mut [[f32; 3]]) {
    let count = facts.len().max(1) as f64;
    let mean = facts.iter().map(|fact| f64::from(fact[1])).sum::<f64>() / count;
    let variance = facts.iter().map(|fact| (f64::from(fact[1]) - mean).powi(2)).sum::<f64>() / count;
    let scale = 1.0 / (variance.sqrt() + 1e-6);
    facts.iter_mut().for_each(|fact| fact[1] = ((f64::from(fact[1]) - mean) * scale) as f32);
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
        assert!((late[2] / late[3] - DISCOUNT * TRACE).abs() < 1e-5);
    }

    #[test]
    fn a_pass_goes_through_every_row_once() {
        let lessons = Lessons { rows: vec![], facts: vec![[0.0; 3]; 64] };
        let mut all: Vec<usize> = (0..4).flat_map(|index| draw(&lessons, 1, (7, index), 16)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<_>>());
    }
}
