//! The bound against its formula, and its gradient against finite differences.

use std::sync::Arc;

use super::*;
use crate::methods::policy::{self, Fit};
use crate::nn::{Device, Gradients};
use crate::rollout::{RecurrentState, StyleRequest};
use worlds::data::{ActionKind, Demos, Rng, Trajectory};

/// Half the step of a finite difference.
const NUDGE: f32 = 4e-3;
const WEIGHT: f32 = 0.7;

/// Paths of unequal length, so that some windows end early.
fn rows(action_kind: ActionKind) -> Rows {
    let mut rng = Rng::stream(5, "ctvae test", 0);
    let mut path = |style: usize, steps: usize, held_out: bool| {
        let mut normal = |count: usize| (0..count).map(|_| rng.normal()).collect::<Vec<f32>>();
        let mut actions = normal(steps * 2);
        if action_kind == ActionKind::Discrete {
            for pair in actions.chunks_mut(2) {
                let first = pair[0] > 0.0;
                pair.copy_from_slice(&[f32::from(u8::from(first)), f32::from(u8::from(!first))]);
            }
        }
        let observations = normal(steps * 3);
        Trajectory { style, followed: vec![], held_out, observations, actions, xy: vec![0.0; steps * 2] }
    };
    let trajectories =
        vec![path(0, 7, false), path(1, 12, false), path(2, 5, false), path(1, 9, false), path(0, 8, true)];
    let all = Demos { action_kind, styles: 3, trajectories, ..Demos::default() };
    let demos = Demos { observation_size: 3, action_size: 2, ..all };
    Rows::new(&[(1, Arc::new(demos))], &Device::Cpu)
}

struct Case {
    rows: Rows,
    network: PathNet,
    elbo: Elbo,
    parameters: Vec<f32>,
    windows: Vec<Range<usize>>,
}

fn case(action_kind: ActionKind, parts: usize) -> Case {
    let rows = rows(action_kind);
    let head = Head::of(rows.columns, parts);
    let network = PathNet::new(rows.columns, head, 2, 8);
    let windows = Windows::of(&rows, 6).remove(0).train;
    let elbo = Elbo::new(&network, head, windows.len(), 6);
    // Larger than they begin, so that every gate and the latent matter.
    let parameters = network.init(&[3]).iter().map(|value| 1.5 * value).collect();
    Case { rows, network, elbo, parameters, windows }
}

impl Case {
    /// The mean bound of a window, with the same noise every time.
    fn loss(&mut self, parameters: &[f32]) -> f64 {
        let mut noise = Rng::stream(2, "ctvae test noise", 0);
        let bound = self.elbo.evaluate(parameters, &self.rows, &self.windows, &mut noise);
        f64::from(bound.reconstruction + WEIGHT * bound.kl) / self.windows.len() as f64
    }

    fn gradient(&mut self) -> Vec<f32> {
        let mut noise = Rng::stream(2, "ctvae test noise", 0);
        self.elbo.evaluate_with_gradient(&self.parameters, &self.rows, &self.windows, &mut noise, WEIGHT);
        let mut gradient = vec![f32::NAN; self.network.parameters()];
        self.elbo.for_each(|at, row| gradient[at..at + row.len()].copy_from_slice(row));
        gradient
    }
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    let kinds = [(ActionKind::Continuous, 1), (ActionKind::Continuous, 3), (ActionKind::Discrete, 1)];
    for (kind, parts) in kinds {
        let mut case = case(kind, parts);
        let gradient = case.gradient();
        let (mut dot, mut own, mut other, mut wrong) = (0.0f64, 0.0f64, 0.0f64, 0);
        for index in 0..gradient.len() {
            let [above, below] = [NUDGE, -NUDGE].map(|by| {
                let mut nudged = case.parameters.clone();
                nudged[index] += by;
                case.loss(&nudged)
            });
            let (numeric, gradient) = ((above - below) / f64::from(2.0 * NUDGE), f64::from(gradient[index]));
            dot += numeric * gradient;
            own += gradient * gradient;
            other += numeric * numeric;
            wrong += usize::from((numeric - gradient).abs() > 0.01 + 0.03 * numeric.abs());
        }
        let cosine = dot / (own * other).sqrt();
        // A unit of ReLU that switches within the nudge has a derivative between its two.
        assert!(wrong * 25 <= gradient.len(), "{kind:?}, {parts}: {wrong} of {} slopes differ", gradient.len());
        assert!(cosine > 0.999 && own > 1e-3, "{kind:?}, {parts}: the angle's cosine is {cosine}");
    }
}

