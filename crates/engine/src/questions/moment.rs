//! A moment of the open run's demonstrations, as its critic sees it: pmi(z;s,a) = T(s,a,z) - ln Σ_z' p(z') e^T(s,a,z').

use crate::session::Session;
use protocol::{Text, Timeline, text};

/// The timeline of a demonstration, and the index of a moment in it. An error where the run has no such moment or no
/// trained critic.
pub fn timeline_at(session: &Session, (trajectory, moment): (u32, u32)) -> Result<(Timeline, usize), Text> {
    let timeline = session.timeline(trajectory).ok_or_else(|| match session.has_critic() {
        true => text!("question-no-path", path = trajectory),
        false => text!("question-no-critic"),
    })?;
    if timeline.pmi.is_empty() {
        return Err(text!("question-critic-untrained"));
    }
    match (moment as usize) < timeline.pmi.len() {
        true => Ok((timeline, moment as usize)),
        false => Err(text!("question-no-moment", moment = moment, moments = timeline.pmi.len())),
    }
}

/// PMI of one pair with every style, nats: `[styles]`, from its scores T and p(z), `[styles]` each, in double precision.
pub fn pmi(scores: &[f64], prior: &[f64]) -> Vec<f64> {
    let shift = log_mean_exponential(scores.iter().copied().zip(prior.iter().copied()));
    scores.iter().map(|score| score - shift).collect()
}

/// ln Σ p e^T over pairs (T, p), without overflow for large T.
pub fn log_mean_exponential(terms: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let largest = terms.clone().map(|(score, _)| score).fold(f64::NEG_INFINITY, f64::max);
    largest + libm::log(terms.map(|(score, share)| share * libm::exp(score - largest)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_pmi_whatever_their_constant() {
        // p(z|s,a) is 0.8 and 0.2, p(z) is 0.5 and 0.5.
        for constant in [0.0, 3.0, -700.0, 900.0] {
            let scores = [1.6f64.ln() + constant, 0.4f64.ln() + constant];
            let found = pmi(&scores, &[0.5, 0.5]);
            assert!((found[0] - 1.6f64.ln()).abs() < 1e-12 && (found[1] - 0.4f64.ln()).abs() < 1e-12, "{found:?}");
        }
    }
}
