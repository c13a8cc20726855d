//! Policies that act, for any kind of network; a snapshot's note names the kind.

use super::{ctvae, matching};
use crate::nn::names::{net, note};
use crate::nn::{Bundle, Head, ObservationEncoder, PlainMlp, Scratch, SnapshotError};
use crate::rollout::{RecurrentState, StyleRequest};
use protocol::text;
use worlds::data::Rng;

pub trait Policy {
    /// Writes the inputs of the head, `[head outputs]`. `state` and `rng` are the agent's own; policies with a latent draw
    /// it from `rng`.
    fn head_inputs(
        &mut self,
        observation: &[f32],
        request: StyleRequest,
        state: &mut RecurrentState,
        rng: &mut Rng,
        into: &mut Vec<f32>,
    );
}

/// The sizes that a policy has to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// As the dense layers of a network read it.
    pub observation: usize,
    pub action: usize,
    pub styles: usize,
    pub head: Head,
}

/// The policy of one of the seeds that were trained side by side.
pub fn from_bundle(bundle: &Bundle, fit: Fit, at: (usize, usize)) -> Result<Box<dyn Policy>, SnapshotError> {
    match bundle.notes.get(note::POLICY_KIND).map(String::as_str) {
        // Old snapshots, from before there were other kinds, lack this note.
        None | Some(MLP) => Ok(Box::new(FeedForwardPolicy::from_bundle(bundle, fit, at)?)),
        Some(ctvae::POLICY_KIND) => ctvae::from_bundle(bundle, fit, at),
        Some(other) => Err(SnapshotError::Misfit(text!("snapshot-unknown-kind", kind = other))),
    }
}

/// The kind of a feed-forward policy, in a snapshot's notes.
const MLP: &str = "mlp";

/// Notes that a snapshot's policy is a feed-forward network; `conditioned` if the style is an input.
pub fn note_mlp(bundle: &mut Bundle, conditioned: bool, head: Head) {
    for (key, value) in [
        (note::POLICY_KIND, MLP.into()),
        (note::POLICY_CONDITIONED, conditioned.to_string()),
        (note::POLICY_HEAD, head.to_note()),
    ] {
        bundle.notes.insert(key.into(), value);
    }
}

/// A feed-forward policy, without recurrent state.
struct FeedForwardPolicy {
    net: PlainMlp,
    encoder: Option<ObservationEncoder>,
    conditioned: bool,
    /// The code of every style, where a method found codes without labels; elsewhere a style is its own code.
    codes: Vec<usize>,
    input: Vec<f32>,
    scratch: Scratch,
}

impl FeedForwardPolicy {
    fn from_bundle(bundle: &Bundle, fit: Fit, (seed, seeds): (usize, usize)) -> Result<Self, SnapshotError> {
        let net = bundle.plain_net(net::POLICY, seed, seeds)?;
        let conditioned = bundle.note(note::POLICY_CONDITIONED)? == true.to_string();
        let inputs = fit.observation + if conditioned { fit.styles } else { 0 };
        let members_fit = net.members.len() == 1 || net.members.len() == fit.styles;
        if net.inputs() != inputs || net.outputs() != fit.head.outputs() || !members_fit {
            return Err(SnapshotError::Misfit(text!("snapshot-other-policy")));
        }
        let codes = matching::from_note(bundle.notes.get(note::POLICY_CODES), fit.styles, seed)?;
        let encoder = net.encoder();
        Ok(Self { net, encoder, conditioned, codes, input: Vec::new(), scratch: Scratch::default() })
    }
}

impl Policy for FeedForwardPolicy {
    fn head_inputs(
        &mut self,
        observation: &[f32],
        request: StyleRequest,
        _: &mut RecurrentState,
        _: &mut Rng,
        into: &mut Vec<f32>,
    ) {
        let code = self.codes.get(request.style).copied().unwrap_or(0);
        self.input.clear();
        if self.conditioned {
            self.input.extend((0..self.codes.len()).map(|z| f32::from(u8::from(z == code))));
        }
        let member = if self.net.members.len() > 1 { code } else { 0 };
        self.net.encode(member, observation, &mut self.encoder, &mut self.input);
        into.clear();
        into.extend_from_slice(self.net.forward(member, &self.input, &mut self.scratch));
    }
}
