//! Labels that are slips: p(z|s,a) = (1-ε) q(z|s,a) + ε p(z). Where labels are wrong, or experts stray, a step that shows
//! its style beyond doubt still has another label in a fixed share of cases. A classifier that is told so learns q,
//! which may be as sure as it likes; one that is not has to bend its outputs to that share everywhere, and does so badly
//! from a few demonstrations. ε is found on the way, by expectation and maximisation: a label is no slip with chance
//! r = (1-ε) q / ((1-ε) q + ε p), pairs count by their r, and ε is the mean of 1-r.

/// ε before anything is known.
pub const FIRST: f32 = 0.2;

/// The PMI of what is seen, slips included, from that of q.
pub fn with_slips(pmi: f32, slips: f32) -> f32 {
    if slips > 0.0 { libm::logf((1.0 - slips) * libm::expf(pmi) + slips) } else { pmi }
}

/// The chance that a label is no slip, from q's PMI with it.
pub fn genuine(pmi: f32, slips: f32) -> f32 {
    let meant = (1.0 - slips) * libm::expf(pmi.min(50.0));
    meant / (meant + slips).max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::data::Rng;

    #[test]
    fn pmi_stays_normalised_and_has_a_floor() {
        // q says the first of four styles; a fifth of the labels are slips.
        let q: [f32; 4] = [0.97, 0.01, 0.01, 0.01];
        let seen = q.map(|q| with_slips((q * 4.0).ln(), 0.2));
        let sum: f32 = seen.iter().map(|pmi| pmi.exp() / 4.0).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        assert!(with_slips(-60.0, 0.2) >= 0.2f32.ln() - 1e-5);
        assert_eq!(with_slips(-0.7, 0.0), -0.7);
    }

    #[test]
    fn the_share_of_slips_is_found() {
        // q is known and sure; 30 % of the labels are drawn from p(z), which is even.
        let mut rng = Rng::stream(5, "slips", 0);
        let label_is_first = |rng: &mut Rng| if rng.chance(0.3) { rng.below(4) == 0 } else { true };
        let labels: Vec<bool> = (0..20_000).map(|_| label_is_first(&mut rng)).collect();
        let mut slips = FIRST;
        for _ in 0..30 {
            let chance = |first: &bool| genuine(if *first { 4f32.ln() } else { -40.0 }, slips);
            slips = 1.0 - labels.iter().map(chance).sum::<f32>() / labels.len() as f32;
        }
        assert!((slips - 0.3).abs() < 0.015, "{slips}");
    }
}
