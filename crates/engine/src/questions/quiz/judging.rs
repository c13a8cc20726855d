//! Questions about judgement: what calibration counts, which method fits which data, and the same idea in another field.

use super::{QuizChoice, QuizDraft, one_of, whole};
use protocol::{Text, text};
use worlds::data::Rng;

/// Rollouts per style in a drawn matrix.
const EACH: f64 = 25.0;

/// Calibration: the share of rollouts on the diagonal. Wrong choices: the share in the best row, in the first column,
/// and off the diagonal.
pub fn calibration(rng: &mut Rng) -> QuizDraft {
    let rows = [0, 1, 2].map(|style| row(rng, style));
    let [[aa, ab, ac], [ba, bb, bc], [ca, cb, cc]] = rows;
    let hits = aa + bb + cc;
    let best = aa.max(bb).max(cc) / EACH;
    let share = hits / (3.0 * EACH);
    QuizDraft {
        question: text!(
            "quiz-calibration",
            each = EACH,
            aa = aa,
            ab = ab,
            ac = ac,
            ba = ba,
            bb = bb,
            bc = bc,
            ca = ca,
            cb = cb,
            cc = cc
        ),
        choices: [share, best, (aa + ba + ca) / (3.0 * EACH), 1.0 - share].map(QuizChoice::Share).into(),
        why: text!("quiz-calibration-why", hits = hits, rollouts = 3.0 * EACH, share = share),
    }
}

/// Row of a matrix: achieved styles of the rollouts of one requested style. Most achieve that style, the others are
/// split at random.
fn row(rng: &mut Rng, style: usize) -> [f64; 3] {
    let own = whole(rng, 6, 23);
    let first = whole(rng, 0, (EACH - own) as u32);
    let rest = [first, EACH - own - first];
    match style {
        0 => [own, rest[0], rest[1]],
        1 => [rest[0], own, rest[1]],
        _ => [rest[0], rest[1], own],
    }
}

/// Which method fits: BC where labels say nothing, CBC where they hold at every step, BC-PMI where they hold on the whole.
pub fn method(rng: &mut Rng) -> QuizDraft {
    let (paths, strayed) = (10.0 * whole(rng, 4, 30), 5.0 * whole(rng, 2, 8) / 100.0);
    let mut names = vec![text!("quiz-method-bc"), text!("quiz-method-cbc"), text!("quiz-method-bc-pmi")];
    let (question, right, why) = match rng.below(3) {
        0 => (text!("quiz-method-alike", paths = paths), 0, text!("quiz-method-alike-why")),
        1 => (text!("quiz-method-clean", paths = paths), 1, text!("quiz-method-clean-why")),
        _ => (text!("quiz-method-strays", paths = paths, strayed = strayed), 2, text!("quiz-method-strays-why")),
    };
    let right = names.remove(right);
    let choices: Vec<Text> = [right].into_iter().chain(names).chain([text!("quiz-method-none")]).collect();
    QuizDraft { question, choices: choices.into_iter().map(QuizChoice::Words).collect(), why }
}

/// Sentences by author: s are the words so far, a is the next word, z the author, and the word weighs p(z|s,a) / p(z).
pub fn elsewhere(rng: &mut Rng) -> QuizDraft {
    let prior = one_of(rng, &[0.1, 0.2, 0.25, 0.4, 0.5]);
    let posterior = one_of(rng, &[0.05, 0.3, 0.6, 0.75, 0.9]);
    let weight = posterior / prior;
    let choices = [
        text!("quiz-elsewhere-right", weight = weight),
        text!("quiz-elsewhere-author", weight = weight),
        text!("quiz-elsewhere-sentence", weight = weight),
        text!("quiz-elsewhere-unweighed", weight = posterior),
    ];
    QuizDraft {
        question: text!("quiz-elsewhere", prior = prior, posterior = posterior),
        choices: choices.map(QuizChoice::Words).into(),
        why: text!("quiz-elsewhere-why", prior = prior, posterior = posterior, weight = weight),
    }
}
