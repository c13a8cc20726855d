//! Adam: m ← β₁m + (1-β₁)g, v ← β₂v + (1-β₂)g², θ ← θ - α m̂ / (√v̂ + ε), with gradients shortened to a limit.

use super::gru::Gru;
use super::workspace::Workspace;
use crate::nn::learner::{BETA_1, BETA_2, EPSILON, Step};

/// Something that has gone backward and knows the gradient of its parameters.
pub trait Gradients {
    /// Calls `visit` with the place and the gradient of each row of parameters.
    fn each(&self, visit: impl FnMut(usize, &[f32]));
}

impl Gradients for Workspace {
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(usize, &[f32])) {
        self.visit_gradients(&mut visit);
    }
}

impl Gradients for Gru {
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(usize, &[f32])) {
        self.visit_gradients(&mut visit);
    }
}

#[inline(always)]
pub fn adam_step(
    network: &impl Gradients,
    parameters: &mut [f32],
    (first, second): (&mut [f32], &mut [f32]),
    rate: f32,
    step: u32,
    clip: Option<f32>,
) {
    let Step { rate, correction } = Step::new(rate, step);
    let shorten = clip.map_or(1.0, |limit| shortening(network, limit));
    network.each(
        #[inline(always)]
        |at, gradient| {
            let place = at..at + gradient.len();
            let moments = first[place.clone()].iter_mut().zip(&mut second[place.clone()]);
            for (((m, v), slope), value) in moments.zip(gradient).zip(&mut parameters[place]) {
                let slope = slope * shorten;
                *m = BETA_1 * *m + (1.0 - BETA_1) * slope;
                *v = BETA_2 * *v + (1.0 - BETA_2) * slope * slope;
                *value -= rate * *m / ((*v * correction).sqrt() + EPSILON);
            }
        },
    );
}

/// What to multiply a gradient by so that it is no longer than `limit`.
#[inline(always)]
fn shortening(network: &impl Gradients, limit: f32) -> f32 {
    let mut squares = 0.0f32;
    network.each(|_, gradient| gradient.iter().for_each(|slope| squares += slope * slope));
    limit / squares.sqrt().max(limit)
}
