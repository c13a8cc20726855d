//! BC-PMI: min_π E[-e^{β·pmi(z;s,a)} · log π(a|s,z)]. First a critic estimates pmi(z;s,a), how much each pair tells about
//! its style; then cloning weighs each pair's loss by it.

use super::bc::{cloning_config, cloning_numbers, points};
use super::cloning::{Cloning, check_due};
use super::{Fetch, Method, MethodEntry, Phase, Point, RowGradient, id, series};
use crate::estimators::{Critic, CriticConfig, CriticTraining, Evidence, Normalisation, WeightConstants, Weighting};
use crate::nn::{Bundle, Columns, Members, Rows, SnapshotError, TrainState, style_of};
use protocol::knobs::{critic, policy, recipes, weights};
use protocol::{MethodCard, RecipeCard, RunConfig, text};
use worlds::data::ActionKind;

pub const ENTRY: MethodEntry = MethodEntry {
    card,
    start: |environment, rows| Box::new(BcPmi::new(&environment.run, rows)),
    saved_numbers,
    by_seed: true,
};

const ESTIMATING: Phase = Phase("phase-estimating");
const WEIGHTED_CLONING: Phase = Phase("phase-weighted-cloning");

fn card() -> MethodCard {
    MethodCard {
        id: id::BC_PMI.into(),
        name: text!("method-bc-pmi"),
        about: text!("method-bc-pmi.about"),
        equation: "min E[ −exp(β · pmi(z; s,a)) · log π(a|s,z) ]".into(),
        knobs: [critic::cards(), weights::cards(), policy::cards()].concat(),
        recipes: vec![
            RecipeCard::new(recipes::PAPER, "recipe-paper", recipes::paper()),
            RecipeCard::new(recipes::BEST, "recipe-best", recipes::best()),
        ],
        series: series::cards(&[&series::CRITIC, &series::POLICY]),
        follows_style: true,
        finds_styles: false,
        has_critic: true,
        takes_weights: true,
        sees_pictures: true,
    }
}

/// The current training phase.
enum BcPmiPhase {
    Critic,
    /// The evidence of every seed's training pairs for every style, `[pairs, styles]` per seed, kept so that weights can
    /// change while training goes on.
    Policy {
        evidence: Vec<Vec<f32>>,
        /// What the first seed's weights have in common.
        constants: Option<WeightConstants>,
    },
}

struct BcPmi {
    phase: BcPmiPhase,
    critic: CriticTraining,
    weighting: Weighting,
    cloning: Cloning,
    /// Steps of the critic's phase.
    critic_steps: u32,
    critic_steps_per_epoch: usize,
}

/// The policy, the critics in training, their best parameters so far and the critics that guide agents.
fn saved_numbers(run: &RunConfig, columns: Columns) -> usize {
    let members = policy::SEEDS.get(run).max(1) * critic::FOLDS.get(run).max(1);
    let net = Critic::new(critic::CRITIC.get(run), columns, critic::HIDDEN.get(run), members).net;
    let cloning = cloning_config(run, Members::One, true);
    cloning_numbers(&cloning, run, columns) + TrainState::saved_numbers(&net) + 2 * members * net.parameters()
}

fn critic_config(run: &RunConfig) -> CriticConfig {
    CriticConfig {
        kind: critic::CRITIC.get(run),
        hidden: critic::HIDDEN.get(run),
        batch: policy::BATCH.get(run),
        epochs: critic::EPOCHS.get(run),
        rate: critic::RATE.get(run) as f32,
        moving_average: critic::MOVING_AVERAGE.get(run),
        folds: critic::FOLDS.get(run),
        estimate_label_noise: critic::LABEL_NOISE.get(run).estimated_by(critic::CRITIC.get(run)),
    }
}

fn weighting(run: &RunConfig, actions: ActionKind) -> Weighting {
    // Actions can be compared with each other only where there is a list of them.
    let evidence = match actions {
        ActionKind::Discrete => weights::EVIDENCE.get(run),
        ActionKind::Continuous => Evidence::Pair,
    };
    Weighting {
        evidence,
        // Where actions are compared with each other the critic's constant cancels.
        normalisation: match evidence {
            Evidence::Action => Normalisation::Raw,
            Evidence::Pair => weights::NORMALISATION.get(run),
        },
        baseline: weights::BASELINE.get(run),
        beta: weights::BETA.get(run) as f32,
    }
}

impl BcPmi {
    fn new(run: &RunConfig, rows: &Rows) -> Self {
        let critic = CriticTraining::new(critic_config(run), rows);
        let per_epoch = critic.steps_per_epoch;
        Self {
            phase: BcPmiPhase::Critic,
            critic_steps: (per_epoch * critic.config.epochs) as u32,
            critic_steps_per_epoch: per_epoch,
            critic,
            weighting: weighting(run, rows.columns.action_kind),
            cloning: Cloning::new(cloning_config(run, Members::One, true), rows),
        }
    }

    fn begin_cloning(&mut self, rows: &Rows) {
        let evidence = |seed| self.critic.train_evidence(seed, self.weighting.evidence, rows);
        let evidence = (0..rows.splits.len()).map(evidence).collect();
        self.phase = BcPmiPhase::Policy { evidence, constants: None };
        self.update_weights(rows);
    }

