//! A run in training, and what it shows on its way.

use web_time::{Duration, Instant};

use super::Host;
use crate::methods::series;
use crate::session::{Session, SessionError};
use protocol::{Failure, LaneEvent, LaneReport, RunId, Snapshot, TrainerEvent};

/// Between two snapshots of a running lane.
const SNAPSHOT_EVERY: Duration = Duration::from_millis(500);
/// Between two calibrations of a running lane: they cost more than anything else here, so they also wait for a
/// multiple of what the last one took.
const CALIBRATE_EVERY: Duration = Duration::from_millis(1500);
const CALIBRATION_SHARE: u32 = 8;

/// Posts the reports of one lane.
pub struct Reporter<'a, H> {
    pub host: &'a H,
    pub run: RunId,
    pub lane: u8,
}

impl<H> Clone for Reporter<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H> Copy for Reporter<'_, H> {}

impl<H: Host<Event = TrainerEvent>> Reporter<'_, H> {
    pub fn post(self, report: LaneReport) {
        self.host.post_event(TrainerEvent::Lane(LaneEvent { run: self.run, lane: self.lane, report }));
    }
}

pub struct Lane {
    pub session: Session,
    pub snapshot: Option<Snapshot>,
    /// What its steps have taken.
    pub spent: Duration,
    snapshot_at: Instant,
    calibrated_at: Instant,
    calibrated_step: Option<u32>,
    calibration_took: Duration,
    weights_shown: bool,
}

impl Lane {
    pub fn new(session: Session, snapshot: Option<Snapshot>) -> Self {
        let now = Instant::now();
        Self {
            session,
            snapshot,
            spent: Duration::ZERO,
            snapshot_at: now,
            calibrated_at: now,
            calibrated_step: None,
            calibration_took: Duration::ZERO,
            weights_shown: false,
        }
    }

    /// Trains some steps, and shows what is due.
    pub async fn advance<H: Host<Event = TrainerEvent>>(
        &mut self,
        reporter: Reporter<'_, H>,
        steps: u32,
        on_gpu: bool,
    ) -> Result<(), SessionError> {
        let start = Instant::now();
        let readings = self.session.advance(steps).await?;
        if on_gpu {
            // Without this, work would pile up on the device faster than it gets done.
            self.session.fetch().await?;
        }
        self.spent += start.elapsed();
        let cloning = readings.iter().any(|reading| series::is_about_policy(&reading.series));
        if !readings.is_empty() {
            reporter.post(LaneReport::Readings(readings));
        }
        let done = self.session.done();
        if done || self.snapshot_at.elapsed() > SNAPSHOT_EVERY {
            self.show_snapshot(reporter).await?;
        }
        if !self.weights_shown && cloning {
            self.show_weights(reporter);
        }
        let patience = CALIBRATE_EVERY.max(CALIBRATION_SHARE * self.calibration_took);
        if done || (cloning && self.calibrated_at.elapsed() > patience) {
            self.show_calibration(reporter).await?;
        }
        Ok(())
    }

    async fn show_snapshot<H: Host<Event = TrainerEvent>>(
        &mut self,
        reporter: Reporter<'_, H>,
    ) -> Result<(), SessionError> {
        let snapshot = self.session.snapshot().await?;
        self.snapshot = Some(snapshot.clone());
        self.snapshot_at = Instant::now();
        reporter.post(LaneReport::Snapshot { step: self.session.steps().0, snapshot });
        if let Some(responsibilities) = self.session.responsibilities() {
            reporter.post(LaneReport::Responsibilities(responsibilities));
        }
        Ok(())
    }

    pub fn show_weights<H: Host<Event = TrainerEvent>>(&mut self, reporter: Reporter<'_, H>) {
        if let Some(histogram) = self.session.weight_histogram() {
            self.weights_shown = true;
            reporter.post(LaneReport::Weights(histogram));
        }
    }

    async fn show_calibration<H: Host<Event = TrainerEvent>>(
        &mut self,
        reporter: Reporter<'_, H>,
    ) -> Result<(), SessionError> {
        let step = self.session.steps().0;
        if self.calibrated_step == Some(step) {
            return Ok(());
        }
        let began = Instant::now();
        let counted = self.session.calibration(0.0).await;
        self.calibrated_step = Some(step);
        self.calibrated_at = Instant::now();
        self.calibration_took = began.elapsed();
        reporter.post(match counted {
            Ok(calibration) => LaneReport::Calibration(calibration),
            Err(error @ SessionError::Unplayable(_)) => LaneReport::NotCalibrated(Failure::from(&error).sentence),
            Err(error) => return Err(error),
        });
        Ok(())
    }

    pub async fn show_all<H: Host<Event = TrainerEvent>>(
        &mut self,
        reporter: Reporter<'_, H>,
    ) -> Result<(), SessionError> {
        self.show_snapshot(reporter).await?;
        self.show_weights(reporter);
        if self.session.steps().0 > 0 {
            self.show_calibration(reporter).await?;
        }
        Ok(())
    }
}
