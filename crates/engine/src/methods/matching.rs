//! Names for codes that a method found without labels: max over one-to-one assignments of Σ_style agreement(code, style).
//! Labels only name the codes afterwards; nothing is trained on them.

use crate::nn::SnapshotError;
use protocol::text;

/// The assignment with the largest total agreement, by the Hungarian algorithm (Kuhn and Munkres): styles are added one
/// by one, each along the cheapest augmenting path. `agreement` is `[codes, styles]`; returns the code of every style.
/// Agreement that is not a number counts as none: the search would not end on it.
pub fn matching(agreement: &[f32], styles: usize) -> Vec<usize> {
    // Index 0 is a placeholder: the style being added occupies it until it has a code. Codes and styles count from 1.
    let mut style_of = vec![0; styles + 1];
    let (mut of_styles, mut of_codes) = (vec![0.0f64; styles + 1], vec![0.0f64; styles + 1]);
    for entering in 1..=styles {
        style_of[0] = entering;
        let mut code = 0;
        let mut chain = vec![0; styles + 1];
        let mut slack = vec![f64::INFINITY; styles + 1];
        let mut reached = vec![false; styles + 1];
        while style_of[code] != 0 {
            reached[code] = true;
            let style = style_of[code];
            let (mut next, mut least) = (0, f64::INFINITY);
            for other in (1..=styles).filter(|other| !reached[*other]) {
                let agreement = f64::from(agreement[(other - 1) * styles + style - 1]);
                let cost = if agreement.is_finite() { -agreement } else { 0.0 };
                let left = cost - of_styles[style] - of_codes[other];
                if left < slack[other] {
                    (slack[other], chain[other]) = (left, code);
                }
                if slack[other] < least {
                    (next, least) = (other, slack[other]);
                }
            }
            for other in 0..=styles {
                if reached[other] {
                    of_styles[style_of[other]] += least;
                    of_codes[other] -= least;
                } else {
                    slack[other] -= least;
                }
            }
            code = next;
        }
        while code != 0 {
            style_of[code] = style_of[chain[code]];
            code = chain[code];
        }
    }
    let mut codes = vec![0; styles];
    (1..=styles).for_each(|code| codes[style_of[code] - 1] = code - 1);
    codes
}

/// The codes of all seeds' styles, one after another, as a snapshot's note.
pub fn to_note(codes: &[Vec<usize>]) -> String {
    codes.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The codes of one seed's styles; without a note every style is its own code.
pub fn from_note(note: Option<&String>, styles: usize, seed: usize) -> Result<Vec<usize>, SnapshotError> {
    let Some(note) = note else { return Ok((0..styles).collect()) };
    let codes: Vec<usize> =
        note.split(' ').skip(seed.saturating_mul(styles)).take(styles).flat_map(str::parse).collect();
    let mut named = codes.clone();
    named.sort_unstable();
    let fit = named.into_iter().eq(0..styles);
    fit.then_some(codes).ok_or_else(|| SnapshotError::Misfit(text!("snapshot-codes")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use worlds::data::Rng;

    /// The largest total by trying every assignment.
    fn best(agreement: &[f32], styles: usize, style: usize, taken: &mut Vec<usize>) -> f32 {
        if style == styles {
            return 0.0;
        }
        let mut most = f32::NEG_INFINITY;
        for code in 0..styles {
            if !taken.contains(&code) {
                taken.push(code);
                most = most.max(agreement[code * styles + style] + best(agreement, styles, style + 1, taken));
                taken.pop();
            }
        }
        most
    }

    #[test]
    fn no_other_assignment_agrees_more() {
        let mut rng = Rng::stream(1, "matching", 0);
        for styles in 1..=5 {
            for _ in 0..40 {
                let agreement: Vec<f32> = (0..styles * styles).map(|_| rng.below(20) as f32).collect();
                let codes = matching(&agreement, styles);
                let sum: f32 = codes.iter().enumerate().map(|(style, code)| agreement[code * styles + style]).sum();
                assert_eq!(sum, best(&agreement, styles, 0, &mut vec![]), "{agreement:?} gives {codes:?}");
            }
        }
    }

    #[test]
    fn agreement_that_is_no_number_does_not_stop_the_search() {
        for strange in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut codes = matching(&[strange; 9], 3);
            codes.sort_unstable();
            assert_eq!(codes, [0, 1, 2], "{strange}");
            assert_eq!(matching(&[0.0, 5.0, strange, 1.0], 2), [1, 0], "{strange}");
        }
    }

    #[test]
    fn notes_come_back_and_strange_ones_are_refused() {
        let note = to_note(&[vec![2, 0, 1], vec![0, 2, 1]]);
        assert_eq!(from_note(Some(&note), 3, 1).unwrap(), vec![0, 2, 1]);
        assert_eq!(from_note(None, 3, 1).unwrap(), vec![0, 1, 2]);
        for bad in ["", "0 1", "0 0 1", "0 1 9", "a b c"] {
            assert!(from_note(Some(&bad.to_string()), 3, 0).is_err(), "{bad}");
        }
    }
}
