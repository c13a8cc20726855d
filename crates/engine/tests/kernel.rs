//! The CPU kernels against burn's automatic differentiation: the same gradients, and the same networks after 200 steps,
//! for every loss and every shape in use. The WebGPU kernels against the CPU's, for every loss, and for the recurrent
//! autoencoder with every head: the comparison of `engine::probe`, which `tests/browser/kernels.rs` makes in a browser.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

use std::io::Write;
use std::sync::Arc;

use burn::tensor::{Device as BurnDevice, Int, Tensor, TensorData, activation::log_softmax};
use engine::nn::{
    Device, Gpu, Layers, Learner, LearningRate, Loss, Members, Mlp, Objective, Order, Rows, TensorLearner,
};
use engine::probe::{
    Difference, HEADS, LOSSES as WEBGPU_LOSSES, PathWorkload, Tolerance, Workload, compare_paths, compare_steps,
};
use worlds::data::{ActionKind, Demos, Rng, Trajectory};

const STYLES: usize = 4;
const OBSERVATION: usize = 10;
const ACTION: usize = 2;
/// (hidden, batch): the paper's shape, wide ones, and ones that need padding.
const SHAPES: [(usize, usize); 5] = [(32, 128), (64, 512), (128, 128), (8, 16), (24, 48)];

fn demos(seed: u64) -> Demos {
    let mut rng = Rng::stream(seed, "kernel test", 0);
    let mut path = |style: usize| {
        let steps = 800;
        // Styles differ in their observations and actions, so there is something to learn.
        let mut normal = |count: usize| (0..count).map(|_| rng.normal() + 0.3 * style as f32).collect::<Vec<f32>>();
        Trajectory {
            style,
            followed: vec![],
            held_out: false,
            observations: normal(steps * OBSERVATION),
            actions: normal(steps * ACTION),
            xy: vec![0.0; steps * 2],
        }
    };
    let trajectories = (0..STYLES).map(&mut path).collect();
    Demos {
        observation_size: OBSERVATION,
        action_size: ACTION,
        action_kind: ActionKind::Continuous,
        styles: STYLES,
        trajectories,
        ..Demos::default()
    }
}

struct Case {
    rows: Rows,
    net: Mlp,
    objective: Objective,
    weights: Option<Vec<f32>>,
    members: Members,
}

fn case(loss: Loss, hidden: usize, seeds: &[u64], separate: bool) -> Case {
    let all: Vec<_> = seeds.iter().map(|seed| (*seed, Arc::new(demos(*seed)))).collect();
    let rows = Rows::new(&all, &Device::Cpu);
    let columns = rows.columns;
    let (inputs, targets) = match loss {
        Loss::Gaussian | Loss::Mixture { .. } => (columns.styled_state(), columns.actions()),
        Loss::Categorical | Loss::Exact => (columns.pair(), 0..STYLES),
        Loss::Sampled => (0..columns.width(), 0..STYLES),
    };
    let outputs = loss.outputs(targets.len());
    let members = if separate { Members::OnePerStyle } else { Members::One };
    let net = Mlp::new(seeds.len() * members.count(STYLES), [inputs.len(), hidden, hidden, outputs]);
    let log_prior = rows.splits.iter().flat_map(|p| p.prior.iter().map(|p| p.ln()).collect::<Vec<_>>()).collect();
    let mut rng = Rng::stream(5, "weights", 0);
    // Critics have weights only where label noise is estimated; here those of several seeds.
    let weighted = !matches!(loss, Loss::Sampled | Loss::Exact) || seeds.len() > 1;
    let weights = weighted.then(|| (0..rows.count()).map(|_| 2.0 * rng.uniform()).collect());
    Case { objective: Objective { log_prior, ..Objective::new(loss, inputs, targets) }, rows, net, weights, members }
}

/// The rows of one batch: `[members, batch, columns]`.
fn gather(case: &Case, order: &Order, index: usize, columns: std::ops::Range<usize>) -> Tensor<3> {
    let (count, width) = (case.net.members, case.rows.columns.width());
    let table: Tensor<2> =
        Tensor::from_data(TensorData::new(case.rows.values.to_vec(), [case.rows.count(), width]), &BurnDevice::flex());
    let at: Vec<i32> =
        (0..count).flat_map(|member| &order.rows[order.span(index, member)]).map(|row| *row as i32).collect();
    let places = at.len();
    let at: Tensor<1, Int> = Tensor::from_data(TensorData::new(at, [places]), &BurnDevice::flex());
    table.select(0, at).reshape([count, order.batch, width]).slice([0..count, 0..order.batch, columns])
}

