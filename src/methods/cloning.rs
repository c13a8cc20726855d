//! Behavioural cloning, the part all methods here share: min_π E[-w · log π(a|s,z)] with weights w that
//! are one unless a critic says otherwise.

use burn::tensor::Tensor;

use super::Lazy;
use crate::data::Rng;
use crate::nn::{Bundle, Epoch, Gaussian, Learner, Members, Mlp, Resident, Side, SnapshotError};

#[derive(Clone, Debug, PartialEq)]
pub struct CloningConfig {
    pub members: Members,
    /// Whether the style is an input.
    pub conditioned: bool,
    pub hidden: usize,
    pub batch: usize,
    pub epochs: usize,
    pub rate: f32,
    pub seed: u64,
}

pub struct Cloning {
    pub config: CloningConfig,
    pub learner: Learner,
    /// One weight a training pair, `[pairs, 1]`; None is one for all.
    pub weights: Option<Tensor<2>>,
    head: Gaussian,
    /// What the network sees of every training pair, `[pairs, inputs]`.
    inputs: Tensor<2>,
    per_epoch: usize,
    order: Option<(usize, Epoch)>,
    loss: Tensor<1>,
    losses: u32,
}

fn inputs(side: &Side, conditioned: bool) -> Tensor<2> {
    if conditioned { side.styled_states() } else { side.observations.clone() }
}

impl Cloning {
    pub fn new(config: CloningConfig, data: &Resident) -> Self {
        let head = Gaussian { size: data.action_size };
        let width = data.observation_size + if config.conditioned { data.styles } else { 0 };
        let members = config.members.count(data.styles);
        let net = Mlp::new(members, [width, config.hidden, config.hidden, 2 * head.size]);
        let mut rng = Rng::stream(config.seed, "policy weights", 0);
        Self {
            learner: Learner::new(net, &mut rng, &data.device),
            weights: None,
            inputs: inputs(&data.train, config.conditioned),
            per_epoch: Epoch::batches(&data.train, config.members, config.batch),
            order: None,
            loss: Tensor::zeros([1], &data.device),
            losses: 0,
            head,
            config,
        }
    }

    /// Steps taken and steps in all.
    pub fn steps(&self) -> (u32, u32) {
        (self.learner.steps, (self.per_epoch * self.config.epochs) as u32)
    }

    pub fn check_due(&self) -> bool {
        check_due(self.steps(), self.per_epoch)
    }

    pub fn step(&mut self, data: &Resident) {
        let (epoch, index) =
            (self.learner.steps as usize / self.per_epoch, self.learner.steps as usize % self.per_epoch);
        if self.order.as_ref().is_none_or(|(drawn, _)| *drawn != epoch) {
            let mut rng = Rng::stream(self.config.seed, "policy epoch", epoch as u64);
            let order = Epoch::draw(&data.train, self.config.members, self.config.batch, &mut rng, &data.device);
            self.order = Some((epoch, order));
        }
        let Some((_, order)) = &self.order else { return };
        let indices = order.batch(index);
        let states = order.gather(&self.inputs, &indices);
        let actions = order.gather(&data.train.actions, &indices);
        let weights = self.weights.as_ref().map(|weights| order.gather(weights, &indices));
        let head = &self.head;
        let loss = self.learner.descend(self.config.rate, |layers| {
            let nll = head.nll(layers.forward(states), actions);
            let [members, batch] = nll.dims();
            match weights {
                Some(weights) => nll * weights.reshape([members, batch]),
                None => nll,
            }
            // The members share nothing: a sum over them is each one's own mean.
            .mean()
                * members as f32
        });
        self.loss = self.loss.clone() + loss / self.learner.net.members as f32;
        self.losses += 1;
    }

    /// Mean weighted loss since the last check, and -log π on held-out pairs.
    pub fn check(&mut self, data: &Resident) -> Vec<Lazy> {
        let loss = self.loss.clone() / self.losses.max(1) as f32;
        self.loss = self.loss.zeros_like();
        self.losses = 0;
        let side = &data.held_out;
        let members = self.learner.net.members;
        let states = inputs(side, self.config.conditioned);
        let [pairs, width] = states.dims();
        let rows = |table: Tensor<2>, columns| table.reshape([1, pairs, columns]).expand([members, pairs, columns]);
        let outputs = self.learner.layers().forward(rows(states, width));
        let nll = self.head.nll(outputs, rows(side.actions.clone(), data.action_size));
        let held_out = match self.config.members {
            Members::One => nll.mean(),
            // Each member answers for the pairs of its style.
            Members::OnePerStyle => (nll * side.styles.clone().transpose()).sum() / pairs as f32,
        };
        vec![Lazy { series: "policy-loss", value: loss }, Lazy { series: "policy-heldout", value: held_out }]
    }

    pub fn save(&self, bundle: &mut Bundle) -> Vec<(String, Tensor<2>)> {
        bundle.note_net("policy", &self.learner.net);
        bundle.notes.insert("policy.steps".into(), self.learner.steps.to_string());
        bundle.notes.insert("policy.conditioned".into(), self.config.conditioned.to_string());
        self.learner.save("policy")
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.learner.restore("policy", bundle)
    }
}

/// Four checks an epoch, and one at the very end.
pub fn check_due((taken, all): (u32, u32), per_epoch: usize) -> bool {
    let every = (per_epoch as u32).div_ceil(4);
    taken > 0 && (taken.is_multiple_of(every) || taken == all)
}
