//! Opens the lanes of a run.

use std::sync::Arc;

use super::key_frames::KeyFrames;
use super::{Trainer, TrainerHost, TrainingLane};
use crate::nn::{Device, SnapshotError};
use crate::session::{Session, SessionError, catalog};
use protocol::knobs::policy;
use protocol::{RunConfig, RunId, RunState, Snapshot, Text, TrainerEvent};
use worlds::data::Demos;

impl<H: TrainerHost> Trainer<H> {
    pub(super) async fn open(&mut self, run: RunId, requested: Vec<RunConfig>, resume: Vec<Option<Snapshot>>) {
        self.run = run;
        self.running = false;
        let before: Vec<_> = self.lanes.drain(..).map(|lane| (lane.session.run, lane.frames)).collect();
        // The last run's steps per second say nothing of this one.
        self.scheduler.restart();
        let (catalog, mut notices) = (catalog(), Vec::<Text>::new());
        let mut resume = resume.into_iter();
        for config in requested {
            let (config, changes) = catalog.settle(&config);
            let new: Vec<_> = changes.into_iter().filter(|notice| !notices.contains(notice)).collect();
            notices.extend(new);
            let given = resume.next().flatten();
            let shared = if given.is_none() { shared_frames(&before, &config) } else { None };
            let snapshot = given.or_else(|| shared.as_ref().and_then(KeyFrames::last).cloned());
            match self.open_lane(&config, snapshot) {
                Ok(mut lane) => {
                    lane.frames = shared.unwrap_or(lane.frames);
                    let of_lane = lane.session.notices().iter().filter(|notice| !notices.contains(notice));
                    let new: Vec<_> = of_lane.cloned().collect();
                    notices.extend(new);
                    self.lanes.push(lane);
                }
                Err(error) => return self.post_error(&error),
            }
        }
        self.set_slice();
        let Some(first) = self.lanes.first() else { return };
        let demos = first.session.demos_view();
        let lanes = self.lanes.iter().map(|lane| lane.session.run.clone()).collect();
        self.host.post_event(TrainerEvent::Opened { run, lanes, notices, demos });
        self.report_progress(RunState::Paused);
        if let Err(error) = self.each_lane(async |lane, reporter| lane.report_record(reporter).await).await {
            self.post_error(&error);
        }
        self.report_key_frames();
        self.report_timelines();
        // Lanes that continue from a snapshot have a policy already.
        self.send_policies().await;
        self.test_changed_shape();
    }

    /// A lane whose snapshot does not fit starts from scratch.
    fn open_lane(&self, config: &RunConfig, snapshot: Option<Snapshot>) -> Result<TrainingLane, SessionError> {
        let (device, demos) = (self.current_device().device, self.shared_demos(config));
        if snapshot.is_some() {
            match self.open_session(config, demos.clone(), &device, snapshot.as_ref()) {
                Ok(session) => return Ok(TrainingLane::new(session, snapshot)),
                // Its agents play on the stage, and the run begins.
                Err(SessionError::Snapshot(SnapshotError::PlayOnly)) => {}
                Err(error) => self.post_error(&error),
            }
        }
        Ok(TrainingLane::new(self.open_session(config, demos, &device, None)?, None))
    }

    /// A session with the trainer's files and layers.
    pub(super) fn open_session(
        &self,
        config: &RunConfig,
        demos: Option<Vec<Arc<Demos>>>,
        device: &Device,
        resume: Option<&Snapshot>,
    ) -> Result<Session, SessionError> {
        let mut session = Session::open(config, &self.files, demos, device, resume)?;
        session.show_truth(self.truth);
        Ok(session)
    }

    /// Demonstrations of an open lane with the same world, label, seeds, data knobs and labels by hand.
    fn shared_demos(&self, config: &RunConfig) -> Option<Vec<Arc<Demos>>> {
        let data = |run: &RunConfig| {
            let card = catalog().world(&run.world).map(|card| card.knobs.clone()).unwrap_or_default();
            let knobs: Vec<_> = card.iter().map(|knob| run.knobs.get(&knob.id).cloned()).collect();
            (
                run.world.clone(),
                run.label.clone(),
                run.seed,
                policy::SEEDS.get(run),
                knobs,
                run.relabel.clone(),
                run.rule.clone(),
            )
        };
        self.lanes.iter().find(|lane| data(&lane.session.run) == data(config)).map(|lane| lane.session.demos())
    }
}

/// The key frames that a run has in common with one that was open until now: both are the same up to a change that only the
/// new one has. It then goes on from the last of them instead of computing the same steps again.
fn shared_frames(before: &[(RunConfig, KeyFrames)], config: &RunConfig) -> Option<KeyFrames> {
    let shared = before.iter().find_map(|(run, frames)| Some(frames.up_to(first_change(run, config)?)))?;
    shared.last().is_some().then_some(shared)
}

/// The step at which `new` leaves `old` by a change of its own; None where they differ otherwise, or not at all.
fn first_change(old: &RunConfig, new: &RunConfig) -> Option<u32> {
    let without = |run: &RunConfig| RunConfig { changes: Vec::new(), ..run.clone() };
    if without(old) != without(new) {
        return None;
    }
    let alike = old.changes.iter().zip(&new.changes).take_while(|(old, new)| old == new).count();
    let step = new.changes.get(alike)?.step;
    Some(old.changes.get(alike).map_or(step, |change| change.step.min(step)))
}
