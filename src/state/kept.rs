//! Runs that the visitor trained stay in memory while the page is open: settings that come back bring their run back.

use super::lane::settings;
use super::{Lane, Playing};
use protocol::{RunConfig, Snapshot};

/// A run holds some megabytes at most, so that this many are no burden.
const MOST: usize = 8;

#[derive(Clone, Debug)]
struct KeptRun {
    config: RunConfig,
    /// Live knobs may have changed after the last step.
    trained_with: Option<RunConfig>,
    shipped: bool,
    finished: bool,
    step: u32,
    snapshot: Snapshot,
}

/// The oldest is forgotten first.
#[derive(Clone, Debug, Default)]
pub struct KeptRuns(Vec<KeptRun>);

impl KeptRuns {
    /// Keeps the run of a lane that has taken steps, in place of an earlier run with the same settings.
    pub(super) fn keep(&mut self, lane: &Lane) {
        let Some((step, snapshot)) = lane.snapshot.clone().filter(|(step, _)| *step > 0) else { return };
        self.0.retain(|kept| kept.config != lane.config);
        let (config, trained_with) = (lane.config.clone(), lane.trained_with.clone());
        let (shipped, finished) = (lane.shipped, lane.is_done());
        self.0.push(KeptRun { config, trained_with, shipped, finished, step, snapshot });
        if self.0.len() > MOST {
            self.0.remove(0);
        }
    }

    /// The run with these settings, and its configuration with the changes on the way; or else one whose live knobs were
    /// changed only after its end.
    fn find(&self, wanted: &RunConfig) -> Option<(&KeptRun, RunConfig)> {
        let shown = self.0.iter().find(|kept| kept.config == *wanted || settings(&kept.config) == *wanted);
        let trained = || self.0.iter().find(|kept| kept.trained_with.as_ref() == Some(wanted));
        shown.map(|kept| (kept, kept.config.clone())).or_else(|| trained().map(|kept| (kept, wanted.clone())))
    }

    /// Gives a lane the kept run with its settings. Returns whether there is one.
    pub(super) fn resume(&self, lane: &mut Lane) -> bool {
        let Some((kept, config)) = self.find(&lane.config) else { return false };
        lane.config = config;
        lane.snapshot = Some((kept.step, kept.snapshot.clone()));
        lane.playing = if kept.shipped { Playing::Pretrained } else { Playing::Own { step: kept.step } };
        lane.trained_with = kept.trained_with.clone().or_else(|| Some(kept.config.clone()));
        (lane.shipped, lane.opens_finished) = (kept.shipped, kept.finished);
        lane.agents = None;
        true
    }
}
