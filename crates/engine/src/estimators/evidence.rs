//! Which evidence a step is weighed by. What a pair tells of the style is what its state tells and what the action adds:
//! pmi(z; s,a) = pmi(z; s) + pmi(z; a|s). Weighed by the pair, a policy listens to states where a style is plain to see, and
//! forgets the way there; weighed by the action, every state counts alike, and in it those actions that lead to the style.
//! Either way the best policy is π*(a|s,z) ∝ p(a|s) p(z|s,a)^{1+β}: what differs is where a small network is to be right.

use super::{Critic, CriticKind, Evidence, Judges, pmi};
use crate::nn::{Forward, Mlp, one_hot};

impl Critic {
    /// What rows tell of every style by this evidence, `[rows, styles]`, up to the critic's constant.
    pub fn told(&self, by: Evidence, judges: Judges, log_prior: &[f32], rows: &[f32]) -> Vec<f32> {
        let scores = self.scores(judges, log_prior, rows);
        if by == Evidence::Pair {
            return scores;
        }
        let states = self.told_by_states(judges, log_prior, rows);
        pmi(scores, log_prior).iter().zip(states).map(|(pair, state)| pair - state).collect()
    }

    /// pmi(z; s) of the rows' states: log 1/|A| Σ_a e^pmi(s,a,z).
    fn told_by_states(&self, judges: Judges, log_prior: &[f32], rows: &[f32]) -> Vec<f32> {
        let columns = self.columns;
        let mut sums = vec![0.0; rows.len() / columns.width() * columns.styles];
        let mut add = |scores: Vec<f32>| {
            sums.iter_mut().zip(pmi(scores, log_prior)).for_each(|(sum, pmi)| *sum += libm::expf(pmi));
        };
        match self.kind {
            CriticKind::Sampled => {
                let mut elsewise = rows.to_vec();
                for action in 0..columns.action {
                    elsewise
                        .chunks_exact_mut(columns.width())
                        .for_each(|row| one_hot(action, &mut row[columns.actions()]));
                    add(self.scores(judges, log_prior, &elsewise));
                }
            }
            CriticKind::Exact | CriticKind::Classifier => {
                let critics = judges.parameters.chunks_exact(self.net.parameters());
                let heard: Vec<Vec<f32>> = critics.map(|critic| self.heard_of_states(critic, rows)).collect();
                for action in 0..columns.action {
                    let ask = |number: usize, critic: &[f32]| self.with_action(critic, &heard[number], action);
                    add(self.mean(judges, log_prior, |number, critic| self.as_scores(ask(number, critic), log_prior)));
                }
            }
        }
        sums.iter().map(|sum| libm::logf((sum / columns.action as f32).max(f32::MIN_POSITIVE))).collect()
    }

    /// What the first layer makes of states, before an action is added: all but a row of its weights is the same for all
    /// actions, and it is most of the network.
    fn heard_of_states(&self, critic: &[f32], rows: &[f32]) -> Vec<f32> {
        let (columns, hidden) = (self.columns, self.net.sizes[1]);
        let first = Mlp::new(1, [columns.pair().len(), hidden]);
        Forward::new(&first).outputs(&critic[..first.parameters()], rows.len() / columns.width(), |row, input| {
            let state = &rows[row * columns.width()..(row + 1) * columns.width()][columns.state()];
            input[..columns.observation].copy_from_slice(state);
            input[columns.observation..].fill(0.0);
        })
    }

    /// The outputs for all those states with one action.
    fn with_action(&self, critic: &[f32], heard: &[f32], action: usize) -> Vec<f32> {
        let (inputs, hidden) = (self.columns.pair().len(), self.net.sizes[1]);
        let weights = (self.columns.observation + action) * hidden;
        let added = &critic[weights..weights + hidden];
        let rest = Mlp::new(1, self.net.sizes[1..].to_vec());
        let parameters = &critic[inputs * hidden + hidden..];
        Forward::new(&rest).outputs(parameters, heard.len() / hidden, |row, input| {
            let units = heard[row * hidden..(row + 1) * hidden].iter().zip(added);
            input.iter_mut().zip(units).for_each(|(slot, (heard, added))| *slot = (heard + added).max(0.0));
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::Columns;
    use worlds::data::ActionKind;

    /// A critic of two styles that hears one state and which of two actions was taken, without hidden nonsense: its
    /// units pass on what is positive.
    fn critic() -> (Critic, Vec<f32>) {
        let columns = Columns { styles: 2, observation: 1, action: 2, action_kind: ActionKind::Discrete };
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
        let judges = Judges { parameters: &parameters, slips: 0.0 };
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
        let told = critic.told(Evidence::Action, judges, &log_prior, &rows);
        for (row, (state, action)) in [(0.0, 0.0), (0.0, 1.0), (6.0, 0.0), (6.0, 1.0)].into_iter().enumerate() {
            let (found, known) = (told[2 * row], expected(state, action));
            assert!((found - known).abs() < 1e-4, "row {row}: {found} instead of {known}");
        }
        assert!(told[4].abs() < 0.01 && told[6].abs() < 0.01, "where the state has said it all, no action adds to it");
    }
}
