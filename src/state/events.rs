//! Events of the workers change the model. Events of an older run change nothing.

use super::{FileEvent, Lane, Model, Playing};
use crate::actions::Effect;
use protocol::{
    Catalog, DemosView, Failure, LaneReport, Progress, Replayed, Role, RunConfig, RunId, RunState, TellingMoment, Text,
    TrainerCommand, TrainerEvent,
};

impl Model {
    /// A worker accepts commands. The first one brings the catalog; every one gets the open run.
    pub fn on_ready(&mut self, role: Role, generation: u32, catalog: Catalog) -> Vec<Effect> {
        self.notices.worker_recovered(role);
        if self.catalog.is_none() {
            self.set_catalog(catalog);
        }
        let mut effects = vec![Effect::Show, Effect::WriteAddress];
        effects.extend(self.on_file(FileEvent::WorkerReady { role, generation }));
        if role == Role::Stage {
            self.recording_due = false;
            effects.extend(self.restore_plays());
        }
        effects.extend(self.send_run(role));
        effects
    }

    pub fn on_failure(&mut self, role: Role, failure: Failure) {
        self.failed = true;
        self.notices.failure(failure);
        if role == Role::Stage {
            (self.joystick, self.recording_due) = (None, false);
            self.stop_pretrained();
        }
    }

    /// A frame of the open run has arrived; it shows agents, or demonstrations. Returns whether views have to follow.
    pub fn on_frame(&mut self, replayed: Replayed) -> bool {
        let before = (self.agents_moving, self.replayed);
        (self.agents_moving, self.replayed) = (true, replayed);
        before != (true, replayed)
    }

    /// The stage plays a policy that the trainer sent it after `step` steps.
    pub fn on_playing(&mut self, run: RunId, lane: u8, step: u32) {
        let Some(lane) = self.lanes.get_mut(usize::from(lane)).filter(|_| run == self.run) else { return };
        // The same policy comes again whenever the tab is shown. Live knobs may have changed since it was trained.
        if !lane.shipped && lane.playing != (Playing::Own { step }) {
            lane.playing = Playing::Own { step };
            lane.trained_with = Some(lane.config.clone());
        }
    }

    /// The stage cannot play what it was sent: agents that do not move yet never will.
    fn stop_pretrained(&mut self) {
        for lane in self.lanes.iter_mut().filter(|_| !self.agents_moving) {
            lane.playing = Playing::Nothing;
            lane.agents = None;
        }
    }

    pub fn on_trainer(&mut self, event: TrainerEvent) -> Vec<Effect> {
        match event {
            TrainerEvent::Device(report) => {
                self.device = report;
                vec![Effect::Show]
            }
            TrainerEvent::Opened { run, lanes, notices, demos } => self.opened(run, lanes, notices, demos),
            TrainerEvent::Lane(event) => self.on_lane(event.run, usize::from(event.lane), event.report),
            TrainerEvent::Notice(notice) => {
                self.notices.info(notice);
                vec![Effect::Show]
            }
            // Read by whoever asked.
            TrainerEvent::Answered { .. } => Vec::new(),
        }
    }

    fn opened(&mut self, run: RunId, lanes: Vec<RunConfig>, notices: Vec<Text>, demos: DemosView) -> Vec<Effect> {
        if run != self.run {
            return Vec::new();
        }
        notices.into_iter().for_each(|notice| self.notices.info(notice));
        for (lane, config) in self.lanes.iter_mut().zip(lanes) {
            lane.config = config;
        }
        let exists = |id: u32| demos.paths.iter().any(|path| path.trajectory == id);
        if !self.selected.is_some_and(exists) {
            self.selected = demos.paths.iter().find(|path| !path.held_out).map(|path| path.trajectory);
        }
        self.demos = Some(demos.into());
        vec![Effect::Show, self.inspect()]
    }

    fn on_lane(&mut self, run: RunId, index: usize, report: LaneReport) -> Vec<Effect> {
        let Some(lane) = self.lanes.get_mut(index).filter(|_| run == self.run) else { return Vec::new() };
        match report {
            LaneReport::Progress(progress) => return self.advance(index, progress),
            LaneReport::Readings(readings) => lane.add_readings(&readings),
            LaneReport::Weights(histogram) => {
                lane.weights = Some(histogram.into());
                lane.stale.weights = false;
            }
            LaneReport::Responsibilities(found) => {
                lane.responsibilities = Some(found.into());
                lane.stale.responsibilities = false;
            }
            LaneReport::Calibration(calibration) => {
                lane.calibration = Some(calibration.into());
                lane.stale.calibration = false;
                lane.uncalibrated = None;
            }
            LaneReport::NotCalibrated(why) => {
                lane.uncalibrated = Some(why);
                lane.calibration = None;
                lane.stale.calibration = false;
            }
            LaneReport::Changed(config) => {
                lane.config = config;
                return vec![Effect::WriteAddress];
            }
            LaneReport::Applied(changes) => {
                for change in changes {
                    self.tuned.insert(change.knob.clone());
                    self.requested.knobs.insert(change.knob, change.value);
                }
                return vec![Effect::Show];
            }
            LaneReport::Timeline(timeline) => lane.timeline = Some(timeline.into()),
            LaneReport::KeyFrames(steps) => lane.key_frames = steps,
            LaneReport::Recalled(shown) => {
                lane.recalled = (!shown.newest).then_some(shown.step);
                return vec![Effect::Show];
            }
            LaneReport::Telling(moment) => return self.on_telling(index, moment),
            LaneReport::Snapshot { step, snapshot } => {
                lane.snapshot = Some((step, snapshot));
                let download = lane.requested_download();
                return download.into_iter().chain(self.store_run(index)).collect();
            }
            LaneReport::Digest(digest) => lane.digest = Some(digest),
        }
        Vec::new()
    }

