//! InfoGAIL: min_π max_D E_π[log(1-D(s,a))] + E_demo[log D(s,a)] - λ E_π[log q(z|s,a)]. A policy π(a|s,z) acts in the
//! world's own dynamics and is rewarded for being taken for a demonstration, -log(1-D), and for a code that can be
//! guessed, λ log q(z|s,a). Labels are not used in training: codes are named after the styles that their rollouts show. For
//! comparison, q can learn from labelled demonstrations instead of rollouts (`codes=labels`); codes are then the labels.
//!
//! As published, the policy begins as a clone of all demonstrations. Unlike the published variant it learns by PPO
//! instead of TRPO, and D has a gradient penalty instead of clipped weights.

mod adversarial;
mod ppo;
mod reward_models;
mod rollouts;
mod saved;

use self::adversarial::{AdversarialConfig, AdversarialTraining, slices_per_round};
use super::bc::{CLONING, cloning_config, points};
use super::cloning::Cloning;
use super::matching::to_note;
use super::policy::note_mlp;
use super::{Fetch, Method, MethodEntry, MethodSeries, Phase, Point, id, series};
use crate::nn::names::{net, note};
use crate::nn::{Bundle, Columns, Head, Members, Mlp, Rows, SnapshotError, TrainState};
use protocol::knobs::codes::{CODES, Codes};
use protocol::knobs::{learning_rate, policy};
use protocol::{Chart, KnobGroup, MethodCard, NumberKnob, RunConfig, WholeKnob, text};
use worlds::Environment;

pub const ENTRY: MethodEntry = MethodEntry {
    card,
    start: |environment, rows| Box::new(InfoGail::new(environment, rows)),
    saved_numbers,
    by_seed: false,
};

const GROUP: KnobGroup = KnobGroup::Rollouts;

const ROUNDS: WholeKnob = WholeKnob::new("rounds", "knob-rounds", GROUP, (5, 1000), 150).step(5);
/// λ, the weight of log q(z|s,a) in the reward.
const CODE_REWARD: NumberKnob =
    NumberKnob::new("code_reward", "knob-code_reward", GROUP, (0.0, 5.0), 0.1).step(0.05).live();
/// The weight of the discriminator's gradient penalty.
const PENALTY: NumberKnob = NumberKnob::new("penalty", "knob-penalty", GROUP, (0.0, 5.0), 0.5).step(0.05).live();
/// Adam's learning rate for discriminator, posterior and value baseline.
const DISCRIMINATOR_RATE: NumberKnob = learning_rate("rival_rate", "knob-rival_rate", GROUP, 1e-3);
/// Adam's learning rate for the policy once it learns from rollouts.
const POLICY_RATE: NumberKnob = learning_rate("play_rate", "knob-play_rate", GROUP, 3e-4);

/// Share of rollout steps whose code the posterior guesses before it has learnt from them.
const CODES_GUESSED: MethodSeries =
    MethodSeries::new("codes-guessed", "series-codes-guessed", Chart::Styles).unit(Some("unit-of-steps"));
/// The discriminator's loss without its penalty.
const DISCRIMINATOR_LOSS: MethodSeries = MethodSeries::new("rival-loss", "series-rival-loss", Chart::Loss);

const CLONING_ONLY: Phase = Phase("phase-cloning-unplayable");
const ADVERSARIAL: Phase = Phase("phase-adversarial");

fn card() -> MethodCard {
    let own = [
        ROUNDS.card(),
        CODE_REWARD.card(),
        PENALTY.card(),
        DISCRIMINATOR_RATE.card(),
        POLICY_RATE.card(),
        CODES.card(),
    ];
    MethodCard {
        id: id::INFOGAIL.into(),
        name: text!("method-infogail"),
        about: text!("method-infogail.about"),
        equation: "min_π max_D E_π[ log(1−D(s,a)) ] + E[ log D(s,a) ] − λ E_π[ log q(z|s,a) ]".into(),
        knobs: own.into_iter().chain(policy::cards()).collect(),
        recipes: vec![],
        series: series::cards(&[&series::POLICY, &[CODES_GUESSED, series::POLICY_REWARD, DISCRIMINATOR_LOSS]]),
        follows_style: true,
        finds_styles: true,
        has_critic: false,
        takes_weights: false,
        sees_pictures: false,
    }
}

/// Policy, value baseline, discriminator and posterior; none of them is larger than this one.
fn saved_numbers(run: &RunConfig, columns: Columns) -> usize {
    let (seeds, hidden) = (policy::SEEDS.get(run).max(1), policy::HIDDEN.get(run));
    let outputs = Head::of(columns, policy::PARTS.get(run)).outputs().max(columns.styles);
    4 * TrainState::saved_numbers(&Mlp::new(seeds, [columns.width(), hidden, hidden, outputs]))
}

