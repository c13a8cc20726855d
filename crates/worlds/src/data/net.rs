//! A small fully connected network with ReLU, its gradient and Adam, in plain loops. It serves code that runs without
//! the engine and has to give the same bits everywhere: the generative model of basketball paths, and the classifier
//! that measures realism.

use super::Rng;

#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Units per layer, inputs first.
    pub sizes: Vec<usize>,
    /// Layer after layer: weights `[inputs, outputs]`, then biases `[outputs]`.
    pub parameters: Vec<f32>,
}

impl Net {
    /// He initialisation; the last layer is scaled by 0.1, so that first outputs are near zero.
    pub fn new(sizes: &[usize], rng: &mut Rng) -> Self {
        let mut parameters = Vec::with_capacity(Self::count(sizes));
        for (index, layer) in sizes.windows(2).enumerate() {
            let last = if index + 2 == sizes.len() { 0.1 } else { 1.0 };
            let spread = last * libm::sqrtf(2.0 / layer[0] as f32);
            parameters.extend((0..layer[0] * layer[1]).map(|_| spread * rng.normal()));
            parameters.extend(std::iter::repeat_n(0.0, layer[1]));
        }
        Self { sizes: sizes.to_vec(), parameters }
    }

    pub fn count(sizes: &[usize]) -> usize {
        sizes.windows(2).map(|layer| (layer[0] + 1) * layer[1]).sum()
    }

    /// Writes the activations of every layer to `layers`, inputs first and outputs last. Buffers are reused.
    pub fn forward(&self, input: &[f32], layers: &mut Vec<Vec<f32>>) {
        layers.resize(self.sizes.len(), vec![]);
        layers[0].clear();
        layers[0].extend_from_slice(input);
        let mut rest = self.parameters.as_slice();
        for (index, layer) in self.sizes.windows(2).enumerate() {
            let (weights, tail) = rest.split_at(layer[0] * layer[1]);
            let (biases, tail) = tail.split_at(layer[1]);
            rest = tail;
            let (before, after) = layers.split_at_mut(index + 1);
            let (from, to) = (&before[index], &mut after[0]);
            to.clear();
            to.extend_from_slice(biases);
            for (x, row) in from.iter().zip(weights.chunks_exact(layer[1])) {
                add(to, *x, row);
            }
            if index + 2 < self.sizes.len() {
                to.iter_mut().for_each(|value| *value = value.max(0.0));
            }
        }
    }
}

/// `to += x · row`. Skips x = 0, which is frequent behind a ReLU.
fn add(to: &mut [f32], x: f32, row: &[f32]) {
    if x != 0.0 {
        to.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
    }
}

/// Dot product in eight partial sums, which the compiler vectorizes.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a8, a1), (b8, b1)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0f32; 8];
    for (a, b) in a8.iter().zip(b8) {
        (0..8).for_each(|at| sums[at] += a[at] * b[at]);
    }
    sums.iter().sum::<f32>() + a1.iter().zip(b1).map(|(a, b)| a * b).sum::<f32>()
}

/// Training state of a network: gradients are summed over a batch, then Adam takes a step.
pub struct Training {
    pub net: Net,
    gradient: Vec<f32>,
    /// Adam's first and second moment of each parameter.
    moments: Vec<[f32; 2]>,
    steps: i32,
    layers: Vec<Vec<f32>>,
    /// Gradients with respect to the activations of a layer and of the layer below it.
    deltas: [Vec<f32>; 2],
}

impl Training {
    pub fn new(net: Net) -> Self {
        let count = net.parameters.len();
        let (gradient, moments) = (vec![0.0; count], vec![[0.0; 2]; count]);
        Self { net, gradient, moments, steps: 0, layers: vec![], deltas: [vec![], vec![]] }
    }