    /// Shows the telling moment, unless the visitor looks at something else.
    fn on_telling(&mut self, lane: usize, moment: TellingMoment) -> Vec<Effect> {
        if self.critic_lane() != Some(lane) {
            return Vec::new();
        }
        self.telling = Some(moment);
        if self.selected_by_visitor || self.drawn.is_some() || self.selected == Some(moment.trajectory) {
            return vec![Effect::Show];
        }
        self.selected = Some(moment.trajectory);
        vec![Effect::Show, self.inspect()]
    }

    fn advance(&mut self, index: usize, progress: Progress) -> Vec<Effect> {
        let lane = &mut self.lanes[index];
        let before = lane.progress.as_ref().map(|known| (known.state, known.phase.clone()));
        let steps_before = lane.progress.as_ref().map(|known| known.steps);
        let resized = steps_before != Some(progress.steps);
        let changed = before.is_none_or(|before| before != (progress.state, progress.phase.clone()));
        if lane.shipped {
            lane.confirm_shipped(progress.step);
        }
        let gave_up = progress.state == RunState::Paused && self.failed;
        lane.progress = Some(progress);
        if gave_up || self.lanes.iter().all(Lane::is_done) {
            self.training = false;
        }
        // The speed of a watched run follows from its number of steps.
        let limit =
            self.speed_limit().filter(|_| resized).map(|limit| Effect::Trainer(TrainerCommand::Speed(Some(limit))));
        let done = changed && self.lanes[index].is_done();
        let stored = done.then(|| self.store_run(index)).flatten();
        limit.into_iter().chain(changed.then_some(Effect::Show)).chain(stored).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{LaneEvent, Snapshot, text};

    fn open() -> Model {
        Model { run: RunId(3), lanes: vec![Lane::new(RunConfig::default())], ..Model::default() }
    }

    fn report(run: u32, lane: u8, report: LaneReport) -> TrainerEvent {
        TrainerEvent::Lane(LaneEvent { run: RunId(run), lane, report })
    }

    fn progress(lane: u8, state: RunState) -> TrainerEvent {
        let phase = text!("critic");
        let progress = Progress { state, phase, step: 5, steps: 10, steps_per_second: 1.0, seconds: 0.5 };
        report(3, lane, LaneReport::Progress(progress))
    }

    #[test]
    fn events_of_an_older_run_change_nothing() {
        let mut model = open();
        let snapshot = |run| report(run, 0, LaneReport::Snapshot { step: 9, snapshot: Snapshot(vec![1]) });
        model.on_trainer(snapshot(2));
        assert!(model.lanes[0].snapshot.is_none());
        model.on_trainer(snapshot(3));
        assert!(model.lanes[0].snapshot.is_some());
        model.on_playing(RunId(2), 0, 8);
        assert_eq!(model.lanes[0].playing, Playing::Nothing);
        model.on_playing(RunId(3), 0, 9);
        assert_eq!(model.lanes[0].playing, Playing::Own { step: 9 });
        assert!(model.on_trainer(progress(7, RunState::Running)).is_empty(), "there is no such lane");
    }

    #[test]
    fn views_follow_a_new_phase_at_once() {
        let mut model = open();
        assert!(model.on_trainer(progress(0, RunState::Running)).contains(&Effect::Show));
        assert!(model.on_trainer(progress(0, RunState::Running)).is_empty());
    }

    #[test]
    fn the_run_ends_when_every_lane_is_done() {
        let mut model = open();
        model.lanes.push(Lane::new(RunConfig::default()));
        model.training = true;
        model.on_trainer(progress(0, RunState::Done));
        assert!(model.training);
        model.on_trainer(progress(1, RunState::Done));
        assert!(!model.training);
        assert_eq!(model.state(), RunState::Done);
    }

    #[test]
    fn a_pause_after_a_failure_is_believed() {
        let mut model = open();
        model.training = true;
        model.on_trainer(progress(0, RunState::Paused));
        assert!(model.training, "it was sent before training was requested");
        model.on_failure(Role::Trainer, Failure::new(text!("diverged"), text!("lower-rate")));
        model.on_trainer(progress(0, RunState::Paused));
        assert!(!model.training);
        assert_eq!(model.notices.all()[0].text.key, "page-failure");
    }
}
