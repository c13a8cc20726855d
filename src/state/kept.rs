//! Runs that the visitor trained: settings that come back bring their run back. The latest stay in memory while the page is
//! open; the browser stores more of them (`www/kept.js`), which are read when they are needed.

use super::lane::settings;
use super::{Lane, Model, Playing};
use crate::actions::Effect;
use protocol::{RunConfig, Snapshot, read_query};

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
        let (config, trained_with) = (lane.config.clone(), lane.trained_with.clone());
        let (shipped, finished) = (lane.shipped, lane.is_done());
        self.push(KeptRun { config, trained_with, shipped, finished, step, snapshot });
    }

    /// Keeps a run from a file.
    pub fn add(&mut self, config: RunConfig, step: u32, finished: bool, snapshot: Snapshot) {
        self.push(KeptRun { config, trained_with: None, shipped: false, finished, step, snapshot });
    }

    fn push(&mut self, run: KeptRun) {
        self.0.retain(|kept| kept.config != run.config);
        self.0.push(run);
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

/// A run that the browser stores.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRun {
    /// The link that opened it when it was stored.
    pub key: String,
    pub step: u32,
    pub finished: bool,
}

impl Model {
    /// Finds stored runs by the links that open them now: a later version may have more settings.
    pub(super) fn settle_stored(&mut self) {
        let Some(catalog) = self.catalog.clone() else { return };
        let link = |key: &str| Some(catalog.settle(&RunConfig::from_settings(&read_query(key).ok()?).0).0.to_query());
        let stored = std::mem::take(&mut self.stored);
        for run in stored.into_values() {
            let Some(link) = link(&run.key) else { continue };
            // A link that is read as another one does not take its place.
            if run.key == link || self.stored.get(&link).is_none() {
                self.stored.insert(link, run);
            }
        }
    }

    /// Has the browser store the run of a lane. Runs that ship with the page need not be stored.
    pub(super) fn store_run(&mut self, index: usize) -> Option<Effect> {
        let lane = self.lanes.get(index).filter(|lane| !lane.shipped)?;
        let step = lane.snapshot.as_ref().map(|(step, _)| *step).filter(|step| *step > 0)?;
        let run = StoredRun { key: lane.config.to_query(), step, finished: lane.is_done() };
        self.stored.insert(run.key.clone(), run.clone());
        Some(Effect::KeepRun { lane: index, run })
    }

    /// The stored runs that lanes wait for.
    pub fn stored_runs_needed(&self) -> Vec<StoredRun> {
        self.lanes.iter().filter_map(|lane| lane.awaits_stored.clone()).collect()
    }

    /// A stored run was read, or cannot be.
    pub fn on_stored(&mut self, run: &StoredRun, snapshot: Option<Snapshot>) -> Vec<Effect> {
        let (awaited, training) = (self.awaits_shipped(), self.training);
        let waits = |lane: &Lane| lane.awaits_stored.as_ref() == Some(run);
        let Some(index) = self.lanes.iter().position(waits) else { return Vec::new() };
        let shipped = self.is_shipped(&self.lanes[index].config);
        let lane = &mut self.lanes[index];
        lane.awaits_stored = None;
        match snapshot {
            // A visitor who has not waited trains another run.
            _ if training || lane.steps_done() > 0 => {}
            Some(snapshot) => lane.resume_stored(run, snapshot),
            None => lane.awaits_shipped = shipped,
        }
        let mut effects = vec![Effect::Play, Effect::Show];
        effects.extend(self.stop_waiting(awaited));
        effects
    }
}

impl Lane {
    fn resume_stored(&mut self, run: &StoredRun, snapshot: Snapshot) {
        let mut trained_with = self.config.clone();
        // Live knobs may have changed after the last step.
        trained_with.changes.retain(|change| change.step < run.step);
        self.trained_with = Some(trained_with);
        self.snapshot = Some((run.step, snapshot));
        self.playing = Playing::Own { step: run.step };
        self.opens_finished = run.finished;
        self.agents = None;
    }
}
