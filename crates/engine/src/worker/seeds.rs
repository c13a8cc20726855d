//! A worker that trains some seeds of a run, for the trainer that has the others. It answers commands one after the other.

use crate::nn::Device;
use crate::session::{SeedsCommand, SeedsReply, Session, SessionError};
use protocol::text;
use worlds::Files;

#[derive(Default)]
pub struct SeedsRole {
    files: Files,
    session: Option<Session>,
}

impl SeedsRole {
    /// Reads a file of a world. One that cannot be used is one that the trainer could not use either.
    pub fn load(&mut self, world: &str, name: &str, bytes: &[u8]) {
        if let Some(world) = worlds::find(world) {
            let _ = world.load(&mut self.files, name, bytes);
        }
    }

    /// Carries out a command; None where there is no reply. An error is the last reply: the trainer goes on without this worker.
    pub async fn perform(&mut self, command: SeedsCommand) -> Option<SeedsReply> {
        self.try_perform(command).await.unwrap_or_else(|error| Some(SeedsReply::Lost(error.text().into())))
    }

    async fn try_perform(&mut self, command: SeedsCommand) -> Result<Option<SeedsReply>, SessionError> {
        if let SeedsCommand::Open(run) = command {
            self.session = Some(Session::open(&run, &self.files, None, &Device::Cpu, None)?);
            return Ok(Some(SeedsReply::Opened));
        }
        let nothing = || SessionError::SeedsLost(text!("device-nothing-learnt").into());
        let session = self.session.as_mut().ok_or_else(nothing)?;
        Ok(match command {
            SeedsCommand::Open(_) => None,
            SeedsCommand::Take { run, seeds, state } => {
                session.take_seeds(run, seeds, &state)?;
                None
            }
            SeedsCommand::Advance { steps } => Some(SeedsReply::Advanced(session.advance_seeds(steps).await?)),
            SeedsCommand::SetKnob { knob, value } => {
                session.set_knob(&knob, value);
                None
            }
            SeedsCommand::Calibrate { strength } => Some(SeedsReply::Calibrated(session.calibrations(strength).await?)),
            SeedsCommand::Save => Some(SeedsReply::Saved(session.saved_seeds()?)),
        })
    }
}
