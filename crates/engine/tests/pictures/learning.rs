//! Gradients of networks that see against finite differences, and their training against burn's automatic differentiation.

use std::sync::Arc;

use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::module::conv2d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device as BurnDevice, Tensor, TensorData};
use engine::nn::{Device, Learner, LearningRate, Loss, Members, Mlp, Objective, Order, Rows};
use worlds::data::{ActionKind, Demos, PictureStack, Pictures, Rng, Trajectory};

const STYLES: usize = 3;
const ACTIONS: usize = 2;
const BATCH: usize = 12;
const RATE: f32 = 1e-3;
/// What networks multiply features by.
const FEATURE_SCALE: f32 = 0.1;
/// The second layer's patches overlap.
const STACK: PictureStack = PictureStack { width: 21, height: 24, depth: 2 };
/// Numbers of an observation beside its pictures.
const REST: usize = 1;

/// Random pictures; each row names two of them and has one number more.
fn rows() -> Rows {
    let mut rng = Rng::stream(5, "pictures", 0);
    let pixels = (0..40 * STACK.area()).map(|_| rng.below(256) as u8).collect();
    let path = |style: usize| Trajectory {
        style,
        observations: (0..20).flat_map(|at| [(at + style) as f32, (at * 2 % 40) as f32, at as f32 / 10.0]).collect(),
        actions: (0..20).flat_map(|at| if (at + style).is_multiple_of(3) { [1.0, 0.0] } else { [0.0, 1.0] }).collect(),
        xy: vec![0.0; 40],
        ..Trajectory::default()
    };
    let demos = Demos {
        observation_size: STACK.depth + REST,
        action_size: ACTIONS,
        action_kind: ActionKind::Discrete,
        styles: STYLES,
        trajectories: (0..STYLES).map(path).collect(),
        pictures: Some(Arc::new(Pictures::new(STACK, pixels))),
        ..Demos::default()
    };
    Rows::new(&[(1, Arc::new(demos))], &Device::Cpu)
}

fn objective(loss: Loss, rows: &Rows) -> Objective {
    let inputs = if loss == Loss::Sampled { 0..rows.columns.width() } else { rows.columns.pair() };
    Objective::new(loss, inputs, 0..STYLES)
}

fn learner(loss: Loss, rows: &Rows) -> Learner {
    let objective = objective(loss, rows);
    let outputs = loss.outputs(STYLES);
    let net = Mlp::new(1, [objective.inputs.len(), 8, outputs]).seeing(rows.columns.encoder(&objective.inputs));
    Learner::new(net, objective, "pictures", BATCH, rows)
}

fn order(loss: Loss, rows: &Rows, epoch: u64) -> Order {
    Members::One.order(rows, BATCH, "pictures", epoch, loss == Loss::Sampled)
}

/// The loss of one batch, and its gradient.
fn evaluate(loss: Loss, rows: &Rows, nudged: Option<(usize, f32)>) -> (f32, Vec<f32>) {
    let mut learner = learner(loss, rows);
    if let Some((index, by)) = nudged {
        learner.state.parameters[index] += by;
    }
    // At a learning rate of zero parameters stay, and Adam's first moment is a tenth of the gradient.
    learner.step(rows, &order(loss, rows, 0), 0, LearningRate::constant(0.0));
    (learner.state.losses[0], learner.state.first_moments.iter().map(|moment| 10.0 * moment).collect())
}

