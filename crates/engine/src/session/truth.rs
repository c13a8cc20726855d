//! The true PMI along a demonstration, in worlds that can compute it, for comparison with the critic's estimate.

use std::cell::RefCell;

use super::Session;
use worlds::TruePmi;
use worlds::data::Trajectory;

/// The true PMI, computed as it is needed. A session has none while it is not shown.
#[derive(Default)]
pub struct Truth {
    /// None in worlds that cannot compute it.
    known: Option<TruePmi>,
    /// The latest demonstration and its PMI, since timelines are reported repeatedly while a run goes on.
    last: RefCell<Option<(u32, Vec<f32>)>>,
}

impl Session {
    /// Sets whether timelines hold the true PMI.
    pub fn show_truth(&mut self, on: bool) {
        match (on, &self.truth) {
            (true, None) => {
                let known = self.environment.world.true_pmi(&self.run);
                self.truth = Some(Truth { known, ..Truth::default() });
            }
            (false, Some(_)) => self.truth = None,
            _ => {}
        }
    }

    /// The true PMI of a demonstration with its label, nats: `[moments]`; empty if it is unknown or not shown.
    pub(super) fn true_pmi(&self, trajectory: u32, path: &Trajectory) -> Vec<f32> {
        let Some(Truth { known: Some(known), last }) = &self.truth else { return vec![] };
        let mut last = last.borrow_mut();
        if let Some((_, pmi)) = last.as_ref().filter(|(known, _)| *known == trajectory) {
            return pmi.clone();
        }
        let columns = self.rows.columns;
        let pairs = path.observations.chunks_exact(columns.observation).zip(path.actions.chunks_exact(columns.action));
        let pmi: Vec<f32> = pairs.map(|(state, action)| known(state, action)[path.style] as f32).collect();
        *last = Some((trajectory, pmi.clone()));
        pmi
    }
}
