//! The style sliders: the percentage of agents asked for each style. They always add up to 100.

use protocol::parse_number;

/// Equal shares, in percent.
pub fn even(styles: usize) -> Vec<f32> {
    vec![100.0 / styles.max(1) as f32; styles]
}

/// Gives one style `share` percent; the others keep their proportions in what is left.
pub fn set(shares: &mut [f32], style: usize, share: f32) {
    if style >= shares.len() || !share.is_finite() {
        return;
    }
    let share = if shares.len() == 1 { 100.0 } else { share.clamp(0.0, 100.0) };
    let others: f32 = shares.iter().enumerate().filter(|(index, _)| *index != style).map(|(_, part)| part).sum();
    let left = 100.0 - share;
    let count = shares.len().saturating_sub(1).max(1) as f32;
    for (index, part) in shares.iter_mut().enumerate() {
        *part = match index == style {
            true => share,
            false if others > 0.0 => *part / others * left,
            false => left / count,
        };
    }
}

/// Reads `25,25,50`, on any scale; None for anything that is no list of shares.
pub fn parse(text: &str) -> Option<Vec<f32>> {
    let parts: Option<Vec<f32>> =
        text.split(',').take(17).map(|part| parse_number(part.trim()).map(|part| part as f32)).collect();
    let parts = parts.filter(|parts| parts.len() <= 16 && parts.iter().all(|part| *part >= 0.0))?;
    let sum: f32 = parts.iter().sum();
    (sum > 0.0 && sum.is_finite()).then(|| parts.iter().map(|part| part / sum * 100.0).collect())
}

/// As links have it: percentages with one decimal.
pub fn write(shares: &[f32]) -> String {
    shares.iter().map(|part| ((part * 10.0).round() / 10.0).to_string()).collect::<Vec<_>>().join(",")
}

pub fn is_even(shares: &[f32]) -> bool {
    shares.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_always_add_up() {
        let mut shares = even(4);
        for (style, share) in [(0, 100.0), (1, 60.0), (2, 0.0), (1, 0.0), (3, 500.0), (3, 0.0), (0, -3.0)] {
            set(&mut shares, style, share);
            assert!((shares.iter().sum::<f32>() - 100.0).abs() < 1e-3, "{shares:?}");
            assert!(shares.iter().all(|part| *part >= 0.0));
        }
    }

    #[test]
    fn one_style_alone_takes_all() {
        let mut shares = even(4);
        set(&mut shares, 2, 100.0);
        assert_eq!(shares, vec![0.0, 0.0, 100.0, 0.0]);
        set(&mut shares, 9, 3.0);
        set(&mut shares, 1, f32::NAN);
        assert_eq!(shares, vec![0.0, 0.0, 100.0, 0.0]);
    }

    #[test]
    fn links_are_read_or_refused() {
        assert_eq!(parse("1,1,2"), Some(vec![25.0, 25.0, 50.0]));
        assert_eq!(write(&[33.333, 66.667]), "33.3,66.7");
        for bad in ["", "a", "-1,2", "0,0", "NaN,1", "inf,1", &"1,".repeat(40)] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
