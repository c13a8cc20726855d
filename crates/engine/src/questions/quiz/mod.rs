//! *Check yourself*: questions whose numbers are drawn at random for every seed and whose right answer is computed.
//! Wrong choices are the results of common mistakes. A draw whose choices are too close to each other is repeated.

mod counting;
mod judging;
mod weighing;

use protocol::questions::{QUIZ_LENGTH, Quiz};
use protocol::{Text, text};
use worlds::data::Rng;

/// Most draws of one question; far more than any needs until its choices differ.
const ATTEMPTS: u64 = 1000;
/// Two choices are too close if their difference is below this share of the larger one, or below this number.
const APART: (f64, f64) = (0.06, 0.02);

/// A question as it was drawn: the right choice first.
struct QuizDraft {
    question: Text,
    choices: Vec<QuizChoice>,
    why: Text,
}

/// A choice before it is written as text.
enum QuizChoice {
    /// A probability, shown in percent.
    Share(f64),
    Nats(f64),
    Number(f64),
    Words(Text),
}

/// The questions in the order in which they are asked.
const KINDS: [fn(&mut Rng) -> QuizDraft; QUIZ_LENGTH as usize] = [
    counting::posterior,
    counting::pmi,
    counting::sign,
    weighing::weight,
    counting::information,
    counting::ceiling,
    weighing::largest_weight,
    judging::calibration,
    weighing::effective_sample_size,
    judging::method,
    judging::elsewhere,
];

/// The `number`-th question, with the numbers of a seed.
pub fn quiz(seed: u32, number: u8) -> Result<Quiz, Text> {
    let kind = KINDS.get(usize::from(number)).ok_or_else(|| text!("question-no-quiz", most = QUIZ_LENGTH - 1))?;
    let mut rng = Rng::stream(seed.into(), "quiz", number.into());
    let mut draft = kind(&mut rng);
    for _ in 0..ATTEMPTS {
        if are_apart(&draft.choices) {
            break;
        }
        draft = kind(&mut rng);
    }
    let mut order: Vec<usize> = (0..draft.choices.len()).collect();
    rng.shuffle(&mut order);
    let right = order.iter().position(|place| *place == 0).unwrap_or_default() as u8;
    let shown: Vec<Text> = draft.choices.into_iter().map(QuizChoice::text).collect();
    let choices = order.into_iter().map(|place| shown[place].clone()).collect();
    Ok(Quiz { question: draft.question, choices, right, why: draft.why })
}

/// Whether all pairs of numbers among the choices can be told apart.
fn are_apart(choices: &[QuizChoice]) -> bool {
    let apart = |a: &QuizChoice, b: &QuizChoice| match (a.number(), b.number()) {
        (Some(a), Some(b)) => (a - b).abs() > APART.1.max(APART.0 * a.abs().max(b.abs())),
        _ => true,
    };
    choices.iter().enumerate().all(|(place, a)| choices[..place].iter().all(|b| apart(a, b)))
}

impl QuizChoice {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Share(number) | Self::Nats(number) | Self::Number(number) => Some(*number),
            Self::Words(_) => None,
        }
    }

    fn text(self) -> Text {
        match self {
            Self::Share(share) => text!("quiz-share", share = share),
            Self::Nats(nats) => text!("quiz-nats", nats = nats),
            Self::Number(number) => text!("quiz-number", number = number),
            Self::Words(words) => words,
        }
    }
}

/// A whole number from `low` to `high`, both included.
fn whole(rng: &mut Rng, low: u32, high: u32) -> f64 {
    f64::from(low) + rng.below((high - low + 1) as usize) as f64
}

