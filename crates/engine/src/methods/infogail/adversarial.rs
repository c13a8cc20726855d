//! Adversarial training in rounds: rollouts of the policy, steps of discriminator and posterior on them, PPO steps of the
//! policy on the rewards -log(1-D(s,a)) + λ log q(z|s,a). A round is cut into slices about as long as an optimiser step,
//! so that the worker stays responsive; all of it runs on the CPU, where episodes are.

use super::ppo::{Experience, PASSES, Ppo};
use super::reward_models::RewardModels;
use super::rollouts::{OnPolicyRollouts, RolloutData, SeedEnvironment};
use crate::methods::matching::matching;
use crate::nn::{Forward, Head, Learner, Rows, log_sum_exp};
use worlds::Environment;

/// Pairs per round, approximately.
const ROUND_PAIRS: usize = 2400;
/// Pairs per slice of rollouts, approximately, and per PPO batch.
const SLICE_PAIRS: usize = 128;
const BATCH: usize = 256;
/// Steps of discriminator and posterior per round.
pub(super) const REWARD_STEPS: u32 = 12;
/// Scale of the policy's initial weights on codes, relative to a fresh layer.
const CODE_SCALE: f32 = 1.0;
/// Decay per round of the counts of how often a code showed a style.
const AGREEMENT_DECAY: f32 = 0.9;

#[derive(Clone, Debug, PartialEq)]
pub struct AdversarialConfig {
    pub hidden: usize,
    pub batch: usize,
    pub parts: usize,
    pub rounds: u32,
    pub rate: f32,
    pub discriminator_rate: f32,
    pub code_reward: f32,
    pub penalty: f32,
    /// Whether the posterior learns from labelled demonstrations, so that codes are labels.
    pub labelled: bool,
}

/// How a round is cut into slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoundPlan {
    agents: usize,
    /// Steps of every agent per slice of rollouts.
    pub steps_per_slice: usize,
    pub rollout_slices: u32,
    /// PPO batches per pass.
    batches: usize,
}

/// The part of a round that is under way, with one entry per seed.
pub(super) enum RoundState {
    Rollouts(Vec<OnPolicyRollouts>),
    RewardModels(Vec<RolloutData>),
    Policy(Vec<Experience>),
}

/// Statistics of the last complete round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundStats {
    /// Mean of -log(1-D), nats per step.
    pub reward: f32,
    /// Share of steps whose code the posterior guesses before it has learnt from them.
    pub codes_guessed: f32,
}

pub struct AdversarialTraining {
    pub config: AdversarialConfig,
    pub ppo: Ppo,
    pub reward_models: RewardModels,
    pub(super) environments: Vec<SeedEnvironment>,
    /// Per seed, decayed counts of how often a code showed a style: `[codes, styles]`.
    pub(super) agreement: Vec<Vec<f32>>,
    pub stats: Vec<RoundStats>,
    pub(super) plan: RoundPlan,
    pub slices: u32,
    pub(super) state: RoundState,
}

impl RoundPlan {
    fn new(longest: usize, codes: usize) -> Self {
        let agents = (ROUND_PAIRS / longest.max(1)).max(1).next_multiple_of(codes.max(1));
        let steps_per_slice = (SLICE_PAIRS / agents).max(1);
        let rollout_slices = longest.div_ceil(steps_per_slice) as u32;
        Self { agents, steps_per_slice, rollout_slices, batches: (agents * longest / BATCH).max(1) }
    }

    pub fn slices(&self) -> u32 {
        self.rollout_slices + REWARD_STEPS + (PASSES * self.batches) as u32
    }
}

/// Slices per round, before training begins; none where the world cannot be played.
pub fn slices_per_round(environment: &Environment, codes: usize) -> u32 {
    match environment.world.unplayable(&environment.files) {
        Some(_) => 0,
        None => RoundPlan::new(environment.world.max_steps(), codes).slices(),
    }
}