    fn update_weights(&mut self, rows: &Rows) {
        let BcPmiPhase::Policy { evidence, constants } = &mut self.phase else { return };
        let mut weights = vec![1.0; rows.count()];
        let styles = rows.columns.styles;
        for (seed, (split, evidence)) in rows.splits.iter().zip(evidence).enumerate() {
            let labels = rows.kept(split).map(|row| style_of(rows.row(row), styles));
            let (log_prior, label_noise) = (self.critic.log_prior(seed), self.critic.label_noise(seed));
            let of_row = |row: usize| &evidence[(row - split.train.start) * styles..][..styles];
            let of_kept = rows.kept(split).flat_map(of_row).copied().collect();
            let (of_seed, shared) = self.weighting.weights(of_kept, &log_prior, label_noise, labels);
            if seed == 0 {
                *constants = Some(shared);
            }
            weights[split.train.clone()].fill(0.0);
            rows.kept(split).zip(of_seed).for_each(|(row, weight)| weights[row] = weight);
        }
        if let Some(by_hand) = &rows.by_hand {
            weights.iter_mut().zip(by_hand).for_each(|(weight, by_hand)| *weight *= by_hand);
        }
        self.cloning.learner.set_weights(weights);
    }
}

impl Method for BcPmi {
    fn phase(&self) -> Phase {
        match self.phase {
            BcPmiPhase::Critic => ESTIMATING,
            BcPmiPhase::Policy { .. } => WEIGHTED_CLONING,
        }
    }

    fn steps(&self) -> (u32, u32) {
        let (cloned, cloning) = self.cloning.steps();
        (self.critic.learner.steps + cloned, self.critic_steps + cloning)
    }

    fn step(&mut self, rows: &Rows) {
        // The check after the critic's last step has fetched it.
        if matches!(self.phase, BcPmiPhase::Critic) && self.critic.learner.steps >= self.critic_steps {
            self.begin_cloning(rows);
        }
        match self.phase {
            BcPmiPhase::Critic => self.critic.step(rows),
            BcPmiPhase::Policy { .. } => self.cloning.step(rows),
        }
    }

    fn fetch(&mut self) -> Fetch<'_> {
        match self.phase {
            BcPmiPhase::Critic => Box::pin(self.critic.learner.fetch()),
            BcPmiPhase::Policy { .. } => Box::pin(self.cloning.learner.fetch()),
        }
    }

    fn check_due(&self) -> bool {
        match self.phase {
            BcPmiPhase::Critic => {
                check_due((self.critic.learner.steps, self.critic_steps), self.critic_steps_per_epoch)
            }
            BcPmiPhase::Policy { .. } => self.cloning.check_due(),
        }
    }

    fn check(&mut self, rows: &Rows) -> Vec<Point> {
        match self.phase {
            BcPmiPhase::Policy { .. } => points(self.cloning.check(rows)),
            BcPmiPhase::Critic => {
                let bounds = self.critic.check(rows);
                vec![
                    series::CRITIC_LOSS.point(bounds.loss),
                    series::MI_TRAIN.point(bounds.train),
                    series::MI_HELD_OUT.point(bounds.held_out),
                ]
            }
        }
    }

    fn tune(&mut self, run: &RunConfig, rows: &Rows) {
        self.critic.config.rate = critic::RATE.get(run) as f32;
        self.cloning.config.rate = policy::RATE.get(run) as f32;
        let before = std::mem::replace(&mut self.weighting, weighting(run, rows.columns.action_kind));
        match self.phase {
            BcPmiPhase::Policy { .. } if before.evidence != self.weighting.evidence => self.begin_cloning(rows),
            _ => self.update_weights(rows),
        }
    }

    fn critic(&self) -> Option<(&CriticTraining, Weighting)> {
        Some((&self.critic, self.weighting))
    }

    fn weight_constants(&self) -> Option<WeightConstants> {
        match self.phase {
            BcPmiPhase::Critic => None,
            BcPmiPhase::Policy { constants, .. } => constants,
        }
    }

    fn weights(&self) -> Option<&[f32]> {
        self.cloning.learner.weights()
    }

    fn row_gradient(&self, row: &[f32], rows: &Rows, weight: f32) -> Option<RowGradient> {
        Some(self.cloning.row_gradient(row, rows, weight))
    }

    fn save(&self) -> Bundle {
        let mut bundle = Bundle::default();
        self.cloning.save(&mut bundle);
        self.critic.save(&mut bundle);
        bundle
    }

    fn finish(&self, bundle: &mut Bundle) {
        self.critic.finish(bundle);
    }

    fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        self.cloning.restore(bundle)?;
        self.critic.restore(bundle, rows)?;
        if self.cloning.steps().0 > 0 {
            self.begin_cloning(rows);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_list_of_actions_the_pair_counts() {
        let of = |evidence, actions| {
            let run = RunConfig { knobs: [weights::EVIDENCE.at(evidence)].into(), ..RunConfig::default() };
            weighting(&run, actions).evidence
        };
        assert_eq!(of(Evidence::Action, ActionKind::Continuous), Evidence::Pair);
        assert_eq!(of(Evidence::Action, ActionKind::Discrete), Evidence::Action);
        assert_eq!(of(Evidence::Pair, ActionKind::Discrete), Evidence::Pair);
    }
}
