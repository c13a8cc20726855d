//! A run as files for other programs: networks, PMI and weights of every moment, curves, and the configuration. A file is
//! made in slices, so that a worker stays responsive and no large file is in memory twice.

mod curves;
mod networks;
mod steps;
mod tensors;

pub use networks::{
    CriticNet, ExportedLayer, FeedForwardNets, PolicyNet, RecurrentNets, RecurrentSeed, critic, policy,
};
pub use tensors::{Metadata, critic_metadata, policy_metadata};

use crate::session::{Session, SessionError};
use protocol::questions::{Export, ExportedPart};
use protocol::{Text, text};
use steps::Steps;

/// Most bytes of a part.
const PART: usize = 4 << 20;

/// How far a file is.
enum ExportState {
    /// All bytes of the file, and how many of them earlier parts have.
    Ready(Vec<u8>, usize),
    /// A table of moments, which is computed slice by slice.
    Steps(Box<Steps>),
}

/// A file that is being made.
pub struct Making {
    name: String,
    work: ExportState,
}

impl Making {
    pub async fn begin(session: &mut Session, what: Export) -> Result<Self, Text> {
        let failed = |error: SessionError| error.text();
        let ready = |bytes| ExportState::Ready(bytes, 0);
        let (ending, work) = match what {
            Export::Policy => ("policy.safetensors", ready(tensors::policy(session).await?)),
            Export::Critic => ("critic.safetensors", ready(tensors::critic(session).await?)),
            Export::StepsCsv | Export::StepsNpz => {
                session.fetch().await.map_err(failed)?;
                let arrays = what == Export::StepsNpz;
                let ending = if arrays { "steps.npz" } else { "steps.csv" };
                (ending, ExportState::Steps(Box::new(Steps::begin(session, arrays)?)))
            }
            Export::Curves => ("curves.csv", ready(curves::csv(session))),
            Export::Run => {
                let json = serde_json::to_vec_pretty(&session.run);
                ("run.json", ready(json.map_err(|error| text!("export-failed", why = error.to_string()))?))
            }
        };
        let run = &session.run;
        let (seed, step) = (run.seed, session.steps().0);
        Ok(Self { name: format!("{}-{}-seed{seed}-step{step}-{ending}", run.world, run.method), work })
    }

    /// The next part of the file. Not to be called again after the part with `last`.
    pub fn next_part(&mut self, session: &Session) -> Result<ExportedPart, Text> {
        let (bytes, done, last) = match &mut self.work {
            ExportState::Ready(bytes, given) => {
                let end = (*given + PART).min(bytes.len());
                let part = bytes[*given..end].to_vec();
                *given = end;
                (part, end as f32 / bytes.len().max(1) as f32, end == bytes.len())
            }
            ExportState::Steps(steps) => {
                let part = steps.slice(session)?;
                let (done, over) = (steps.done(), steps.over());
                if let Some(arrays) = over.then(|| steps.take_arrays()).flatten() {
                    self.work = ExportState::Ready(arrays, 0);
                    return self.next_part(session);
                }
                (part, done, over)
            }
        };
        Ok(ExportedPart { name: self.name.clone(), bytes, done, last })
    }
}

/// The whole file, and its name.
pub async fn whole(session: &mut Session, what: Export) -> Result<(String, Vec<u8>), Text> {
    let (mut making, mut bytes) = (Making::begin(session, what).await?, Vec::new());
    loop {
        let part = making.next_part(session)?;
        bytes.extend(part.bytes);
        if part.last {
            return Ok((part.name, bytes));
        }
    }
}
