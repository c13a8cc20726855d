//! A run as a state machine. Only here (and in metrics) is anything read back, asynchronously and in batches.

mod catalog;
mod device;
mod observe;
mod scores;

use std::sync::Arc;

pub use catalog::catalog;
pub use device::{Chosen, Shape, choose};

use crate::methods::{self, Method, Player, Point};
use crate::nn::names::{self, net, note, table};
use crate::nn::{Bundle, Device, Rows, SnapshotError};
use protocol::knobs::policy;
use protocol::{Failure, Reading, RunConfig, Snapshot, Text, text};
use worlds::data::{DataError, Demos};
use worlds::labels::Labeler;
use worlds::{Environment, Files};

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("no {what:?} {id}")]
    Unknown { what: Named, id: String },
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The device's own message.
    #[error("device lost: {0:?}")]
    Device(Text),
    #[error("unplayable: {0:?}")]
    Unplayable(Text),
    #[error("step {step}: {series} is not finite")]
    Diverged { step: u32, series: &'static str },
}

/// The parts of a run that are found by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    World,
    Label,
    Method,
}

impl SessionError {
    /// A failed read or launch, in the device's own words.
    pub fn device(message: String) -> Self {
        Self::Device(text!("device-message", message = message))
    }

    /// A sentence for the visitor.
    pub fn text(&self) -> Text {
        match self {
            Self::Unknown { what: Named::World, id } => text!("error-no-world", id = id.as_str()),
            Self::Unknown { what: Named::Label, id } => text!("error-no-label", id = id.as_str()),
            Self::Unknown { what: Named::Method, id } => text!("error-no-method", id = id.as_str()),
            Self::Data(error) => error.text(),
            Self::Snapshot(error) => error.text(),
            Self::Device(message) => text!("error-device-lost", message = message.clone()),
            Self::Unplayable(why) => why.clone(),
            Self::Diverged { step, series } => text!("error-diverged", step = *step, series = *series),
        }
    }

    fn remedy(&self) -> Text {
        match self {
            Self::Unknown { .. } => text!("remedy-choose-listed"),
            Self::Data(_) => text!("remedy-more-data"),
            Self::Snapshot(_) => text!("remedy-from-scratch"),
            Self::Unplayable(_) => text!("remedy-training-works"),
            Self::Device(_) => text!("remedy-on-cpu"),
            Self::Diverged { .. } => text!("remedy-lower-rate"),
        }
    }
}

impl From<&SessionError> for Failure {
    fn from(error: &SessionError) -> Self {
        Failure::new(error.text(), error.remedy())
    }
}

pub struct Session {
    pub run: RunConfig,
    /// With the same run.
    environment: Environment,
    labeler: Box<dyn Labeler>,
    /// Of every seed that is trained; the first is what the page shows.
    demos: Vec<Arc<Demos>>,
    rows: Rows,
    method: Box<dyn Method>,
}

/// Seeds trained side by side: the run's own and those that follow it.
fn seeds(run: &RunConfig) -> impl Iterator<Item = u64> {
    (0..policy::SEEDS.get(run).max(1) as u64).map(|more| run.seed.wrapping_add(more))
}

impl Session {
    /// Opens a settled run on a device, from scratch or from a snapshot. Lanes on the same data share `demos`.
    pub fn open(
        run: &RunConfig,
        files: &Files,
        demos: Option<Vec<Arc<Demos>>>,
        device: &Device,
        resume: Option<&Snapshot>,
    ) -> Result<Self, SessionError> {
        let unknown = |what, id: &str| SessionError::Unknown { what, id: id.into() };
        let world = worlds::find(&run.world).ok_or_else(|| unknown(Named::World, &run.world))?;
        let labeler = world.labeler(&run.label).ok_or_else(|| unknown(Named::Label, &run.label))?;
        let entry = methods::find(&run.method).ok_or_else(|| unknown(Named::Method, &run.method))?;
        let made = |seed| world.demos(&RunConfig { seed, ..run.clone() }, files).map(Arc::new);
        let demos = match demos {
            Some(demos) => demos,
            None => seeds(run).map(made).collect::<Result<_, _>>()?,
        };
        let all: Vec<_> = seeds(run).zip(demos.iter().cloned()).collect();
        let rows = Rows::new(&all, device);
        let environment = Environment::new(world, run, files);
        let method = (entry.start)(&environment, &rows);
        let mut session = Self { run: run.clone(), environment, labeler, demos, rows, method };
        if let Some(snapshot) = resume {
            session.method.restore(&Bundle::from_snapshot(snapshot)?, &session.rows)?;
        }
        Ok(session)
    }

