//! A mixture of policies over whole trajectories, fitted by EM: p(τ) = Σ_k p(k) Π_t π_k(a_t|s_t). The world's dynamics
//! are left out because they are the same for all k.
//!
//! E-step: p(k|τ) ∝ p(k) exp(λ Σ_t log π_k(a_t|s_t)), in log space. The sum over hundreds of steps makes p(k|τ) almost
//! certain even for untrained policies, so λ < 1 tempers it at first and rises to one.
//! M-step: p(k) is the mean of p(k|τ); π_k takes gradient steps on rows drawn in proportion to p(k|τ), which gives the
//! same rows on every device. A round is a quarter of an epoch of these steps, then the E-step of a quarter of the
//! trajectories.

use std::ops::Range;

use super::paths::{draw_rows, far_apart, labels};
use crate::nn::names;
use crate::nn::{
    Bundle, Columns, Forward, Head, Learner, LearningRate, Mlp, Objective, Order, Rows, SnapshotError, log_sum_exp,
};
use worlds::data::Rng;

/// Rounds per epoch.
pub const ROUNDS: usize = 4;
/// Lower limit of p(k).
const RAREST: f32 = 1e-3;

#[derive(Clone, Debug, PartialEq)]
pub struct ClustersConfig {
    /// Mixtures per seed, trained side by side from different initial clusterings.
    pub starts: usize,
    pub parts: usize,
    pub hidden: usize,
    pub batch: usize,
    pub rate: LearningRate,
    /// λ before the first step, and the steps over which it rises to one.
    pub tempered: (f32, u32),
    /// Whether every path begins in the cluster of its label and stays there while λ would rise.
    pub labelled: bool,
}

/// One mixture's posterior over the codes of its seed's training paths.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// p(k|τ): `[paths, codes]`.
    pub shares: Vec<f32>,
    /// log p(τ) of each path at its last E-step, nats, `[paths]`; zero before the first.
    pub evidence: Vec<f32>,
}

pub struct Clusters {
    pub config: ClustersConfig,
    pub learner: Learner,
    /// One per seed and start.
    pub beliefs: Vec<Belief>,
    pub head: Head,
    pub codes: usize,
    pub per_round: usize,
    order: Option<Order>,
}

impl ClustersConfig {
    fn head(&self, columns: Columns) -> Head {
        Head::of(columns, self.parts)
    }

    /// The policies of all seeds, starts and codes.
    pub fn net(&self, columns: Columns, seeds: usize) -> Mlp {
        let members = seeds * self.starts * columns.styles;
        let sizes = [columns.observation, self.hidden, self.hidden, self.head(columns).outputs()];
        Mlp::new(members, sizes).seeing(columns.encoder(&columns.state()))
    }
}

impl Belief {
    /// Assigns every path one code with certainty.
    fn certain(of_paths: &[usize], codes: usize) -> Self {
        let mut shares = vec![0.0; of_paths.len() * codes];
        of_paths.iter().enumerate().for_each(|(path, code)| shares[path * codes + code] = 1.0);
        Self { shares, evidence: vec![0.0; of_paths.len()] }
    }

    pub fn prior(&self, codes: usize) -> Vec<f32> {
        let paths = (self.shares.len() / codes).max(1) as f32;
        let sum = |code: usize| self.shares.iter().skip(code).step_by(codes).sum::<f32>();
        (0..codes).map(|code| (sum(code) / paths).max(RAREST)).collect()
    }

    fn log_prior(&self, codes: usize) -> Vec<f32> {
        self.prior(codes).into_iter().map(libm::logf).collect()
    }

    /// log p of all paths, nats.
    pub fn log_likelihood(&self) -> f64 {
        self.evidence.iter().map(|nats| f64::from(*nats)).sum()
    }
}

