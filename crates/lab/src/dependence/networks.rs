//! The networks f and g of a critic, of two kinds. Rectifiers are piecewise linear and do well where the dependence is sharp;
//! sines of scores and of their squares follow dependence that turns or waves, which many rectifiers only approximate.

use std::f32::consts::{PI, SQRT_2};

use burn::tensor::{Device, Tensor, activation::relu, activation::softplus};
use engine::nn::{Layers, Mlp, TensorLearner};
use worlds::data::Rng;

use super::{bound_of, critic::Part};

/// Numbers that each network maps its row to.
const EMBEDDING: usize = 32;
/// Adam's learning rate.
const RATE: f32 = 1e-3;
/// Share of every parameter of sines that is given up per step, relative to the rate: without it they learn rows by heart.
const DECAY: f32 = 1.0;
/// Weight of the past in the running mean of their parameters, and of the steps before the first.
const MEMORY: f32 = 0.998;
const BEGINNING: f32 = 10.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Units {
    Rectifiers,
    Sines,
}

impl Units {
    fn hidden(self) -> usize {
        match self {
            Self::Rectifiers => 128,
            Self::Sines => 256,
        }
    }

    /// What networks of this kind read, `[2, rows, numbers]`: scores and their mean square, or scores and their squares.
    fn inputs(self, part: &Part) -> Tensor<3> {
        match self {
            Self::Rectifiers => part.inputs.clone(),
            Self::Sines => {
                let [sides, rows, width] = part.inputs.dims();
                let scores = part.inputs.clone().slice([0..sides, 0..rows, 0..width - 1]);
                // Of variance one, as normal scores are.
                let squares = (scores.clone() * scores.clone() - 1.0) / SQRT_2;
                Tensor::cat(vec![scores, squares], 2)
            }
        }
    }

    fn activate(self, hidden: Tensor<3>) -> Tensor<3> {
        match self {
            Self::Rectifiers => relu(hidden),
            Self::Sines => hidden.sin(),
        }
    }

    /// f(x)·g(y) of every x with every y, `[rows, rows]`.
    fn products(self, layers: &Layers, part: &Part) -> Tensor<2> {
        let mut hidden = self.inputs(part);
        for (index, (weights, biases)) in layers.0.iter().enumerate() {
            hidden = hidden.matmul(weights.clone()) + biases.clone();
            if index + 1 < layers.0.len() {
                hidden = self.activate(hidden);
            }
        }
        let [_, rows, width] = hidden.dims();
        let side = |side: usize| hidden.clone().slice([side..side + 1, 0..rows, 0..width]).reshape([rows, width]);
        side(0).matmul(side(1).transpose())
    }

    /// Parameters before the first step, `[2, parameters]`.
    fn start(self, net: &Mlp, seed: u64) -> Vec<f32> {
        let mut start = net.init("dependence weights", &[seed]);
        if self == Self::Sines {
            let mut rng = Rng::stream(seed, "dependence phases", 0);
            for own in start.chunks_exact_mut(net.parameters()) {
                for (index, layer) in net.layers().enumerate().take(net.sizes.len() - 2) {
                    own[layer.biases_at()..layer.end()].fill_with(|| PI * (2.0 * rng.uniform() - 1.0));
                    if index > 0 {
                        // Sines have a mean square of a half: their sums are to have a variance of one.
                        own[layer.at..layer.biases_at()].iter_mut().for_each(|weight| *weight *= 6f32.sqrt());
                    }
                }
            }
        }
        // The second network's last layer begins at zero, so that the copula's answer is where training begins.
        if let Some(last) = net.layers().last() {
            start[net.parameters() + last.at..].fill(0.0);
        }
        start
    }
}

#[derive(Clone)]
pub struct CriticNetworks {
    units: Units,
    learner: TensorLearner,
    /// The parameters that scores are computed with, `[2, parameters]`.
    parameters: Tensor<2>,
}

impl CriticNetworks {
    /// Networks for parts like this one, before their first step.
    pub fn new(units: Units, part: &Part, seed: u64, device: &Device) -> Self {
        let [_, _, width] = units.inputs(part).dims();
        let net = Mlp::new(2, [width, units.hidden(), units.hidden(), EMBEDDING]);
        let start = units.start(&net, seed);
        let learner = TensorLearner::new(net, start, device);
        Self { units, parameters: learner.parameters.clone(), learner }
    }

    pub fn steps(&self) -> u32 {
        self.learner.steps
    }

    /// What they add to the score of every x with every y, `[rows, rows]`.
    pub fn scores(&self, part: &Part) -> Tensor<2> {
        let averaged = TensorLearner { parameters: self.parameters.clone(), ..self.learner.clone() };
        self.units.products(&averaged.layers(), part)
    }

    /// One step on a batch whose scores begin at `start`, `[rows, rows]`.
    pub fn step(&mut self, start: Tensor<2>, batch: &Part, device: &Device) {
        let units = self.units;
        let own = Tensor::<2>::eye(batch.rows, device);
        match units {
            Units::Rectifiers => {
                self.learner.step(RATE, |layers| classified(units.products(layers, batch) + start, own));
                self.parameters = self.learner.parameters.clone();
            }
            Units::Sines => {
                self.learner.parameters = self.learner.parameters.clone() * (1.0 - RATE * DECAY);
                self.learner.step(RATE, |layers| {
                    let scores = units.products(layers, batch) + start;
                    (bound_of(scores.clone(), own.clone()) + bound_of(scores.transpose(), own)).mean() * -0.5
                });
                // The last batches push parameters about; their mean does not follow.
                let steps = self.learner.steps as f32;
                let past = MEMORY.min(steps / (steps + BEGINNING));
                self.parameters = self.parameters.clone() * past + self.learner.parameters.clone() * (1.0 - past);
            }
        }
    }
}

/// The loss of classifying pairs as belonging together or not, over all pairs of a batch: the logit is then
/// log p(x,y)/p(x)p(y) at the optimum, without the variance that a bound's own gradient has.
fn classified(scores: Tensor<2>, own: Tensor<2>) -> Tensor<1> {
    let [rows, _] = scores.dims();
    let others = (own.clone() * -1.0 + 1.0) / (rows * (rows - 1).max(1)) as f32;
    let together = (softplus(-scores.clone(), 1.0) * (own / rows as f32)).sum();
    together + (softplus(scores, 1.0) * others).sum()
}
