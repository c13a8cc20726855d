//! A policy that acts, from a snapshot. With *style strength* γ > 0 it chooses among candidate actions in proportion to
//! π(a|s,z) e^{γ·pmi(z;s,a)}: guidance at play time, without retraining.

use super::policy::{self, Fit, Policy};
use crate::estimators::{CriticKind, critic_kind, with_label_noise};
use crate::nn::names::{net, note, table};
use crate::nn::{Bundle, Columns, Head, ObservationEncoder, PlainMlp, Scratch, SnapshotError, choose, one_hot};
use crate::rollout::{Actor, RecurrentState, StyleRequest, Turn};
use protocol::text;
use worlds::data::Rng;

/// Continuous actions sampled per guided step.
const CANDIDATES: usize = 16;

struct PlainCritic {
    kind: CriticKind,
    net: PlainMlp,
    encoder: Option<ObservationEncoder>,
    log_prior: Vec<f32>,
    /// The share ε of label noise.
    label_noise: f32,
}

pub struct Player {
    /// Numbers of an observation in an episode: all pixels, where it sees.
    pub observation_size: usize,
    pub action_size: usize,
    pub styles: usize,
    policy: Box<dyn Policy>,
    head: Head,
    critic: Option<PlainCritic>,
    buffers: Buffers,
}

/// Buffers reused from step to step.
#[derive(Default)]
struct Buffers {
    scratch: Scratch,
    /// The observation as the critic's dense layers read it.
    observation: Vec<f32>,
    input: Vec<f32>,
    outputs: Vec<f32>,
    candidates: Vec<f32>,
    /// Unnormalised log-probability of each candidate.
    log_odds: Vec<f32>,
    scores: Vec<f32>,
}

impl Player {
    /// The policy of the `seed`-th of the seeds that were trained side by side.
    pub fn from_bundle(bundle: &Bundle, seed: usize) -> Result<Self, SnapshotError> {
        let seeds = bundle.whole(note::SEEDS)? as usize;
        let observation_size = bundle.whole(note::OBSERVATION_SIZE)? as usize;
        let action_size = bundle.whole(note::ACTION_SIZE)? as usize;
        let styles = bundle.whole(note::STYLES)? as usize;
        let head = Head::from_note(bundle.notes.get(note::POLICY_HEAD).map(String::as_str), action_size)?;
        let stack = bundle.stack()?;
        let columns = Columns { observation: observation_size, stack, ..Columns::default() };
        let encoded = columns.encoded().observation;
        let fit = Fit { observation: encoded, action: action_size, styles, head };
        let policy = policy::from_bundle(bundle, fit, (seed, seeds))?;
        let critic = match bundle.notes.contains_key(note::CRITIC_KIND) {
            true => Some(PlainCritic::from_bundle(bundle, encoded + action_size, styles, (seed, seeds))?),
            false => None,
        };
        let observation_size =
            stack.map_or(observation_size, |stack| observation_size.saturating_sub(stack.depth) + stack.pixels());
        Ok(Self { observation_size, action_size, styles, policy, head, critic, buffers: Buffers::default() })
    }

    /// Writes an action. `state` is the agent's own, empty at the start of an episode.
    pub fn act(
        &mut self,
        observation: &[f32],
        request: StyleRequest,
        state: &mut RecurrentState,
        rng: &mut Rng,
        action: &mut [f32],
    ) {
        let buffers = &mut self.buffers;
        self.policy.head_inputs(observation, request, state, rng, &mut buffers.outputs);
        let Some(critic) = self.critic.as_mut().filter(|_| request.strength > 0.0) else {
            self.head.draw(&buffers.outputs, request.temperature, rng, action);
            return;
        };
        critic.encode(observation, &mut buffers.observation);
        // All discrete actions are candidates, with the policy's own log-probabilities; continuous ones are sampled.
        let discrete = matches!(self.head, Head::Categorical { .. });
        buffers.candidates.clear();
        buffers.log_odds.clear();
        for candidate in 0..if discrete { self.action_size } else { CANDIDATES } {
            match discrete {
                true => one_hot(candidate, action),
                false => self.head.draw(&buffers.outputs, request.temperature, rng, action),
            }
            buffers.candidates.extend_from_slice(action);
            buffers.input.clear();
            buffers.input.resize(if critic.kind == CriticKind::Sampled { self.styles } else { 0 }, 0.0);
            buffers.input.extend_from_slice(&buffers.observation);
            buffers.input.extend_from_slice(action);
            let pmi = critic.pmi(&mut buffers.input, request.style, &mut buffers.scores, &mut buffers.scratch);
            let own = if discrete { buffers.outputs[candidate] } else { 0.0 };
            buffers.log_odds.push(own + request.strength * pmi);
        }
        let temperature = if discrete { request.temperature } else { 1.0 };
        let chosen = choose(buffers.log_odds.iter().copied(), temperature, rng);
        action.copy_from_slice(&buffers.candidates[chosen * self.action_size..(chosen + 1) * self.action_size]);
    }

