//! One run in training, and its reports.

use web_time::{Duration, Instant};

use super::TrainerHost;
use super::key_frames::KeyFrames;
use crate::methods::series;
use crate::session::{Session, SessionError};
use protocol::{Failure, LaneEvent, LaneReport, PolicyUpdate, RunId, Snapshot, TrainerEvent};
use worlds::Files;

/// Interval between two policies for the stage.
const POLICY_EVERY: Duration = Duration::from_millis(500);
/// Interval between two snapshots for the page, which loses at most this much when the trainer dies. A snapshot holds
/// the optimiser state and costs the page some milliseconds, so it is sent less often than a policy.
const SNAPSHOT_EVERY: Duration = Duration::from_secs(3);
/// Shortest interval between two calibrations. They are the most expensive report, so the interval is also at least
/// `CALIBRATION_SHARE` times the duration of the last one.
const CALIBRATE_EVERY: Duration = Duration::from_millis(1500);
const CALIBRATION_SHARE: u32 = 8;

/// Where the reports of a lane go.
pub struct Reporter<'a, H> {
    pub host: &'a H,
    pub run: RunId,
    pub lane: u8,
    /// Whether the stage has subscribed to policies.
    pub policies: bool,
}

impl<H: TrainerHost> Reporter<'_, H> {
    pub fn post(&self, report: LaneReport) {
        self.host.post_event(TrainerEvent::Lane(LaneEvent { run: self.run, lane: self.lane, report }));
    }
}

pub struct TrainingLane {
    /// Its number in the run; other lanes may be trained in other workers.
    pub number: u8,
    pub session: Session,
    /// The newest snapshot, from which the lane continues on another device.
    pub snapshot: Option<Snapshot>,
    /// Time spent on steps.
    pub spent: Duration,
    snapshot_at: Instant,
    /// Step of the last snapshot that the page got; None if knobs have changed since.
    pub snapshot_step: Option<u32>,
    policy_at: Instant,
    calibrated_at: Instant,
    calibrated_step: Option<u32>,
    calibration_took: Duration,
    weights_reported: bool,
    /// Earlier steps that can be shown again at once.
    pub frames: KeyFrames,
    /// The newest step and its snapshot, while an earlier one is shown.
    pub newest: Option<(u32, Snapshot)>,
}

impl TrainingLane {
    pub fn new(number: u8, session: Session, snapshot: Option<Snapshot>) -> Self {
        let now = Instant::now();
        Self {
            number,
            frames: KeyFrames::new(session.steps().1),
            newest: None,
            session,
            snapshot,
            spent: Duration::ZERO,
            snapshot_at: now,
            snapshot_step: None,
            policy_at: now,
            calibrated_at: now,
            calibrated_step: None,
            calibration_took: Duration::ZERO,
            weights_reported: false,
        }
    }

    /// Replaces the files that rollouts use. A run that is opened later may have other demonstrations, so it shares no frames
    /// with this one.
    pub fn set_files(&mut self, files: &Files) {
        self.session.set_files(files);
        self.frames = KeyFrames::new(self.session.steps().1);
    }

    /// Whether it takes no further steps: it is done, or broke down.
    pub fn over(&self) -> bool {
        self.session.done() || self.session.diverged().is_some()
    }

    /// Takes some steps, then sends the reports that are due. Unless training goes on, a snapshot is among them.
    pub async fn advance<H: TrainerHost>(
        &mut self,
        reporter: &Reporter<'_, H>,
        steps: u32,
        on_gpu: bool,
        goes_on: bool,
    ) -> Result<(), SessionError> {
        let start = Instant::now();
        let applied = self.session.applied_changes().len();
        let readings = self.session.advance(steps).await?;
        if on_gpu {
            // Without this, steps would be enqueued faster than the device computes them.
            self.session.fetch().await?;
        }
        self.spent += start.elapsed();
        let changes = &self.session.applied_changes()[applied..];
        if !changes.is_empty() {
            reporter.post(LaneReport::Applied(changes.to_vec()));
        }
        let trains_policy = readings.iter().any(|reading| series::is_about_policy(&reading.series));
        if !readings.is_empty() {
            reporter.post(LaneReport::Readings(readings));
        }
        if self.keep_frame().await? {
            reporter.post(LaneReport::KeyFrames(self.frames.steps()));
        }
        self.send_reports_due(reporter, trains_policy, goes_on).await
    }

    /// Keeps the current step as a key frame where one is due; returns whether it did.
    pub async fn keep_frame(&mut self) -> Result<bool, SessionError> {
        let step = self.session.steps().0;
        let due = self.frames.wants(step) && !self.session.done();
        if due {
            self.frames.add(step, self.session.snapshot().await?);
        }
        Ok(due)
    }

    /// The newest step, also while an earlier one is shown.
    pub fn newest_step(&self) -> u32 {
        self.newest.as_ref().map_or_else(|| self.session.steps().0, |(step, _)| *step)
    }

