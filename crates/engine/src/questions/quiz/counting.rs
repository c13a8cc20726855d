//! Questions about shares: p(z|a) = n(z,a) / n(a), pmi = ln p(z|a)/p(z), I = Σ p(z,a) pmi, H(Z) = -Σ p(z) ln p(z).

use super::{QuizChoice, QuizDraft, whole};
use crate::questions::count_table::{count_table, entropy};
use protocol::text;
use worlds::data::Rng;

/// A share between `low` and `high` percent, in steps of five percent.
fn share(rng: &mut Rng, low: u32, high: u32) -> f64 {
    whole(rng, low / 5, high / 5) / 20.0
}

/// p(z|a) from counts. Wrong choices: p(a|z), p(z), p(z,a).
pub fn posterior(rng: &mut Rng) -> QuizDraft {
    let (own, other) = (whole(rng, 3, 30), whole(rng, 3, 30));
    let (own_else, other_else) = (whole(rng, 5, 60), whole(rng, 5, 60));
    let (taken, styled) = (own + other, own + own_else);
    let total = taken + own_else + other_else;
    QuizDraft {
        question: text!("quiz-posterior", own = own, taken = taken, styled = styled, total = total),
        choices: [own / taken, own / styled, styled / total, own / total].map(QuizChoice::Share).into(),
        why: text!("quiz-posterior-why", own = own, taken = taken, share = own / taken, prior = styled / total),
    }
}

/// PMI from p(z) and p(z|a). Wrong choices: their ratio, their difference, PMI with the wrong sign.
pub fn pmi(rng: &mut Rng) -> QuizDraft {
    let (prior, posterior) = (share(rng, 15, 60), share(rng, 5, 95));
    let pmi = libm::log(posterior / prior);
    QuizDraft {
        question: text!("quiz-pmi", prior = prior, posterior = posterior),
        choices: [pmi, posterior / prior, posterior - prior, -pmi].map(QuizChoice::Nats).into(),
        why: text!("quiz-pmi-why", prior = prior, posterior = posterior, ratio = posterior / prior, pmi = pmi),
    }
}

/// What the sign of PMI means: whether an action speaks for or against a style.
pub fn sign(rng: &mut Rng) -> QuizDraft {
    let prior = share(rng, 20, 70);
    let posterior = match rng.below(3) {
        0 => prior - share(rng, 5, 15),
        1 => prior,
        _ => prior + share(rng, 5, 25),
    };
    // The same twentieths subtracted and added can differ in the last bit.
    let posterior = (posterior * 20.0).round() / 20.0;
    let mut choices = vec![text!("quiz-sign-for"), text!("quiz-sign-nothing"), text!("quiz-sign-against")];
    let right = choices.remove(match posterior.total_cmp(&prior) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    });
    let choices = [right].into_iter().chain(choices).chain([text!("quiz-sign-error")]);
    QuizDraft {
        question: text!("quiz-sign", prior = prior, posterior = posterior),
        choices: choices.map(QuizChoice::Words).collect(),
        why: text!("quiz-sign-why", prior = prior, posterior = posterior, pmi = libm::log(posterior / prior)),
    }
}

/// MI as the mean of PMI weighted by p(z,a). Wrong choices: the largest PMI, the unweighted mean, H(Z).
pub fn information(rng: &mut Rng) -> QuizDraft {
    let counts = [(); 4].map(|()| 5.0 * whole(rng, 1, 12));
    let [aa, ab, ba, bb] = counts;
    let question = text!("quiz-information", aa = aa, ab = ab, ba = ba, bb = bb);
    let Ok(table) = count_table(&counts.map(|count| count as u32), 2, 2) else {
        return QuizDraft {
            question,
            choices: vec![],
            why: text!("quiz-information-why", information = 0.0, largest = 0.0),
        };
    };
    let pmi: Vec<f64> = table.cells.iter().filter_map(|cell| cell.pmi).collect();
    let largest = pmi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let plain = pmi.iter().sum::<f64>() / pmi.len().max(1) as f64;
    QuizDraft {
        question,
        choices: [table.information, largest, plain, table.entropy].map(QuizChoice::Nats).into(),
        why: text!("quiz-information-why", information = table.information, largest = largest),
    }
}

/// The upper bound H(Z) of MI, nats. Wrong choices: ln 3, which holds for equally frequent styles only; H(Z) in bits;
/// -ln p of the commonest style.
pub fn ceiling(rng: &mut Rng) -> QuizDraft {
    let a = whole(rng, 1, 16);
    let b = whole(rng, 1, 19 - a as u32);
    let shares = [a, b, 20.0 - a - b].map(|twentieths| twentieths / 20.0);
    let [a, b, c] = shares;
    let entropy = entropy(&shares);
    let commonest = shares.iter().copied().fold(0.0, f64::max);
    let wrong = [libm::log(3.0), entropy / std::f64::consts::LN_2, -libm::log(commonest)];
    QuizDraft {
        question: text!("quiz-ceiling", a = a, b = b, c = c),
        choices: [entropy].into_iter().chain(wrong).map(QuizChoice::Nats).collect(),
        why: text!("quiz-ceiling-why", entropy = entropy, even = libm::log(3.0)),
    }
}
