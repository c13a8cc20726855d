//! Methods: how a policy is learnt from demonstrations. One method a file, one line in [`all`].

mod bc;
mod bc_pmi;
mod cbc;
mod cloning;
mod ctvae;
mod infogail;
mod knobs;
mod matching;
mod player;
mod policy;
mod sorl;

pub use player::{Asked, Player};
pub use policy::Memory;

use std::pin::Pin;

use crate::estimators::{Estimation, Weighting};
use crate::nn::{Bundle, Rows, SnapshotError};
use protocol::{MethodCard, RunConfig};

/// A point of a curve, for each seed.
pub struct Point {
    /// Id of a `SeriesCard`.
    pub series: &'static str,
    pub values: Vec<f32>,
}

/// What is on its way from the device; the error is what the device said.
pub type Fetch<'a> = Pin<Box<dyn Future<Output = Result<(), String>> + 'a>>;

/// A run of a method, on one seed or several at once. `step` enqueues and never waits for the device; the session
/// fetches what was learnt before it calls anything that looks at it.
pub trait Method {
    /// The stage it is in, for the visitor.
    fn stage(&self) -> &'static str;
    /// Steps taken and steps in all, over all stages.
    fn steps(&self) -> (u32, u32);
    /// One optimiser step, or a piece of other work about as long.
    fn step(&mut self, rows: &Rows);
    /// Brings over what the device has learnt, in as many networks as are at work. Nothing to do on the CPU.
    fn fetch(&mut self) -> Fetch<'_>;
    /// Whether its steps are computed here and now, whatever its device, so that a slice of work may be a single one.
    fn on_cpu(&self) -> bool {
        false
    }
    /// Whether a check belongs after the step just taken. Depends on the step alone, so that runs repeat.
    fn check_due(&self) -> bool;
    /// Curves since the last check. A method may act on what it finds.
    fn check(&mut self, rows: &Rows) -> Vec<Point>;
    /// Takes over live knobs.
    fn tune(&mut self, run: &RunConfig, rows: &Rows);
    /// The critic, where it has one, and what is made of its scores.
    fn critic(&self) -> Option<(&Estimation, Weighting)>;
    /// The weight of every row, once a critic gave one.
    fn weights(&self) -> Option<&[f32]>;
    /// p(k|τ) of the first seed's training paths, a value a cluster, with clusters in the order of the styles they are
    /// named after; None where nothing is clustered.
    fn responsibilities(&self) -> Option<Vec<Vec<f32>>> {
        None
    }
    /// From which it goes on.
    fn save(&self) -> Bundle;
    fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError>;
}

/// A method before it runs.
pub struct Entry {
    pub card: fn() -> MethodCard,
    pub start: fn(&RunConfig, &Rows) -> Box<dyn Method>,
}

static METHODS: [Entry; 6] = [bc_pmi::ENTRY, cbc::ENTRY, bc::ENTRY, ctvae::ENTRY, infogail::ENTRY, sorl::ENTRY];

pub fn all() -> &'static [Entry] {
    &METHODS
}

pub fn find(id: &str) -> Option<&'static Entry> {
    all().iter().find(|entry| (entry.card)().id == id)
}
