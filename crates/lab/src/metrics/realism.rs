//! Realism: how well a classifier separates real paths from simulated ones that it has not seen.
//!
//! AUC = P(score of a made path > score of a real path). 0.5 is a guess; 1 means that no made path passes.

use worlds::data::{Net, Rng, Training};

const HIDDEN: [usize; 2] = [64, 32];
const EPOCHS: usize = 30;
/// Epochs without a better loss on the validation paths after which training stops.
const PATIENCE: usize = 5;
const BATCH: usize = 64;
const RATE: f32 = 1e-3;
const DECAY: f32 = 0.01;
/// One training path in this many is a validation path.
const KEPT_BACK: usize = 7;

/// Paths of one kind, x, y, x, y, ... each, all of the same length.
pub struct PathSplit<'a> {
    pub train: &'a [Vec<f32>],
    pub test: &'a [Vec<f32>],
}

/// AUC on the test sides, of a classifier trained on the training sides.
pub fn classifier_auc(real: &PathSplit, made: &PathSplit, seed: u64) -> f64 {
    let examples = |real: &[Vec<f32>], made: &[Vec<f32>]| -> Vec<(Vec<f32>, bool)> {
        let features = |paths: &[Vec<f32>], is_made| paths.iter().map(|xy| (features(xy), is_made)).collect::<Vec<_>>();
        [features(real, false), features(made, true)].concat()
    };
    let (mut train, mut test) = (examples(real.train, made.train), examples(real.test, made.test));
    standardise(&mut train, &mut test);
    let mut rng = Rng::stream(seed, "realism", 0);
    rng.shuffle(&mut train);
    let net = fit(&train, &mut rng);
    let scores =
        |of_made: bool| test.iter().filter(|(_, made)| *made == of_made).map(|(x, _)| score(&net, x)).collect();
    auc(scores(false), scores(true))
}

/// Points, velocities, accelerations, the logarithms of their lengths, and the turn from step to step.
fn features(xy: &[f32]) -> Vec<f32> {
    let points = xy.as_chunks::<2>().0;
    let differences = |points: &[[f32; 2]]| -> Vec<[f32; 2]> {
        points.windows(2).map(|pair| [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]).collect()
    };
    let steps = differences(points);
    let changes = differences(&steps);
    let size = |v: &[f32; 2]| libm::logf(libm::hypotf(v[0], v[1]) + 0.02);
    let turn = |pair: &[[f32; 2]]| {
        let (a, b) = (pair[0], pair[1]);
        libm::atan2f((a[0] * b[1] - a[1] * b[0]).abs(), a[0] * b[0] + a[1] * b[1])
    };
    let mut features = xy.to_vec();
    features.extend(steps.iter().chain(&changes).flatten());
    features.extend(steps.iter().chain(&changes).map(size));
    features.extend(steps.windows(2).map(turn));
    features
}

/// Mean 0 and deviation 1 on the training side; the same shift for the test side.
fn standardise(train: &mut [(Vec<f32>, bool)], test: &mut [(Vec<f32>, bool)]) {
    let columns = train.first().map_or(0, |(x, _)| x.len());
    let count = train.len().max(1) as f32;
    for column in 0..columns {
        let mean = train.iter().map(|(x, _)| x[column]).sum::<f32>() / count;
        let variance = train.iter().map(|(x, _)| (x[column] - mean) * (x[column] - mean)).sum::<f32>() / count;
        let scale = 1.0 / libm::sqrtf(variance).max(1e-6);
        for (x, _) in train.iter_mut().chain(test.iter_mut()) {
            x[column] = ((x[column] - mean) * scale).clamp(-6.0, 6.0);
        }
    }
}