    /// The world, the run and the files of its rollouts.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Replaces the files that rollouts use, after another one was loaded.
    pub fn set_files(&mut self, files: &Files) {
        self.environment.files = files.clone();
    }

    pub fn demos(&self) -> Vec<Arc<Demos>> {
        self.demos.clone()
    }

    /// The name of the phase of training.
    pub fn phase(&self) -> Text {
        self.method.phase().text()
    }

    /// Whether it computes on the CPU whatever its device.
    pub fn on_cpu(&self) -> bool {
        self.method.on_cpu()
    }

    /// Steps taken and steps in all.
    pub fn steps(&self) -> (u32, u32) {
        self.method.steps()
    }

    pub fn done(&self) -> bool {
        let (taken, all) = self.steps();
        taken >= all
    }

    /// Takes up to `most` steps and returns the curves measured on the way. Checks stand at fixed steps, so
    /// how a run is cut into calls changes nothing.
    pub async fn advance(&mut self, most: u32) -> Result<Vec<Reading>, SessionError> {
        let mut readings = Vec::new();
        for _ in 0..most {
            if self.done() {
                break;
            }
            self.method.step(&self.rows);
            if self.method.check_due() {
                self.fetch().await?;
                let points = self.method.check(&self.rows);
                readings.extend(self.readings(points)?);
            }
        }
        Ok(readings)
    }

    /// Waits for the device and brings over what it has learnt. Nothing to do on the CPU.
    pub async fn fetch(&mut self) -> Result<(), SessionError> {
        self.method.fetch().await.map_err(SessionError::device)
    }

    fn readings(&self, points: Vec<Point>) -> Result<Vec<Reading>, SessionError> {
        let step = self.steps().0;
        let reading = |Point { series, values }: Point| {
            let count = values.len().max(1) as f32;
            let mean = values.iter().sum::<f32>() / count;
            let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>();
            let spread = if values.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
            if !mean.is_finite() {
                return Err(SessionError::Diverged { step, series });
            }
            Ok(Reading { series: series.into(), step, value: mean, spread })
        };
        points.into_iter().map(reading).collect()
    }

    /// Takes over the live knobs of `run`; the others stay as they were opened.
    pub fn tune(&mut self, run: RunConfig) {
        self.method.tune(&run, &self.rows);
        self.environment.run = run.clone();
        self.run = run;
    }

    async fn bundle(&mut self) -> Result<Bundle, SessionError> {
        self.fetch().await?;
        let mut bundle = self.method.save();
        let columns = self.rows.columns;
        for (key, value) in [
            (note::OBSERVATION_SIZE, columns.observation.to_string()),
            (note::ACTION_SIZE, columns.action.to_string()),
            (note::STYLES, columns.styles.to_string()),
            (note::SEEDS, self.rows.portions.len().to_string()),
            (note::RUN, self.run.to_query()),
        ] {
            bundle.notes.insert(key.into(), value);
        }
        Ok(bundle)
    }

    pub async fn snapshot(&mut self) -> Result<Snapshot, SessionError> {
        Ok(self.bundle().await?.to_snapshot()?)
    }

    /// A snapshot for playing only, without what it would need to go on: a third of the size.
    pub async fn portrait(&mut self) -> Result<Snapshot, SessionError> {
        let mut bundle = self.bundle().await?;
        let kept = [
            names::parameters(net::POLICY),
            names::parameters(net::GUIDE),
            table::GUIDE_LABEL_NOISE.into(),
            table::CRITIC_PRIOR.into(),
        ];
        bundle.tables.retain(|name, _| kept.contains(name));
        Ok(bundle.to_snapshot()?)
    }

    /// The policy of each seed as it is now, ready to act.
    pub async fn players(&mut self) -> Result<Vec<Player>, SessionError> {
        let bundle = self.bundle().await?;
        let player = |seed| Ok(Player::from_bundle(&bundle, seed)?);
        (0..self.rows.portions.len()).map(player).collect()
    }
}
