//! One run among those side by side.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Series;
use crate::actions::Effect;
use protocol::{
    Calibration, Progress, Reading, Responsibilities, RunConfig, RunState, Snapshot, Text, Timeline, WeightHistogram,
};

/// The source of the policies that move a lane's agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playing {
    #[default]
    Nothing,
    Pretrained,
    Own {
        step: u32,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Lane {
    pub config: RunConfig,
    pub playing: Playing,
    pub progress: Option<Progress>,
    pub series: BTreeMap<String, Series>,
    pub weights: Option<Arc<WeightHistogram>>,
    pub responsibilities: Option<Arc<Responsibilities>>,
    pub calibration: Option<Arc<Calibration>>,
    /// Why there is no calibration, where there cannot be one.
    pub uncalibrated: Option<Text>,
    pub timeline: Option<Arc<Timeline>>,
    /// The latest, with its step: to resume from and to download.
    pub snapshot: Option<(u32, Snapshot)>,
    /// The visitor has requested a download of the next snapshot.
    pub download_requested: bool,
}

impl Lane {
    pub fn new(config: RunConfig) -> Self {
        Self { config, ..Self::default() }
    }

    pub fn latest(&self, series: &str) -> Option<f32> {
        self.series.get(series).and_then(Series::latest)
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
        self.progress.as_ref().is_some_and(|progress| progress.state == RunState::Done)
    }

    pub fn steps_done(&self) -> u32 {
        self.progress.as_ref().map_or(0, |progress| progress.step)
    }

    pub(super) fn add_readings(&mut self, readings: &[Reading]) {
        for reading in readings {
            self.series.entry(reading.series.clone()).or_default().push(reading.step, reading.value, reading.spread);
        }
    }
}
