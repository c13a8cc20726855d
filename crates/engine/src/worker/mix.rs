//! From a mix over styles to the style of every agent.

/// Shares out `current.len()` agents in proportion to `mix` (largest remainders first). Agents whose style
/// still has room keep it, so that moving a slider moves as few agents as it can.
pub fn share_out(mix: &[f32], current: &[usize]) -> Vec<usize> {
    let mix: Vec<f32> = mix.iter().map(|share| if share.is_finite() { share.max(0.0) } else { 0.0 }).collect();
    let total: f32 = mix.iter().sum();
    if total <= 0.0 {
        return current.to_vec();
    }
    let wanted: Vec<f32> = mix.iter().map(|share| share / total * current.len() as f32).collect();
    let mut room: Vec<usize> = wanted.iter().map(|share| share.floor() as usize).collect();
    let mut by_remainder: Vec<usize> = (0..mix.len()).collect();
    by_remainder.sort_by(|a, b| (wanted[*b].fract()).total_cmp(&wanted[*a].fract()));
    let missing = current.len().saturating_sub(room.iter().sum());
    for style in by_remainder.into_iter().filter(|style| mix[*style] > 0.0).cycle().take(missing) {
        room[style] += 1;
    }
    let mut styles: Vec<Option<usize>> = current
        .iter()
        .map(|&style| {
            let stays = room.get(style).is_some_and(|left| *left > 0);
            stays.then(|| {
                room[style] -= 1;
                style
            })
        })
        .collect();
    for slot in styles.iter_mut().filter(|slot| slot.is_none()) {
        if let Some(style) = room.iter().position(|left| *left > 0) {
            room[style] -= 1;
            *slot = Some(style);
        }
    }
    styles.into_iter().zip(current).map(|(style, old)| style.unwrap_or(*old)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_in_proportion_and_moves_few() {
        let all: Vec<usize> = (0..12).map(|i| i % 4).collect();
        assert_eq!(share_out(&[1.0; 4], &all), all);
        assert_eq!(share_out(&[0.0, 0.0, 100.0, 0.0], &all), vec![2; 12]);
        let half = share_out(&[1.0, 1.0, 0.0, 0.0], &all);
        assert_eq!(half.iter().filter(|z| **z == 0).count(), 6);
        assert!(all.iter().zip(&half).all(|(old, new)| *old > 1 || old == new));
    }

    #[test]
    fn nonsense_changes_nothing() {
        let all = vec![0, 1, 2];
        assert_eq!(share_out(&[0.0, 0.0, 0.0], &all), all);
        assert_eq!(share_out(&[f32::NAN, -1.0, 0.0], &all), all);
        assert_eq!(share_out(&[], &all), all);
    }

    #[test]
    fn remainders_are_given_out() {
        let styles = share_out(&[1.0, 1.0, 1.0], &[0; 4]);
        let counts: Vec<usize> = (0..3).map(|z| styles.iter().filter(|s| **s == z).count()).collect();
        assert_eq!(counts.iter().sum::<usize>(), 4);
        assert!(counts.iter().all(|n| (1..=2).contains(n)), "{counts:?}");
    }
}
