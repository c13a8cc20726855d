//! Events change the model. An event of an older run changes nothing.

use super::{Lane, Model, Playing};
use protocol::{Event, Progress, Reading, RunId, RunState, text};

/// What the caller has to do about an event, beyond showing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    Nothing,
    /// Show it at once rather than with the next beat.
    ShowNow,
    /// The run is open: show it, and ask about the selected demonstration.
    Inspect,
    /// A lane has a new snapshot for the stage.
    Play(usize),
}

impl Model {
    pub fn apply(&mut self, event: Event) -> Then {
        match event {
            Event::Device(report) => {
                self.device = report;
                return Then::ShowNow;
            }
            Event::Trouble(failure) => {
                self.troubled = true;
                self.notes.trouble(text!("page-failure", sentence = failure.sentence, remedy = failure.remedy));
                return Then::ShowNow;
            }
            Event::Opened { run, lanes, notices, demos } if run == self.run => {
                notices.into_iter().for_each(|notice| self.notes.tell(notice));
                for (lane, config) in self.lanes.iter_mut().zip(lanes) {
                    lane.config = config;
                }
                let known = |id: u32| demos.paths.iter().any(|path| path.trajectory == id);
                if !self.selected.is_some_and(known) {
                    self.selected = demos.paths.iter().find(|path| !path.held_out).map(|path| path.trajectory);
                }
                self.demos = Some(demos.into());
                return Then::Inspect;
            }
            Event::Snapshot { run, lane, step, snapshot } => {
                if let Some(kept) = self.lane(run, lane) {
                    kept.snapshot = Some((step, snapshot));
                    kept.playing = Playing::Own { step };
                    return Then::Play(usize::from(lane));
                }
            }
            other => return self.apply_report(other),
        }
        Then::Nothing
    }

    fn apply_report(&mut self, event: Event) -> Then {
        match event {
            Event::Progress { run, lane, progress } => return self.advance(run, lane, progress),
            Event::Readings { run, lane, readings } => {
                if let Some(lane) = self.lane(run, lane) {
                    lane.read(&readings);
                }
            }
            Event::Weights { run, lane, histogram } => {
                if let Some(lane) = self.lane(run, lane) {
                    lane.weights = Some(histogram.into());
                }
            }
            Event::Responsibilities { run, lane, responsibilities } => {
                if let Some(lane) = self.lane(run, lane) {
                    lane.responsibilities = Some(responsibilities.into());
                }
            }
            Event::Calibrated { run, lane, calibration } => {
                if let Some(lane) = self.lane(run, lane) {
                    lane.calibration = Some(calibration.into());
                    lane.uncalibrated = None;
                }
            }
            Event::Uncalibrated { run, lane, why } => {
                if let Some(lane) = self.lane(run, lane) {
                    lane.uncalibrated = Some(why);
                }
            }
            Event::Moment { run, moment } if run == self.run => {
                self.moment = Some(moment.into());
                return Then::ShowNow;
            }
            Event::Timeline { run, lane, timeline } => {
                if let Some(lane) = self.lane(run, lane) {
                    lane.timeline = Some(timeline.into());
                }
            }
            _ => {}
        }
        Then::Nothing
    }

    fn advance(&mut self, run: RunId, lane: u8, progress: Progress) -> Then {
        let Some(lane) = self.lane(run, lane) else { return Then::Nothing };
        let before = lane.progress.as_ref().map(|known| (known.state, known.phase.clone()));
        let news = before.is_none_or(|before| before != (progress.state, progress.phase.clone()));
        let stopped = progress.state == RunState::Paused;
        lane.progress = Some(progress);
        let done = |lane: &Lane| lane.progress.as_ref().is_some_and(|progress| progress.state == RunState::Done);
        let gave_up = stopped && self.troubled;
        if gave_up || self.lanes.iter().all(done) {
            self.training = false;
        }
        if news { Then::ShowNow } else { Then::Nothing }
    }

    /// The stage could not play what it was given: what does not move yet will not.
    pub fn nothing_plays(&mut self) {
        for lane in self.lanes.iter_mut().filter(|_| !self.moving) {
            lane.playing = Playing::Nothing;
        }
    }

    fn lane(&mut self, run: RunId, lane: u8) -> Option<&mut Lane> {
        if run == self.run { self.lanes.get_mut(usize::from(lane)) } else { None }
    }
}

impl Lane {
    fn read(&mut self, readings: &[Reading]) {
        for reading in readings {
            self.series.entry(reading.series.clone()).or_default().push(reading.step, reading.value, reading.spread);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Failure, RunConfig, Snapshot};

    fn open() -> Model {
        Model { run: RunId(3), lanes: vec![Lane::new(RunConfig::default())], ..Model::default() }
    }

    fn progress(state: RunState) -> Progress {
        Progress { state, phase: "critic".into(), step: 5, steps: 10, steps_per_second: 1.0, seconds: 0.5 }
    }

    #[test]
    fn events_of_an_older_run_change_nothing() {
        let mut model = open();
        let snapshot = Snapshot(vec![1]);
        let stale = Event::Snapshot { run: RunId(2), lane: 0, step: 9, snapshot: snapshot.clone() };
        assert_eq!(model.apply(stale), Then::Nothing);
        assert!(model.lanes[0].snapshot.is_none());
        let fresh = Event::Snapshot { run: RunId(3), lane: 0, step: 9, snapshot };
        assert_eq!(model.apply(fresh), Then::Play(0));
        assert_eq!(model.lanes[0].playing, Playing::Own { step: 9 });
        let nowhere = Event::Progress { run: RunId(3), lane: 7, progress: progress(RunState::Running) };
        assert_eq!(model.apply(nowhere), Then::Nothing);
    }

    #[test]
    fn the_run_ends_when_every_lane_is_done() {
        let mut model = open();
        model.lanes.push(Lane::new(RunConfig::default()));
        model.training = true;
        model.apply(Event::Progress { run: RunId(3), lane: 0, progress: progress(RunState::Done) });
        assert!(model.training);
        model.apply(Event::Progress { run: RunId(3), lane: 1, progress: progress(RunState::Done) });
        assert!(!model.training);
        assert_eq!(model.state(), RunState::Done);
    }

    #[test]
    fn a_pause_after_trouble_is_believed() {
        let mut model = open();
        model.training = true;
        model.apply(Event::Progress { run: RunId(3), lane: 0, progress: progress(RunState::Paused) });
        assert!(model.training, "it was said before training was asked for");
        model.apply(Event::Trouble(Failure::new("The numbers ran away.", "")));
        model.apply(Event::Progress { run: RunId(3), lane: 0, progress: progress(RunState::Paused) });
        assert!(!model.training);
    }

    #[test]
    fn trouble_becomes_a_sentence() {
        let mut model = open();
        model.apply(Event::Trouble(Failure::new("The file is cut short.", "Load it again.")));
        assert_eq!(crate::text::words(&model.notes.all()[0].text), "The file is cut short. Load it again.");
    }
}
