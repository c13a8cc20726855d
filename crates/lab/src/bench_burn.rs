//! The same MINE step by burn's own tensors and automatic differentiation, on its CPU backend: what our kernels are compared
//! with. Data and minibatches are resident, and one loss is read per stretch.

use std::time::Instant;

use burn::tensor::{Device, Int, Tensor, TensorData};
use engine::nn::{Layers, Mlp, TensorLearner};
use worlds::data::Rng;

const PAIR: usize = 12;
const STYLES: usize = 4;
const ROWS: usize = 8192;
const BATCHES: usize = 50;
const STRETCHES: usize = 5;

/// The data and minibatches of the MINE step that is timed.
struct MineTask {
    /// `[rows, pair]` and `[rows, styles]`.
    pairs: Tensor<2>,
    styles: Tensor<2>,
    /// Places of pairs and of styles for each minibatch, `[2 · batch]`: as they are, then with shuffled styles.
    minibatches: Vec<[Tensor<1, Int>; 2]>,
    batch: usize,
}

impl MineTask {
    fn new(batch: usize, device: &Device) -> Self {
        let mut rng = Rng::stream(7, "burn's step", 0);
        let (mut pairs, mut styles) = (Vec::with_capacity(ROWS * PAIR), vec![0.0f32; ROWS * STYLES]);
        for row in 0..ROWS {
            let style = rng.below(STYLES);
            styles[row * STYLES + style] = 1.0;
            pairs.extend((0..PAIR).map(|column| 2.0 * rng.uniform() - 1.0 + f32::from(u8::from(column == style))));
        }
        let mut draw = || (0..batch).map(|_| rng.below(ROWS) as i32).collect::<Vec<i32>>();
        let places = |places: Vec<i32>| Tensor::<1, Int>::from_data(TensorData::new(places, [2 * batch]), device);
        let mut minibatch = || {
            let (joint, shuffled) = (draw(), draw());
            [places([joint.clone(), joint.clone()].concat()), places([joint, shuffled].concat())]
        };
        Self {
            minibatches: (0..BATCHES).map(|_| minibatch()).collect(),
            pairs: Tensor::from_data(TensorData::new(pairs, [ROWS, PAIR]), device),
            styles: Tensor::from_data(TensorData::new(styles, [ROWS, STYLES]), device),
            batch,
        }
    }

    /// log mean e^T(shuffled) − mean T(as they are).
    fn loss(&self, number: usize, layers: &Layers) -> Tensor<1> {
        let [which, whose] = self.minibatches[number % BATCHES].clone();
        let input = Tensor::cat(vec![self.pairs.clone().select(0, which), self.styles.clone().select(0, whose)], 1);
        let scores = layers.forward(input.reshape([1, 2 * self.batch, PAIR + STYLES]));
        let joint = scores.clone().slice([0..1, 0..self.batch, 0..1]).mean();
        let shuffled = scores.slice([0..1, self.batch..2 * self.batch, 0..1]);
        shuffled.exp().mean().log() - joint
    }
}

/// Milliseconds per step of the fastest stretch of `steps`. A step that does not learn is no step.
pub fn time(hidden: usize, batch: usize, steps: usize) -> Result<f64, String> {
    let device = Device::flex();
    let task = MineTask::new(batch, &device);
    let net = Mlp::new(1, [PAIR + STYLES, hidden, hidden, 1]);
    let mut rng = Rng::stream(8, "burn's step", 0);
    let scale = (2.0 / hidden as f32).sqrt();
    let parameters = (0..net.parameters()).map(|_| scale * rng.normal()).collect();
    let mut learner = TensorLearner::new(net, parameters, &device);
    let (mut best, mut loss, mut done) = (f64::MAX, 0.0, 0);
    for _ in 0..=STRETCHES {
        let (began, mut last) = (Instant::now(), None);
        for _ in 0..steps {
            last = Some(learner.step(1e-3, |layers| task.loss(done, layers)));
            done += 1;
        }
        let last = last.ok_or("a stretch without steps")?;
        loss = pollster::block_on(last.into_scalar_async::<f32>()).map_err(|error| error.to_string())?;
        best = best.min(began.elapsed().as_secs_f64() * 1000.0 / steps as f64);
    }
    if loss < -0.05 { Ok(best) } else { Err(format!("after {done} steps burn's loss is {loss}: it did not learn")) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn burn_learns_the_same_task() {
        let milliseconds = super::time(32, 128, 100).unwrap();
        assert!(milliseconds > 0.0 && milliseconds.is_finite());
    }
}