fn one_of<T: Copy>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.below(list.len())]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use protocol::TextValue;

    fn number_of(choice: &Text) -> Option<f64> {
        match choice.values.first() {
            Some((_, TextValue::Number(number))) => Some(*number),
            _ => None,
        }
    }

    /// Computes a key from the numbers in the holes of a question.
    type Key<'a> = &'a dyn Fn(&dyn Fn(&str) -> f64) -> f64;

    #[test]
    fn choices_differ_and_one_is_right_for_every_seed() {
        for number in 0..QUIZ_LENGTH {
            let mut places = BTreeSet::new();
            let mut seen = BTreeSet::new();
            for seed in 0..200 {
                let quiz = quiz(seed, number).unwrap();
                assert!(usize::from(quiz.right) < quiz.choices.len() && quiz.choices.len() >= 3, "{number} {seed}");
                for (place, a) in quiz.choices.iter().enumerate() {
                    for b in &quiz.choices[..place] {
                        assert_ne!(a, b, "question {number}, seed {seed}");
                        // Shown with two decimals, or as a whole percentage.
                        if let (true, Some(a), Some(b)) = (a.key == b.key, number_of(a), number_of(b)) {
                            assert!((a - b).abs() >= 0.02, "question {number}, seed {seed}: {a} and {b}");
                        }
                    }
                }
                places.insert(quiz.right);
                seen.insert(format!("{:?}", quiz.question.values));
            }
            assert!(places.len() >= 3, "question {number} is right at {places:?} only");
            assert!(seen.len() >= 8, "question {number} has only {} draws", seen.len());
        }
        assert_eq!(quiz(3, 4), quiz(3, 4));
        assert_eq!(quiz(1, QUIZ_LENGTH).unwrap_err().key, "question-no-quiz");
    }

    /// The key, computed again from the numbers of the question as it is shown.
    #[test]
    fn the_key_is_what_the_question_s_own_numbers_give() {
        for seed in 0..200 {
            let given = |quiz: &Quiz, name: &str| {
                let value = quiz.question.values.iter().find(|(known, _)| known == name).map(|(_, value)| value);
                match value {
                    Some(TextValue::Number(number)) => *number,
                    other => panic!("{name} is {other:?}"),
                }
            };
            let right = |quiz: &Quiz| number_of(&quiz.choices[usize::from(quiz.right)]).unwrap();
            let check = |number: u8, key: Key<'_>| {
                let quiz = quiz(seed, number).unwrap();
                let expected = key(&|name: &str| given(&quiz, name));
                let found = right(&quiz);
                assert!((found - expected).abs() < 1e-9, "question {number}, seed {seed}: {found}, {expected}");
            };
            check(0, &|of| of("own") / of("taken"));
            check(1, &|of| (of("posterior") / of("prior")).ln());
            check(3, &|of| (of("beta") * of("pmi")).exp());
            check(5, &|of| -["a", "b", "c"].map(|name| of(name) * of(name).ln()).iter().sum::<f64>());
            check(6, &|of| 1.0 / of("prior"));
            check(7, &|of| (of("aa") + of("bb") + of("cc")) / (3.0 * of("each")));
            check(8, &|of| {
                let weights = ["a", "b", "c", "d"].map(of);
                weights.iter().sum::<f64>().powi(2) / weights.iter().map(|w| w * w).sum::<f64>()
            });
            check(4, &|of| {
                let (a, b, c, d) = (of("aa"), of("ab"), of("ba"), of("bb"));
                let all = a + b + c + d;
                let term = |n: f64, row: f64, column: f64| n / all * (n * all / (row * column)).ln();
                term(a, a + b, a + c) + term(b, a + b, b + d) + term(c, c + d, a + c) + term(d, c + d, b + d)
            });
            let sign = quiz(seed, 2).unwrap();
            let rise = given(&sign, "posterior") - given(&sign, "prior");
            let said = if rise > 0.0 {
                "for"
            } else if rise < 0.0 {
                "against"
            } else {
                "nothing"
            };
            assert_eq!(sign.choices[usize::from(sign.right)].key, format!("quiz-sign-{said}"), "seed {seed}");
            let elsewhere = quiz(seed, 10).unwrap();
            assert_eq!(elsewhere.choices[usize::from(elsewhere.right)].key, "quiz-elsewhere-right", "seed {seed}");
            check(10, &|of| of("posterior") / of("prior"));
            let method = quiz(seed, 9).unwrap();
            let fits = [("alike", "bc"), ("clean", "cbc"), ("strays", "bc-pmi")];
            let fit = fits.iter().find(|(case, _)| method.question.key == format!("quiz-method-{case}")).unwrap().1;
            assert_eq!(method.choices[usize::from(method.right)].key, format!("quiz-method-{fit}"), "seed {seed}");
            assert!(method.why.key.starts_with(method.question.key.as_ref()), "seed {seed}");
        }
    }

    #[test]
    fn the_reason_shows_the_number_that_is_right() {
        for (number, hole) in [
            (0, "share"),
            (1, "pmi"),
            (3, "weight"),
            (4, "information"),
            (5, "entropy"),
            (6, "largest"),
            (7, "share"),
            (8, "size"),
            (10, "weight"),
        ] {
            for seed in 0..200 {
                let quiz = quiz(seed, number).unwrap();
                let shown = quiz.why.values.iter().find(|(name, _)| name == hole).map(|(_, value)| value);
                let right = number_of(&quiz.choices[usize::from(quiz.right)]).map(TextValue::Number);
                assert_eq!(shown, right.as_ref(), "question {number}, seed {seed}");
            }
        }
    }
}