impl AdversarialTraining {
    /// Begins from a cloned policy without codes.
    pub fn new(config: AdversarialConfig, environment: &Environment, rows: &Rows, cloned: &Learner) -> Self {
        let (columns, seeds) = (rows.columns, rows.seeds());
        let head = Head::of(columns, config.parts);
        let of_seed = |seed: &u64| SeedEnvironment { environment: environment.with_seed(*seed), columns, head };
        let mut ppo = Ppo::new(columns, head, config.hidden, BATCH, &seeds);
        let size = ppo.policy.net.parameters();
        for (seed, place) in ppo.policy.state.parameters.chunks_exact_mut(size).enumerate() {
            // Codes are the first inputs, so the cloned parameters follow their weights unchanged.
            let (of_codes, rest) = place.split_at_mut(columns.styles * config.hidden);
            of_codes.iter_mut().for_each(|weight| *weight *= CODE_SCALE);
            rest.copy_from_slice(cloned.member(seed));
        }
        Self {
            ppo,
            reward_models: RewardModels::new(rows, config.hidden, config.batch),
            environments: seeds.iter().map(of_seed).collect(),
            agreement: vec![vec![0.0; columns.styles * columns.styles]; seeds.len()],
            stats: vec![RoundStats::default(); seeds.len()],
            plan: RoundPlan::new(environment.world.max_steps(), columns.styles),
            slices: 0,
            state: RoundState::Policy(vec![]),
            config,
        }
    }

    pub fn round_over(&self) -> bool {
        self.slices > 0 && self.slices.is_multiple_of(self.plan.slices())
    }

    /// Runs the next slice.
    pub fn step(&mut self, rows: &Rows) {
        let (round, at) = (u64::from(self.slices / self.plan.slices()), self.slices % self.plan.slices());
        if at == 0 {
            self.state = RoundState::Rollouts(self.begin_rollouts(round));
        }
        let decay = 1.0 - round as f32 / self.config.rounds.max(1) as f32;
        let last_reward_step = self.plan.rollout_slices + REWARD_STEPS - 1;
        match &mut self.state {
            RoundState::Rollouts(rollouts) => {
                advance(rollouts, &self.environments, &self.ppo, self.plan.steps_per_slice);
                if at + 1 == self.plan.rollout_slices {
                    self.finish_rollouts();
                    self.count_styles();
                }
            }
            RoundState::RewardModels(data) => {
                let number = round * u64::from(REWARD_STEPS) + u64::from(at - self.plan.rollout_slices);
                self.reward_models.step(rows, data, number, &self.config);
                if at == last_reward_step {
                    self.begin_policy_steps();
                }
            }
            RoundState::Policy(experience) => {
                let index = (at - last_reward_step - 1) as usize;
                let pass = round * PASSES as u64 + (index / self.plan.batches) as u64;
                let rates = (self.config.rate * decay, self.config.discriminator_rate);
                self.ppo.step(experience, &rows.seeds(), (pass, index % self.plan.batches), rates);
            }
        }
        self.slices += 1;
        if self.round_over() {
            self.state = RoundState::Policy(vec![]);
        }
    }

    pub(super) fn begin_rollouts(&self, round: u64) -> Vec<OnPolicyRollouts> {
        let net = &self.ppo.policy.net;
        self.environments
            .iter()
            .map(|environment| OnPolicyRollouts::new(environment, net, round, self.plan.agents))
            .collect()
    }

    pub(super) fn finish_rollouts(&mut self) {
        let state = std::mem::replace(&mut self.state, RoundState::RewardModels(vec![]));
        let RoundState::Rollouts(rollouts) = state else { return };
        let data = rollouts.into_iter().zip(&self.environments).map(|(rollouts, at)| rollouts.finish(at));
        self.state = RoundState::RewardModels(data.collect());
    }

