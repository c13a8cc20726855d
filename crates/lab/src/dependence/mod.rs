//! I(X;Y) of any two sets of columns, from samples, by a critic T(x,y).
//!
//! Ranks of columns become quantiles of a normal or Student distribution; the critic is that distribution's own answer plus
//! networks that learn the rest. Which distribution, which kind of networks, and after how many steps, is chosen on rows that
//! are not trained on. Reported is, on rows that chose nothing either,
//!   I ≥ E[ T(x,y) - log 1/n Σⱼ e^T(x,yⱼ) ], the sum over n rows, the own one among them:
//! on held-out rows it does not exceed the truth, nor log n, so large MI shows as a value at the ceiling.

mod canonical;
mod copula;
mod critic;
mod networks;
mod scores;
mod training;

use burn::tensor::{Device, Tensor};
use worlds::data::Rng;

use self::copula::Copula;
use self::critic::{DependenceCritic, Part};
use self::networks::Units;
use self::scores::{Tails, scores};
use self::training::NetworkTraining;

/// Most rows in a bound, and most such sets of rows, over which a reported bound is the mean.
const ROWS: usize = 2048;
const BLOCKS: usize = 4;
/// Shares of the rows, in tenths, that are trained on and that choose; the others are held out.
const TRAIN: usize = 7;
const CHOOSE: usize = 1;
/// Distributions that are tried.
const TAILS: [Tails; 5] =
    [Tails::Normal, Tails::Student(1.0), Tails::Student(2.0), Tails::Student(3.0), Tails::Student(6.0)];
/// Kinds of networks that are tried.
pub const KINDS: [Units; 2] = [Units::Rectifiers, Units::Sines];
/// More columns than this have normal scores alone: heavier tails cost a pass over all pairs of columns each round.
const MOST_COLUMNS: usize = 40;
/// Standard errors within which 95 % of the means of many values lie.
const NORMAL_95: f64 = 1.96;

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
    /// Half of the 95 % interval of that mean over rows; it does not hold what a better critic would find.
    pub half_interval_nats: f32,
    /// The largest value that the bound can have: the log of the number of held-out rows.
    pub ceiling_nats: f32,
    /// Of all kinds of networks together.
    pub steps: u32,
}

/// Reads numbers from the device.
pub async fn numbers(tensor: Tensor<1>) -> Result<Vec<f32>, String> {
    let data = tensor.into_data_async().await.map_err(|error| error.to_string())?;
    data.try_to_vec::<f32>().map_err(|error| error.to_string())
}

/// A set of rows in some order.
fn in_order(rows: Vec<Vec<f32>>, order: &[usize]) -> Vec<Vec<f32>> {
    order.iter().map(|row| rows[*row].clone()).collect()
}

/// The bound of every row of scores with all columns, `[rows, 1]`; `own` is one where x and y belong together.
fn bound_of(scores: Tensor<2>, own: Tensor<2>) -> Tensor<2> {
    let [rows, _] = scores.dims();
    let together = (scores.clone() * own).sum_dim(1);
    let largest = scores.clone().max_dim(1);
    let log_sum = (scores - largest.clone()).exp().sum_dim(1).log() + largest;
    together - log_sum + libm::logf(rows as f32)
}

/// The bound row by row, `[rows]`, on at most `blocks` sets of at most `most` rows.
fn bound(part: &Part, critic: &DependenceCritic, most: usize, blocks: usize, device: &Device) -> Tensor<1> {
    let rows = part.rows.min(most);
    let blocks = (part.rows / rows).clamp(1, blocks);
    let of_block = |block: usize| {
        let picked = part.pick(((block * rows) as i32..((block + 1) * rows) as i32).collect(), device);
        bound_of(critic.scores(&picked), Tensor::eye(rows, device)).reshape([rows])
    };
    Tensor::cat((0..blocks).map(of_block).collect(), 0)
}

/// The samples as one distribution's scores, its copula, and the three parts.
struct Start {
    critic: DependenceCritic,
    train: Part,
    choose: Part,
    test: Part,
}

