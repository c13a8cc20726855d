//! I(X;Y) of any two sets of columns, from samples, by a critic T(x,y).
//!
//! MI does not change when a column is transformed monotonically, so every column is first brought to normal
//! scores: heavy tails and wild scales cost nothing. The critic is the Gaussian copula's answer plus a network
//! that learns the rest, by classifying pairs as joint or shuffled (its logit is then
//! log p(x,y)/p(x)p(y) at the optimum, without the variance that a bound's own gradient has). Reported is
//!   I ≥ E[ T(x,y) - log 1/n Σⱼ e^T(x,yⱼ) ], the sum over n rows, the own one among them:
//! on held-out rows it does not exceed the truth, nor log n, so large MI shows as a value at the ceiling.

mod copula;

use burn::tensor::{Device, Tensor, TensorData, activation::softplus};
use engine::nn::{Mlp, TensorLearner};
use worlds::data::Rng;

use self::copula::Copula;

/// Most rows in a bound, and in a check on the validation rows.
const ROWS: usize = 1024;
const LOOK_ROWS: usize = 256;
/// Sets of rows over which a reported bound is the mean.
const BLOCKS: usize = 4;
const BATCH: usize = 256;
/// Steps between two checks on the validation rows, and checks without progress before training stops.
const LOOK: u32 = 100;
const PATIENCE: u32 = 12;

/// log Σ exp along the last dimension, safe for large values.
fn log_sum_exp(values: Tensor<2>) -> Tensor<2> {
    let largest = values.clone().max_dim(1).detach();
    (values - largest.clone()).exp().sum_dim(1).log() + largest
}

/// Samples of (X, Y), row by row.
pub struct Samples {
    pub x: Vec<Vec<f32>>,
    pub y: Vec<Vec<f32>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dependence {
    /// On the rows the critic was trained on.
    pub train_nats: f32,
    /// On rows that neither training nor the choice of the critic saw.
    pub heldout_nats: f32,
    /// The largest value that the bound can have: the log of the number of held-out rows.
    pub ceiling_nats: f32,
    pub steps: u32,
}

/// Normal scores: each column's ranks (ties share one) through the normal quantile function.
fn normal_scores(rows: &mut [Vec<f32>]) {
    let count = rows.len();
    for column in 0..rows.first().map_or(0, Vec::len) {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|a, b| rows[*a][column].total_cmp(&rows[*b][column]));
        let mut start = 0;
        while start < count {
            let value = rows[order[start]][column];
            let end = start + order[start..].iter().take_while(|row| rows[**row][column] == value).count();
            let rank = (start + end) as f64 / 2.0 / count as f64;
            order[start..end].iter().for_each(|row| rows[*row][column] = quantile(rank) as f32);
            start = end;
        }
    }
}

/// The normal quantile by bisection of the error function: slow but exact, and done once per value.
fn quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if 0.5 * libm::erfc(-middle / std::f64::consts::SQRT_2) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// A subset of the rows on the device.
struct Part {
    x: Tensor<2>,
    y: Tensor<2>,
    rows: usize,
}

fn table(rows: &[Vec<f32>], device: &Device) -> Tensor<2> {
    let columns = rows.first().map_or(0, Vec::len);
    Tensor::from_data(TensorData::new(rows.concat(), [rows.len(), columns]), device)
}

impl Part {
    fn new(samples: &Samples, range: std::ops::Range<usize>, device: &Device) -> Self {
        let rows = range.len();
        Self { x: table(&samples.x[range.clone()], device), y: table(&samples.y[range], device), rows }
    }

    fn pick(&self, x: Vec<i32>, y: Vec<i32>, device: &Device) -> Tensor<3> {
        let count = x.len();
        let index = |rows: Vec<i32>| Tensor::<1, burn::tensor::Int>::from_data(TensorData::new(rows, [count]), device);
        let pairs = Tensor::cat(vec![self.x.clone().select(0, index(x)), self.y.clone().select(0, index(y))], 1);
        let width = pairs.dims()[1];
        pairs.reshape([1, count, width])
    }

    /// The bound on at most `most` of these rows, every one with all others as partners; the mean of it over at most
    /// `blocks` such sets of rows.
    fn bound(&self, critic: &Critic, most: usize, blocks: usize, device: &Device) -> Tensor<1> {
        let rows = self.rows.min(most);
        let blocks = (self.rows / rows).clamp(1, blocks);
        let of_block = |block: usize| {
            let all: Vec<i32> = (0..rows as i32).collect();
            let at = |row: i32| row + (block * rows) as i32;
            let scores = (0..rows as i32).map(|distance| {
                let own = all.iter().map(|row| at(*row)).collect();
                let other = all.iter().map(|row| at((row + distance) % rows as i32)).collect();
                critic.scores(self.pick(own, other, device)).reshape([rows, 1])
            });
            let scores = Tensor::cat(scores.collect(), 1);
            let own = scores.clone().slice([0..rows, 0..1]);
            (own - log_sum_exp(scores) + libm::logf(rows as f32)).mean()
        };
        Tensor::cat((0..blocks).map(of_block).collect(), 0).mean()
    }
}

