//! A constant added to the critic's scores: T + c. Donsker and Varadhan's bound E[T] - ln E[e^T] does not change,
//! because c is added to both terms, and neither does PMI. E[T] alone moves by c: a score is PMI plus an unknown
//! constant.

use super::moment::{log_mean_exponential, pmi, timeline_at};
use crate::session::Session;
use protocol::questions::{Shift, ShiftedScores};
use protocol::{Text, text};

/// Constants with a larger absolute value are refused: they show a learner nothing more.
const LARGEST: f64 = 100.0;

/// Means over the held-out pairs, and the score and PMI of one moment, before and after the constant is added.
pub fn shift(session: &Session, constant: f64, at: (u32, u32)) -> Result<Shift, Text> {
    if !constant.is_finite() || constant.abs() > LARGEST {
        return Err(text!("question-constant", largest = LARGEST));
    }
    let (timeline, moment) = timeline_at(session, at)?;
    let prior: Vec<f64> = timeline.prior.iter().map(|p| f64::from(*p)).collect();
    let styles = prior.len();
    let wide = |scores: &[f32]| scores.iter().map(|score| f64::from(*score)).collect::<Vec<f64>>();
    let own =
        Scored { scores: wide(&timeline.scores[moment * styles..(moment + 1) * styles]), label: timeline.style.into() };
    let held_out: Vec<Scored> = session
        .held_out_scores()
        .ok_or_else(|| text!("question-no-critic"))?
        .iter()
        .map(|(scores, label)| Scored { scores: wide(scores), label: *label })
        .collect();
    if held_out.is_empty() {
        return Err(text!("question-no-held-out"));
    }
    let shifted = |constant: f64| read(&held_out, &own, &prior, constant);
    Ok(Shift { constant, pairs: held_out.len() as u32, before: shifted(0.0), after: shifted(constant) })
}

/// T(s,a,z) of one pair, `[styles]`, and its label.
struct Scored {
    scores: Vec<f64>,
    label: usize,
}

/// Both terms of the bound, and score and PMI of the moment `own`, from scores to which the constant was added one by one.
fn read(held_out: &[Scored], own: &Scored, prior: &[f64], constant: f64) -> ShiftedScores {
    let count = held_out.len() as f64;
    let mean_score = held_out.iter().map(|pair| pair.scores[pair.label] + constant).sum::<f64>() / count;
    let terms = held_out.iter().flat_map(|pair| pair.scores.iter().zip(prior));
    let log_mean_exponential = log_mean_exponential(terms.map(|(score, p)| (score + constant, p / count)));
    let scores: Vec<f64> = own.scores.iter().map(|score| score + constant).collect();
    ShiftedScores {
        mean_score,
        log_mean_exponential,
        bound: mean_score - log_mean_exponential,
        score: scores[own.label],
        pmi: pmi(&scores, prior)[own.label],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_two_pairs_by_hand_stands_still() {
        let pair = |a: f64, b: f64, label| Scored { scores: vec![a, b], label };
        let pairs = [pair(1.0, -1.0, 0), pair(0.0, 2.0, 1)];
        let found = |constant| read(&pairs, &pairs[0], &[0.5, 0.5], constant);
        let second = ((1f64.exp() + (-1f64).exp() + 1.0 + 2f64.exp()) / 4.0).ln();
        assert!((found(0.0).mean_score - 1.5).abs() < 1e-12);
        assert!((found(0.0).bound - (1.5 - second)).abs() < 1e-12);
        let moved = found(7.25);
        assert!((moved.mean_score - 8.75).abs() < 1e-12 && (moved.score - 8.25).abs() < 1e-12);
        assert!((moved.bound - found(0.0).bound).abs() < 1e-12, "{moved:?}");
        assert!((moved.pmi - found(0.0).pmi).abs() < 1e-12, "{moved:?}");
        let own = 1.0 - ((1f64.exp() + (-1f64).exp()) / 2.0).ln();
        assert!((found(0.0).pmi - own).abs() < 1e-12);
    }
}
