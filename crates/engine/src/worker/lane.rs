//! A run in training, and what it shows on its way.

use web_time::{Duration, Instant};

use super::Host;
use crate::session::{Session, SessionError};
use protocol::{Event, Failure, RunId, Snapshot};

/// Between two snapshots of a running lane.
const SNAPSHOT_EVERY: Duration = Duration::from_millis(500);
/// Between two calibrations of a running lane: they cost more than anything else here, so they also wait for a
/// multiple of what the last one took.
const CALIBRATE_EVERY: Duration = Duration::from_millis(1500);
const CALIBRATION_SHARE: u32 = 8;

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
    pub async fn advance<H: Host>(
        &mut self,
        host: &H,
        run: RunId,
        lane: u8,
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
        let cloning = readings.iter().any(|reading| reading.series.starts_with("policy"));
        if !readings.is_empty() {
            host.post(Event::Readings { run, lane, readings });
        }
        let done = self.session.done();
        if done || self.snapshot_at.elapsed() > SNAPSHOT_EVERY {
            self.show_snapshot(host, run, lane).await?;
        }
        if !self.weights_shown && cloning {
            self.show_weights(host, run, lane);
        }
        let patience = CALIBRATE_EVERY.max(CALIBRATION_SHARE * self.calibration_took);
        if done || (cloning && self.calibrated_at.elapsed() > patience) {
            self.show_calibration(host, run, lane).await?;
        }
        Ok(())
    }

    async fn show_snapshot<H: Host>(&mut self, host: &H, run: RunId, lane: u8) -> Result<(), SessionError> {
        let snapshot = self.session.snapshot().await?;
        self.snapshot = Some(snapshot.clone());
        self.snapshot_at = Instant::now();
        host.post(Event::Snapshot { run, lane, step: self.session.steps().0, snapshot });
        if let Some(responsibilities) = self.session.responsibilities() {
            host.post(Event::Responsibilities { run, lane, responsibilities });
        }
        Ok(())
    }

    pub fn show_weights<H: Host>(&mut self, host: &H, run: RunId, lane: u8) {
        if let Some(histogram) = self.session.weight_histogram() {
            self.weights_shown = true;
            host.post(Event::Weights { run, lane, histogram });
        }
    }

    async fn show_calibration<H: Host>(&mut self, host: &H, run: RunId, lane: u8) -> Result<(), SessionError> {
        let step = self.session.steps().0;
        if self.calibrated_step == Some(step) {
            return Ok(());
        }
        let began = Instant::now();
        let counted = self.session.calibration(0.0).await;
        self.calibrated_step = Some(step);
        self.calibrated_at = Instant::now();
        self.calibration_took = began.elapsed();
        host.post(match counted {
            Ok(calibration) => Event::Calibrated { run, lane, calibration },
            Err(error @ SessionError::Unplayable(_)) => {
                Event::Uncalibrated { run, lane, why: Failure::from(&error).sentence }
            }
            Err(error) => return Err(error),
        });
        Ok(())
    }

    pub async fn show_all<H: Host>(&mut self, host: &H, run: RunId, lane: u8) -> Result<(), SessionError> {
        self.show_snapshot(host, run, lane).await?;
        self.show_weights(host, run, lane);
        if self.session.steps().0 > 0 {
            self.show_calibration(host, run, lane).await?;
        }
        Ok(())
    }
}