/// T(x,y): the copula's log density ratio, plus that of a network.
#[derive(Clone)]
struct Critic {
    /// The copula's quadratic form, and its constant.
    form: Tensor<2>,
    constant: f32,
    /// None before the first step: the copula alone.
    learner: Option<TensorLearner>,
}

impl Critic {
    fn new(samples: &Samples, rows: usize, device: &Device) -> Self {
        let together = samples.x.iter().zip(&samples.y).take(rows).map(|(x, y)| [x.as_slice(), y].concat());
        let (together, split) = (together.collect::<Vec<_>>(), samples.x[0].len());
        let Copula { form, constant } = Copula::fit(&together, split);
        let width = together[0].len();
        Self { form: Tensor::from_data(TensorData::new(form, [width, width]), device), constant, learner: None }
    }

    /// The copula's part for pairs `[1, count, width]`: `[1, count, 1]`.
    fn start(&self, pairs: &Tensor<3>) -> Tensor<3> {
        let [_, count, width] = pairs.dims();
        let flat = pairs.clone().reshape([count, width]);
        let scores = (flat.clone().matmul(self.form.clone()) * flat).sum_dim(1) + self.constant;
        scores.reshape([1, count, 1])
    }

    fn scores(&self, pairs: Tensor<3>) -> Tensor<3> {
        let start = self.start(&pairs);
        match &self.learner {
            None => start,
            Some(learner) => start + learner.layers().forward(pairs),
        }
    }
}

/// One batch: rows that belong together, and as many with a drawn partner.
fn step(critic: &Critic, learner: &mut TensorLearner, train: &Part, rng: &mut Rng, device: &Device) {
    let mut draw = || (0..BATCH.min(train.rows)).map(|_| rng.below(train.rows) as i32).collect::<Vec<_>>();
    let (rows, partners) = (draw(), draw());
    let together = train.pick(rows.clone(), rows.clone(), device);
    let apart = train.pick(rows, partners, device);
    let (start_together, start_apart) = (critic.start(&together), critic.start(&apart));
    learner.step(1e-3, |layers| {
        let joint = softplus(-(layers.forward(together) + start_together), 1.0).mean();
        joint + softplus(layers.forward(apart) + start_apart, 1.0).mean()
    });
}

/// Estimates I(X;Y). `read` copies a number from the device; `watch` is called with the number of steps taken.
pub async fn dependence<E>(
    mut samples: Samples,
    most_steps: u32,
    seed: u64,
    device: &Device,
    read: impl AsyncFn(Tensor<1>) -> Result<f32, E>,
    watch: impl Fn(u32),
) -> Result<Dependence, E> {
    normal_scores(&mut samples.x);
    normal_scores(&mut samples.y);
    let mut rng = Rng::stream(seed, "dependence", 0);
    let mut order: Vec<usize> = (0..samples.x.len()).collect();
    rng.shuffle(&mut order);
    let samples = Samples {
        x: order.iter().map(|row| samples.x[*row].clone()).collect(),
        y: order.iter().map(|row| samples.y[*row].clone()).collect(),
    };
    let (rows, width) = (order.len(), samples.x[0].len() + samples.y[0].len());
    let (first, second) = (rows * 6 / 10, rows * 8 / 10);
    let train = Part::new(&samples, 0..first, device);
    let choose = Part::new(&samples, first..second, device);
    let test = Part::new(&samples, second..rows, device);
    let hidden = (16 * width).clamp(64, 256);
    let net = Mlp::new(1, [width, hidden, hidden, 1]);
    let start = net.init("dependence weights", &[seed]);
    let mut learner = TensorLearner::new(net, start, device);
    let critic = Critic::new(&samples, first, device);
    let mut best = critic.clone();
    let mut best_bound = read(choose.bound(&best, LOOK_ROWS, 1, device)).await?;
    let mut stale = 0;
    while learner.steps < most_steps && stale < PATIENCE {
        for _ in 0..LOOK {
            step(&critic, &mut learner, &train, &mut rng, device);
        }
        let now = Critic { learner: Some(learner.clone()), ..critic.clone() };
        let bound = read(choose.bound(&now, LOOK_ROWS, 1, device)).await?;
        stale += 1;
        if bound > best_bound {
            (best, best_bound, stale) = (now, bound, 0);
        }
        watch(learner.steps);
    }
    let train_nats = read(train.bound(&best, ROWS, BLOCKS, device)).await?;
    let heldout_nats = read(test.bound(&best, ROWS, BLOCKS, device)).await?;
    let ceiling_nats = libm::logf(test.rows.min(ROWS) as f32);
    Ok(Dependence { train_nats, heldout_nats, ceiling_nats, steps: learner.steps })
}
