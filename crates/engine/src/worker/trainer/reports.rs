//! Reports of all lanes: policies, snapshots, progress, key frames, and the path whose weights are explained.

use super::{Inspected, Trainer, TrainerHost};
use protocol::{Failure, LaneReport, Progress, RunState, TrainerCommand, text};

/// Most numbers of a drawn path; no hand draws a longer one.
const MAX_DRAWN: usize = 1 << 16;

impl<H: TrainerHost> Trainer<H> {
    pub(super) async fn send_policies(&mut self) {
        if let Err(error) = self.each_lane(async |lane, reporter| lane.send_policy(reporter).await).await {
            self.post_error(&error);
        }
    }

    pub(super) async fn report_snapshots(&mut self) {
        if let Err(error) = self.each_lane(async |lane, reporter| lane.report_snapshot(reporter).await).await {
            self.post_error(&error);
        }
    }

    pub(super) fn report_progress(&self, state: RunState) {
        for lane in &self.lanes {
            let (step, steps) = lane.session.steps();
            self.reporter(lane).post(LaneReport::Progress(Progress {
                state: if lane.session.done() { RunState::Done } else { state },
                phase: lane.session.phase(),
                step,
                steps,
                steps_per_second: self.scheduler.steps_per_second,
                seconds: lane.spent.as_secs_f32(),
            }));
        }
    }

    pub(super) fn report_key_frames(&self) {
        for lane in self.lanes.iter().filter(|lane| lane.frames.last().is_some()) {
            self.reporter(lane).post(LaneReport::KeyFrames(lane.frames.steps()));
        }
    }

    pub(super) fn show_truth(&mut self, on: bool) {
        self.truth = on;
        self.lanes.iter_mut().for_each(|lane| lane.session.show_truth(on));
        self.report_timelines();
    }

    pub(super) fn inspect_drawn(&mut self, xy: Vec<f32>) {
        if self.lanes.first().is_some_and(|lane| xy.len() > MAX_DRAWN || lane.session.drawn_timeline(&xy).is_none()) {
            let failure = Failure::new(text!("worker-path-without-style"), text!("worker-draw-longer"));
            return self.host.post_failure(failure);
        }
        self.helpers.send(&TrainerCommand::InspectDrawn { xy: xy.clone() });
        self.inspected = Inspected::Drawn(xy);
        self.report_timelines();
    }

    pub(super) fn report_timelines(&self) {
        for lane in &self.lanes {
            let timeline = match &self.inspected {
                Inspected::Nothing => return,
                Inspected::Demonstration(trajectory) => lane.session.timeline(*trajectory),
                Inspected::Drawn(xy) => lane.session.drawn_timeline(xy),
            };
            if let Some(timeline) = timeline {
                self.reporter(lane).post(LaneReport::Timeline(timeline));
            }
        }
    }
}
