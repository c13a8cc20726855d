//! BC, behavioural cloning: min_π E[-log π(a|s)]. Styles are ignored, so the policy is their average.

use super::cloning::{Cloning, CloningConfig, Losses};
use super::{Fetch, Method, MethodEntry, Phase, Point, RowGradient, id, series};
use crate::nn::{Bundle, Columns, Members, Rows, SnapshotError, TrainState};
use protocol::knobs::policy;
use protocol::{MethodCard, RunConfig, text};

pub const ENTRY: MethodEntry = MethodEntry {
    card,
    start: |environment, rows| Box::new(PlainCloning::new(&environment.run, rows, Members::One, false)),
    saved_numbers: |run, columns| cloning_numbers(&cloning_config(run, Members::One, false), run, columns),
    by_seed: true,
};

pub const CLONING: Phase = Phase("phase-cloning");

fn card() -> MethodCard {
    MethodCard {
        id: id::BC.into(),
        name: text!("method-bc"),
        about: text!("method-bc.about"),
        equation: "min E[ −log π(a|s) ]".into(),
        knobs: policy::cards(),
        recipes: vec![],
        series: series::cards(&[&series::POLICY]),
        follows_style: false,
        finds_styles: false,
        has_critic: false,
        takes_weights: true,
        sees_pictures: true,
    }
}

/// Cloning in a single phase, with the same weight for all pairs but those that are weighed by hand.
pub struct PlainCloning(Cloning);

impl PlainCloning {
    pub fn new(run: &RunConfig, rows: &Rows, members: Members, conditioned: bool) -> Self {
        let mut cloning = Cloning::new(cloning_config(run, members, conditioned), rows);
        if let Some(weights) = &rows.by_hand {
            cloning.learner.set_weights(weights.clone());
        }
        Self(cloning)
    }
}

/// The numbers that a snapshot holds of cloned policies.
pub fn cloning_numbers(config: &CloningConfig, run: &RunConfig, columns: Columns) -> usize {
    TrainState::saved_numbers(&config.net(columns, policy::SEEDS.get(run).max(1)))
}

pub fn cloning_config(run: &RunConfig, members: Members, conditioned: bool) -> CloningConfig {
    CloningConfig {
        members,
        conditioned,
        parts: policy::PARTS.get(run),
        hidden: policy::HIDDEN.get(run),
        batch: policy::BATCH.get(run),
        epochs: policy::EPOCHS.get(run),
        rate: policy::RATE.get(run) as f32,
    }
}

impl Method for PlainCloning {
    fn phase(&self) -> Phase {
        CLONING
    }

    fn steps(&self) -> (u32, u32) {
        self.0.steps()
    }

    fn step(&mut self, rows: &Rows) {
        self.0.step(rows);
    }

    fn fetch(&mut self) -> Fetch<'_> {
        Box::pin(self.0.learner.fetch())
    }

    fn check_due(&self) -> bool {
        self.0.check_due()
    }

    fn check(&mut self, rows: &Rows) -> Vec<Point> {
        points(self.0.check(rows))
    }

    fn tune(&mut self, run: &RunConfig, _rows: &Rows) {
        self.0.config.rate = policy::RATE.get(run) as f32;
    }

    fn row_gradient(&self, row: &[f32], rows: &Rows, weight: f32) -> Option<RowGradient> {
        Some(self.0.row_gradient(row, rows, weight))
    }

    fn save(&self) -> Bundle {
        let mut bundle = Bundle::default();
        self.0.save(&mut bundle);
        bundle
    }

    fn restore(&mut self, bundle: &Bundle, _rows: &Rows) -> Result<(), SnapshotError> {
        self.0.restore(bundle)
    }
}

/// The curves of cloning.
pub fn points(losses: Losses) -> Vec<Point> {
    vec![series::POLICY_LOSS.point(losses.train), series::POLICY_HELD_OUT.point(losses.held_out)]
}
