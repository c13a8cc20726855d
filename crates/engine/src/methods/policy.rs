//! Policies that act, whatever network is inside. The bundle says which.

use super::{Asked, ctvae, matching};
use crate::nn::{Bundle, Head, PlainMlp, Scratch, SnapshotError};
use worlds::data::Rng;

/// What one agent carries from step to step; empty when an episode begins, and always for policies without memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory(pub Vec<f32>);

pub trait Policy {
    /// Writes what the head makes an action of, for what an agent sees and what is asked of it. `rng` is the agent's
    /// own, for policies that draw more than actions.
    fn respond(&mut self, observation: &[f32], asked: Asked, memory: &mut Memory, rng: &mut Rng, into: &mut Vec<f32>);
}

/// What a policy has to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    pub observation: usize,
    pub action: usize,
    pub styles: usize,
    pub head: Head,
}

/// The policy of one of the seeds that were trained side by side.
pub fn from_bundle(bundle: &Bundle, fit: Fit, at: (usize, usize)) -> Result<Box<dyn Policy>, SnapshotError> {
    match bundle.notes.get("policy.kind").map(String::as_str) {
        // Snapshots from before there were other kinds do not name theirs.
        None | Some("mlp") => Ok(Box::new(Reflex::from_bundle(bundle, fit, at)?)),
        Some("ctvae") => ctvae::from_bundle(bundle, fit, at),
        Some(other) => Err(SnapshotError::Misfit(format!("policies of kind “{other}” are not known here"))),
    }
}

/// A feed-forward network: what it sees decides, nothing is remembered.
struct Reflex {
    net: PlainMlp,
    conditioned: bool,
    /// The code of every style, where a method found codes by itself; else a style is its own.
    codes: Vec<usize>,
    input: Vec<f32>,
    scratch: Scratch,
}

impl Reflex {
    fn from_bundle(bundle: &Bundle, fit: Fit, (seed, seeds): (usize, usize)) -> Result<Self, SnapshotError> {
        let net = bundle.plain_net("policy", "policy.parameters", seed, seeds)?;
        let conditioned = bundle.note("policy.conditioned")? == "true";
        let inputs = fit.observation + if conditioned { fit.styles } else { 0 };
        let members_fit = net.members.len() == 1 || net.members.len() == fit.styles;
        if net.inputs() != inputs || net.outputs() != fit.head.outputs() || !members_fit {
            return Err(SnapshotError::Misfit("its policy has other inputs or outputs".into()));
        }
        let codes = matching::from_note(bundle.notes.get("policy.codes"), fit.styles, seed)?;
        Ok(Self { net, conditioned, codes, input: Vec::new(), scratch: Scratch::default() })
    }
}

impl Policy for Reflex {
    fn respond(&mut self, observation: &[f32], asked: Asked, _: &mut Memory, _: &mut Rng, into: &mut Vec<f32>) {
        let code = self.codes.get(asked.style).copied().unwrap_or(0);
        self.input.clear();
        if self.conditioned {
            self.input.extend((0..self.codes.len()).map(|z| f32::from(u8::from(z == code))));
        }
        self.input.extend_from_slice(observation);
        let member = if self.net.members.len() > 1 { code } else { 0 };
        into.clear();
        into.extend_from_slice(self.net.forward(member, &self.input, &mut self.scratch));
    }
}
