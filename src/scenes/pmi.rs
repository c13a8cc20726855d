//! The colour scale of pointwise mutual information: blue below zero, grey at zero, red above.

/// Shades of the scale; the middle one is zero. Colours are the CSS variables `--pmi-0`, `--pmi-1`, ...
pub const SHADES: usize = 9;

/// The shade of a value, where `full` nats either way is the strongest colour.
pub fn shade(pmi: f32, full: f32) -> usize {
    let middle = (SHADES / 2) as f32;
    if !pmi.is_finite() || full <= 0.0 {
        return SHADES / 2;
    }
    ((pmi / full).clamp(-1.0, 1.0) * middle + middle).round() as usize
}

/// The full scale in nats: PMI is at most −ln p(z), which is largest for the rarest style.
pub fn full_scale(prior: &[f32]) -> f32 {
    let rarest = prior.iter().copied().filter(|p| *p > 0.0).fold(1.0f32, f32::min);
    (-rarest.ln()).max(0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_is_the_middle_and_extremes_are_the_ends() {
        let full = full_scale(&[0.25; 4]);
        assert!((full - 4f32.ln()).abs() < 1e-6);
        assert_eq!(shade(0.0, full), SHADES / 2);
        assert_eq!(shade(9.0, full), SHADES - 1);
        assert_eq!(shade(-9.0, full), 0);
        assert_eq!(shade(f32::NAN, full), SHADES / 2);
    }
}
