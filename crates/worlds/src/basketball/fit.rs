//! How the twin is trained: by the likelihood of real paths and of their mirror images.

use super::court::HALF;
use super::twin::{GRID, INPUTS, OUTPUTS, Twin, history, surprise};
use super::walk::Walk;
use crate::data::{Net, Rng, Training};

const BATCH: usize = 128;
const RATE: f32 = 2e-3;
const DECAY: f32 = 0.02;
/// One path in so many decides which epoch is kept.
const KEPT_BACK: usize = 12;

#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    pub hidden: usize,
    pub epochs: usize,
    pub seed: u64,
}

/// What a step saw and how the velocity changed, as the player felt it.
type Example = ([f32; INPUTS], [f32; 2]);

/// Trains on paths in feet; `watch` is told the epoch and the surprise (nats a step) on training and kept-back paths.
pub fn fit(paths: &[Vec<f32>], fitting: Fitting, mut watch: impl FnMut(usize, f32, f32)) -> Twin {
    let mut rng = Rng::stream(fitting.seed, "twin", 0);
    let (kept_back, train) = paths.split_at(paths.len() / KEPT_BACK);
    let (kept_back, train) = (examples(kept_back), examples(train));
    let mut training = Training::new(Net::new(&[INPUTS, fitting.hidden, fitting.hidden, OUTPUTS], &mut rng));
    spread(&mut training.net, &mut rng);
    let (mut best, mut least) = (training.net.clone(), f32::INFINITY);
    let mut order: Vec<usize> = (0..train.len()).collect();
    for epoch in 0..fitting.epochs {
        rng.shuffle(&mut order);
        let mut sum = 0.0f64;
        for (number, batch) in order.chunks(BATCH).enumerate() {
            for &index in batch {
                let (history, change) = &train[index];
                sum += f64::from(training.learn(history, |outputs, slope| surprise(outputs, *change, slope)));
            }
            let done = (epoch as f32 + (number * BATCH) as f32 / order.len() as f32) / fitting.epochs as f32;
            // Half a cosine, to nothing: while steps are large, surprise on paths kept back goes up and down.
            let rate = RATE * (0.5 + 0.5 * libm::cosf(done * std::f32::consts::PI));
            training.step(batch.len(), rate, DECAY);
        }
        let held_out = mean_surprise(&training.net, &kept_back);
        watch(epoch, (sum / train.len().max(1) as f64) as f32, held_out);
        if held_out < least {
            (best, least) = (training.net.clone(), held_out);
        }
    }
    Twin { starts: density(paths), net: best }
}

/// The parts of the mixture start apart, from slow to wild, or they would all learn the same.
fn spread(net: &mut Net, rng: &mut Rng) {
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
            let turn = |[x, y]: [f32; 2]| [x, if mirrored { HALF[1] - y } else { y }];
            let mut points = path.as_chunks::<2>().0.iter().map(|point| turn(*point));
            let Some(start) = points.next() else { continue };
            let mut walk = Walk::new(start);
            for to in points {
                all.push((history(&walk), walk.felt(walk.change_to(to))));
                walk.go(to);
            }
        }
    }
    all
}

fn mean_surprise(net: &Net, examples: &[Example]) -> f32 {
    let (mut layers, mut slope) = (vec![], vec![0.0; OUTPUTS]);
    let mut sum = 0.0f64;
    for (history, change) in examples {
        net.forward(history, &mut layers);
        sum += f64::from(surprise(layers.last().map_or(&[][..], Vec::as_slice), *change, &mut slope));
    }
    (sum / examples.len().max(1) as f64) as f32
}

/// Share of starts in each square foot, both halves of the court together, each shared with its neighbours.
fn density(paths: &[Vec<f32>]) -> Vec<f32> {
    let [columns, rows] = GRID;
    let mut counts = vec![0.0f32; columns * rows];
    for [x, y] in paths.iter().filter_map(|path| path.first_chunk::<2>()) {
        let column = (x.max(0.0) as usize).min(columns - 1);
        let row = ((y - HALF[1] / 2.0).abs() as usize).min(rows - 1);
        counts[row * columns + column] += 1.0 / paths.len() as f32;
    }
    // More along the row than between columns: the half-way line is a sharp edge.
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

    /// Straight walks of a foot a step with a little noise.
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
        let mut told = vec![];
        let twin = fit(&walks(150), Fitting { hidden: 24, epochs: 6, seed: 1 }, |_, _, held_out| told.push(held_out));
        assert!(told[5] < told[0], "{told:?}");
        assert!((twin.starts.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        let mut rng = Rng::stream(1, "path", 0);
        let lengths = (0..50).map(|_| {
            let path = twin.path_from([23.5, 25.0], &mut rng);
            libm::hypotf(path[2 * POINTS - 2] - 23.5, path[2 * POINTS - 1] - 25.0)
        });
        let mean = lengths.sum::<f32>() / 50.0;
        assert!((6.0..16.0).contains(&mean), "{mean}");
    }
}