#[test]
fn gradients_equal_finite_differences() {
    const NUDGE: f32 = 1e-3;
    let rows = rows();
    for loss in [Loss::Categorical, Loss::Sampled] {
        let (_, gradient) = evaluate(loss, &rows, None);
        // Some parameters of every layer.
        let some: Vec<usize> = (0..gradient.len()).step_by(41).collect();
        let difference = |index: &usize| {
            let [above, below] = [NUDGE, -NUDGE].map(|by| evaluate(loss, &rows, Some((*index, by))).0);
            (above - below) / (2.0 * NUDGE)
        };
        let expected: Vec<f32> = some.iter().map(difference).collect();
        let found: Vec<f32> = some.iter().map(|index| gradient[*index]).collect();
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let cosine = dot(&found, &expected) / (dot(&found, &found) * dot(&expected, &expected)).sqrt();
        let ratio = (dot(&found, &found) / dot(&expected, &expected)).sqrt();
        // Where a ReLU of one of many positions switches within the nudge, the difference lies between both gradients.
        assert!(cosine > 0.998 && (ratio - 1.0).abs() < 0.01, "{loss:?}: cosine {cosine}, lengths {ratio}");
    }
}

/// The parameters of a network as leaves: weights and biases of each layer.
fn leaves(net: &Mlp, parameters: &[f32]) -> Vec<Tensor<2>> {
    let convolutions = net.encoder.unwrap().convolutions().map(|layer| layer.layer());
    let cut = |at: usize, shape: [usize; 2]| {
        let values = parameters[at..at + shape[0] * shape[1]].to_vec();
        Tensor::from_data(TensorData::new(values, shape), &BurnDevice::flex()).autodiff().require_grad()
    };
    let layers = convolutions.into_iter().chain(net.layers());
    layers.flat_map(|l| [cut(l.at, [l.inputs, l.outputs]), cut(l.biases_at(), [1, l.outputs])]).collect()
}

/// Outputs for rows of inputs by burn's convolutions over what moves.
fn forward(net: &Mlp, leaves: &[Tensor<2>], rows: &Rows, inputs: &[Vec<f32>]) -> Tensor<2> {
    let encoder = net.encoder.unwrap();
    let (at, depth, count) = (encoder.at, encoder.stack.depth, inputs.len());
    let mut stacks = vec![0.0; count * encoder.stack.pixels()];
    for (row, stack) in inputs.iter().zip(stacks.chunks_exact_mut(encoder.stack.pixels())) {
        rows.pictures.as_ref().unwrap().look(&row[at..at + depth], stack);
    }
    let shape = [count, encoder.stack.height, encoder.stack.width, depth];
    let stacks: Tensor<4> = Tensor::from_data(TensorData::new(stacks, shape), &BurnDevice::flex());
    // What moves: each picture minus the one before it; of the oldest nothing.
    let (newer, older) = (stacks.clone().narrow(3, 0, depth - 1), stacks.clone().narrow(3, 1, depth - 1));
    let oldest = stacks.narrow(3, depth - 1, 1).zeros_like();
    let mut hidden = Tensor::cat(vec![newer - older, oldest], 3).autodiff().permute([0, 3, 1, 2]);
    for (layer, parts) in encoder.convolutions().iter().zip(leaves.chunks(2)) {
        let weights = parts[0].clone().reshape([layer.kernel, layer.kernel, layer.channels, layer.filters]);
        let biases = parts[1].clone().reshape([layer.filters]);
        let options = ConvOptions::new([layer.stride; 2], [0; 2], [1; 2], 1);
        hidden = relu(conv2d(hidden, weights.permute([3, 2, 0, 1]), Some(biases), options));
    }
    let features: Tensor<2> = hidden.permute([0, 2, 3, 1]).reshape([count, encoder.features()]) * FEATURE_SCALE;
    let part = |range: std::ops::Range<usize>| {
        let values: Vec<f32> = inputs.iter().flat_map(|row| row[range.clone()].to_vec()).collect();
        Tensor::<2>::from_data(TensorData::new(values, [count, range.len()]), &BurnDevice::flex()).autodiff()
    };
    let rest = part(at + depth..net.row_inputs());
    let parts = if at > 0 { vec![part(0..at), features, rest] } else { vec![features, rest] };
    let dense = &leaves[4..];
    let mut hidden = Tensor::cat(parts, 1);
    for (index, layer) in dense.chunks(2).enumerate() {
        hidden = hidden.matmul(layer[0].clone()) + layer[1].clone();
        if 2 * (index + 1) < dense.len() {
            hidden = relu(hidden);
        }
    }
    hidden
}

