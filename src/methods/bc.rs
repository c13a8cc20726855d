//! BC: min_π E[-log π(a|s)]. Styles are ignored, so what comes out is their average.

use burn::tensor::Tensor;

use super::cloning::{Cloning, CloningConfig};
use super::{Entry, Lazy, Method, knobs};
use crate::estimators::Estimation;
use crate::nn::{Bundle, Members, Resident, SnapshotError};
use crate::protocol::{MethodCard, Reading, RunConfig};

pub const ENTRY: Entry = Entry { card, start: |run, data| Box::new(PlainCloning::new(run, data, Members::One, false)) };

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
        has_critic: false,
    }
}

/// Cloning in one stage, all pairs weighing the same.
pub struct PlainCloning(Cloning);

impl PlainCloning {
    pub fn new(run: &RunConfig, data: &Resident, members: Members, conditioned: bool) -> Self {
        Self(Cloning::new(cloning_config(run, members, conditioned), data))
    }
}

pub fn cloning_config(run: &RunConfig, members: Members, conditioned: bool) -> CloningConfig {
    CloningConfig {
        members,
        conditioned,
        hidden: run.whole("hidden"),
        batch: run.whole("batch"),
        epochs: run.whole("epochs"),
        rate: run.number("rate") as f32,
        seed: run.seed,
    }
}

impl Method for PlainCloning {
    fn stage(&self) -> &'static str {
        "Cloning the experts"
    }

    fn steps(&self) -> (u32, u32) {
        self.0.steps()
    }

    fn step(&mut self, data: &Resident) {
        self.0.step(data);
    }

    fn check_due(&self) -> bool {
        self.0.check_due()
    }

    fn check(&mut self, data: &Resident) -> Vec<Lazy> {
        self.0.check(data)
    }

    fn note(&mut self, _readings: &[Reading]) {}

    fn tune(&mut self, run: &RunConfig, _data: &Resident) {
        self.0.config.rate = run.number("rate") as f32;
    }

    fn critic(&self) -> Option<(&Estimation, f32)> {
        None
    }

    fn weights(&self) -> Option<Tensor<1>> {
        None
    }

    fn save(&self) -> (Vec<(String, Tensor<2>)>, Bundle) {
        let mut bundle = Bundle::default();
        let tables = self.0.save(&mut bundle);
        (tables, bundle)
    }

    fn restore(&mut self, bundle: &Bundle, _data: &Resident) -> Result<(), SnapshotError> {
        self.0.restore(bundle)
    }
}
