//! BC: min_π E[-log π(a|s)]. Styles are ignored, so what comes out is their average.

use super::cloning::{Cloning, CloningConfig, Losses};
use super::{Entry, Fetch, Method, Point, knobs};
use crate::estimators::{Estimation, Weighting};
use crate::nn::{Bundle, Members, Rows, SnapshotError};
use protocol::{MethodCard, RunConfig};

pub const ENTRY: Entry = Entry { card, start: |run, rows| Box::new(PlainCloning::new(run, rows, Members::One, false)) };

fn card() -> MethodCard {
    MethodCard {
        id: "bc".into(),
        name: "BC".into(),
        about: "Behavioural cloning: one policy imitates everybody at once and never hears of styles. Where experts \
                disagree it averages them, so it reaches hardly any style."
            .into(),
        equation: "min E[ −log π(a|s) ]".into(),
        knobs: knobs::policy(),
        series: knobs::policy_series(),
        follows_style: false,
        finds_styles: false,
        has_critic: false,
    }
}

/// Cloning in one stage, all pairs weighing the same.
pub struct PlainCloning(Cloning);

impl PlainCloning {
    pub fn new(run: &RunConfig, rows: &Rows, members: Members, conditioned: bool) -> Self {
        Self(Cloning::new(cloning_config(run, members, conditioned), rows))
    }
}

pub fn cloning_config(run: &RunConfig, members: Members, conditioned: bool) -> CloningConfig {
    CloningConfig {
        members,
        conditioned,
        parts: run.whole("parts"),
        hidden: run.whole("hidden"),
        batch: run.whole("batch"),
        epochs: run.whole("epochs"),
        rate: run.number("rate") as f32,
    }
}

impl Method for PlainCloning {
    fn stage(&self) -> &'static str {
        "Cloning the experts"
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
        self.0.config.rate = run.number("rate") as f32;
    }

    fn critic(&self) -> Option<(&Estimation, Weighting)> {
        None
    }

    fn weights(&self) -> Option<&[f32]> {
        None
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
    vec![
        Point { series: "policy-loss", values: losses.train },
        Point { series: "policy-heldout", values: losses.held_out },
    ]
}
