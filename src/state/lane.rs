//! One run among those side by side.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{CurvePoint, StoredRun, ThinnedSeries};
use crate::actions::Effect;
use protocol::{
    Calibration, Progress, Reading, Responsibilities, RunConfig, RunState, Snapshot, Text, Timeline, WeightHistogram,
};

/// The source of the policies that move a lane's agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playing {
    #[default]
    Nothing,
    /// Agents that ship with the page.
    Pretrained,
    /// Agents that an earlier run trained, until this one has its own.
    Earlier,
    Own {
        step: u32,
    },
}

/// A run and its snapshot, which the page can send to the stage again.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedAgents {
    pub config: RunConfig,
    pub snapshot: Snapshot,
}

/// Which charts are still those of an earlier run, with other settings or from before a new start. They are shown as such
/// until this run reports its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StaleCharts {
    pub curves: bool,
    pub weights: bool,
    pub responsibilities: bool,
    pub calibration: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Lane {
    pub config: RunConfig,
    pub playing: Playing,
    /// The settings that the agents on the stage were trained with.
    pub trained_with: Option<RunConfig>,
    /// What the stage plays until this run has agents of its own: those of an earlier run, or shipped ones.
    pub agents: Option<Arc<TrainedAgents>>,
    /// The trainer waits for the shipped run, with which this one opens finished.
    pub awaits_shipped: bool,
    /// The trainer waits for this run, which the browser stores.
    pub awaits_stored: Option<StoredRun>,
    /// The run was opened from the shipped one.
    pub shipped: bool,
    /// The snapshot is that of a finished run. Known before the trainer has reported it.
    pub opens_finished: bool,
    pub progress: Option<Progress>,
    pub series: BTreeMap<String, ThinnedSeries>,
    pub weights: Option<Arc<WeightHistogram>>,
    pub responsibilities: Option<Arc<Responsibilities>>,
    pub calibration: Option<Arc<Calibration>>,
    /// Why there is no calibration, where there cannot be one.
    pub uncalibrated: Option<Text>,
    pub stale: StaleCharts,
    pub timeline: Option<Arc<Timeline>>,
    /// Steps that can be shown again at once, rising.
    pub key_frames: Vec<u32>,
    /// The earlier step that is shown; None while it is the newest.
    pub recalled: Option<u32>,
    /// The latest, with its step: to resume from and to download.
    pub snapshot: Option<(u32, Snapshot)>,
    /// Of the finished run's networks.
    pub digest: Option<u64>,
    /// The visitor has requested a download of the next snapshot.
    pub download_requested: bool,
}

impl Lane {
    pub fn new(config: RunConfig) -> Self {
        Self { config, ..Self::default() }
    }

    /// A new run in the place of `old`: its agents go on playing and its charts stay, both marked, until there are others.
    pub(super) fn after(old: Self, config: RunConfig) -> Self {
        let own = matches!(old.playing, Playing::Own { .. } | Playing::Pretrained);
        let trained_with = old.trained_with.clone();
        let agents = match (own, old.snapshot) {
            (true, Some((_, snapshot))) => {
                let config = old.trained_with.unwrap_or(old.config);
                Some(Arc::new(TrainedAgents { config, snapshot }))
            }
            _ => old.agents,
        };
        let playing = match (&agents, old.playing) {
            (None, _) => Playing::Nothing,
            (Some(_), Playing::Pretrained) => Playing::Pretrained,
            (Some(_), _) => Playing::Earlier,
        };
        let stale = StaleCharts {
            curves: !old.series.is_empty(),
            weights: old.weights.is_some(),
            responsibilities: old.responsibilities.is_some(),
            calibration: old.calibration.is_some(),
        };
        Self {
            config,
            playing,
            trained_with: trained_with.filter(|_| agents.is_some()),
            agents,
            series: old.series,
            weights: old.weights,
            responsibilities: old.responsibilities,
            calibration: old.calibration,
            stale,
            ..Self::default()
        }
    }

    /// The trainer has opened the shipped run at `step`, which the page cannot read itself. At step zero it did not fit, and
    /// the run has started from scratch.
    pub(super) fn confirm_shipped(&mut self, step: u32) {
        (self.shipped, self.opens_finished) = (step > 0, step > 0);
        self.snapshot = self.snapshot.take().filter(|_| step > 0).map(|(_, snapshot)| (step, snapshot));
    }

    /// Whether the agents on the stage were trained with other settings than the lane's. Live knobs that change while the
    /// run goes on are part of it; after its end they are not.
    pub fn is_stale(&self) -> bool {
        let of_this_run = matches!(self.playing, Playing::Own { .. }) && !self.is_done();
        let other = |with: &RunConfig| settings(with) != settings(&self.config);
        self.playing != Playing::Nothing && !of_this_run && self.trained_with.as_ref().is_some_and(other)
    }

    /// A curve of this run, as far as it goes.
    pub fn points(&self, series: &str) -> Vec<CurvePoint> {
        self.series.get(series).filter(|_| !self.stale.curves).map(ThinnedSeries::points).unwrap_or_default()
    }

    pub fn latest(&self, series: &str) -> Option<f32> {
        self.series.get(series).filter(|_| !self.stale.curves).and_then(ThinnedSeries::latest)
    }

    /// The latest snapshot as a file.
    pub fn download(&self) -> Option<Effect> {
        let (step, snapshot) = self.snapshot.as_ref()?;
        let name = format!("{}-{}-seed{}-step{step}.bpk", self.config.world, self.config.method, self.config.seed);
        Some(Effect::Download { name, bytes: snapshot.0.clone().into() })
    }

    /// The same once, if the visitor has requested it.
    pub(super) fn requested_download(&mut self) -> Option<Effect> {
        std::mem::take(&mut self.download_requested).then(|| self.download()).flatten()
    }

    pub fn is_done(&self) -> bool {
        self.progress.as_ref().map_or(self.opens_finished, |progress| progress.state == RunState::Done)
    }

    pub fn steps_done(&self) -> u32 {
        self.progress.as_ref().map_or(0, |progress| progress.step)
    }

    pub(super) fn add_readings(&mut self, readings: &[Reading]) {
        if std::mem::take(&mut self.stale.curves) {
            self.series.clear();
        }
        for reading in readings {
            self.series.entry(reading.series.clone()).or_default().push(reading.step, reading.value, reading.spread);
        }
    }
}

/// The settings of a run as the page shows them, after all changes on the way.
pub fn settings(run: &RunConfig) -> RunConfig {
    run.in_effect(u32::MAX)
}