#[test]
fn the_bound_is_what_its_formula_says() {
    let mut case = case(ActionKind::Continuous, 1);
    let (rows, network) = (&case.rows, &case.network);
    let mut noise = Rng::stream(2, "ctvae test noise", 0);
    let mut expected = Bound::default();
    for window in &case.windows {
        let (forth, back) =
            (read(rows, network, &case.parameters, window, false), read(rows, network, &case.parameters, window, true));
        let style = &rows.row(window.start)[..3];
        let summary: Vec<f32> = forth.iter().chain(&back).chain(style).copied().collect();
        let out = mlp(&network.posterior, &case.parameters, &summary);
        let (means, log_variances) = out.split_at(2);
        let latent: Vec<f32> =
            means.iter().zip(log_variances).map(|(m, v)| m + (0.5 * v).exp() * noise.normal()).collect();
        let kl = means.iter().zip(log_variances).map(|(m, v)| 0.5 * (m * m + v.exp() - 1.0 - v)).sum::<f32>();
        let mut state = vec![0.0; 8];
        for row in window.clone() {
            let seen: Vec<f32> = rows.row(row)[..6].iter().chain(&latent).copied().collect();
            gru(network.memory, &case.parameters, &seen, &mut state);
            let input: Vec<f32> = seen.iter().chain(&state).copied().collect();
            let outputs = mlp(&network.policy, &case.parameters, &input);
            expected.reconstruction += Head::Gaussian { size: 2 }.nll(&outputs, &rows.row(row)[6..]);
        }
        expected.kl += kl;
    }
    let mut noise = Rng::stream(2, "ctvae test noise", 0);
    let bound = case.elbo.evaluate(&case.parameters, &case.rows, &case.windows, &mut noise);
    assert!((bound.reconstruction / expected.reconstruction - 1.0).abs() < 1e-4, "{bound:?} against {expected:?}");
    assert!((bound.kl / expected.kl - 1.0).abs() < 1e-4, "{bound:?} against {expected:?}");
    assert_eq!((bound.pairs, bound.windows), (33, 7));
}

/// The mean state over a window, read from either end: the formula, without optimisation.
fn read(rows: &Rows, network: &PathNet, parameters: &[f32], window: &Range<usize>, back: bool) -> Vec<f32> {
    let (mut state, mut mean) = (vec![0.0; 8], vec![0.0; 8]);
    let mut order: Vec<usize> = window.clone().collect();
    if back {
        order.reverse();
    }
    for row in order {
        gru(
            if back { network.backward_encoder } else { network.forward_encoder },
            parameters,
            &rows.row(row)[3..],
            &mut state,
        );
        mean.iter_mut().zip(&state).for_each(|(sum, value)| *sum += value / window.len() as f32);
    }
    mean
}

fn linear(layer: crate::nn::Layer, parameters: &[f32], x: &[f32]) -> Vec<f32> {
    let weight = |i: usize, o: usize| parameters[layer.at + i * layer.outputs + o];
    let sum = |o: usize| x.iter().enumerate().map(|(i, x)| x * weight(i, o)).sum::<f32>();
    (0..layer.outputs).map(|o| parameters[layer.biases_at() + o] + sum(o)).collect()
}

fn gru(shape: crate::nn::GruShape, parameters: &[f32], x: &[f32], state: &mut [f32]) {
    let [seen, kept] = shape.layers();
    let (seen, kept) = (linear(seen, parameters, x), linear(kept, parameters, state));
    let (hidden, sigmoid) = (state.len(), |x: f32| 1.0 / (1.0 + (-x).exp()));
    for i in 0..hidden {
        let (r, u) = (sigmoid(seen[i] + kept[i]), sigmoid(seen[hidden + i] + kept[hidden + i]));
        let n = (seen[2 * hidden + i] + r * kept[2 * hidden + i]).tanh();
        state[i] = (1.0 - u) * n + u * state[i];
    }
}

fn mlp(part: &crate::nn::SubMlp, parameters: &[f32], x: &[f32]) -> Vec<f32> {
    let (mut x, last) = (x.to_vec(), part.net.sizes.len() - 2);
    for (index, layer) in part.net.layers().enumerate() {
        x = linear(crate::nn::Layer { at: part.at + layer.at, ..layer }, parameters, &x);
        if index < last {
            x.iter_mut().for_each(|value| *value = value.max(0.0));
        }
    }
    x
}

#[test]
fn agents_act_as_the_decoder_was_trained_and_differ_by_their_latent() {
    let case = case(ActionKind::Continuous, 1);
    let mut bundle = Bundle::default();
    for (key, value) in [("kind", "ctvae"), ("latent", "2"), ("hidden", "8"), ("window", "6")] {
        bundle.notes.insert(format!("policy.{key}"), value.into());
    }
    bundle.tables.insert("policy.parameters".into(), (1, case.network.parameters(), case.parameters.clone()));
    let fit = Fit { observation: 3, action: 2, styles: 3, head: Head::Gaussian { size: 2 } };
    let mut agent = policy::from_bundle(&bundle, fit, (0, 1)).unwrap();
    let request = StyleRequest { style: 1, strength: 0.0, temperature: 1.0 };
    let (mut rng, mut memory, mut outputs) = (Rng::stream(1, "agent", 0), RecurrentState::default(), Vec::new());
    let mut drawn = Rng::stream(1, "agent", 0);
    let (mut latent, mut state) = ([0.0; 2], vec![0.0; 8]);
    // Longer than a window: latent and state begin anew after six steps.
    for step in 0..9 {
        if step % 6 == 0 {
            latent = [drawn.normal(), drawn.normal()];
            state.fill(0.0);
        }
        let observation = &case.rows.row(7 + step)[3..6];
        agent.head_inputs(observation, request, &mut memory, &mut rng, &mut outputs);
        let seen: Vec<f32> = [0.0, 1.0, 0.0].iter().chain(observation).chain(&latent).copied().collect();
        gru(case.network.memory, &case.parameters, &seen, &mut state);
        let input: Vec<f32> = seen.iter().chain(&state).copied().collect();
        let expected = mlp(&case.network.policy, &case.parameters, &input);
        assert!(outputs.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-4), "{outputs:?} {expected:?}");
    }
    bundle.notes.insert("policy.hidden".into(), "4000000000".into());
    assert!(policy::from_bundle(&bundle, fit, (0, 1)).is_err(), "sizes are looked at before room is made");
}
