//! Live knobs: knobs that can be changed while training goes on.

use super::lane::Reporter;
use super::{Trainer, TrainerHost};
use crate::session::catalog;
use protocol::{LaneReport, RunConfig, Value};

/// The nearest value that a live knob of the run's method can take; None where the method has no such knob.
pub fn live_value(run: &RunConfig, knob: &str, value: &Value) -> Option<Value> {
    let catalog = catalog();
    let card = catalog.method(&run.method)?.knobs.iter().find(|card| card.id == knob && card.live)?;
    let default = catalog
        .world(&run.world)
        .map_or_else(|| card.default.clone(), |world| world.default_of(card, &run.method, &run.knobs));
    Some(card.settle(value, &default, &mut Vec::new()))
}

impl<H: TrainerHost> Trainer<H> {
    /// Changes a knob in every lane that has it.
    pub(super) fn set_knob(&mut self, knob: &str, value: &Value) {
        let (host, run, policies) = (&self.host, self.run, self.policies);
        for lane in &mut self.lanes {
            let Some(value) = live_value(&lane.session.run, knob, value) else { continue };
            let reporter = Reporter { host, run, lane: lane.number, policies };
            if lane.session.set_knob(knob, value) {
                lane.snapshot_step = None;
                reporter.post(LaneReport::Changed(lane.session.run.clone()));
                lane.report_weights(&reporter);
            }
        }
        self.report_timelines();
    }
}