fn floats(values: Vec<f32>, shape: [usize; 3]) -> Tensor<3> {
    Tensor::from_data(TensorData::new(values, shape), &BurnDevice::flex())
}

/// The loss in tensors, summed over members; `average` is the log of MINE's moving average, `[members]`.
fn reference(case: &Case, order: &Order, index: usize, layers: &Layers, average: Option<&[f32]>) -> Tensor<1> {
    let (members, batch) = (case.net.members, order.batch);
    let inputs = gather(case, order, index, case.objective.inputs.clone());
    let targets = gather(case, order, index, case.objective.targets.clone());
    let weights = case.weights.as_ref().map(|all| {
        let of_row = |member: usize| order.rows[order.span(index, member)].iter().map(|row| all[*row as usize]);
        floats((0..members).flat_map(of_row).collect(), [members, batch, 1])
    });
    let weigh = |each: Tensor<3>| match &weights {
        Some(weights) => (each * weights.clone()).mean() * members as f32,
        None => each.mean() * members as f32,
    };
    // log of the mean of w Σ e^x over all but the first dimension: [members].
    let log_mean = |x: Tensor<3>| {
        let each = x.exp().sum_dim(2);
        let each = weights.clone().map_or(each.clone(), |weights| each * weights);
        (each.sum_dim(1) / batch as f32).log().reshape([members])
    };
    let second = |log_mean: Tensor<1>| match average {
        None => log_mean.sum(),
        Some(known) => {
            let known = Tensor::from_data(TensorData::new(known.to_vec(), [members]), &BurnDevice::flex());
            (log_mean - known).exp().sum()
        }
    };
    match case.objective.loss {
        Loss::Gaussian => {
            let outputs = layers.forward(inputs);
            let part = |range: std::ops::Range<usize>| outputs.clone().slice([0..members, 0..batch, range]);
            let log_sigma = part(ACTION..2 * ACTION).clamp(-4.0, 1.0);
            let deviation = (targets - part(0..ACTION)) * (-log_sigma.clone()).exp();
            let each = deviation.clone() * deviation * 0.5 + log_sigma + 0.918_938_5;
            weigh(each.sum_dim(2))
        }
        Loss::Mixture { parts } => {
            let outputs = layers.forward(inputs);
            let columns = |range: std::ops::Range<usize>| outputs.clone().slice([0..members, 0..batch, range]);
            let part = |part: usize| {
                let at = parts + 2 * ACTION * part;
                let log_sigma = columns(at + ACTION..at + 2 * ACTION).clamp(-4.0, 1.0);
                let deviation = (targets.clone() - columns(at..at + ACTION)) * (-log_sigma.clone()).exp();
                let each = deviation.clone() * deviation * -0.5 - log_sigma - 0.918_938_5;
                each.sum_dim(2)
            };
            let densities = Tensor::cat((0..parts).map(part).collect(), 2);
            let joint = log_softmax(columns(0..parts), 2) + densities;
            weigh(joint.exp().sum_dim(2).log() * -1.0)
        }
        Loss::Categorical => weigh((log_softmax(layers.forward(inputs), 2) * targets * -1.0).sum_dim(2)),
        Loss::Exact => {
            let scores = layers.forward(inputs);
            let log_prior = floats(case.objective.log_prior.clone(), [members, 1, STYLES]);
            let joint = weigh((scores.clone() * targets).sum_dim(2));
            second(log_mean(scores + log_prior)) - joint
        }
        Loss::Sampled => {
            let hot = |member: usize| order.drawn[order.span(index, member)].iter().flat_map(|z| one_hot(*z));
            let drawn = floats((0..members).flat_map(hot).collect(), [members, batch, STYLES]);
            let pairs = inputs.clone().slice([0..members, 0..batch, STYLES..STYLES + OBSERVATION + ACTION]);
            let joint = weigh(layers.forward(inputs));
            second(log_mean(layers.forward(Tensor::cat(vec![drawn, pairs], 2)))) - joint
        }
    }
}

fn one_hot(style: u32) -> Vec<f32> {
    (0..STYLES as u32).map(|z| f32::from(u8::from(z == style))).collect()
}

fn order(case: &Case, batch: usize, epoch: u64) -> Order {
    case.members.order(&case.rows, batch, "kernel test", epoch, case.objective.marginal())
}

