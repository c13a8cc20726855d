//! Weighted behavioural cloning, which several methods share: min_π E[-w · log π(a|s,z)]. The weights w are one unless
//! a critic sets them.

use std::ops::Range;

use super::{RowGradient, policy};
use crate::estimators::check_every;
use crate::nn::names::net;
use crate::nn::{
    Bundle, Columns, Forward, Head, Learner, LearningRate, Members, Mlp, Objective, Order, Rows, SeedSplit,
    SnapshotError, Workspace, style_of, with_simd,
};

/// Held-out pairs that policies that see are checked on, evenly spread: four checks per epoch on all of them would take a
/// third of a run's time.
const SEEN_CHECKED: usize = 5000;

#[derive(Clone, Debug, PartialEq)]
pub struct CloningConfig {
    pub members: Members,
    /// Whether the style is an input.
    pub conditioned: bool,
    /// Components of the mixture over continuous actions; one or none is a single Gaussian.
    pub parts: usize,
    pub hidden: usize,
    pub batch: usize,
    pub epochs: usize,
    pub rate: f32,
}

pub struct Cloning {
    pub config: CloningConfig,
    pub learner: Learner,
    head: Head,
    per_epoch: usize,
    order: Option<(usize, Order)>,
}

/// Losses per seed, in nats.
pub struct Losses {
    /// Mean weighted loss since the last check.
    pub train: Vec<f32>,
    /// -log π on held-out pairs.
    pub held_out: Vec<f32>,
}

impl CloningConfig {
    fn head(&self, columns: Columns) -> Head {
        Head::of(columns, self.parts)
    }

    fn inputs(&self, columns: Columns) -> Range<usize> {
        if self.conditioned { columns.styled_state() } else { columns.state() }
    }

    /// The networks of all seeds.
    pub fn net(&self, columns: Columns, seeds: usize) -> Mlp {
        let members = seeds * self.members.count(columns.styles);
        let (inputs, outputs) = (self.inputs(columns).len(), self.head(columns).outputs());
        Mlp::new(members, [inputs, self.hidden, self.hidden, outputs]).seeing(columns.encoder(&self.inputs(columns)))
    }
}

