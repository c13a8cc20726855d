//! Assigns styles to agents in the proportions of the sliders.

/// Styles of `current.len()` agents in proportion to `shares` (largest remainders first). An agent keeps its style
/// where the proportions allow it, so that moving a slider changes few agents.
pub fn assign_styles(shares: &[f32], current: &[usize]) -> Vec<usize> {
    let shares: Vec<f32> = shares.iter().map(|share| if share.is_finite() { share.max(0.0) } else { 0.0 }).collect();
    let total: f32 = shares.iter().sum();
    if total <= 0.0 {
        return current.to_vec();
    }
    let mut open = agents_per_style(&shares, total, current.len());
    let keeps = |&style: &usize| {
        let open = open.get_mut(style).filter(|open| **open > 0)?;
        *open -= 1;
        Some(style)
    };
    let mut styles: Vec<Option<usize>> = current.iter().map(keeps).collect();
    for style in styles.iter_mut().filter(|style| style.is_none()) {
        if let Some(next) = open.iter().position(|open| *open > 0) {
            open[next] -= 1;
            *style = Some(next);
        }
    }
    styles.into_iter().zip(current).map(|(style, old)| style.unwrap_or(*old)).collect()
}

/// Largest-remainder rounding of `shares / total * agents`; the result adds up to `agents`.
fn agents_per_style(shares: &[f32], total: f32, agents: usize) -> Vec<usize> {
    let exact: Vec<f32> = shares.iter().map(|share| share / total * agents as f32).collect();
    let mut counts: Vec<usize> = exact.iter().map(|share| share.floor() as usize).collect();
    let mut by_remainder: Vec<usize> = (0..shares.len()).collect();
    by_remainder.sort_by(|a, b| (exact[*b].fract()).total_cmp(&exact[*a].fract()));
    let missing = agents.saturating_sub(counts.iter().sum());
    for style in by_remainder.into_iter().filter(|style| shares[*style] > 0.0).cycle().take(missing) {
        counts[style] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_in_proportion_and_moves_few() {
        let all: Vec<usize> = (0..12).map(|i| i % 4).collect();
        assert_eq!(assign_styles(&[1.0; 4], &all), all);
        assert_eq!(assign_styles(&[0.0, 0.0, 100.0, 0.0], &all), vec![2; 12]);
        let half = assign_styles(&[1.0, 1.0, 0.0, 0.0], &all);
        assert_eq!(half.iter().filter(|z| **z == 0).count(), 6);
        assert!(all.iter().zip(&half).all(|(old, new)| *old > 1 || old == new));
    }

    #[test]
    fn nonsense_changes_nothing() {
        let all = vec![0, 1, 2];
        assert_eq!(assign_styles(&[0.0, 0.0, 0.0], &all), all);
        assert_eq!(assign_styles(&[f32::NAN, -1.0, 0.0], &all), all);
        assert_eq!(assign_styles(&[], &all), all);
    }

    #[test]
    fn remainders_are_given_out() {
        let styles = assign_styles(&[1.0, 1.0, 1.0], &[0; 4]);
        let counts: Vec<usize> = (0..3).map(|z| styles.iter().filter(|s| **s == z).count()).collect();
        assert_eq!(counts.iter().sum::<usize>(), 4);
        assert!(counts.iter().all(|n| (1..=2).contains(n)), "{counts:?}");
    }
}