fn learners(case: &Case, batch: usize) -> (Learner, TensorLearner) {
    let mut ours = Learner::new(case.net.clone(), case.objective.clone(), "kernel test", batch, &case.rows);
    if let Some(weights) = &case.weights {
        ours.set_weights(weights.clone());
    }
    let theirs = TensorLearner::new(case.net.clone(), ours.state.parameters.clone(), &BurnDevice::flex());
    (ours, theirs)
}

fn numbers(tensor: Tensor<2>) -> Vec<f32> {
    tensor.into_data().try_to_vec::<f32>().unwrap()
}

/// The largest difference, relative to the largest of the expected numbers.
fn difference(ours: &[f32], theirs: &[f32]) -> f32 {
    assert_eq!(ours.len(), theirs.len());
    let largest = theirs.iter().fold(1e-6f32, |most, x| most.max(x.abs()));
    ours.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) / largest
}

const LOSSES: [Loss; 5] = [Loss::Gaussian, Loss::Mixture { parts: 4 }, Loss::Categorical, Loss::Sampled, Loss::Exact];

#[test]
fn gradients_agree_with_automatic_differentiation() {
    for loss in LOSSES {
        for (hidden, batch) in SHAPES {
            for (seeds, separate) in [(vec![1], false), (vec![1, 2, 3], false), (vec![1], true)] {
                if separate && loss != Loss::Gaussian {
                    continue;
                }
                let case = case(loss, hidden, &seeds, separate);
                let (mut ours, theirs) = learners(&case, batch);
                let order = order(&case, batch, 0);
                let (_, gradient) = theirs.gradient(|layers| reference(&case, &order, 0, layers, None));
                ours.step(&case.rows, &order, 0, LearningRate::constant(1e-3));
                // After one step the first moment is a tenth of the gradient.
                let found: Vec<f32> = ours.state.first_moments.iter().map(|m| m * 10.0).collect();
                let difference = difference(&found, &numbers(gradient));
                // Two large terms nearly cancel, and leave their rounding errors.
                let allowed = if matches!(loss, Loss::Sampled | Loss::Exact) { 2e-4 } else { 2e-5 };
                assert!(difference < allowed, "{loss:?} {hidden} {batch} {seeds:?}: off by {difference:e}");
            }
        }
    }
}

/// The distance between the parameters of two networks, relative to how far they moved from their common `start`.
fn relative_distance(start: &[f32], ours: &[f32], theirs: &[f32]) -> f32 {
    let distance = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
    distance(ours, theirs) / distance(start, theirs)
}

/// Adam takes full steps also where a gradient is rounding error alone (the weights of a dead unit, the constant of a score
/// in Donsker and Varadhan's bound), so single parameters may differ while the networks do not. Hence the comparison of the
/// parameters as a whole, and of the loss of every step.
#[test]
fn two_hundred_steps_agree_with_automatic_differentiation() {
    for loss in LOSSES {
        for (hidden, batch) in SHAPES {
            let case = case(loss, hidden, &[1], false);
            let (mut ours, mut theirs) = learners(&case, batch);
            let start = ours.state.parameters.clone();
            let batches = case.members.batches(&case.rows, batch);
            let mut worst = 0.0f32;
            for step in 0..200 {
                let order = order(&case, batch, (step / batches) as u64);
                let index = step % batches;
                ours.step(&case.rows, &order, index, LearningRate::constant(1e-3));
                let expected = theirs.step(1e-3, |layers| reference(&case, &order, index, layers, None));
                let expected = expected.into_data().try_to_vec::<f32>().unwrap()[0];
                worst = worst.max((ours.take_losses()[0] - expected).abs() / expected.abs().max(0.1));
            }
            let distance = relative_distance(&start, &ours.state.parameters, &numbers(theirs.parameters));
            // The bound is a small difference of two terms; below 0.1 nats, differences are relative to 0.1.
            let allowed = if matches!(loss, Loss::Sampled | Loss::Exact) { 2e-2 } else { 5e-3 };
            assert!(worst < allowed, "{loss:?} {hidden} {batch}: losses differ by {worst:e}");
            assert!(distance < 0.1, "{loss:?} {hidden} {batch}: parameters differ by {distance:e}");
        }
    }
}