    /// The inputs of the head for an observation, `[head outputs]`. `state` is the agent's own.
    pub fn head_inputs(
        &mut self,
        observation: &[f32],
        request: StyleRequest,
        state: &mut RecurrentState,
        rng: &mut Rng,
    ) -> &[f32] {
        self.policy.head_inputs(observation, request, state, rng, &mut self.buffers.outputs);
        &self.buffers.outputs
    }

    /// pmi(z;s,a) of an action, nats; None without a critic.
    pub fn pmi(&mut self, observation: &[f32], action: &[f32], style: usize) -> Option<f32> {
        let (critic, buffers) = (self.critic.as_mut()?, &mut self.buffers);
        critic.encode(observation, &mut buffers.observation);
        buffers.input.clear();
        buffers.input.resize(if critic.kind == CriticKind::Sampled { self.styles } else { 0 }, 0.0);
        buffers.input.extend_from_slice(&buffers.observation);
        buffers.input.extend_from_slice(action);
        Some(critic.pmi(&mut buffers.input, style, &mut buffers.scores, &mut buffers.scratch))
    }
}

impl Actor for Player {
    fn observation_size(&self) -> usize {
        self.observation_size
    }

    fn action_size(&self) -> usize {
        self.action_size
    }

    fn act(&mut self, turns: &mut [Turn]) {
        for turn in turns {
            self.act(turn.observation, turn.request, turn.state, turn.rng, turn.action);
        }
    }
}

impl PlainCritic {
    fn from_bundle(
        bundle: &Bundle,
        pair_size: usize,
        styles: usize,
        (seed, seeds): (usize, usize),
    ) -> Result<Self, SnapshotError> {
        let kind = critic_kind(bundle.note(note::CRITIC_KIND)?);
        // A finished run has no copy of the first critic apart.
        let name = if bundle.is_finished() { net::CRITIC } else { net::GUIDE };
        let net = bundle.plain_net(name, seed, seeds)?;
        let misfit = || SnapshotError::Misfit(text!("snapshot-other-critic"));
        let prior = &bundle.table(table::CRITIC_PRIOR, seeds, styles)?[seed * styles..(seed + 1) * styles];
        let expected = match kind {
            CriticKind::Sampled => (pair_size + styles, 1),
            CriticKind::Exact | CriticKind::Classifier => (pair_size, styles),
        };
        if (net.inputs(), net.outputs()) != expected {
            return Err(misfit());
        }
        let label_noise = bundle.table(table::GUIDE_LABEL_NOISE, seeds, 1)?[seed];
        let encoder = net.encoder();
        Ok(Self { kind, net, encoder, log_prior: prior.iter().map(|p| libm::logf(p.max(1e-6))).collect(), label_noise })
    }

    /// Writes an observation as the dense layers read it: the same for all candidates.
    fn encode(&mut self, observation: &[f32], into: &mut Vec<f32>) {
        into.clear();
        self.net.encode(0, observation, &mut self.encoder, into);
    }

    /// pmi of the pair in `input` with `style`, normalised per pair. A sampled critic's input begins with the style's
    /// columns.
    fn pmi(&self, input: &mut [f32], style: usize, scores: &mut Vec<f32>, scratch: &mut Scratch) -> f32 {
        scores.clear();
        match self.kind {
            CriticKind::Sampled => {
                let styles = self.log_prior.len();
                for z in 0..styles {
                    input[..styles].fill(0.0);
                    input[z] = 1.0;
                    scores.push(self.net.forward(0, input, scratch)[0]);
                }
            }
            CriticKind::Exact => scores.extend_from_slice(self.net.forward(0, input, scratch)),
            CriticKind::Classifier => {
                let logits = self.net.forward(0, input, scratch);
                scores.extend(logits.iter().zip(&self.log_prior).map(|(logit, log_p)| logit - log_p));
            }
        }
        let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = scores.iter().zip(&self.log_prior).map(|(t, log_p)| libm::expf(t - largest + log_p)).sum();
        with_label_noise(scores[style] - largest - libm::logf(sum), self.label_noise)
    }
}
