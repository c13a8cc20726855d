//! Methods: how a policy is learnt from demonstrations. One file per method, one line in [`all`].

mod bc;
mod bc_pmi;
mod cbc;
mod cloning;
pub mod ctvae;
mod infogail;
mod matching;
mod opening;
mod player;
mod policy;
pub mod series;
mod sorl;

pub use opening::open_snapshot;
pub use player::Player;
pub use series::{MethodSeries, Point};

use std::pin::Pin;

use crate::estimators::{CriticTraining, WeightConstants, Weighting};
use crate::nn::{Bundle, Columns, Rows, SnapshotError};
use protocol::{MethodCard, RunConfig, Text};
use worlds::Environment;

/// Ids of the methods, in links and snapshots.
pub mod id {
    pub const BC: &str = "bc";
    pub const BC_PMI: &str = "bc-pmi";
    pub const CBC: &str = "cbc";
    pub const CTVAE: &str = "ctvae";
    pub const INFOGAIL: &str = "infogail";
    pub const SORL: &str = "sorl";
}

/// A part of a method's training; its message key names it for the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase(pub &'static str);

impl Phase {
    pub fn text(self) -> Text {
        Text::new(self.0)
    }
}

/// A read from the device in flight; the error is the device's own message.
pub type Fetch<'a> = Pin<Box<dyn Future<Output = Result<(), String>> + 'a>>;

/// A run of a method, on one seed or several side by side. `step` enqueues and never waits for the device; the session
/// calls `fetch` before anything that reads what was learnt.
pub trait Method {
    fn phase(&self) -> Phase;
    /// Steps taken and steps in all, over all phases.
    fn steps(&self) -> (u32, u32);
    /// One optimiser step, or a slice of other work that takes about as long.
    fn step(&mut self, rows: &Rows);
    /// Copies the parameters of every network in training from the device. Nothing to do on the CPU.
    fn fetch(&mut self) -> Fetch<'_>;
    /// Whether steps run synchronously on the CPU whatever the device, so that a slice of work may be a single step.
    fn on_cpu(&self) -> bool {
        false
    }
    /// Whether a check follows the step just taken. Depends on the step alone, so that runs repeat.
    fn check_due(&self) -> bool;
    /// Points of the curves since the last check. A method may act on them (keep the best critic, choose a start).
    fn check(&mut self, rows: &Rows) -> Vec<Point>;
    /// Applies the live knobs of `run`.
    fn tune(&mut self, run: &RunConfig, rows: &Rows);
    /// The critic of mutual information, if there is one, and how its scores become weights.
    fn critic(&self) -> Option<(&CriticTraining, Weighting)> {
        None
    }
    /// What the first seed's weights have in common, once a critic gave some.
    fn weight_constants(&self) -> Option<WeightConstants> {
        None
    }
    /// The weight of every row, `[rows]`, once a critic gave one.
    fn weights(&self) -> Option<&[f32]> {
        None
    }
    /// The gradient of one row's loss, weighed, in the policy of the first seed; None where the loss is not a sum over rows.
    fn row_gradient(&self, _row: &[f32], _rows: &Rows, _weight: f32) -> Option<RowGradient> {
        None
    }
    /// p(k|τ) of the first seed's training paths, `[paths][clusters]`, with clusters in the order of the styles they are
    /// named after; None where nothing is clustered.
    fn responsibilities(&self) -> Option<Vec<Vec<f32>>> {
        None
    }
    /// Everything that `restore` needs to go on to the bit.
    fn save(&self) -> Bundle;
    /// Removes from the bundle of a finished run what only further steps need, except optimiser moments, which
    /// [`Bundle::finish`] removes for every method.
    fn finish(&self, _bundle: &mut Bundle) {}
    /// Continues from a bundle. A finished one brings everything that a finished run shows.
    fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError>;
}

/// What one row asks of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowGradient {
    /// -log π(a|s,z), unweighted, nats.
    pub loss: f64,
    /// 2-norm of the gradient of the weighted loss with respect to all parameters.
    pub length: f64,
    pub parameters: usize,
}

/// Starts a run of a method.
pub type StartMethod = fn(&Environment, &Rows) -> Box<dyn Method>;

/// A method in the list: its card, and how a run of it starts.
pub struct MethodEntry {
    pub card: fn() -> MethodCard,
    pub start: StartMethod,
    /// The most numbers that a run's networks have in a snapshot, optimiser state included.
    pub saved_numbers: fn(&RunConfig, Columns) -> usize,
    /// Whether seeds can be trained apart: they have nothing in common but their number of steps, and a snapshot's tables have as
    /// many rows per seed.
    pub by_seed: bool,
}

static METHODS: [MethodEntry; 6] = [bc_pmi::ENTRY, cbc::ENTRY, bc::ENTRY, ctvae::ENTRY, infogail::ENTRY, sorl::ENTRY];

pub fn all() -> &'static [MethodEntry] {
    &METHODS
}

pub fn find(id: &str) -> Option<&'static MethodEntry> {
    all().iter().find(|entry| (entry.card)().id == id)
}
