//! A run as a state machine. Only here (and in metrics) is anything read back, asynchronously and in batches.

mod catalog;
mod device;
mod observe;

use std::sync::Arc;

pub use catalog::catalog;
pub use device::{Chosen, choose};

use burn::tensor::{Device, ExecutionError, Tensor, TensorData, Transaction};

use crate::data::{DataError, Demos};
use crate::labels::Labeler;
use crate::methods::{self, Lazy, Method, Player};
use crate::nn::{Bundle, Resident, SnapshotError};
use crate::protocol::{Failure, Reading, RunConfig, Snapshot};
use crate::worlds::{self, World};

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("there is no {what} called “{id}”")]
    Unknown { what: &'static str, id: String },
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error("the device stopped answering ({0})")]
    Device(String),
    #[error("training broke down at step {step}: {series} is no longer a number")]
    Diverged { step: u32, series: String },
}

impl From<ExecutionError> for SessionError {
    fn from(error: ExecutionError) -> Self {
        Self::Device(error.to_string())
    }
}

impl From<&SessionError> for Failure {
    fn from(error: &SessionError) -> Self {
        let remedy = match error {
            SessionError::Unknown { .. } => "Choose one that is listed.",
            SessionError::Data(_) => "Ask for more demonstrations, or load another file.",
            SessionError::Snapshot(_) => "The run starts from scratch instead; press Train.",
            SessionError::Device(_) => "The run goes on from its last snapshot on the CPU.",
            SessionError::Diverged { .. } => "Lower the learning rate or choose another baseline, then reset.",
        };
        Failure::new(sentence(&error.to_string()), remedy)
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

pub struct Session {
    pub run: RunConfig,
    world: &'static dyn World,
    labeler: Box<dyn Labeler>,
    demos: Arc<Demos>,
    data: Resident,
    method: Box<dyn Method>,
}

/// Reads many tables in one go.
async fn read(tensors: Vec<Tensor<2>>) -> Result<Vec<Vec<f32>>, SessionError> {
    let transaction = tensors.into_iter().fold(Transaction::default(), |all, tensor| all.register(tensor));
    let numbers =
        |data: TensorData| data.try_to_vec::<f32>().map_err(|error| SessionError::Device(format!("{error:?}")));
    transaction.execute_async().await?.into_iter().map(numbers).collect()
}

impl Session {
    /// Opens a settled run on a device, from scratch or from a snapshot. Lanes on the same data share `demos`.
    pub fn open(
        run: &RunConfig,
        demos: Option<Arc<Demos>>,
        device: &Device,
        resume: Option<&Snapshot>,
    ) -> Result<Self, SessionError> {
        let unknown = |what, id: &str| SessionError::Unknown { what, id: id.into() };
        let world = worlds::find(&run.world).ok_or_else(|| unknown("world", &run.world))?;
        let labeler = world.labeler(&run.label).ok_or_else(|| unknown("label", &run.label))?;
        let entry = methods::find(&run.method).ok_or_else(|| unknown("method", &run.method))?;
        let demos = match demos {
            Some(demos) => demos,
            None => Arc::new(world.demos(run)?),
        };
        let data = Resident::new(&demos, device);
        let method = (entry.start)(run, &data);
        let mut session = Self { run: run.clone(), world, labeler, demos, data, method };
        if let Some(snapshot) = resume {
            session.method.restore(&Bundle::from_snapshot(snapshot)?, &session.data)?;
        }
        Ok(session)
    }

    pub fn demos(&self) -> Arc<Demos> {
        self.demos.clone()
    }

    pub fn stage(&self) -> &'static str {
        self.method.stage()
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
            self.method.step(&self.data);
            if self.method.check_due() {
                let lazy = self.method.check(&self.data);
                let fresh = self.read_lazy(lazy).await?;
                self.method.note(&fresh);
                readings.extend(fresh);
            }
        }
        Ok(readings)
    }

    async fn read_lazy(&self, lazy: Vec<Lazy>) -> Result<Vec<Reading>, SessionError> {
        let step = self.steps().0;
        let names: Vec<&str> = lazy.iter().map(|l| l.series).collect();
        let values = read(lazy.into_iter().map(|l| l.value.reshape([1, 1])).collect()).await?;
        let mut readings = Vec::with_capacity(names.len());
        for (series, value) in names.into_iter().zip(values.iter().flatten()) {
            if !value.is_finite() {
                return Err(SessionError::Diverged { step, series: series.into() });
            }
            readings.push(Reading { series: series.into(), step, value: *value });
        }
        Ok(readings)
    }

    /// Waits until the device has done all that was enqueued, by reading one number.
    pub async fn settle(&self) -> Result<(), SessionError> {
        let (tables, _) = self.method.save();
        let Some((_, table)) = tables.into_iter().next() else { return Ok(()) };
        read(vec![table.slice([0..1, 0..1])]).await.map(drop)
    }

    /// Takes over the live knobs of `run`; the others stay as they were opened.
    pub fn tune(&mut self, run: RunConfig) {
        self.method.tune(&run, &self.data);
        self.run = run;
    }

    async fn bundle(&self) -> Result<Bundle, SessionError> {
        let (tables, mut bundle) = self.method.save();
        let (names, tensors): (Vec<String>, Vec<Tensor<2>>) = tables.into_iter().unzip();
        let shapes: Vec<[usize; 2]> = tensors.iter().map(Tensor::dims).collect();
        let values = read(tensors).await?;
        for ((name, [rows, columns]), values) in names.into_iter().zip(shapes).zip(values) {
            bundle.tables.insert(name, (rows, columns, values));
        }
        for (key, value) in [
            ("observation_size", self.data.observation_size.to_string()),
            ("action_size", self.data.action_size.to_string()),
            ("styles", self.data.styles.to_string()),
            ("run", self.run.to_query()),
        ] {
            bundle.notes.insert(key.into(), value);
        }
        Ok(bundle)
    }

    pub async fn snapshot(&self) -> Result<Snapshot, SessionError> {
        Ok(self.bundle().await?.to_snapshot()?)
    }

    /// A snapshot for playing only, without what it would need to go on: a third of the size.
    pub async fn portrait(&self) -> Result<Snapshot, SessionError> {
        let mut bundle = self.bundle().await?;
        bundle.tables.retain(|name, _| ["policy.parameters", "critic.chosen"].contains(&name.as_str()));
        Ok(bundle.to_snapshot()?)
    }

    /// The policy as it is now, ready to act.
    pub async fn player(&self) -> Result<Player, SessionError> {
        Ok(Player::from_bundle(&self.bundle().await?)?)
    }
}