impl Cloning {
    pub fn new(config: CloningConfig, rows: &Rows) -> Self {
        let columns = rows.columns;
        let (head, net) = (config.head(columns), config.net(columns, rows.splits.len()));
        let objective = Objective::new(head.loss(), config.inputs(columns), columns.actions());
        Self {
            learner: Learner::new(net, objective, "policy weights", config.batch, rows),
            per_epoch: config.members.batches(rows, config.batch),
            order: None,
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

    pub fn step(&mut self, rows: &Rows) {
        let (epoch, index) =
            (self.learner.steps as usize / self.per_epoch, self.learner.steps as usize % self.per_epoch);
        if self.order.as_ref().is_none_or(|(drawn, _)| *drawn != epoch) {
            let order = self.config.members.order(rows, self.config.batch, "policy epoch", epoch as u64, false);
            self.order = Some((epoch, order));
        }
        let rate = LearningRate::decaying(self.config.rate, self.steps().1);
        let Some((_, order)) = &self.order else { return };
        self.learner.step(rows, order, index, rate);
    }

    pub fn check(&mut self, rows: &Rows) -> Losses {
        let each = self.config.members.count(rows.columns.styles);
        let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
        let train = self.learner.take_losses().chunks_exact(each).map(mean).collect();
        let held_out = rows.splits.iter().enumerate().map(|(seed, split)| self.held_out(seed, split, rows));
        Losses { train, held_out: held_out.collect() }
    }

    /// Mean -log π on a seed's held-out pairs. With one network per style, each is evaluated on the pairs of its style.
    fn held_out(&self, seed: usize, split: &SeedSplit, rows: &Rows) -> f32 {
        let (columns, objective) = (rows.columns, &self.learner.objective);
        let members = self.config.members.count(columns.styles);
        let mut forward = Forward::seeing(&self.learner.net, rows.pictures.as_ref());
        let (mut sum, mut count) = (0.0f64, 0);
        let every = if self.learner.net.encoder.is_some() { (split.held_out.len() / SEEN_CHECKED).max(1) } else { 1 };
        for member in 0..members {
            let own = |row: &usize| members == 1 || style_of(rows.row(*row), columns.styles) == member;
            let of_member: Vec<usize> = split.held_out.clone().step_by(every).filter(own).collect();
            count += of_member.len();
            let parameters = self.learner.member(seed * members + member);
            let outputs = forward.outputs(parameters, of_member.len(), |index, input| {
                input.copy_from_slice(&rows.row(of_member[index])[objective.inputs.clone()]);
            });
            for (outputs, row) in outputs.chunks_exact(self.head.outputs()).zip(&of_member) {
                sum += f64::from(self.head.nll(outputs, &rows.row(*row)[columns.actions()]));
            }
        }
        (sum / count.max(1) as f64) as f32
    }

    /// The gradient of one row's weighted loss w·(-log π(a|s,z)), by the same passes as in training.
    pub fn row_gradient(&self, row: &[f32], rows: &Rows, weight: f32) -> RowGradient {
        let columns = rows.columns;
        let members = self.config.members.count(columns.styles);
        let member = if members > 1 { style_of(row, columns.styles) } else { 0 };
        let net = &self.learner.net;
        let mut workspace = Workspace::new(net, 1).with_pictures(net, rows.pictures.as_ref());
        let (mut loss, mut squares) = (0.0, 0.0);
        with_simd(
            #[inline(always)]
            || {
                workspace.load(self.learner.member(member), true);
                workspace.input(0).copy_from_slice(&row[self.learner.objective.inputs.clone()]);
                workspace.forward(1);
                let (outputs, gradients) = workspace.outputs_and_gradients();
                gradients.fill(0.0);
                let used = self.head.outputs();
                let (outputs, gradient) = (&outputs[..used], &mut gradients[..used]);
                loss = self.head.nll_gradient(outputs, &row[columns.actions()], weight, gradient);
                workspace.backward(1);
                let mut add = |part: &f32| squares += f64::from(*part) * f64::from(*part);
                workspace.visit_gradients(&mut |_, parts: &[f32]| parts.iter().for_each(&mut add));
            },
        );
        RowGradient { loss: loss.into(), length: squares.sqrt(), parameters: net.parameters() }
    }

    pub fn save(&self, bundle: &mut Bundle) {
        policy::note_mlp(bundle, self.config.conditioned, self.head);
        self.learner.save(net::POLICY, bundle);
    }

    pub fn restore(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        self.learner.restore(net::POLICY, bundle)
    }
}

/// Four checks per epoch, and one after the last step.
pub fn check_due((taken, all): (u32, u32), per_epoch: usize) -> bool {
    taken > 0 && (taken.is_multiple_of(check_every(per_epoch)) || taken == all)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::nn::Device;
    use worlds::data::{Demos, Trajectory};

    #[test]
    fn the_length_of_a_gradient_is_that_of_finite_differences() {
        let path = |style: usize| Trajectory {
            style,
            observations: vec![0.3, -0.8, 1.1],
            actions: vec![0.2, -0.4, 0.7, 0.1, 0.9, -0.6],
            xy: vec![0.0; 6],
            ..Trajectory::default()
        };
        let trajectories = vec![path(0), path(1)];
        let demos = Demos { observation_size: 1, action_size: 2, styles: 2, trajectories, ..Demos::default() };
        let rows = Rows::new(&[(1, Arc::new(demos))], &Device::Cpu);
        for members in [Members::One, Members::OnePerStyle] {
            let conditioned = members == Members::One;
            let config = CloningConfig { members, conditioned, parts: 1, hidden: 8, batch: 2, epochs: 1, rate: 1e-3 };
            let mut cloning = Cloning::new(config, &rows);
            let row = rows.row(4).to_vec();
            let found = cloning.row_gradient(&row, &rows, 1.0);
            let (size, mut squares) = (cloning.learner.net.parameters(), 0.0f64);
            let start = cloning.learner.state.parameters.clone();
            // Row 4 has style 1, which is the second member where each style has its own.
            let first = if conditioned { 0 } else { size };
            for parameter in first..first + size {
                let mut loss = |change: f32| {
                    let mut moved = start.clone();
                    moved[parameter] += change;
                    cloning.learner.set_parameters(moved);
                    cloning.row_gradient(&row, &rows, 1.0).loss
                };
                let numeric = (loss(2e-3) - loss(-2e-3)) / 4e-3;
                squares += numeric * numeric;
            }
            let expected = squares.sqrt();
            assert!((found.length - expected).abs() < 0.01 * expected, "{} instead of {expected}", found.length);
            assert_eq!(found.parameters, size);
            cloning.learner.set_parameters(start);
            let weighed = cloning.row_gradient(&row, &rows, 2.5);
            assert!((weighed.length - 2.5 * found.length).abs() < 1e-5 * weighed.length && weighed.loss == found.loss);
        }
    }
}
