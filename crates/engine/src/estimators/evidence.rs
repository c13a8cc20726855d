//! The evidence that a step is weighed by. The PMI of a pair is that of its state plus what the action adds:
//! pmi(z; s,a) = pmi(z; s) + pmi(z; a|s). Weighed by the pair, training concentrates on states in which a style is obvious
//! and neglects the way there; weighed by the action, all states count equally, and in each those actions that lead to
//! the style. The optimal policy is π*(a|s,z) ∝ p(a|s) p(z|s,a)^{1+β} either way: the evidence decides where a small
//! network spends its capacity.

use std::borrow::Cow;

use super::{Critic, CriticKind, CriticSet, Evidence, pmi};
use crate::nn::{Forward, Mlp, one_hot};

impl Critic {
    /// The evidence of rows for every style, `[rows, styles]`, up to the critic's constant.
    pub fn evidence(&self, by: Evidence, critics: CriticSet, log_prior: &[f32], rows: &[f32]) -> Vec<f32> {
        if by == Evidence::Pair {
            return self.scores(critics, log_prior, rows);
        }
        self.in_parts(rows, |rows| {
            let encoded = self.encode(critics, rows);
            let states = self.state_pmi(critics, log_prior, &encoded);
            let scores = self.scores_of(critics, log_prior, &encoded);
            pmi(scores, log_prior).iter().zip(states).map(|(pair, state)| pair - state).collect()
        })
    }

    /// pmi(z; s) of the rows' states under a uniform prior over actions: log 1/|A| Σ_a e^pmi(s,a,z), `[rows, styles]`.
    fn state_pmi(&self, critics: CriticSet, log_prior: &[f32], encoded: &[Cow<[f32]>]) -> Vec<f32> {
        let columns = self.columns.encoded();
        let count = encoded.first().map_or(0, |rows| rows.len() / columns.width());
        let mut sums = vec![0.0; count * columns.styles];
        let mut add = |scores: Vec<f32>| {
            sums.iter_mut().zip(pmi(scores, log_prior)).for_each(|(sum, pmi)| *sum += libm::expf(pmi));
        };
        match self.kind {
            CriticKind::Sampled => {
                let mut replaced = encoded.to_vec();
                for action in 0..columns.action {
                    for rows in &mut replaced {
                        let rows = rows.to_mut().chunks_exact_mut(columns.width());
                        rows.for_each(|row| one_hot(action, &mut row[columns.actions()]));
                    }
                    add(self.scores_of(critics, log_prior, &replaced));
                }
            }
            CriticKind::Exact | CriticKind::Classifier => {
                let parameters = critics.parameters.chunks_exact(self.net.parameters());
                let hidden_sums: Vec<Vec<f32>> = parameters
                    .zip(encoded)
                    .map(|(critic, rows)| self.first_layer_of_states(&critic[self.net.dense_at()..], rows))
                    .collect();
                for action in 0..columns.action {
                    let evaluate = |number: usize, critic: &[f32]| {
                        self.with_action(&critic[self.net.dense_at()..], &hidden_sums[number], action)
                    };
                    add(self.mean(critics, log_prior, |number, critic| {
                        self.as_scores(evaluate(number, critic), log_prior)
                    }));
                }
            }
        }
        sums.iter().map(|sum| libm::logf((sum / columns.action as f32).max(f32::MIN_POSITIVE))).collect()
    }

    /// The first layer's sums over the state, `[rows, hidden]`, before an action is added. They are the same for all actions
    /// and most of the network's work.
    fn first_layer_of_states(&self, critic: &[f32], rows: &[f32]) -> Vec<f32> {
        let (columns, hidden) = (self.columns.encoded(), self.net.sizes[1]);
        let first = Mlp::new(1, [columns.pair().len(), hidden]);
        Forward::new(&first).outputs(&critic[..first.parameters()], rows.len() / columns.width(), |row, input| {
            let state = &rows[row * columns.width()..(row + 1) * columns.width()][columns.state()];
            input[..columns.observation].copy_from_slice(state);
            input[columns.observation..].fill(0.0);
        })
    }

    /// The outputs for these states with one action, `[rows, styles]`.
    fn with_action(&self, critic: &[f32], hidden_sums: &[f32], action: usize) -> Vec<f32> {
        let (columns, hidden) = (self.columns.encoded(), self.net.sizes[1]);
        let (inputs, weights) = (columns.pair().len(), (columns.observation + action) * hidden);
        let added = &critic[weights..weights + hidden];
        let rest = Mlp::new(1, self.net.sizes[1..].to_vec());
        let parameters = &critic[inputs * hidden + hidden..];
        Forward::new(&rest).outputs(parameters, hidden_sums.len() / hidden, |row, input| {
            let units = hidden_sums[row * hidden..(row + 1) * hidden].iter().zip(added);
            input.iter_mut().zip(units).for_each(|(slot, (hidden_sums, added))| *slot = (hidden_sums + added).max(0.0));
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::Columns;
    use worlds::data::ActionKind;

    /// A critic of two styles with one state and two actions as inputs, whose hidden units pass positive inputs on.
    fn critic() -> (Critic, Vec<f32>) {
        let action_kind = ActionKind::Discrete;
        let columns = Columns { styles: 2, observation: 1, action: 2, action_kind, ..Columns::default() };
        let critic = Critic::new(CriticKind::Classifier, columns, 8, 1);
        let mut parameters = vec![0.0; critic.net.parameters()];
        // Input i to unit i of both hidden layers, and from there to the first style.
        let (first, second) = (0, 3 * 8 + 8);
        let last = second + 8 * 8 + 8;
        for (unit, weight) in [2.0, 0.0, 1.0].into_iter().enumerate() {
            parameters[first + unit * 8 + unit] = 1.0;
            parameters[second + unit * 8 + unit] = 1.0;
            parameters[last + unit * 2] = weight;
        }
        (critic, parameters)
    }

    #[test]
    fn an_action_is_compared_with_others_in_its_state() {
        let log_prior = [0.5f32.ln(); 2];
        let (critic, parameters) = critic();
        let critics = CriticSet { parameters: &parameters, label_noise: 0.0 };
        // style, style, state, action, action: a state that tells nothing and one that tells much, each with both actions.
        let rows = [
            [1.0, 0.0, 0.0, 1.0, 0.0],
            [1.0, 0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 3.0, 1.0, 0.0],
            [1.0, 0.0, 3.0, 0.0, 1.0],
        ]
        .concat();
        let share = |logit: f32| 1.0 / (1.0 + (-logit).exp());
        let expected = |state: f32, action: f32| {
            let of_state = (share(state) + share(state + 1.0)) / 2.0;
            (share(state + action) / of_state).ln()
        };
        let evidence = critic.evidence(Evidence::Action, critics, &log_prior, &rows);
        for (row, (state, action)) in [(0.0, 0.0), (0.0, 1.0), (6.0, 0.0), (6.0, 1.0)].into_iter().enumerate() {
            let (found, known) = (evidence[2 * row], expected(state, action));
            assert!((found - known).abs() < 1e-4, "row {row}: {found} instead of {known}");
        }
        assert!(
            evidence[4].abs() < 0.01 && evidence[6].abs() < 0.01,
            "where the state has said it all, no action adds to it"
        );
    }
}