fn fit(examples: &[(Vec<f32>, bool)], rng: &mut Rng) -> Net {
    let inputs = examples.first().map_or(1, |(x, _)| x.len());
    let (kept_back, train) = examples.split_at(examples.len() / KEPT_BACK);
    let mut training = Training::new(Net::new(&[inputs, HIDDEN[0], HIDDEN[1], 1], rng));
    let (mut best, mut best_loss, mut since) = (training.net.clone(), f32::INFINITY, 0);
    let mut order: Vec<usize> = (0..train.len()).collect();
    for _ in 0..EPOCHS {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            for &index in batch {
                let (x, made) = &train[index];
                training.backward(x, |outputs, gradient| logistic(outputs[0], *made, &mut gradient[0]));
            }
            training.step(batch.len(), RATE, DECAY);
        }
        let loss = kept_back.iter().map(|(x, made)| logistic(score(&training.net, x), *made, &mut 0.0)).sum();
        since += 1;
        if loss < best_loss {
            (best, best_loss, since) = (training.net.clone(), loss, 0);
        }
        if since >= PATIENCE {
            break;
        }
    }
    best
}

/// -log of the probability of the truth, and its gradient.
fn logistic(score: f32, made: bool, gradient: &mut f32) -> f32 {
    let sign = if made { -1.0 } else { 1.0 };
    *gradient = sign / (1.0 + libm::expf(-sign * score));
    libm::logf(1.0 + libm::expf((sign * score).min(60.0)))
}

fn score(net: &Net, x: &[f32]) -> f32 {
    let mut layers = vec![];
    net.forward(x, &mut layers);
    layers.last().and_then(|outputs| outputs.first()).copied().unwrap_or_default()
}

/// Area under the curve by ranks; ties count half.
fn auc(real: Vec<f32>, made: Vec<f32>) -> f64 {
    let (negatives, positives) = (real.len() as f64, made.len() as f64);
    let mut all: Vec<(f32, bool)> =
        real.into_iter().map(|s| (s, false)).chain(made.into_iter().map(|s| (s, true))).collect();
    all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut area) = (0.0, 0.0);
    for tie in all.chunk_by(|a, b| a.0 == b.0) {
        let made = tie.iter().filter(|(_, made)| *made).count() as f64;
        let real = tie.len() as f64 - made;
        area += made * (below + real / 2.0);
        below += real;
    }
    area / (negatives * positives).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_by_hand() {
        assert_eq!(auc(vec![0.0, 1.0], vec![2.0, 3.0]), 1.0);
        assert_eq!(auc(vec![0.0, 2.0], vec![1.0, 3.0]), 0.75);
        assert_eq!(auc(vec![1.0, 1.0], vec![1.0]), 0.5);
    }

    /// Random walks whose steps keep `keep` of the last one.
    fn walks(count: usize, keep: f32, number: u64) -> Vec<Vec<f32>> {
        let mut rng = Rng::stream(3, "walks", number);
        let mut walk = || {
            let (mut x, mut y, mut u, mut v) = (20.0, 25.0, rng.normal(), rng.normal());
            let mut path = Vec::new();
            for _ in 0..25 {
                path.extend([x, y]);
                let fresh = libm::sqrtf(1.0 - keep * keep);
                (u, v) = (keep * u + fresh * rng.normal(), keep * v + fresh * rng.normal());
                (x, y) = (x + u, y + v);
            }
            path
        };
        (0..count).map(|_| walk()).collect()
    }

    #[test]
    fn it_tells_apart_what_differs_and_nothing_else() {
        let (train, test) = (walks(600, 0.8, 1), walks(300, 0.8, 2));
        let judge = |keep, number| {
            let (made_train, made_test) = (walks(600, keep, number), walks(300, keep, number + 1));
            let made = PathSplit { train: &made_train, test: &made_test };
            classifier_auc(&PathSplit { train: &train, test: &test }, &made, 1)
        };
        let (same, other) = (judge(0.8, 3), judge(0.4, 5));
        assert!((0.4..0.6).contains(&same), "{same}");
        assert!(other > 0.95, "{other}");
    }
}