#[test]
fn the_moving_average_of_mine_agrees_too() {
    for loss in [Loss::Sampled, Loss::Exact] {
        let mut case = case(loss, 32, &[1, 2], false);
        case.objective.moving_average = true;
        let (mut ours, mut theirs) = learners(&case, 64);
        for step in 0..20 {
            let order = order(&case, 64, step);
            let average = ours.state.log_averages.clone();
            ours.step(&case.rows, &order, 0, LearningRate::constant(1e-3));
            theirs.step(1e-3, |layers| reference(&case, &order, 0, layers, Some(&average)));
        }
        assert!(ours.state.log_averages.iter().all(|average| *average != 0.0));
        let difference = difference(&ours.state.parameters, &numbers(theirs.parameters));
        assert!(difference < 1e-4, "{loss:?}: off by {difference:e}");
    }
}

#[test]
fn gradient_norms_are_limited() {
    let mut case = case(Loss::Gaussian, 16, &[1], false);
    let norm = |case: &Case| {
        let (mut ours, _) = learners(case, 32);
        ours.step(&case.rows, &order(case, 32, 0), 0, LearningRate::constant(1e-3));
        ours.state.first_moments.iter().map(|m| m * m * 100.0).sum::<f32>().sqrt()
    };
    let free = norm(&case);
    case.objective.clip = Some(free / 3.0);
    assert!((norm(&case) - free / 3.0).abs() < 1e-3 * free);
    case.objective.clip = Some(free * 3.0);
    assert!((norm(&case) - free).abs() < 1e-4 * free, "a norm below the limit does not change");
}

#[test]
fn a_seed_learns_the_same_alone_and_among_others() {
    for loss in LOSSES {
        let (alone, among) = (case(loss, 32, &[2], false), case(loss, 32, &[1, 2, 3], false));
        let run = |case: &Case| {
            let mut ours = Learner::new(case.net.clone(), case.objective.clone(), "kernel test", 64, &case.rows);
            (0..20).for_each(|step| ours.step(&case.rows, &order(case, 64, step), 0, LearningRate::constant(1e-3)));
            ours
        };
        assert_eq!(run(&alone).member(0), run(&among).member(1), "{loss:?}");
    }
}

/// The machine's adapter. Where there is none, prints why the test is skipped: straight to stderr, since `println!` is shown
/// for failed tests only.
fn adapter() -> Option<Gpu> {
    let skip = |reason: &String| {
        let line = format!("Skipped, because WebGPU found no adapter on this machine: {reason}\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    };
    Gpu::native().inspect_err(skip).ok()
}

fn check(name: &str, shape: impl std::fmt::Debug, difference: Result<Difference, String>, tolerance: Tolerance) {
    let difference = difference.unwrap();
    println!("{name}, {shape:?}: {difference:?}");
    assert!(tolerance.allows(&difference), "{name}, {shape:?}: {difference:?}");
}

/// With workgroups as on a graphics card, and once with the adapter's own, which the browser compares for every loss and in
/// more shapes: a software adapter takes most of the time to compile kernels, for wide layers a minute each.
#[test]
fn webgpu_learns_what_the_cpu_learns() {
    let Some(gpu) = adapter() else { return };
    let card = Device::WebGpu(gpu.with_card_workgroups());
    let own = Device::WebGpu(gpu);
    let cases = WEBGPU_LOSSES.iter().map(|loss| (&card, loss)).chain([(&own, &WEBGPU_LOSSES[0])]);
    for (webgpu, &(name, loss, clip)) in cases {
        let workload = Workload { rows: 4000, ..Workload::new(24, 48) };
        let difference = pollster::block_on(compare_steps([&Device::Cpu, webgpu], (loss, clip), workload, 20));
        check(name, workload, difference, Tolerance::STEPS);
    }
}

/// With workgroups of a graphics card, which have more threads than a layer has columns, or fewer, and once with the adapter's
/// own.
#[test]
fn recurrent_kernels_on_webgpu_learn_what_the_cpu_learns() {
    let Some(gpu) = adapter() else { return };
    let card = Device::WebGpu(gpu.with_card_workgroups());
    let own = Device::WebGpu(gpu);
    let cases = HEADS.iter().map(|head| (&card, 40, head)).chain([(&own, 16, &HEADS[0])]);
    for (webgpu, hidden, &(name, kind, parts)) in cases {
        let workload = PathWorkload { hidden, windows: 6, window: 10, latent: 3, seeds: 2 };
        let difference = pollster::block_on(compare_paths([&Device::Cpu, webgpu], workload, (kind, parts), 5));
        check(name, workload, difference, Tolerance::PATHS);
    }
}
