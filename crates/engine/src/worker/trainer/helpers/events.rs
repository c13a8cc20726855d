//! What helpers send: passed on to the page and the stage, but for what the page gets from the trainer itself.

use super::super::{Trainer, TrainerHost};
use super::{FromHelper, RemoteLane};
use protocol::{LaneEvent, LaneReport, RunConfig, RunId, RunState, Text, TrainerEvent, WorkerEvent};

impl<H: TrainerHost> Trainer<H> {
    pub(in super::super) async fn on_helper(&mut self, id: u32, message: FromHelper) {
        // What a helper sent before it was ended means nothing any more.
        let Some(slot) = self.helpers.slot_mut(id) else { return };
        slot.watchdog.heard();
        match message {
            FromHelper::Policy(update) => {
                if self.policies {
                    self.host.send_to_peer(update);
                }
            }
            FromHelper::Lost(cause) => self.lose_helper(id, cause).await,
            FromHelper::Event(WorkerEvent::Failed(failure)) => {
                slot.failed = true;
                self.host.post_failure(failure);
            }
            FromHelper::Event(WorkerEvent::Event(event)) => self.on_helper_event(id, event).await,
            // Of the trainer itself the page gets the same.
            FromHelper::Event(WorkerEvent::Ready { .. } | WorkerEvent::Loaded { .. } | WorkerEvent::Alive { .. }) => {}
        }
    }

    async fn on_helper_event(&mut self, id: u32, event: TrainerEvent) {
        match event {
            TrainerEvent::Lane(event) => self.on_remote_report(id, event).await,
            TrainerEvent::Opened { run, lanes, notices, demos } => {
                if self.helpers.slot_mut(id).is_some_and(|slot| slot.forking == Some(run)) {
                    self.fork_took_over(id, run, &lanes);
                    self.host.post_event(TrainerEvent::Opened { run, lanes, notices, demos });
                } else if run == self.run {
                    self.remote_opened(id, lanes, notices);
                }
            }
            TrainerEvent::Device(_) => {}
            event @ (TrainerEvent::Notice(_) | TrainerEvent::Answered { .. }) => self.host.post_event(event),
        }
    }

    async fn on_remote_report(&mut self, id: u32, event: LaneEvent) {
        let training = self.training;
        let Some(slot) = self.helpers.slot_mut(id) else { return };
        let mut gave_up = false;
        if let Some(lane) = slot.lanes.iter_mut().find(|lane| lane.number == event.lane && event.run == self.run) {
            match &event.report {
                LaneReport::Snapshot { snapshot, .. } => lane.snapshot = Some(snapshot.clone()),
                LaneReport::Changed(config) => lane.config = config.clone(),
                LaneReport::Progress(progress) => {
                    gave_up = training && slot.failed && progress.state == RunState::Paused;
                }
                _ => {}
            }
        }
        self.host.post_event(TrainerEvent::Lane(event));
        // As in one worker: a lane that breaks down pauses the others.
        if gave_up {
            self.stop_all().await;
        }
    }

    /// Demonstrations may have changed the run that was asked for.
    fn remote_opened(&mut self, id: u32, lanes: Vec<RunConfig>, notices: Vec<Text>) {
        let said = |notice: &Text| self.lanes.iter().any(|lane| lane.session.notices().contains(notice));
        let new: Vec<_> = notices.into_iter().filter(|notice| !said(notice)).collect();
        new.into_iter().for_each(|notice| self.host.post_event(TrainerEvent::Notice(notice)));
        let run = self.run;
        let Some(slot) = self.helpers.slot_mut(id) else { return };
        let mut changed = Vec::new();
        for (lane, config) in slot.lanes.iter_mut().zip(lanes).filter(|(lane, config)| lane.config != *config) {
            lane.config = config.clone();
            changed.push((lane.number, config));
        }
        for (lane, config) in changed {
            let report = LaneReport::Changed(config);
            self.host.post_event(TrainerEvent::Lane(LaneEvent { run, lane, report }));
        }
    }

    /// A helper has forked its lane: the run consists of the two lanes that it has now.
    fn fork_took_over(&mut self, id: u32, run: RunId, lanes: &[RunConfig]) {
        self.run = run;
        (self.running, self.training) = (false, false);
        self.lanes.clear();
        self.helpers.slots.retain(|slot| slot.id == id);
        let remote = |(number, config): (usize, &RunConfig)| {
            let config = config.clone();
            RemoteLane { number: number as u8, config, snapshot: None }
        };
        if let Some(slot) = self.helpers.slot_mut(id) {
            slot.lanes = lanes.iter().enumerate().map(remote).collect();
        }
    }
}