impl Start {
    fn new(samples: &Samples, normal: [&[Vec<f32>]; 2], order: &[usize], tails: Tails, device: &Device) -> [Self; 2] {
        let own = match tails {
            Tails::Normal => normal.map(<[Vec<f32>]>::to_vec),
            Tails::Student(_) => [&samples.x, &samples.y].map(|rows| in_order(scores(rows, tails), order)),
        };
        let rows = order.len();
        let (first, second) = (rows * TRAIN / 10, rows * (TRAIN + CHOOSE) / 10);
        let together = own[0].iter().zip(&own[1]).take(first).map(|(x, y)| [x.as_slice(), y].concat());
        let copula = Copula::fit(&together.collect::<Vec<_>>(), own[0].first().map_or(0, Vec::len), tails);
        [copula.without_noise(first), copula].map(|copula| {
            let part = |range: std::ops::Range<usize>| {
                let of_copula = own.each_ref().map(|rows| &rows[range.clone()]);
                Part::new(&copula, of_copula, normal.map(|rows| &rows[range.clone()]), device)
            };
            Self {
                critic: DependenceCritic::new(&copula),
                train: part(0..first),
                choose: part(first..second),
                test: part(second..rows),
            }
        })
    }
}

/// Estimates I(X;Y). `read` copies numbers from the device; `watch` is called with the number of steps taken, of which every
/// kind of networks has at most `most_steps`.
pub async fn dependence<E>(
    samples: Samples,
    most_steps: u32,
    seed: u64,
    device: &Device,
    read: impl AsyncFn(Tensor<1>) -> Result<Vec<f32>, E>,
    watch: impl Fn(u32),
) -> Result<Dependence, E> {
    let mut rng = Rng::stream(seed, "dependence", 0);
    let mut order: Vec<usize> = (0..samples.x.len()).collect();
    rng.shuffle(&mut order);
    let mean = async |rows: Tensor<1>| Ok::<f64, E>(crate::statistics::mean(&doubles(&read(rows).await?)));
    let mut steps = 0;
    let Some((chosen, start)) = best_start(&samples, &order, device, &mean).await? else {
        return Ok(Dependence {
            train_nats: 0.0,
            heldout_nats: 0.0,
            half_interval_nats: 0.0,
            ceiling_nats: 0.0,
            steps,
        });
    };
    let (mut critic, mut best) = (start.critic.clone(), chosen);
    for units in KINDS {
        let training = NetworkTraining { start: &start, most_steps, seed, device };
        let trained = training.run(units, chosen, &mut rng, &mean, |step| watch(steps + step)).await?;
        steps += trained.steps;
        if trained.bound > best {
            (critic, best) = (trained.critic, trained.bound);
        }
    }
    let Start { train, test, .. } = start;
    let train_nats = mean(bound(&train, &critic, ROWS, 1, device)).await? as f32;
    let held_out = doubles(&read(bound(&test, &critic, ROWS, BLOCKS, device)).await?);
    let error = crate::statistics::deviation(&held_out) / (held_out.len().max(1) as f64).sqrt();
    Ok(Dependence {
        train_nats,
        heldout_nats: crate::statistics::mean(&held_out) as f32,
        half_interval_nats: (NORMAL_95 * error) as f32,
        ceiling_nats: libm::logf(test.rows.min(ROWS) as f32),
        steps,
    })
}

/// The copula with the largest bound on the validation rows, and that bound.
async fn best_start<E>(
    samples: &Samples,
    order: &[usize],
    device: &Device,
    mean: &impl AsyncFn(Tensor<1>) -> Result<f64, E>,
) -> Result<Option<(f64, Start)>, E> {
    let normal = [&samples.x, &samples.y].map(|rows| in_order(scores(rows, Tails::Normal), order));
    let columns = samples.x.first().map_or(0, Vec::len) + samples.y.first().map_or(0, Vec::len);
    let mut best: Option<(f64, Start)> = None;
    for tails in TAILS.into_iter().filter(|tails| *tails == Tails::Normal || columns <= MOST_COLUMNS) {
        for start in Start::new(samples, normal.each_ref().map(Vec::as_slice), order, tails, device) {
            let found = mean(bound(&start.choose, &start.critic, ROWS, 1, device)).await?;
            if best.as_ref().is_none_or(|(most, _)| found > *most) {
                best = Some((found, start));
            }
        }
    }
    Ok(best)
}

fn doubles(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
}
