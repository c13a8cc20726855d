//! The source of randomness. Every use has a stream of its own, identified by seed, purpose and number, so a run can be
//! resumed at any step without storing a generator's state.

use rand_core::Rng as _;
use rand_pcg::Pcg32;

pub struct Rng(Pcg32);

/// The hash FNV-1a: short, and equal on all platforms.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

impl Rng {
    /// The stream of a purpose ("circle2d demonstration", "critic epoch", ...) and its `number`-th use. Purposes are part
    /// of a run's identity: renaming one changes its numbers.
    pub fn stream(seed: u64, purpose: &str, number: u64) -> Self {
        Self(Pcg32::new(seed, fnv1a(purpose.bytes().chain(number.to_le_bytes()))))
    }

    /// Uniform in [0, 1), 24 bits: exact in f32.
    pub fn uniform(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    /// A whole number in 0..n. The bias of the multiplication is below n / 2³².
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }

    pub fn chance(&mut self, probability: f32) -> bool {
        self.uniform() < probability
    }

    /// Standard normal (Box-Muller), with libm so that browsers and native builds agree to the bit.
    pub fn normal(&mut self) -> f32 {
        let radius = libm::sqrtf(-2.0 * libm::logf(1.0 - self.uniform()));
        radius * libm::cosf(std::f32::consts::TAU * self.uniform())
    }

    /// Fisher-Yates shuffle.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// An index drawn in proportion to `weights`, which need not sum to one.
    pub fn pick(&mut self, weights: &[f32]) -> usize {
        let mut left = self.uniform() * weights.iter().sum::<f32>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        weights.len().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_repeatable_and_apart() {
        let draw = |purpose, number| {
            let mut rng = Rng::stream(7, purpose, number);
            [rng.uniform(), rng.uniform(), rng.normal()]
        };
        assert_eq!(draw("a", 0), draw("a", 0));
        assert_ne!(draw("a", 0), draw("a", 1));
        assert_ne!(draw("a", 0), draw("b", 0));
    }

    #[test]
    fn normal_has_mean_zero_and_variance_one() {
        let mut rng = Rng::stream(1, "normal", 0);
        let draws: Vec<f64> = (0..40_000).map(|_| f64::from(rng.normal())).collect();
        let mean = draws.iter().sum::<f64>() / 40_000.0;
        let variance = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 40_000.0;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03, "mean {mean}, variance {variance}");
    }

    #[test]
    fn picks_in_proportion() {
        let mut rng = Rng::stream(1, "pick", 0);
        let mut counts = [0; 3];
        for _ in 0..30_000 {
            counts[rng.pick(&[1.0, 0.0, 2.0])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((9_500..10_500).contains(&counts[0]), "{counts:?}");
    }
}
