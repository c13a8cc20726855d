//! Maximum-likelihood training of the movement model on real paths and their mirror images.

use super::court::HALF;
use super::model::{GRID, INPUTS, MovementModel, OUTPUTS, features, negative_log_likelihood};
use super::state::PlayerState;
use crate::data::{Net, Rng, Training};

const BATCH: usize = 128;
const RATE: f32 = 2e-3;
const WEIGHT_DECAY: f32 = 0.02;
/// One path in this many validates: the epoch with the lowest loss on them is kept.
const VALIDATION_SHARE: usize = 12;

#[derive(Clone, Copy, Debug)]
pub struct FitConfig {
    pub hidden: usize,
    pub epochs: usize,
    pub seed: u64,
}

/// The features of a step and its action.
type Example = ([f32; INPUTS], [f32; 2]);

/// Trains on paths in feet. `report` gets the epoch and the negative log likelihood (nats per step) on training and
/// validation paths.
pub fn fit(paths: &[Vec<f32>], config: FitConfig, mut report: impl FnMut(usize, f32, f32)) -> MovementModel {
    let mut rng = Rng::stream(config.seed, "twin", 0);
    let (validation, train) = paths.split_at(paths.len() / VALIDATION_SHARE);
    let (validation, train) = (examples(validation), examples(train));
    let mut training = Training::new(Net::new(&[INPUTS, config.hidden, config.hidden, OUTPUTS], &mut rng));
    separate_components(&mut training.net, &mut rng);
    let (mut best, mut least) = (training.net.clone(), f32::INFINITY);
    let mut order: Vec<usize> = (0..train.len()).collect();
    for epoch in 0..config.epochs {
        rng.shuffle(&mut order);
        let mut sum = 0.0f64;
        for (number, batch) in order.chunks(BATCH).enumerate() {
            for &index in batch {
                let (features, action) = &train[index];
                let loss = |outputs: &[f32], gradient: &mut [f32]| negative_log_likelihood(outputs, *action, gradient);
                sum += f64::from(training.backward(features, loss));
            }
            let done = (epoch as f32 + (number * BATCH) as f32 / order.len() as f32) / config.epochs as f32;
            // Cosine decay to zero: with large steps the validation loss fluctuates.
            let rate = RATE * (0.5 + 0.5 * libm::cosf(done * std::f32::consts::PI));
            training.step(batch.len(), rate, WEIGHT_DECAY);
        }
        let held_out = mean_loss(&training.net, &validation);
        report(epoch, (sum / train.len().max(1) as f64) as f32, held_out);
        if held_out < least {
            (best, least) = (training.net.clone(), held_out);
        }
    }
    MovementModel { starts: density(paths), net: best }
}

/// Initialises the components of the mixture with different means and precisions; equal ones would stay equal.
fn separate_components(net: &mut Net, rng: &mut Rng) {
    let first = net.parameters.len() - OUTPUTS;
    for part in net.parameters[first..].as_chunks_mut::<6>().0 {
        let precision = 2.0 * rng.uniform();
        *part = [0.0, 0.3 * rng.normal(), 0.3 * rng.normal(), precision, precision, 0.0];
    }
}

fn examples(paths: &[Vec<f32>]) -> Vec<Example> {
    let mut all = Vec::with_capacity(paths.iter().map(Vec::len).sum());
    for path in paths {
        for mirrored in [false, true] {
            let mirror = |[x, y]: [f32; 2]| [x, if mirrored { HALF[1] - y } else { y }];
            let mut points = path.as_chunks::<2>().0.iter().map(|point| mirror(*point));
            let Some(start) = points.next() else { continue };
            let mut state = PlayerState::new(start);
            for to in points {
                all.push((features(&state), state.action_of(state.change_to(to))));
                state.advance(to);
            }
        }
    }
    all
}

fn mean_loss(net: &Net, examples: &[Example]) -> f32 {
    let (mut layers, mut gradient) = (vec![], vec![0.0; OUTPUTS]);
    let mut sum = 0.0f64;
    for (features, action) in examples {
        net.forward(features, &mut layers);
        let outputs = layers.last().map_or(&[][..], Vec::as_slice);
        sum += f64::from(negative_log_likelihood(outputs, *action, &mut gradient));
    }
    (sum / examples.len().max(1) as f64) as f32
}

/// Smoothed share of starts per square foot, with both sides of the middle line counted together.
fn density(paths: &[Vec<f32>]) -> Vec<f32> {
    let [columns, rows] = GRID;
    let mut counts = vec![0.0f32; columns * rows];
    for [x, y] in paths.iter().filter_map(|path| path.first_chunk::<2>()) {
        let column = (x.max(0.0) as usize).min(columns - 1);
        let row = ((y - HALF[1] / 2.0).abs() as usize).min(rows - 1);
        counts[row * columns + column] += 1.0 / paths.len() as f32;
    }
    // Less smoothing between columns, since the half-court line is a sharp edge.
    let mut smooth = vec![0.0; counts.len()];
    for row in 0..rows {
        for column in 0..columns {
            let neighbours = [(row, column, 0.5), (row + 1, column, 0.15), (row.saturating_sub(1), column, 0.15)];
            let beside = [(row, column + 1, 0.1), (row, column.saturating_sub(1), 0.1)];
            for (r, c, share) in neighbours.into_iter().chain(beside) {
                smooth[r.min(rows - 1) * columns + c.min(columns - 1)] += share * counts[row * columns + column];
            }
        }
    }
    smooth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::POINTS;

    /// Straight walks of half a foot per step with a little noise.
    fn walks(count: usize) -> Vec<Vec<f32>> {
        let mut rng = Rng::stream(5, "walks", 0);
        let mut walk = |_| {
            let angle = std::f32::consts::TAU * rng.uniform();
            let (mut x, mut y) = (23.5f32, 25.0f32);
            let mut path = vec![x, y];
            for _ in 1..POINTS {
                x += libm::cosf(angle) * 0.5 + 0.05 * rng.normal();
                y += libm::sinf(angle) * 0.5 + 0.05 * rng.normal();
                path.extend([x, y]);
            }
            path
        };
        (0..count).map(&mut walk).collect()
    }

    #[test]
    fn it_learns_to_walk_straight_on() {
        let mut losses = vec![];
        let config = FitConfig { hidden: 24, epochs: 6, seed: 1 };
        let model = fit(&walks(150), config, |_, _, held_out| losses.push(held_out));
        assert!(losses[5] < losses[0], "{losses:?}");
        assert!((model.starts.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        let mut rng = Rng::stream(1, "path", 0);
        let lengths = (0..50).map(|_| {
            let path = model.path_from([23.5, 25.0], &mut rng);
            libm::hypotf(path[2 * POINTS - 2] - 23.5, path[2 * POINTS - 1] - 25.0)
        });
        let mean = lengths.sum::<f32>() / 50.0;
        assert!((6.0..16.0).contains(&mean), "{mean}");
    }
}