    async fn send_reports_due<H: TrainerHost>(
        &mut self,
        reporter: &Reporter<'_, H>,
        trains_policy: bool,
        goes_on: bool,
    ) -> Result<(), SessionError> {
        let done = self.session.done();
        if done || self.policy_at.elapsed() > POLICY_EVERY {
            self.send_policy(reporter).await?;
            self.report_responsibilities(reporter);
        }
        if !self.weights_reported && trains_policy {
            self.report_weights(reporter);
        }
        let interval = CALIBRATE_EVERY.max(CALIBRATION_SHARE * self.calibration_took);
        if done || (trains_policy && self.calibrated_at.elapsed() > interval) {
            self.report_calibration(reporter).await?;
        }
        // After the calibration, which the snapshot contains.
        let late = self.snapshot.is_none() || self.snapshot_at.elapsed() > SNAPSHOT_EVERY;
        if done || (goes_on && late) {
            self.report_snapshot(reporter).await?;
        }
        self.report_digest(reporter).await
    }

    async fn report_digest<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) -> Result<(), SessionError> {
        if self.session.done() {
            reporter.post(LaneReport::Digest(self.session.digest().await?));
        }
        Ok(())
    }

    /// Sends the policy to the stage, if that has subscribed. A lane that has taken no step has no policy.
    pub async fn send_policy<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) -> Result<(), SessionError> {
        let step = self.session.steps().0;
        self.policy_at = Instant::now();
        if reporter.policies && step > 0 && self.session.diverged().is_none() {
            let (run, lane, workers) = (reporter.run, reporter.lane, self.session.workers() as u8);
            let (config, snapshot) = (self.session.run.clone(), self.session.play_only_snapshot().await?);
            reporter.host.send_to_peer(PolicyUpdate { run, lane, config, step, snapshot, workers });
        }
        Ok(())
    }

    pub async fn report_snapshot<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) -> Result<(), SessionError> {
        let snapshot = self.session.snapshot().await?;
        self.snapshot = Some(snapshot.clone());
        self.snapshot_at = Instant::now();
        let step = self.session.steps().0;
        self.snapshot_step = Some(step);
        reporter.post(LaneReport::Snapshot { step, snapshot });
        Ok(())
    }

    fn report_responsibilities<H: TrainerHost>(&self, reporter: &Reporter<'_, H>) {
        if let Some(responsibilities) = self.session.responsibilities() {
            reporter.post(LaneReport::Responsibilities(responsibilities));
        }
    }

    pub fn report_weights<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) {
        if let Some(histogram) = self.session.weight_histogram() {
            self.weights_reported = true;
            reporter.post(LaneReport::Weights(histogram));
        }
    }

    async fn report_calibration<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) -> Result<(), SessionError> {
        let step = self.session.steps().0;
        if self.calibrated_step == Some(step) {
            return Ok(());
        }
        let start = Instant::now();
        let calibration = self.session.calibration(self.session.strength()).await;
        self.calibrated_step = Some(step);
        self.calibrated_at = Instant::now();
        self.calibration_took = start.elapsed();
        reporter.post(match calibration {
            Ok(calibration) => {
                // A snapshot of this step that the page has lacks this calibration.
                self.snapshot_step = None;
                LaneReport::Calibration(calibration)
            }
            Err(error @ SessionError::Unplayable(_)) => LaneReport::NotCalibrated(Failure::from(&error).sentence),
            Err(error) => return Err(error),
        });
        Ok(())
    }

    /// Reports everything as it is now. For a run that broke down nothing is sent, so that the last reports stay.
    pub async fn report_all<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) -> Result<(), SessionError> {
        if self.session.diverged().is_some() {
            return Ok(());
        }
        self.send_policy(reporter).await?;
        self.report_responsibilities(reporter);
        self.report_weights(reporter);
        if self.session.steps().0 > 0 {
            self.report_calibration(reporter).await?;
        }
        if self.snapshot_step != Some(self.session.steps().0) {
            self.report_snapshot(reporter).await?;
        }
        self.report_telling(reporter);
        Ok(())
    }

    /// Reports the record of a run that was opened from a snapshot, and what is computed from its networks.
    pub async fn report_record<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) -> Result<(), SessionError> {
        if self.session.steps().0 == 0 {
            return Ok(());
        }
        let readings = self.session.record().readings();
        if !readings.is_empty() {
            reporter.post(LaneReport::Readings(readings));
        }
        self.report_responsibilities(reporter);
        self.report_weights(reporter);
        match self.session.recorded_calibration() {
            Some(calibration) => {
                self.calibrated_step = Some(calibration.step);
                reporter.post(LaneReport::Calibration(calibration));
            }
            // Snapshots of earlier versions have no record.
            None if self.session.done() => self.report_calibration(reporter).await?,
            None => {}
        }
        self.report_telling(reporter);
        self.report_digest(reporter).await
    }

    /// Reports the step that the time machine shows. Curves are not sent again: the page has them.
    pub async fn report_shown<H: TrainerHost>(&mut self, reporter: &Reporter<'_, H>) -> Result<(), SessionError> {
        self.send_policy(reporter).await?;
        self.report_responsibilities(reporter);
        self.report_weights(reporter);
        let step = self.session.steps().0;
        match self.session.recorded_calibration().filter(|known| known.step == step) {
            Some(calibration) => reporter.post(LaneReport::Calibration(calibration)),
            None if step > 0 => {
                self.calibrated_step = None;
                self.report_calibration(reporter).await?;
            }
            None => {}
        }
        reporter.post(LaneReport::KeyFrames(self.frames.steps()));
        Ok(())
    }

    fn report_telling<H: TrainerHost>(&self, reporter: &Reporter<'_, H>) {
        if let Some(moment) = self.session.telling_moment() {
            reporter.post(LaneReport::Telling(moment));
        }
    }
}
