//! The time machine: shows a lane as it was at an earlier step. Training is a function of the run and its step, so the
//! stretch from the last key frame to that step is computed again, on the CPU to the bit.

use web_time::Instant;

use super::lane::Reporter;
use super::step_scheduler::StepScheduler;
use super::{Trainer, TrainerHost};
use crate::session::SessionError;
use protocol::{LaneReport, RecalledStep, RunState};

impl<H: TrainerHost> Trainer<H> {
    /// Shows a lane after `step` steps; None is the newest.
    pub(super) async fn recall(&mut self, index: usize, step: Option<u32>) {
        if self.running {
            self.pause().await;
        }
        let newest = self.lanes[index].newest_step();
        let shown = match step.filter(|step| *step < newest) {
            Some(step) => self.show_step(index, step).await,
            None => self.show_newest(index).await,
        };
        if let Err(error) = shown {
            self.post_error(&error);
        }
    }

    /// Every lane shows its newest step again, before anything that changes a run.
    pub(super) async fn leave_time_machine(&mut self) {
        for index in 0..self.lanes.len() {
            if self.lanes[index].newest.is_some()
                && let Err(error) = self.show_newest(index).await
            {
                self.post_error(&error);
            }
        }
    }

    async fn show_newest(&mut self, index: usize) -> Result<(), SessionError> {
        if let Some((_, snapshot)) = self.lanes[index].newest.clone() {
            let lane = &self.lanes[index];
            let device = self.current_device().device;
            let run = lane.session.run.clone();
            let session = self.open_session(&run, Some(lane.session.shared_data()), &device, Some(&snapshot))?;
            let lane = &mut self.lanes[index];
            (lane.session, lane.newest) = (session, None);
        }
        let step = self.lanes[index].session.steps().0;
        self.report_shown(index, RecalledStep { step, newest: true, exact: true }).await
    }

    /// Shows a `step` before the newest one.
    async fn show_step(&mut self, index: usize, step: u32) -> Result<(), SessionError> {
        let lane = &mut self.lanes[index];
        let newest = match lane.newest.clone() {
            Some(newest) => newest,
            None => match (lane.session.steps().0, lane.session.snapshot().await) {
                (newest, Ok(snapshot)) => (newest, snapshot),
                // For a run that broke down, the last good snapshot stands for the newest step.
                (newest, Err(error)) => (newest, lane.snapshot.clone().ok_or(error)?),
            },
        };
        let inexact = self.on_gpu() && !self.lanes[index].session.on_cpu();
        let lane = &self.lanes[index];
        let (from, frame) = lane.frames.before(step).map_or((0, None), |(step, snapshot)| (*step, Some(snapshot)));
        let shown = lane.session.steps().0;
        // The step that is shown may be nearer than the key frame. On WebGPU it is not used: its numbers differ from
        // those of the first time.
        let nearer = lane.newest.is_some() && (from..=step).contains(&shown) && !inexact;
        if !nearer {
            let (run, device) = (lane.session.run.clone(), self.current_device().device);
            let session = self.open_session(&run, Some(lane.session.shared_data()), &device, frame)?;
            self.lanes[index].session = session;
        }
        self.lanes[index].newest = Some(newest);
        self.compute_up_to(index, step).await?;
        self.report_shown(index, RecalledStep { step, newest: false, exact: !inexact || from == step }).await
    }

    /// Takes the steps up to `step`, in slices between which messages can arrive.
    async fn compute_up_to(&mut self, index: usize, step: u32) -> Result<(), SessionError> {
        let on_gpu = self.on_gpu();
        let mut scheduler = StepScheduler::new();
        loop {
            let lane = &mut self.lanes[index];
            let left = step.saturating_sub(lane.session.steps().0);
            if left == 0 || lane.session.done() {
                return Ok(());
            }
            let (start, slice) = (Instant::now(), scheduler.next_slice().min(left));
            lane.session.advance(slice).await?;
            if on_gpu {
                lane.session.fetch().await?;
            }
            lane.keep_frame().await?;
            if scheduler.finish_slice(slice, start.elapsed()) {
                self.report_progress(RunState::Paused);
            }
            self.host.pause(0).await;
        }
    }

    async fn report_shown(&mut self, index: usize, shown: RecalledStep) -> Result<(), SessionError> {
        let reporter =
            Reporter { host: &self.host, run: self.run, lane: self.lanes[index].number, policies: self.policies };
        self.lanes[index].report_shown(&reporter).await?;
        reporter.post(LaneReport::Recalled(shown));
        self.report_progress(RunState::Paused);
        self.report_timelines();
        Ok(())
    }
}
