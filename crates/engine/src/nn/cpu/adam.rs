//! Adam: m ← β₁m + (1-β₁)g, v ← β₂v + (1-β₂)g², θ ← θ - α m̂ / (√v̂ + ε), with the norm of g limited.

use super::gru::Gru;
use super::workspace::Workspace;
use crate::nn::learner::{AdamStep, BETA_1, BETA_2, EPSILON};

/// A network that holds the gradient of its parameters after a backward pass.
pub trait Gradients {
    /// Calls `visit` with the offset and the gradient of consecutive parameters, until all were visited.
    fn for_each(&self, visit: impl FnMut(usize, &[f32]));
}

impl Gradients for Workspace {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(usize, &[f32])) {
        self.visit_gradients(&mut visit);
    }
}

impl Gradients for Gru {
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(usize, &[f32])) {
        self.visit_gradients(&mut visit);
    }
}

/// The `step`-th step, counted from one. `parameters` and both moments are those of one member, `[parameters]` each.
#[inline(always)]
pub fn adam_step(
    network: &impl Gradients,
    parameters: &mut [f32],
    (first, second): (&mut [f32], &mut [f32]),
    rate: f32,
    step: u32,
    clip: Option<f32>,
) {
    let AdamStep { step_size, correction } = AdamStep::new(rate, step);
    let factor = clip.map_or(1.0, |limit| clip_factor(network, limit));
    network.for_each(
        #[inline(always)]
        |at, gradients| {
            let place = at..at + gradients.len();
            let moments = first[place.clone()].iter_mut().zip(&mut second[place.clone()]);
            for (((m, v), gradient), value) in moments.zip(gradients).zip(&mut parameters[place]) {
                let gradient = gradient * factor;
                *m = BETA_1 * *m + (1.0 - BETA_1) * gradient;
                *v = BETA_2 * *v + (1.0 - BETA_2) * gradient * gradient;
                *value -= step_size * *m / ((*v * correction).sqrt() + EPSILON);
            }
        },
    );
}

/// The factor that limits the gradient norm: limit / max(|g|, limit).
#[inline(always)]
fn clip_factor(network: &impl Gradients, limit: f32) -> f32 {
    let mut squares = 0.0f32;
    network.for_each(|_, gradients| gradients.iter().for_each(|gradient| squares += gradient * gradient));
    limit / squares.sqrt().max(limit)
}