struct InfoGail {
    environment: Environment,
    cloning: Cloning,
    /// None while cloning.
    adversarial: Option<AdversarialTraining>,
    /// Slices of all rounds.
    slices: u32,
}

fn config(run: &RunConfig) -> AdversarialConfig {
    AdversarialConfig {
        hidden: policy::HIDDEN.get(run),
        batch: policy::BATCH.get(run),
        parts: policy::PARTS.get(run),
        rounds: ROUNDS.get(run) as u32,
        rate: POLICY_RATE.get(run) as f32,
        discriminator_rate: DISCRIMINATOR_RATE.get(run) as f32,
        code_reward: CODE_REWARD.get(run) as f32,
        penalty: PENALTY.get(run) as f32,
        labelled: CODES.get(run) == Codes::Labels,
    }
}

impl InfoGail {
    fn new(environment: &Environment, rows: &Rows) -> Self {
        let run = &environment.run;
        let slices = ROUNDS.get(run) as u32 * slices_per_round(environment, rows.columns.styles);
        let cloning = Cloning::new(cloning_config(run, Members::One, false), rows);
        Self { environment: environment.clone(), cloning, adversarial: None, slices }
    }

    fn begin(&mut self, rows: &Rows) {
        let (config, cloned) = (config(&self.environment.run), &self.cloning.learner);
        self.adversarial = Some(AdversarialTraining::new(config, &self.environment, rows, cloned));
    }
}

impl Method for InfoGail {
    fn phase(&self) -> Phase {
        match self.adversarial {
            Some(_) => ADVERSARIAL,
            None if self.slices == 0 => CLONING_ONLY,
            None => CLONING,
        }
    }

    fn steps(&self) -> (u32, u32) {
        let (cloned, cloning) = self.cloning.steps();
        match &self.adversarial {
            Some(adversarial) => (cloning + adversarial.slices, cloning + self.slices),
            None => (cloned, cloning + self.slices),
        }
    }

    fn step(&mut self, rows: &Rows) {
        let (cloned, cloning) = self.cloning.steps();
        if self.adversarial.is_none() && cloned >= cloning {
            // The check after the last step of cloning has fetched what it learnt.
            self.begin(rows);
        }
        match &mut self.adversarial {
            Some(adversarial) => adversarial.step(rows),
            None => self.cloning.step(rows),
        }
    }

    fn fetch(&mut self) -> Fetch<'_> {
        match self.adversarial {
            Some(_) => Box::pin(std::future::ready(Ok(()))),
            None => Box::pin(self.cloning.learner.fetch()),
        }
    }

    fn check_due(&self) -> bool {
        self.adversarial.as_ref().map_or_else(|| self.cloning.check_due(), AdversarialTraining::round_over)
    }

    fn check(&mut self, rows: &Rows) -> Vec<Point> {
        let Some(adversarial) = &mut self.adversarial else { return points(self.cloning.check(rows)) };
        let held_out = (0..rows.splits.len()).map(|seed| adversarial.held_out(seed, rows)).collect();
        vec![
            series::POLICY_HELD_OUT.point(held_out),
            series::POLICY_REWARD.point(adversarial.stats.iter().map(|stats| stats.reward).collect()),
            CODES_GUESSED.point(adversarial.stats.iter().map(|stats| stats.codes_guessed).collect()),
            DISCRIMINATOR_LOSS.point(adversarial.reward_models.discriminator.take_losses()),
        ]
    }

    fn tune(&mut self, run: &RunConfig, _rows: &Rows) {
        self.environment.run = run.clone();
        self.cloning.config.rate = policy::RATE.get(run) as f32;
        if let Some(adversarial) = &mut self.adversarial {
            adversarial.config = config(run);
        }
    }

    fn save(&self) -> Bundle {
        let mut bundle = Bundle::default();
        let Some(adversarial) = &self.adversarial else {
            self.cloning.save(&mut bundle);
            return bundle;
        };
        adversarial.save(&mut bundle);
        note_mlp(&mut bundle, true, adversarial.head());
        bundle.notes.insert(note::POLICY_CODES.into(), to_note(&adversarial.codes()));
        bundle
    }

    fn finish(&self, bundle: &mut Bundle) {
        let needed = |name: &str| {
            let net = name.split('.').next().unwrap_or_default();
            ![net::DISCRIMINATOR, net::POSTERIOR, net::BASELINE].contains(&net)
        };
        bundle.tables.retain(|name, _| needed(name));
        bundle.notes.retain(|name, _| needed(name));
    }

    fn restore(&mut self, bundle: &Bundle, rows: &Rows) -> Result<(), SnapshotError> {
        if !bundle.notes.contains_key(note::INFOGAIL_SLICES) {
            return self.cloning.restore(bundle);
        }
        self.begin(rows);
        self.adversarial.as_mut().map_or(Ok(()), |adversarial| adversarial.restore(bundle))
    }
}
