//! BC-PMI: min_π E[-e^{β·pmi(z;s,a)} · log π(a|s,z)]. First a critic learns how much each pair tells about
//! its style; then cloning listens to each pair that much.

use burn::tensor::Tensor;

use super::bc::cloning_config;
use super::cloning::{Cloning, check_due};
use super::{Entry, Lazy, Method, knobs};
use crate::estimators::{Baseline, CriticKind, Estimation, EstimationConfig, Normalisation, Weighting};
use crate::nn::{Bundle, Members, Resident, SnapshotError};
use crate::protocol::{MethodCard, Reading, RunConfig};

pub const ENTRY: Entry = Entry { card, start: |run, data| Box::new(BcPmi::new(run, data)) };

fn card() -> MethodCard {
    let mut all = knobs::critic();
    all.extend(knobs::weights());
    all.extend(knobs::policy());
    let mut series = knobs::critic_series();
    series.extend(knobs::policy_series());
    MethodCard {
        id: "bc-pmi".into(),
        name: "BC-PMI".into(),
        about: "A critic first learns how much every step tells about the style; cloning then weighs each step by it. \
                Steps that belong to another style fade, so the styles come out clean."
            .into(),
        equation: "min E[ −exp(β · pmi(z; s,a)) · log π(a|s,z) ]".into(),
        knobs: all,
        series,
        follows_style: true,
        has_critic: true,
    }
}

#[expect(clippy::large_enum_variant, reason = "there is one in a run")]
enum Stage {
    Estimating,
    /// Holds T(s,a,z) of the chosen critic for all training pairs, so that weights can change live.
    Cloning {
        scores: Tensor<2>,
    },
}

struct BcPmi {
    stage: Stage,
    estimation: Estimation,
    weighting: Weighting,
    cloning: Cloning,
    /// Steps of the estimating stage.
    estimating: u32,
    per_epoch: usize,
}

fn estimation_config(run: &RunConfig) -> EstimationConfig {
    EstimationConfig {
        kind: CriticKind::from_id(run.word("critic")),
        hidden: run.whole("critic_hidden"),
        batch: run.whole("batch"),
        epochs: run.whole("critic_epochs"),
        rate: run.number("rate") as f32,
        moving_average: run.word("moving_average") == "on",
        seed: run.seed,
    }
}

fn weighting(run: &RunConfig) -> Weighting {
    Weighting {
        normalisation: match run.word("normalisation") {
            "global" => Normalisation::Global,
            "raw" => Normalisation::Raw,
            _ => Normalisation::PerPair,
        },
        baseline: match run.word("baseline") {
            "capped" => Baseline::Capped,
            "clamped" => Baseline::Clamped,
            "printed" => Baseline::Printed,
            _ => Baseline::Mean,
        },
        beta: run.number("beta") as f32,
    }
}

impl BcPmi {
    fn new(run: &RunConfig, data: &Resident) -> Self {
        let estimation = Estimation::new(estimation_config(run), data);
        let per_epoch = estimation.steps_per_epoch(data);
        Self {
            stage: Stage::Estimating,
            estimating: (per_epoch * estimation.config.epochs) as u32,
            per_epoch,
            estimation,
            weighting: weighting(run),
            cloning: Cloning::new(cloning_config(run, Members::One, true), data),
        }
    }

    fn begin_cloning(&mut self, data: &Resident) {
        let scores = self.estimation.scores(data.train.state_actions());
        self.stage = Stage::Cloning { scores };
        self.weigh(data);
    }

    fn weigh(&mut self, data: &Resident) {
        let Stage::Cloning { scores } = &self.stage else { return };
        let log_prior = self.estimation.critic.log_prior.clone();
        let weights = self.weighting.weights(scores.clone(), log_prior, data.train.styles.clone());
        self.cloning.weights = Some(weights.reshape([data.train.pairs, 1]));
    }
}

impl Method for BcPmi {
    fn stage(&self) -> &'static str {
        match self.stage {
            Stage::Estimating => "Estimating mutual information",
            Stage::Cloning { .. } => "Cloning, weighted by PMI",
        }
    }

    fn steps(&self) -> (u32, u32) {
        let (cloned, cloning) = self.cloning.steps();
        (self.estimation.learner.steps + cloned, self.estimating + cloning)
    }

    fn step(&mut self, data: &Resident) {
        if matches!(self.stage, Stage::Estimating) && self.estimation.learner.steps >= self.estimating {
            self.begin_cloning(data);
        }
        match self.stage {
            Stage::Estimating => self.estimation.step(data),
            Stage::Cloning { .. } => self.cloning.step(data),
        }
    }

    fn check_due(&self) -> bool {
        match self.stage {
            Stage::Estimating => check_due((self.estimation.learner.steps, self.estimating), self.per_epoch),
            Stage::Cloning { .. } => self.cloning.check_due(),
        }
    }

    fn check(&mut self, data: &Resident) -> Vec<Lazy> {
        match self.stage {
            Stage::Cloning { .. } => self.cloning.check(data),
            Stage::Estimating => {
                let [loss, train, held_out] = self.estimation.check(data);
                vec![
                    Lazy { series: "critic-loss", value: loss },
                    Lazy { series: "mi-train", value: train },
                    Lazy { series: "mi-heldout", value: held_out },
                ]
            }
        }
    }

    fn note(&mut self, readings: &[Reading]) {
        if let Some(bound) = readings.iter().find(|reading| reading.series == "mi-heldout") {
            self.estimation.note(bound.value);
        }
    }

    fn tune(&mut self, run: &RunConfig, data: &Resident) {
        let rate = run.number("rate") as f32;
        self.estimation.config.rate = rate;
        self.cloning.config.rate = rate;
        self.weighting = weighting(run);
        self.weigh(data);
    }

    fn critic(&self) -> Option<(&Estimation, f32)> {
        Some((&self.estimation, self.weighting.beta))
    }

    fn weights(&self) -> Option<Tensor<1>> {
        let weights = self.cloning.weights.as_ref()?;
        Some(weights.clone().reshape([weights.dims()[0]]))
    }

    fn save(&self) -> (Vec<(String, Tensor<2>)>, Bundle) {
        let mut bundle = Bundle::default();
        let mut tables = self.cloning.save(&mut bundle);
        tables.extend(self.estimation.save(&mut bundle));
        (tables, bundle)
    }

    fn restore(&mut self, bundle: &Bundle, data: &Resident) -> Result<(), SnapshotError> {
        self.cloning.restore(bundle)?;
        self.estimation.restore(bundle)?;
        if self.cloning.steps().0 > 0 {
            self.begin_cloning(data);
        }
        Ok(())
    }
}
