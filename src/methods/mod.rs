//! Methods: how a policy is learnt from demonstrations. One method a file, one line in [`all`].

mod bc;
mod bc_pmi;
mod cbc;
mod cloning;
mod knobs;
mod player;

pub use player::{Asked, Player};

use burn::tensor::Tensor;

use crate::estimators::Estimation;
use crate::nn::{Bundle, Resident, SnapshotError};
use crate::protocol::{MethodCard, Reading, RunConfig};

/// A number on the device that nobody has read yet.
pub struct Lazy {
    /// Id of a `SeriesCard`.
    pub series: &'static str,
    pub value: Tensor<1>,
}

/// A run of a method. Nothing here waits for the device: `step` and `check` enqueue, the session reads.
pub trait Method {
    /// The stage it is in, for the visitor.
    fn stage(&self) -> &'static str;
    /// Steps taken and steps in all, over all stages.
    fn steps(&self) -> (u32, u32);
    /// One optimiser step.
    fn step(&mut self, data: &Resident);
    /// Whether a check belongs after the step just taken. Depends on the step alone, so that runs repeat.
    fn check_due(&self) -> bool;
    /// Curves since the last check.
    fn check(&mut self, data: &Resident) -> Vec<Lazy>;
    /// What the check turned out to be; a method may act on it.
    fn note(&mut self, readings: &[Reading]);
    /// Takes over live knobs.
    fn tune(&mut self, run: &RunConfig, data: &Resident);
    /// The critic, where it has one, with the β its PMI is used with.
    fn critic(&self) -> Option<(&Estimation, f32)>;
    /// The weight of every training pair, `[pairs]`, once a critic gave one.
    fn weights(&self) -> Option<Tensor<1>>;
    /// Tables and notes from which it goes on.
    fn save(&self) -> (Vec<(String, Tensor<2>)>, Bundle);
    fn restore(&mut self, bundle: &Bundle, data: &Resident) -> Result<(), SnapshotError>;
}

/// A method before it runs.
pub struct Entry {
    pub card: fn() -> MethodCard,
    pub start: fn(&RunConfig, &Resident) -> Box<dyn Method>,
}

static METHODS: [Entry; 3] = [bc_pmi::ENTRY, cbc::ENTRY, bc::ENTRY];

pub fn all() -> &'static [Entry] {
    &METHODS
}

pub fn find(id: &str) -> Option<&'static Entry> {
    all().iter().find(|entry| (entry.card)().id == id)
}
