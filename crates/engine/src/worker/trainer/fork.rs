//! Forks: the same run twice from one step on, the second time with another value of a live knob.

use super::open::Placement;
use super::{Trainer, TrainerHost};
use crate::session::SessionError;
use protocol::{Change, Failure, RunConfig, RunId, Snapshot, Value, text};

impl<H: TrainerHost> Trainer<H> {
    /// Opens both runs at `step` of a lane. The link of the second one has the change.
    pub(super) async fn fork(&mut self, run: RunId, index: usize, step: u32, knob: &str, value: &Value) {
        let lane = &self.lanes[index];
        let base = lane.session.run.clone();
        let forked = match super::knobs::live_value(&base, knob, value) {
            Some(value) if step < lane.session.steps().1 => with_change(&base, step, knob, value),
            Some(_) => return self.refuse_fork("worker-fork-at-end"),
            None => return self.refuse_fork("worker-fork-not-live"),
        };
        let Some(forked) = forked else { return self.refuse_fork("worker-fork-too-many") };
        self.recall(index, Some(step)).await;
        let frames = self.lanes[index].frames.up_to(step);
        match self.snapshot_at(index, step).await {
            Ok(snapshot) => {
                let (lanes, resume) = (vec![base, forked], vec![snapshot.clone(), snapshot]);
                self.open(run, lanes, resume, Placement::Here(0)).await;
            }
            Err(error) => return self.post_error(&error),
        }
        for lane in &mut self.lanes {
            lane.frames = frames.up_to(step);
        }
        self.report_key_frames();
    }

    /// The full snapshot of a lane that shows `step`; None at step zero, where a run begins from scratch.
    async fn snapshot_at(&mut self, index: usize, step: u32) -> Result<Option<Snapshot>, SessionError> {
        match step {
            0 => Ok(None),
            _ => self.lanes[index].session.snapshot().await.map(Some),
        }
    }

    fn refuse_fork(&self, key: &'static str) {
        self.host.post_failure(Failure::new(protocol::Text::new(key), text!("worker-nothing-changed")));
    }
}

/// The run with one more change; None if it would have too many.
fn with_change(base: &RunConfig, step: u32, knob: &str, value: Value) -> Option<RunConfig> {
    let mut forked = base.clone();
    forked.record(Change { step, knob: knob.into(), value }).then_some(forked)
}