    /// Counts which style each rollout showed, and how often its code is guessed.
    fn count_styles(&mut self) {
        let RoundState::RewardModels(data) = &self.state else { return };
        for (seed, (data, of_seed)) in data.iter().zip(&self.environments).enumerate() {
            self.stats[seed].codes_guessed = self.reward_models.accuracy(seed, data);
            let (agreement, styles) = (&mut self.agreement[seed], of_seed.columns.styles);
            agreement.iter_mut().for_each(|count| *count *= AGREEMENT_DECAY);
            let Environment { world, run, files } = &of_seed.environment;
            let Some(labeler) = world.labeler_in(run, files) else { continue };
            for path in &data.paths {
                if let Some(style) = labeler.label(&path.xy).filter(|style| *style < styles) {
                    agreement[path.code * styles + style] += 1.0;
                }
            }
        }
    }

    fn begin_policy_steps(&mut self) {
        let RoundState::RewardModels(data) = &self.state else { return };
        let mut experience = Vec::with_capacity(data.len());
        for (seed, data) in data.iter().enumerate() {
            let terms = self.reward_models.reward_terms(seed, data);
            // A guess at chance level earns nothing.
            let chance = -libm::logf(self.environments[seed].columns.styles as f32);
            let reward = |(real, log_q): &(f32, f32)| real + self.config.code_reward * (log_q - chance);
            let rewards: Vec<f32> = terms.iter().map(reward).collect();
            let sum: f64 = terms.iter().map(|(real, _)| f64::from(*real)).sum();
            self.stats[seed].reward = (sum / terms.len().max(1) as f64) as f32;
            experience.push(self.ppo.experience(seed, data, &rewards));
        }
        self.state = RoundState::Policy(experience);
    }

    pub fn head(&self) -> Head {
        self.ppo.head
    }

    /// The code of every style, per seed.
    pub fn codes(&self) -> Vec<Vec<usize>> {
        let styles = self.environments[0].columns.styles;
        let of_seed = |agreement: &Vec<f32>| match self.config.labelled {
            true => (0..styles).collect(),
            false => matching(agreement, styles),
        };
        self.agreement.iter().map(of_seed).collect()
    }

    /// -log p(τ) of a seed's held-out paths under a uniform prior over codes, nats per pair.
    pub fn held_out(&self, seed: usize, rows: &Rows) -> f32 {
        let (columns, policy, split) = (rows.columns, &self.ppo.policy, &rows.splits[seed]);
        let head = self.environments[seed].head;
        let mut of_codes = Vec::with_capacity(columns.styles);
        for code in 0..columns.styles {
            let outputs = Forward::new(&policy.net).outputs(policy.member(seed), split.held_out.len(), |row, input| {
                input.copy_from_slice(&rows.row(split.held_out.start + row)[columns.styled_state()]);
                input[..columns.styles].fill(0.0);
                input[code] = 1.0;
            });
            let pairs = split.held_out.clone().zip(outputs.chunks_exact(head.outputs()));
            let nll = pairs.map(|(row, outputs)| head.nll(outputs, &rows.row(row)[columns.actions()]));
            of_codes.push(nll.collect::<Vec<f32>>());
        }
        let of_path = |path: &std::ops::Range<usize>| {
            let place = path.start - split.held_out.start..path.end - split.held_out.start;
            let sums = of_codes.iter().map(|nll| -nll[place.clone()].iter().sum::<f32>());
            log_sum_exp(sums) - libm::logf(columns.styles as f32)
        };
        -split.held_out_paths.iter().map(of_path).sum::<f32>() / split.held_out.len().max(1) as f32
    }
}

pub(super) fn advance(rollouts: &mut [OnPolicyRollouts], environments: &[SeedEnvironment], ppo: &Ppo, steps: usize) {
    for (seed, (rollouts, environment)) in rollouts.iter_mut().zip(environments).enumerate() {
        rollouts.advance(environment, ppo.policy.member(seed), steps);
    }
}