/// The loss of a batch and its gradient by burn.
fn reference(loss: Loss, net: &Mlp, parameters: &[f32], rows: &Rows, order: &Order) -> (f32, Vec<f32>) {
    let leaves = leaves(net, parameters);
    let columns = objective(loss, rows).inputs;
    let of_batch = || order.rows[order.span(0, 0)].iter().map(|row| rows.row(*row as usize));
    let inputs: Vec<Vec<f32>> = of_batch().map(|row| row[columns.clone()].to_vec()).collect();
    let outputs = forward(net, &leaves, rows, &inputs);
    let loss = match loss {
        Loss::Sampled => {
            let drawn = inputs.iter().zip(&order.drawn[order.span(0, 0)]).map(|(row, style)| {
                let mut row = row.clone();
                row[..STYLES].fill(0.0);
                row[*style as usize] = 1.0;
                row
            });
            let drawn = forward(net, &leaves, rows, &drawn.collect::<Vec<_>>());
            drawn.exp().mean().log() - outputs.mean()
        }
        _ => {
            let labels: Vec<f32> = of_batch().flat_map(|row| row[..STYLES].to_vec()).collect();
            let labels = Tensor::<2>::from_data(TensorData::new(labels, [BATCH, STYLES]), &BurnDevice::flex());
            (log_softmax(outputs, 1) * labels.autodiff() * -1.0).sum_dim(1).mean()
        }
    };
    let mut gradients = loss.backward();
    let numbers = |leaf: &Tensor<2>| leaf.grad_remove(&mut gradients).unwrap().into_data().try_to_vec::<f32>().unwrap();
    let gradient = leaves.iter().flat_map(numbers).collect();
    (loss.inner().into_data().try_to_vec::<f32>().unwrap()[0], gradient)
}

#[test]
fn training_agrees_with_automatic_differentiation() {
    let rows = rows();
    for loss in [Loss::Categorical, Loss::Sampled] {
        let mut ours = learner(loss, &rows);
        let mut theirs = ours.state.parameters.clone();
        let (start, size) = (theirs.clone(), theirs.len());
        let (mut first, mut second) = (vec![0.0f32; size], vec![0.0f32; size]);
        for step in 0..20 {
            let order = order(loss, &rows, step);
            let (expected, gradient) = reference(loss, &ours.net, &theirs, &rows, &order);
            ours.step(&rows, &order, 0, LearningRate::constant(RATE));
            let found = ours.take_losses()[0];
            assert!((found - expected).abs() < 2e-4, "{loss:?}, step {step}: {found} instead of {expected}");
            if step == 0 {
                let largest = gradient.iter().fold(0.0f32, |most, x| most.max(x.abs()));
                let pairs = ours.state.first_moments.iter().zip(&gradient);
                let off = pairs.map(|(moment, g)| (10.0 * moment - g).abs()).fold(0.0, f32::max) / largest;
                assert!(off < 1e-4, "{loss:?}: gradients are off by {off:e}");
            }
            let corrections = [0.9f32, 0.999].map(|beta| 1.0 - beta.powi(step as i32 + 1));
            for index in 0..size {
                first[index] = 0.9 * first[index] + 0.1 * gradient[index];
                second[index] = 0.999 * second[index] + 0.001 * gradient[index] * gradient[index];
                let scale = (second[index] / corrections[1]).sqrt() + 1e-8;
                theirs[index] -= RATE * first[index] / corrections[0] / scale;
            }
        }
        let distance = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
        let apart = distance(&ours.state.parameters, &theirs) / distance(&start, &theirs);
        assert!(apart < 0.05, "{loss:?}: parameters differ by {apart:e} of how far they moved");
    }
}
