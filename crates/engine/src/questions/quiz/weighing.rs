//! Questions about weights: w = e^{β·pmi}, at β = 1 never above 1/p(z); the effective sample size (Σw)² / Σw².

use super::{QuizChoice, QuizDraft, one_of, whole};
use protocol::text;
use worlds::data::Rng;

/// The weight e^{β·pmi} of a step. Wrong choices: β·pmi, e^{-β·pmi}, e^pmi.
pub fn weight(rng: &mut Rng) -> QuizDraft {
    let size = whole(rng, 2, 13) / 10.0;
    let (pmi, beta) = (if rng.chance(0.5) { size } else { -size }, one_of(rng, &[0.5, 2.0, 3.0]));
    let weight = libm::exp(beta * pmi);
    let choices = [weight, beta * pmi, libm::exp(-beta * pmi), libm::exp(pmi)];
    QuizDraft {
        question: text!("quiz-weight", pmi = pmi, beta = beta),
        choices: choices.map(QuizChoice::Number).into(),
        why: text!("quiz-weight-why", exponent = beta * pmi, weight = weight),
    }
}

/// The largest possible weight: p(z|s,a) is at most one, so e^pmi is at most 1/p(z).
pub fn largest_weight(rng: &mut Rng) -> QuizDraft {
    let prior = whole(rng, 2, 14) / 20.0;
    let mut choices: Vec<QuizChoice> = [1.0 / prior, 1.0, libm::log(1.0 / prior)].map(QuizChoice::Number).into();
    choices.push(QuizChoice::Words(text!("quiz-largest-none")));
    QuizDraft {
        question: text!("quiz-largest", prior = prior),
        choices,
        why: text!("quiz-largest-why", prior = prior, largest = 1.0 / prior),
    }
}

/// The effective sample size of four weights. Wrong choices: four, their sum, their mean.
pub fn effective_sample_size(rng: &mut Rng) -> QuizDraft {
    let weights = [(); 4].map(|()| one_of(rng, &[0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0]));
    let [a, b, c, d] = weights;
    let sum: f64 = weights.iter().sum();
    let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
    let size = sum * sum / squares;
    QuizDraft {
        question: text!("quiz-effective", a = a, b = b, c = c, d = d),
        choices: [size, 4.0, sum, sum / 4.0].map(QuizChoice::Number).into(),
        why: text!("quiz-effective-why", sum = sum, squares = squares, size = size),
    }
}
