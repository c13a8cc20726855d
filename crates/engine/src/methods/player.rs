//! A snapshot that acts. With *style strength* β > 0 it draws several candidate actions and chooses among
//! them in proportion to e^{β·pmi(z;s,a)}: guidance at play time, without retraining.

use super::policy::{self, Fit, Memory, Policy};
use crate::estimators::{CriticKind, critic_kind, with_slips};
use crate::nn::names::{self, net, note, table};
use crate::nn::{Bundle, Head, PlainMlp, Scratch, SnapshotError, choose, one_hot};
use protocol::text;
use worlds::data::Rng;

const CANDIDATES: usize = 16;

/// What is asked of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    pub style: usize,
    /// β of guidance; 0 is off.
    pub strength: f32,
    /// Scale of the policy's own spread: 1 draws actions, 0 takes their mean.
    pub temperature: f32,
}

struct PlainCritic {
    kind: CriticKind,
    net: PlainMlp,
    log_prior: Vec<f32>,
    /// Share of labels that are slips.
    slips: f32,
}

pub struct Player {
    pub observation_size: usize,
    pub action_size: usize,
    pub styles: usize,
    policy: Box<dyn Policy>,
    head: Head,
    critic: Option<PlainCritic>,
    room: Room,
}

/// Buffers reused from act to act.
#[derive(Default)]
struct Room {
    scratch: Scratch,
    input: Vec<f32>,
    outputs: Vec<f32>,
    candidates: Vec<f32>,
    /// Logarithm of how likely each candidate is chosen, up to a constant.
    chances: Vec<f32>,
    scores: Vec<f32>,
}

impl Player {
    /// The player of the `seed`-th of the seeds that were trained side by side.
    pub fn from_bundle(bundle: &Bundle, seed: usize) -> Result<Self, SnapshotError> {
        let seeds = bundle.whole(note::SEEDS)? as usize;
        let observation_size = bundle.whole(note::OBSERVATION_SIZE)? as usize;
        let action_size = bundle.whole(note::ACTION_SIZE)? as usize;
        let styles = bundle.whole(note::STYLES)? as usize;
        let head = Head::from_note(bundle.notes.get(note::POLICY_HEAD).map(String::as_str), action_size)?;
        let fit = Fit { observation: observation_size, action: action_size, styles, head };
        let policy = policy::from_bundle(bundle, fit, (seed, seeds))?;
        let critic = match bundle.notes.contains_key(note::CRITIC_KIND) {
            true => Some(PlainCritic::from_bundle(bundle, observation_size + action_size, styles, (seed, seeds))?),
            false => None,
        };
        Ok(Self { observation_size, action_size, styles, policy, head, critic, room: Room::default() })
    }

    /// Writes an action for what the agent sees and what is asked of it. `memory` is the agent's, new in every episode.
    pub fn act(&mut self, observation: &[f32], asked: Asked, memory: &mut Memory, rng: &mut Rng, action: &mut [f32]) {
        let room = &mut self.room;
        self.policy.respond(observation, asked, memory, rng, &mut room.outputs);
        let Some(critic) = self.critic.as_ref().filter(|_| asked.strength > 0.0) else {
            self.head.draw(&room.outputs, asked.temperature, rng, action);
            return;
        };
        // Of discrete actions all are candidates, each as likely as the policy says; of others some are drawn.
        let discrete = matches!(self.head, Head::Categorical { .. });
        room.candidates.clear();
        room.chances.clear();
        for candidate in 0..if discrete { self.action_size } else { CANDIDATES } {
            match discrete {
                true => one_hot(candidate, action),
                false => self.head.draw(&room.outputs, asked.temperature, rng, action),
            }
            room.candidates.extend_from_slice(action);
            room.input.clear();
            room.input.resize(if critic.kind == CriticKind::Sampled { self.styles } else { 0 }, 0.0);
            room.input.extend_from_slice(observation);
            room.input.extend_from_slice(action);
            let pmi = critic.pmi(&mut room.input, asked.style, &mut room.scores, &mut room.scratch);
            let own = if discrete { room.outputs[candidate] } else { 0.0 };
            room.chances.push(own + asked.strength * pmi);
        }
        let temperature = if discrete { asked.temperature } else { 1.0 };
        let chosen = choose(room.chances.iter().copied(), temperature, rng);
        action.copy_from_slice(&room.candidates[chosen * self.action_size..(chosen + 1) * self.action_size]);
    }

    /// What an action tells about a style where the agent is, nats; None without a critic.
    pub fn pmi(&mut self, observation: &[f32], action: &[f32], style: usize) -> Option<f32> {
        let (critic, room) = (self.critic.as_ref()?, &mut self.room);
        room.input.clear();
        room.input.resize(if critic.kind == CriticKind::Sampled { self.styles } else { 0 }, 0.0);
        room.input.extend_from_slice(observation);
        room.input.extend_from_slice(action);
        Some(critic.pmi(&mut room.input, style, &mut room.scores, &mut room.scratch))
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
        let net = bundle.plain_net(net::GUIDE, &names::parameters(net::GUIDE), seed, seeds)?;
        let misfit = || SnapshotError::Misfit(text!("snapshot-other-critic"));
        let prior = &bundle.table(table::CRITIC_PRIOR, seeds, styles)?[seed * styles..(seed + 1) * styles];
        let expected = match kind {
            CriticKind::Sampled => (pair_size + styles, 1),
            CriticKind::Exact | CriticKind::Classifier => (pair_size, styles),
        };
        if (net.inputs(), net.outputs()) != expected {
            return Err(misfit());
        }
        let slips = bundle.table(table::GUIDE_LABEL_NOISE, seeds, 1)?[seed];
        Ok(Self { kind, net, log_prior: prior.iter().map(|p| libm::logf(p.max(1e-6))).collect(), slips })
    }

    /// pmi of the pair in `input` with `style`, normalised for this pair. A sampled critic's input has room for the
    /// style in front.
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
        with_slips(scores[style] - largest - libm::logf(sum), self.slips)
    }
}
