//! Opens the lanes of a run.

use super::key_frames::KeyFrames;
use super::{Trainer, TrainerHost, TrainingLane};
use crate::nn::{Device, SnapshotError};
use crate::session::{Session, SessionError, SharedData, catalog};
use protocol::knobs::policy;
use protocol::{LaneEvent, LaneReport, Progress, RunConfig, RunId, RunState, Snapshot, Text, TrainerEvent, text};

/// Where the lanes of a run are trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// The first in this worker, the others in one helper each if there are helpers.
    Apart,
    /// All in this worker; the first of them has this number in the run.
    Here(u8),
}

impl<H: TrainerHost> Trainer<H> {
    pub(super) async fn open(
        &mut self,
        run: RunId,
        requested: Vec<RunConfig>,
        resume: Vec<Option<Snapshot>>,
        placement: Placement,
    ) {
        self.run = run;
        (self.running, self.training) = (false, false);
        self.drop_job();
        self.seeds.end();
        self.scheduler.reset_slice_time();
        let before: Vec<_> = self.lanes.drain(..).map(|lane| (lane.session.run, lane.frames)).collect();
        // The steps per second of the last run do not hold for this one.
        self.scheduler.restart();
        let apart = placement == Placement::Apart && requested.len() > 1 && self.has_helpers();
        // Helpers that get no lane end first, so that their memory is free for the lanes.
        self.helpers.keep(if apart { requested.len() } else { 0 });
        let first = if let Placement::Here(first) = placement { first } else { 0 };
        let (catalog, mut notices) = (catalog(), Vec::<Text>::new());
        let mut resume = resume.into_iter();
        for (number, config) in (first..).zip(requested) {
            let (config, changes) = catalog.settle(&config);
            add_new(&mut notices, changes);
            let mut given = resume.next().flatten();
            if apart && number > 0 && self.has_small_table() {
                match self.open_apart(number, &config, given) {
                    Ok(()) => continue,
                    Err(back) => given = back,
                }
            }
            self.prepare(number, &config).await;
            match self.open_here(number, &config, given, &before) {
                Ok(lane) => {
                    add_new(&mut notices, lane.session.notices().to_vec());
                    self.lanes.push(lane);
                }
                Err(error) => {
                    self.helpers.keep(0);
                    return self.post_error(&error);
                }
            }
        }
        if !self.has_small_table() {
            self.helpers.keep(0);
        }
        self.set_slice();
        self.report_opened(notices).await;
        self.test_changed_shape();
    }

    /// Opens a lane in this worker: from its snapshot, or from the key frames that it shares with a run that was open
    /// before.
    fn open_here(
        &self,
        number: u8,
        config: &RunConfig,
        given: Option<Snapshot>,
        before: &[(RunConfig, KeyFrames)],
    ) -> Result<TrainingLane, SessionError> {
        let shared = if given.is_none() { shared_frames(before, config) } else { None };
        let snapshot = given.or_else(|| shared.as_ref().and_then(KeyFrames::last).cloned());
        let mut lane = self.open_lane(number, config, snapshot)?;
        lane.frames = shared.unwrap_or(lane.frames);
        Ok(lane)
    }

    async fn report_opened(&mut self, notices: Vec<Text>) {
        let Some(first) = self.lanes.first() else { return };
        let demos = first.session.demos_view();
        let (run, lanes) = (self.run, self.all_configs());
        self.host.post_event(TrainerEvent::Opened { run, lanes, notices, demos });
        self.report_progress(RunState::Paused);
        if let Err(error) = self.each_lane(async |lane, reporter| lane.report_record(reporter).await).await {
            self.post_error(&error);
        }
        self.report_key_frames();
        self.report_timelines();
        // Lanes that continue from a snapshot have a policy already.
        self.send_policies().await;
    }

    /// Makes what the demonstrations of a run need once, such as pictures, and reports progress.
    async fn prepare(&self, number: u8, config: &RunConfig) {
        let world = worlds::find(&config.world);
        let Some(mut work) = world.and_then(|world| world.preparation(config, &self.files)) else { return };
        while let Some((done, all)) = work.advance() {
            let report = LaneReport::Progress(Progress {
                state: RunState::Running,
                phase: text!("phase-pictures"),
                step: done as u32,
                steps: all as u32,
                steps_per_second: 0.0,
                seconds: 0.0,
            });
            self.host.post_event(TrainerEvent::Lane(LaneEvent { run: self.run, lane: number, report }));
            self.host.pause(0).await;
        }
    }

    /// Opens a lane from a snapshot, or from scratch if there is none or it does not fit.
    pub(super) fn open_lane(
        &self,
        number: u8,
        config: &RunConfig,
        snapshot: Option<Snapshot>,
    ) -> Result<TrainingLane, SessionError> {
        let (device, shared) = (self.current_device().device, self.shared_data(config));
        if snapshot.is_some() {
            match self.open_session(config, shared.clone(), &device, snapshot.as_ref()) {
                Ok(session) => return Ok(TrainingLane::new(number, session, snapshot)),
                // The stage plays it; the run itself begins from scratch.
                Err(SessionError::Snapshot(SnapshotError::PlayOnly)) => {}
                Err(error) => self.post_error(&error),
            }
        }
        Ok(TrainingLane::new(number, self.open_session(config, shared, &device, None)?, None))
    }

    /// Opens a session with the trainer's files; its timelines hold the true PMI if that is shown.
    pub(super) fn open_session(
        &self,
        config: &RunConfig,
        shared: Option<SharedData>,
        device: &Device,
        resume: Option<&Snapshot>,
    ) -> Result<Session, SessionError> {
        let mut session = Session::open(config, &self.files, shared, device, resume)?;
        session.show_truth(self.truth);
        Ok(session)
    }

    /// The data of an open lane with the same world, label, seeds, data knobs and labels by hand.
    fn shared_data(&self, config: &RunConfig) -> Option<SharedData> {
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
        self.lanes.iter().find(|lane| data(&lane.session.run) == data(config)).map(|lane| lane.session.shared_data())
    }
}

/// Adds the notices that are not in the list yet.
fn add_new(notices: &mut Vec<Text>, more: Vec<Text>) {
    for notice in more {
        if !notices.contains(&notice) {
            notices.push(notice);
        }
    }
}

/// The key frames that a run shares with one that was open until now, if both are the same up to a change that only the
/// new one has. The new run then goes on from the last of them instead of computing the same steps again.
fn shared_frames(before: &[(RunConfig, KeyFrames)], config: &RunConfig) -> Option<KeyFrames> {
    let shared = before.iter().find_map(|(run, frames)| Some(frames.up_to(first_change(run, config)?)))?;
    shared.last().is_some().then_some(shared)
}

/// The step of the one change that `new` has and `old` has not; None if they differ otherwise, or not at all.
fn first_change(old: &RunConfig, new: &RunConfig) -> Option<u32> {
    let without = |run: &RunConfig| RunConfig { changes: Vec::new(), ..run.clone() };
    if without(old) != without(new) {
        return None;
    }
    let alike = old.changes.iter().zip(&new.changes).take_while(|(old, new)| old == new).count();
    let step = new.changes.get(alike)?.step;
    Some(old.changes.get(alike).map_or(step, |change| change.step.min(step)))
}