    /// Adds the gradient of one example. `loss` reads the outputs, writes its gradient with respect to them and returns
    /// its value.
    pub fn backward(&mut self, input: &[f32], loss: impl FnOnce(&[f32], &mut [f32]) -> f32) -> f32 {
        self.net.forward(input, &mut self.layers);
        let [delta, below] = &mut self.deltas;
        let outputs = &self.layers[self.net.sizes.len() - 1];
        delta.clear();
        delta.resize(outputs.len(), 0.0);
        let value = loss(outputs, delta);
        let mut end = self.net.parameters.len();
        for (index, layer) in self.net.sizes.windows(2).enumerate().rev() {
            let start = end - (layer[0] + 1) * layer[1];
            let weights = &self.net.parameters[start..end - layer[1]];
            let (rows, biases) = self.gradient[start..end].split_at_mut(layer[0] * layer[1]);
            add(biases, 1.0, delta);
            let inputs = &self.layers[index];
            for (x, row) in inputs.iter().zip(rows.chunks_exact_mut(layer[1])) {
                add(row, *x, delta);
            }
            below.clear();
            if index > 0 {
                // The gradient of a ReLU is zero where its output is.
                let gradient = |(x, row): (&f32, &[f32])| if *x > 0.0 { dot(row, delta) } else { 0.0 };
                below.extend(inputs.iter().zip(weights.chunks_exact(layer[1])).map(gradient));
            }
            std::mem::swap(delta, below);
            end = start;
        }
        value
    }

    /// One step of Adam on the mean of the `examples` summed gradients, with decoupled weight decay.
    pub fn step(&mut self, examples: usize, rate: f32, decay: f32) {
        self.steps += 1;
        let mean = 1.0 / examples.max(1) as f32;
        let correct = [1.0 - libm::powf(0.9, self.steps as f32), 1.0 - libm::powf(0.999, self.steps as f32)];
        let all = self.net.parameters.iter_mut().zip(&mut self.gradient).zip(&mut self.moments);
        for ((parameter, sum), [first, second]) in all {
            let gradient = *sum * mean;
            *first += 0.1 * (gradient - *first);
            *second += 0.001 * (gradient * gradient - *second);
            *parameter -=
                rate * (*first / correct[0] / (libm::sqrtf(*second / correct[1]) + 1e-8) + decay * *parameter);
            *sum = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let mut rng = Rng::stream(1, "net", 0);
        let net = Net::new(&[3, 10, 9, 2], &mut rng);
        let input = [0.3, -1.2, 0.7];
        let loss = |outputs: &[f32], gradient: &mut [f32]| {
            gradient.copy_from_slice(&[2.0 * outputs[0], 3.0]);
            outputs[0] * outputs[0] + 3.0 * outputs[1]
        };
        let mut training = Training::new(net.clone());
        training.backward(&input, loss);
        for at in (0..net.parameters.len()).step_by(7) {
            let value = |by: f32| {
                let mut other = Training::new(net.clone());
                other.net.parameters[at] += by;
                other.backward(&input, loss)
            };
            let expected = (value(1e-2) - value(-1e-2)) / 2e-2;
            let found = training.gradient[at];
            assert!((expected - found).abs() < 1e-2 + 0.02 * expected.abs(), "{at}: {found} and {expected}");
        }
    }

    #[test]
    fn it_learns_a_curve() {
        let mut rng = Rng::stream(2, "net", 0);
        let mut training = Training::new(Net::new(&[1, 32, 32, 1], &mut rng));
        let mut worst = 0.0f32;
        for step in 0..3000 {
            for _ in 0..16 {
                let x = 4.0 * rng.uniform() - 2.0;
                let error = training.backward(&[x], |outputs, gradient| {
                    gradient[0] = outputs[0] - libm::sinf(x);
                    gradient[0].abs()
                });
                worst = if step < 2900 { 0.0 } else { worst.max(error) };
            }
            training.step(16, 3e-3, 0.0);
        }
        assert!(worst < 0.2, "{worst}");
    }
}
