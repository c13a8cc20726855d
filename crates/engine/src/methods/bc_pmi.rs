//! BC-PMI: min_π E[-e^{β·pmi(z;s,a)} · log π(a|s,z)]. First a critic learns how much each pair tells about
//! its style; then cloning listens to each pair that much.

use super::bc::{cloning_config, points};
use super::cloning::{Cloning, check_due};
use super::{Entry, Fetch, Method, Point, knobs};
use crate::estimators::{Baseline, CriticKind, Estimation, EstimationConfig, Evidence, Normalisation, Weighting};
use crate::nn::{Bundle, Members, Rows, SnapshotError, style_of};
use protocol::{MethodCard, RunConfig};
use worlds::data::ActionKind;

pub const ENTRY: Entry = Entry { card, start: |run, rows| Box::new(BcPmi::new(run, rows)) };

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
        finds_styles: false,
        has_critic: true,
    }
}

enum Stage {
    Estimating,
    /// Holds what every seed's training pairs tell of every style, so that weights can change live.
    Cloning {
        told: Vec<Vec<f32>>,
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
        rate: run.number("critic_rate") as f32,
        moving_average: run.word("moving_average") == "on",
        folds: run.whole("critic_folds"),
        slips: run.word("slips") == "on",
    }
}

fn weighting(run: &RunConfig, actions: ActionKind) -> Weighting {
    let evidence = Evidence::of(run.word("evidence"), actions);
    Weighting {
        evidence,
        // Where actions are compared with each other a critic's constant drops out.
        normalisation: match run.word("normalisation") {
            _ if evidence == Evidence::Action => Normalisation::Raw,
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
    fn new(run: &RunConfig, rows: &Rows) -> Self {
        let estimation = Estimation::new(estimation_config(run), rows);
        let per_epoch = estimation.steps_per_epoch;
        Self {
            stage: Stage::Estimating,
            estimating: (per_epoch * estimation.config.epochs) as u32,
            per_epoch,
            estimation,
            weighting: weighting(run, rows.columns.action_kind),
            cloning: Cloning::new(cloning_config(run, Members::One, true), rows),
        }
    }

    fn begin_cloning(&mut self, rows: &Rows) {
        let told = |seed| self.estimation.train_told(seed, self.weighting.evidence, rows);
        self.stage = Stage::Cloning { told: (0..rows.portions.len()).map(told).collect() };
        self.weigh(rows);
    }

    fn weigh(&mut self, rows: &Rows) {
        let Stage::Cloning { told } = &self.stage else { return };
        let mut weights = vec![1.0; rows.count()];
        for (seed, (portion, told)) in rows.portions.iter().zip(told).enumerate() {
            let labels = portion.train.clone().map(|row| style_of(rows.row(row), rows.columns.styles));
            let (log_prior, slips) = (self.estimation.log_prior(seed), self.estimation.slips(seed));
            let of_seed = self.weighting.weights(told.clone(), &log_prior, slips, labels);
            weights[portion.train.clone()].copy_from_slice(&of_seed);
        }
        self.cloning.learner.set_weights(weights);
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

    fn step(&mut self, rows: &Rows) {
        // The check after the last step of estimating has left the best critic here.
        if matches!(self.stage, Stage::Estimating) && self.estimation.learner.steps >= self.estimating {
            self.begin_cloning(rows);
        }
        match self.stage {
            Stage::Estimating => self.estimation.step(rows),
            Stage::Cloning { .. } => self.cloning.step(rows),
        }
    }

    fn fetch(&mut self) -> Fetch<'_> {
        match self.stage {
            Stage::Estimating => Box::pin(self.estimation.learner.fetch()),
            Stage::Cloning { .. } => Box::pin(self.cloning.learner.fetch()),
        }
    }

    fn check_due(&self) -> bool {
        match self.stage {
            Stage::Estimating => check_due((self.estimation.learner.steps, self.estimating), self.per_epoch),
            Stage::Cloning { .. } => self.cloning.check_due(),
        }
    }

    fn check(&mut self, rows: &Rows) -> Vec<Point> {
        match self.stage {
            Stage::Cloning { .. } => points(self.cloning.check(rows)),
            Stage::Estimating => {
                let bounds = self.estimation.check(rows);
                vec![
                    Point { series: "critic-loss", values: bounds.loss },
                    Point { series: "mi-train", values: bounds.train },
                    Point { series: "mi-heldout", values: bounds.held_out },
                ]
            }
        }
    }

    fn tune(&mut self, run: &RunConfig, rows: &Rows) {
        self.estimation.config.rate = run.number("critic_rate") as f32;
        self.cloning.config.rate = run.number("rate") as f32;
        let before = std::mem::replace(&mut self.weighting, weighting(run, rows.columns.action_kind));
        match self.stage {
            Stage::Cloning { .. } if before.evidence != self.weighting.evidence => self.begin_cloning(rows),
            _ => self.weigh(rows),
        }
    }

    fn critic(&self) -> Option<(&Estimation, Weighting)> {
        Some((&self.estimation, self.weighting))
    }

    fn weights(&self) -> Option<&[f32]> {
        self.cloning.learner.weights()
    }

    fn save(&self) -> Bundle {
        let mut bundle = Bundle::default();
        self.cloning.save(&mut bundle);
        self.estimation.save(&mut bundle);
        bundle
    }

    fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        self.cloning.restore(bundle)?;
        self.estimation.restore(bundle, rows)?;
        if self.cloning.steps().0 > 0 {
            self.begin_cloning(rows);
        }
        Ok(())
    }
}
