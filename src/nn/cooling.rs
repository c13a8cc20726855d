//! How the learning rate ends. A rate that stays up to the last step leaves a network wherever the last batches
//! pushed it; on Circle2D that alone doubled the distance of CBC from its experts.

/// Share of a stage over which the rate goes down to nothing, in a straight line.
const SHARE: f32 = 0.3;

/// The rate of the step after `taken` of `all`.
pub fn cooled(rate: f32, taken: u32, all: u32) -> f32 {
    let left = all.saturating_sub(taken) as f32 / all.max(1) as f32;
    rate * (left / SHARE).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::cooled;

    #[test]
    fn it_stays_and_then_goes_down() {
        assert_eq!((cooled(2.0, 0, 100), cooled(2.0, 70, 100)), (2.0, 2.0));
        assert!((cooled(2.0, 85, 100) - 1.0).abs() < 1e-6 && cooled(2.0, 99, 100) > 0.0);
        assert_eq!((cooled(2.0, 100, 100), cooled(2.0, 5, 0)), (0.0, 0.0));
    }
}
