//! The gradient of every loss against finite differences of that loss.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use engine::nn::{Columns, Device, Learner, LearningRate, Loss, Members, Mlp, Objective, Rows};
use worlds::data::{Demos, Rng, Trajectory};

const BATCH: usize = 32;
/// Half the distance of the finite differences.
const NUDGE: f32 = 2e-3;

fn rows() -> Rows {
    let mut rng = Rng::stream(5, "gradients", 0);
    let mut normal = |count: usize| (0..count).map(|_| rng.normal()).collect::<Vec<f32>>();
    let mut path = |style| Trajectory {
        style,
        followed: vec![],
        held_out: false,
        observations: normal(16 * 3),
        actions: normal(16 * 2),
        xy: vec![0.0; 16 * 2],
    };
    let trajectories = vec![path(0), path(1), path(2)];
    let demos = Demos { observation_size: 3, action_size: 2, styles: 3, trajectories, ..Demos::default() };
    Rows::new(&[(1, Arc::new(demos))], &Device::Cpu)
}

fn objectives(columns: Columns) -> Vec<(&'static str, Objective, usize)> {
    let log_prior = vec![(1f32 / 3.0).ln(); 3];
    let critic = |loss, inputs, moving_average| Objective {
        log_prior: log_prior.clone(),
        moving_average,
        ..Objective::new(loss, inputs, 0..columns.styles)
    };
    let all = 0..columns.width();
    vec![
        ("Gaussian", Objective::new(Loss::Gaussian, columns.styled_state(), columns.actions()), 4),
        ("mixture", Objective::new(Loss::Mixture { parts: 3 }, columns.styled_state(), columns.actions()), 15),
        ("classifier", critic(Loss::Categorical, columns.pair(), false), 3),
        ("sampled", critic(Loss::Sampled, all.clone(), false), 1),
        ("sampled, moving average", critic(Loss::Sampled, all, true), 1),
        ("exact", critic(Loss::Exact, columns.pair(), false), 3),
        ("exact, moving average", critic(Loss::Exact, columns.pair(), true), 3),
    ]
}

/// The loss of one batch at given parameters, and the gradient there.
fn evaluate(objective: &Objective, outputs: usize, rows: &Rows, nudged: Option<(usize, f32)>) -> (f32, Vec<f32>) {
    let net = Mlp::new(1, [objective.inputs.len(), 6, 6, outputs]);
    let mut learner = Learner::new(net, objective.clone(), "gradients", BATCH, rows);
    learner.set_weights((0..rows.count()).map(|row| 0.5 + (row % 4) as f32).collect());
    learner.state.log_averages = vec![0.3];
    if let Some((index, by)) = nudged {
        learner.state.parameters[index] += by;
    }
    let order = Members::One.order(rows, BATCH, "gradients", 0, objective.marginal());
    // At a learning rate of zero parameters stay, and Adam's first moment is a tenth of the gradient.
    learner.step(rows, &order, 0, LearningRate::constant(0.0));
    (learner.state.losses[0], learner.state.first_moments.iter().map(|moment| 10.0 * moment).collect())
}

#[test]
fn gradients_equal_finite_differences() {
    let rows = rows();
    for (name, objective, outputs) in objectives(rows.columns) {
        let (_, gradient) = evaluate(&objective, outputs, &rows, None);
        let finite_difference = |index| {
            let [above, below] = [NUDGE, -NUDGE].map(|by| evaluate(&objective, outputs, &rows, Some((index, by))).0);
            (above - below) / (2.0 * NUDGE)
        };
        let expected: Vec<f32> = (0..gradient.len()).map(finite_difference).collect();
        let differ = |(a, b): (&f32, &f32)| (a - b).abs() > 2e-3 + 0.02 * b.abs();
        let wrong = gradient.iter().zip(&expected).filter(|pair| differ(*pair)).count();
        // Where a ReLU switches within the nudge, the finite difference lies between both gradients.
        assert!(wrong * 25 <= gradient.len(), "{name}: {wrong} of {} gradients differ", gradient.len());
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let cosine = dot(&gradient, &expected) / (dot(&gradient, &gradient) * dot(&expected, &expected)).sqrt();
        assert!(cosine > 0.999 && dot(&gradient, &gradient) > 1e-4, "{name}: the angle's cosine is {cosine}");
    }
}
