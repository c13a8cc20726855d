//! What is compared between two devices, and how far they may differ.

use crate::nn::Loss;
use worlds::data::ActionKind;

/// Every loss, and one with its gradient norm limited: (name, loss, largest gradient norm).
pub const LOSSES: [(&str, Loss, Option<f32>); 6] = [
    ("Gaussian", Loss::Gaussian, None),
    ("mixture", Loss::Mixture { parts: 4 }, None),
    ("categorical", Loss::Categorical, None),
    ("sampled MINE", Loss::Sampled, None),
    ("exact MINE", Loss::Exact, None),
    ("Gaussian, clipped", Loss::Gaussian, Some(0.1)),
];

/// Every policy head of the recurrent autoencoder: (name, kind of actions, parts of the mixture).
pub const HEADS: [(&str, ActionKind, usize); 3] = [
    ("Gaussian", ActionKind::Continuous, 1),
    ("mixture", ActionKind::Continuous, 4),
    ("categorical", ActionKind::Discrete, 1),
];

/// How two devices differ after the same training steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// |θ₁ - θ₂| / |θ₁ - θ₀|: the distance between their parameters, relative to how far the first moved them.
    pub parameters: f32,
    /// The largest difference of their losses: in nats for [`Tolerance::STEPS`], relative for [`Tolerance::PATHS`].
    pub losses: f32,
    /// Milliseconds per step on each.
    pub milliseconds: [f32; 2],
}

/// The largest difference that passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    pub parameters: f32,
    pub losses: f32,
}

impl Tolerance {
    pub const STEPS: Self = Self { parameters: 0.1, losses: 2e-3 };
    pub const PATHS: Self = Self { parameters: 0.05, losses: 1e-4 };

    /// Whether a difference passes; one that is NaN does not.
    pub fn allows(&self, difference: &Difference) -> bool {
        difference.parameters < self.parameters && difference.losses < self.losses
    }
}

impl Difference {
    /// From parameters before and after, `[parameters]` each.
    pub fn new(start: &[f32], ends: [&[f32]; 2], losses: f32, milliseconds: [f32; 2]) -> Self {
        let distance = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
        let parameters = distance(ends[0], ends[1]) / distance(start, ends[0]);
        Self { parameters, losses, milliseconds }
    }

    /// As four numbers, which is how a browser's worker returns it.
    pub fn to_numbers(self) -> [f32; 4] {
        [self.parameters, self.losses, self.milliseconds[0], self.milliseconds[1]]
    }

    pub fn from_numbers([parameters, losses, first, second]: [f32; 4]) -> Self {
        Self { parameters, losses, milliseconds: [first, second] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_that_is_no_number_does_not_pass() {
        let difference = Difference::new(&[0.0, 0.0], [&[3.0, 4.0], &[3.0, 4.5]], 1e-5, [1.0, 2.0]);
        assert_eq!(difference, Difference::from_numbers([0.1, 1e-5, 1.0, 2.0]));
        assert_eq!(Difference::from_numbers(difference.to_numbers()), difference);
        let far = Tolerance { parameters: 0.2, losses: 1e-4 };
        assert!(far.allows(&difference) && !Tolerance::PATHS.allows(&difference));
        assert!(!far.allows(&Difference { losses: f32::NAN, ..difference }));
        assert!(!far.allows(&Difference { parameters: f32::NAN, ..difference }));
    }
}