impl Clusters {
    pub fn new(config: ClustersConfig, rows: &Rows) -> Self {
        let (columns, codes) = (rows.columns, rows.columns.styles);
        let (head, net) = (config.head(columns), config.net(columns, rows.splits.len()));
        let objective = Objective::new(head.loss(), columns.state(), columns.actions());
        let most = rows.splits.iter().map(|split| split.train.len()).max().unwrap_or(0);
        let learner = Learner::new(net, objective, "policy weights", config.batch, rows);
        let beliefs = rows.splits.iter().flat_map(|split| {
            let labelled = config.labelled;
            let begin = move |start| {
                let of_paths =
                    if labelled { labels(split, rows).collect() } else { far_apart(split, rows, codes, start) };
                Belief::certain(&of_paths, codes)
            };
            (0..config.starts as u64).map(begin)
        });
        Self {
            beliefs: beliefs.collect(),
            // An epoch takes as many rows per cluster as a cluster would have if all were equally large.
            per_round: (most / codes.max(1) / config.batch).div_ceil(ROUNDS).max(1),
            order: None,
            learner,
            config,
            head,
            codes,
        }
    }

    pub fn round_over(&self) -> bool {
        self.learner.steps > 0 && (self.learner.steps as usize).is_multiple_of(self.per_round)
    }

    /// One optimiser step of every member, on rows drawn by p(k|τ).
    pub fn step(&mut self, rows: &Rows) {
        let (round, index) =
            (self.learner.steps as usize / self.per_round, self.learner.steps as usize % self.per_round);
        let order = match self.order.take() {
            Some(order) if order.epoch == round as u64 => order,
            _ => self.draw(rows, round as u64),
        };
        self.learner.step(rows, &order, index, self.config.rate);
        self.order = Some(order);
    }

    fn draw(&self, rows: &Rows, round: u64) -> Order {
        let (batch, members, count) = (self.config.batch, self.learner.net.members, self.per_round * self.config.batch);
        let mut order = Order { epoch: round, batch, members, rows: vec![0; members * count], drawn: vec![] };
        for (mixture, belief) in self.beliefs.iter().enumerate() {
            let split = &rows.splits[mixture / self.config.starts];
            let mut rng = Rng::stream(split.seed, "cluster rows", round * 100 + (mixture % self.config.starts) as u64);
            for code in 0..self.codes {
                let share = |path: usize| belief.shares[path * self.codes + code];
                let drawn = draw_rows(split, share, count, &mut rng);
                for index in 0..self.per_round {
                    let span = order.span(index, mixture * self.codes + code);
                    order.rows[span].copy_from_slice(&drawn[index * batch..(index + 1) * batch]);
                }
            }
        }
        order
    }

    /// The E-step of the round just finished: a quarter of the paths, with the current parameters.
    pub fn expectation_step(&mut self, rows: &Rows) {
        let round = self.learner.steps as usize / self.per_round;
        let (from, until) = self.config.tempered;
        if self.config.labelled && self.learner.steps < until {
            return;
        }
        let risen = if until == 0 { 1.0 } else { (self.learner.steps as f32 / until as f32).min(1.0) };
        let lambda = libm::powf(from, 1.0 - risen);
        for mixture in 0..self.beliefs.len() {
            let split = &rows.splits[mixture / self.config.starts];
            let due: Vec<usize> = (round % ROUNDS..split.train_paths.len()).step_by(ROUNDS).collect();
            let paths: Vec<_> = due.iter().map(|path| split.train_paths[*path].clone()).collect();
            let likelihoods = self.log_likelihoods(mixture, &paths, rows);
            let belief = &mut self.beliefs[mixture];
            let log_prior = belief.log_prior(self.codes);
            for (path, of_path) in due.into_iter().zip(likelihoods.chunks_exact(self.codes)) {
                belief.evidence[path] = joint(of_path, &log_prior, 1.0).1;
                let (shares, _) = joint(of_path, &log_prior, lambda);
                belief.shares[path * self.codes..(path + 1) * self.codes].copy_from_slice(&shares);
            }
        }
    }

