//! The learning-rate schedule. A rate that stays high up to the last step leaves a network wherever the last batches
//! pushed it; on Circle2D that alone doubled the distance of CBC from its experts.

/// Share of all steps over which the rate falls linearly to zero.
const DECAY_SHARE: f32 = 0.3;

/// The learning rate at every step. A function of the step alone, so that a device can have those of many steps at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningRate {
    pub base: f32,
    /// Number of all steps; None for a constant rate.
    pub steps: Option<u32>,
}

impl LearningRate {
    pub fn constant(base: f32) -> Self {
        Self { base, steps: None }
    }

    /// Constant at first, then linear to zero at the end of `steps` steps.
    pub fn decaying(base: f32, steps: u32) -> Self {
        Self { base, steps: Some(steps) }
    }

    /// The rate of the step after `taken` others.
    pub fn at(&self, taken: u32) -> f32 {
        let Some(all) = self.steps else { return self.base };
        let left = all.saturating_sub(taken) as f32 / all.max(1) as f32;
        self.base * (left / DECAY_SHARE).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::LearningRate;

    #[test]
    fn it_is_constant_and_then_falls_to_zero() {
        let rate = LearningRate::decaying(2.0, 100);
        assert_eq!((rate.at(0), rate.at(70), rate.at(100)), (2.0, 2.0, 0.0));
        assert!((rate.at(85) - 1.0).abs() < 1e-6 && rate.at(99) > 0.0);
        assert_eq!((LearningRate::decaying(2.0, 0).at(5), LearningRate::constant(2.0).at(5)), (0.0, 2.0));
    }
}
