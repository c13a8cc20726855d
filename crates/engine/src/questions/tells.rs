//! How much the styles of a rule would tell about a pair: I(Z;S,A) ≥ H(Z) - E[-ln q(z|s,a)] on held-out demonstrations,
//! where q is a small classifier, trained on a sample of the demonstrations. The estimate rises while it is trained.

use std::sync::Arc;

use crate::estimators::{CriticConfig, CriticKind, CriticTraining};
use crate::nn::{Device, Rows};
use crate::session::Session;
use protocol::questions::Tells;
use protocol::{PathQuantity, Rule, Text};
use worlds::data::{DataError, Demos, Trajectory};

/// Most demonstrations whose quantity is shown.
const SHOWN: usize = 4000;
/// About how many pairs the classifier is trained on and tested on, together.
const SAMPLE: usize = 24_000;
const STEPS: u32 = 400;
/// Optimiser steps between two answers.
const SLICE: u32 = 20;
const BATCH: usize = 256;
const HIDDEN: usize = 32;
const RATE: f32 = 3e-3;

/// A quantity of all demonstrations that are long enough for it, in their order.
pub fn measured(session: &Session, quantity: &PathQuantity) -> Result<Vec<f32>, Text> {
    let values = session.measured(quantity).map_err(|error| error.text())?;
    Ok(values.into_iter().take(SHOWN).flatten().collect())
}

pub struct Telling {
    rows: Rows,
    critic: CriticTraining,
    entropy: f32,
    /// The largest bound so far, nats.
    information: f32,
}

impl Telling {
    pub fn begin(session: &Session, rule: &Rule) -> Result<Self, Text> {
        let demos = relabelled(session, rule).map_err(|error| error.text())?;
        let seed = session.run.seed;
        let rows = Rows::new(&[(seed, Arc::new(demos))], &Device::Cpu);
        let entropy = rows.splits[0].prior.iter().filter(|share| **share > 0.0).map(|p| -p * libm::logf(*p)).sum();
        let config = CriticConfig {
            kind: CriticKind::Classifier,
            hidden: HIDDEN,
            batch: BATCH,
            epochs: 1,
            rate: RATE,
            moving_average: false,
            folds: 1,
            estimate_label_noise: false,
        };
        let mut critic = CriticTraining::new(config, &rows);
        critic.config.epochs = (STEPS as usize).div_ceil(critic.steps_per_epoch.max(1));
        Ok(Self { critic, entropy, information: 0.0, rows })
    }

    /// Takes some more steps; returns the estimate after them.
    pub fn slice(&mut self) -> Tells {
        for _ in 0..SLICE {
            self.critic.step(&self.rows);
        }
        let bound = self.critic.check(&self.rows).held_out.first().copied().unwrap_or(0.0);
        self.information = self.information.max(bound).min(self.entropy);
        let done = (self.critic.learner.steps as f32 / STEPS as f32).min(1.0);
        Tells { information: self.information, entropy: self.entropy, done }
    }
}

/// A sample of the demonstrations with the styles of the rule. An error where a style has no training demonstration.
fn relabelled(session: &Session, rule: &Rule) -> Result<Demos, DataError> {
    let all = session.demos();
    let all: &Demos = all.first().ok_or(DataError::Empty)?;
    let pairs: usize = all.trajectories.iter().map(|path| path.steps()).sum();
    let every = pairs.div_ceil(SAMPLE).max(1);
    let values = session.measured(&rule.quantity)?;
    let (mut trajectories, mut seen) = (Vec::new(), vec![[0usize; 2]; all.styles]);
    for ((index, path), value) in all.trajectories.iter().enumerate().zip(values) {
        let Some(style) = value.map(|value| rule.style(value)).filter(|style| *style < all.styles) else { continue };
        // One in `every` demonstrations of each style, counted separately for training and held-out ones; the first is
        // always in.
        let count = &mut seen[style][usize::from(path.held_out)];
        if count.is_multiple_of(every) {
            let whole = session.demonstration(index).ok_or(DataError::Empty)?;
            trajectories.push(Trajectory { style, followed: vec![], ..whole });
        }
        *count += 1;
    }
    match seen.iter().position(|[trained, _]| *trained == 0) {
        Some(style) => Err(DataError::EmptyClass { style: style + 1 }),
        None => {
            let (observation_size, action_size) = (all.observation_size, all.action_size);
            let (action_kind, styles) = (all.action_kind, all.styles);
            let pictures = all.pictures.clone();
            Demos { observation_size, action_size, action_kind, styles, trajectories, pictures, unmade: None }.checked()
        }
    }
}