    /// Σ_t log π_k(a_t|s_t) of each path under each code of a mixture: `[paths, codes]`, nats.
    fn log_likelihoods(&self, mixture: usize, paths: &[Range<usize>], rows: &Rows) -> Vec<f32> {
        let columns = rows.columns;
        let all: Vec<usize> = paths.iter().cloned().flatten().collect();
        let mut forward = Forward::seeing(&self.learner.net, rows.pictures.as_ref());
        let mut likelihoods = vec![0.0; paths.len() * self.codes];
        for code in 0..self.codes {
            let parameters = self.learner.member(mixture * self.codes + code);
            let outputs = forward.outputs(parameters, all.len(), |index, input| {
                input.copy_from_slice(&rows.row(all[index])[columns.state()]);
            });
            let mut outputs = outputs.chunks_exact(self.head.outputs());
            for (path, of_path) in paths.iter().enumerate() {
                let nats = of_path
                    .clone()
                    .zip(&mut outputs)
                    .map(|(row, outputs)| f64::from(self.head.nll(outputs, &rows.row(row)[columns.actions()])));
                likelihoods[path * self.codes + code] = -nats.sum::<f64>() as f32;
            }
        }
        likelihoods
    }

    /// -log p(τ) of a seed's held-out paths under one of its mixtures, nats per pair.
    pub fn held_out(&self, mixture: usize, rows: &Rows) -> f32 {
        let split = &rows.splits[mixture / self.config.starts];
        let log_prior = self.beliefs[mixture].log_prior(self.codes);
        let likelihoods = self.log_likelihoods(mixture, &split.held_out_paths, rows);
        let nats: f64 =
            likelihoods.chunks_exact(self.codes).map(|path| f64::from(joint(path, &log_prior, 1.0).1)).sum();
        (-nats / split.held_out.len().max(1) as f64) as f32
    }

    /// Index into `beliefs` of each seed's most likely mixture.
    pub fn best(&self) -> Vec<usize> {
        let of_seed = |(seed, beliefs): (usize, &[Belief])| {
            let mut best = 0;
            for (start, belief) in beliefs.iter().enumerate() {
                if belief.log_likelihood() > beliefs[best].log_likelihood() {
                    best = start;
                }
            }
            seed * self.config.starts + best
        };
        self.beliefs.chunks_exact(self.config.starts).enumerate().map(of_seed).collect()
    }
}

/// Saving and restoring beliefs: per path one row of p(k|τ), then log p(τ).
impl Clusters {
    pub fn save_beliefs(&self, bundle: &mut Bundle) {
        for (mixture, belief) in self.beliefs.iter().enumerate() {
            let rows = belief.shares.chunks_exact(self.codes).zip(&belief.evidence);
            let values = rows.flat_map(|(shares, nats)| shares.iter().chain([nats])).copied().collect();
            bundle.tables.insert(names::table::clusters(mixture), (belief.evidence.len(), self.codes + 1, values));
        }
    }

    pub fn restore_beliefs(&mut self, bundle: &Bundle) -> Result<(), SnapshotError> {
        for (mixture, belief) in self.beliefs.iter_mut().enumerate() {
            let values = bundle.table(&names::table::clusters(mixture), belief.evidence.len(), self.codes + 1)?;
            for (path, row) in values.chunks_exact(self.codes + 1).enumerate() {
                belief.shares[path * self.codes..(path + 1) * self.codes].copy_from_slice(&row[..self.codes]);
                belief.evidence[path] = row[self.codes];
            }
        }
        Ok(())
    }
}

/// p(k|τ) ∝ p(k) p(τ|k)^λ from log p(τ|k) and log p(k); and log Σ_k p(k) p(τ|k)^λ.
fn joint(likelihoods: &[f32], log_prior: &[f32], lambda: f32) -> (Vec<f32>, f32) {
    let joint = || likelihoods.iter().zip(log_prior).map(|(nats, log_p)| lambda * nats + log_p);
    let evidence = log_sum_exp(joint());
    (joint().map(|nats| libm::expf(nats - evidence)).collect(), evidence)
}
