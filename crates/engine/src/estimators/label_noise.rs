//! Label noise: p(z|s,a) = (1-ε) q(z|s,a) + ε p(z). Where labels are wrong, or experts stray, a share ε of the labels says
//! nothing about its step. A classifier with this noise model learns q, which may be as certain as it likes; without it
//! the outputs have to match that share everywhere, which they do badly from few demonstrations.
//! ε is estimated by EM: a label is genuine with probability r = (1-ε) q / ((1-ε) q + ε p), pairs are weighted by their r,
//! and ε is the mean of 1-r.

/// ε before the first estimate.
pub const INITIAL: f32 = 0.2;

/// log p(z|s,a)/p(z), from the PMI of q.
pub fn with_label_noise(pmi: f32, label_noise: f32) -> f32 {
    if label_noise > 0.0 { libm::logf((1.0 - label_noise) * libm::expf(pmi) + label_noise) } else { pmi }
}

/// The probability r that a label is genuine, from q's PMI with it.
pub fn genuine_probability(pmi: f32, label_noise: f32) -> f32 {
    let genuine = (1.0 - label_noise) * libm::expf(pmi.min(50.0));
    genuine / (genuine + label_noise).max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::data::Rng;

    #[test]
    fn pmi_stays_normalised_and_has_a_floor() {
        // q says the first of four styles; a fifth of the labels are noise.
        let q: [f32; 4] = [0.97, 0.01, 0.01, 0.01];
        let seen = q.map(|q| with_label_noise((q * 4.0).ln(), 0.2));
        let sum: f32 = seen.iter().map(|pmi| pmi.exp() / 4.0).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        assert!(with_label_noise(-60.0, 0.2) >= 0.2f32.ln() - 1e-5);
        assert_eq!(with_label_noise(-0.7, 0.0), -0.7);
    }

    #[test]
    fn the_share_of_label_noise_is_found() {
        // q is known and sure; 30 % of the labels are drawn from p(z), which is even.
        let mut rng = Rng::stream(5, "slips", 0);
        let label_is_first = |rng: &mut Rng| if rng.chance(0.3) { rng.below(4) == 0 } else { true };
        let labels: Vec<bool> = (0..20_000).map(|_| label_is_first(&mut rng)).collect();
        let mut label_noise = INITIAL;
        for _ in 0..30 {
            let chance = |first: &bool| genuine_probability(if *first { 4f32.ln() } else { -40.0 }, label_noise);
            label_noise = 1.0 - labels.iter().map(chance).sum::<f32>() / labels.len() as f32;
        }
        assert!((label_noise - 0.3).abs() < 0.015, "{label_noise}");
    }
}
