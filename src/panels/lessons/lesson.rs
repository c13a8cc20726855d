//! A lesson as data: `www/lessons/<number>.json`, fetched when it is opened. Steps are written in terms of actions,
//! conditions, quantities and parts of the page. Their words are messages: `lesson-4-2` is the question of a step, its
//! attribute `.why` the explanation, and `.a` to `.d` the choices.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::actions::Action;
use crate::state::{Condition, PagePart, Quantity};
use protocol::{Text, text};

/// Number of lessons; *Check yourself* follows the last one.
pub const LESSONS: u32 = 8;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The query of the run that is opened when the step begins. Without one the run of the step before goes on.
    pub run: Option<String>,
    /// Actions that are performed when the step begins.
    #[serde(default)]
    pub begin: Vec<Action>,
    /// Parts of the page that are shown; all others are hidden.
    pub show: Vec<PagePart>,
    /// Parts that are shown once the learner has committed to a guess.
    #[serde(default)]
    pub reveal: Vec<PagePart>,
    /// Actions that are performed after the guess.
    #[serde(default)]
    pub after: Vec<Action>,
    /// The part that is outlined.
    pub point: Option<PagePart>,
    /// Knobs that the step needs, shown in the panel.
    #[serde(default)]
    pub knobs: Vec<String>,
    pub figure: Option<LessonFigure>,
    pub predict: Option<Prediction>,
    /// What completes the step.
    pub until: Until,
    /// Numbers in the words of the step, by the names of their holes.
    #[serde(default)]
    pub numbers: BTreeMap<String, Source>,
    /// Numbers that are kept for later steps when this one is complete, by name.
    #[serde(default)]
    pub remember: BTreeMap<String, Quantity>,
    /// An earlier step, such as `1.3`, in which the learner wrote words that are shown again.
    pub recall: Option<String>,
}

/// Where a number in a sentence comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Page(Quantity),
    /// A number that an earlier step has kept (`Step::remember`).
    Kept(String),
    /// A number that the step's figure shows.
    Figure(String),
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The learner has committed to a guess.
    Guessed,
    Page(Condition),
    /// A number of the figure is above or below a value.
    FigureAbove(String, f64),
    FigureBelow(String, f64),
    All(Vec<Until>),
}

/// The kind of guess that the learner commits to before the truth is shown.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Prediction {
    /// One of several sentences.
    Choose { options: usize, right: Right },
    /// A number between `from` and `to`; right if it is no further from the truth than `tolerance`.
    Number { from: f64, to: f64, step: f64, tolerance: f64, truth: Source, percent: bool },
    /// The cell off the diagonal of the calibration matrix with the most paths.
    PickCell,
    /// A curve over the steps of the run, drawn on an empty chart.
    DrawCurve { series: String, highest: f64 },
    /// A common, a typical and a drifting moment of the explained path, by rising weight.
    OrderMoments,
    /// A path drawn on the plane of the world; the agents are drawn over it.
    DrawPath,
    /// Weights painted on demonstrations, which the run is then trained with.
    PaintWeights { paths: usize },
    /// A line of the learner's own words.
    Write,
}

/// Which of several sentences is right.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Right {
    /// Always the same one, counted from zero.
    Always(usize),
    /// The right one depends on the run: its index is the count of numbers in `among` that `number` exceeds by more
    /// than `by`.
    Exceeds { number: Source, among: Vec<Source>, by: f64 },
}

impl From<usize> for Right {
    fn from(right: usize) -> Self {
        Self::Always(right)
    }
}

/// A table, drawing or experiment that belongs to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonFigure {
    /// A table of counts, style by action, that the learner edits.
    Counts,
    /// The same; the numbers that follow from it are shown after the guess.
    PlainCounts,
    /// A constant that is added to every score of the critic.
    Shift,
    /// The arithmetic of one moment, from scores to the length of its gradient.
    SlowMotion,
    /// The best policy over three actions as a function of β.
    Optimum,
    /// pmi(z; s,a) and pmi(z; a|s) along the explained path.
    PlaceAndAction,
    /// The critic's PMI and the true one, along the explained path.
    Truth,
}

impl Lesson {
    /// The query of the run of a step: its own, or that of the latest step before it that has one.
    pub fn run_of(&self, step: usize) -> Option<&str> {
        self.steps.iter().take(step + 1).rev().find_map(|step| step.run.as_deref())
    }

    /// The question of a step, without values for its holes.
    pub fn question(&self, number: u32, index: usize) -> Text {
        let mut question = Text::new(format!("lesson-{number}-{}", index + 1));
        for name in self.steps.get(index).into_iter().flat_map(|step| step.numbers.keys()) {
            question.values.push((name.clone().into(), text!("lesson-no-number").into()));
        }
        question
    }
}

impl Step {
    /// Parts that are hidden before or after the guess.
    pub fn hidden(&self, guessed: bool) -> Vec<PagePart> {
        let shown = |part: &PagePart| {
            *part == PagePart::Header || self.show.contains(part) || (guessed && self.reveal.contains(part))
        };
        PagePart::ALL.into_iter().filter(|part| !shown(part)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use protocol::Messages;

    fn lesson(number: u32) -> Lesson {
        let path = format!("{}/www/lessons/{number}.json", env!("CARGO_MANIFEST_DIR"));
        let file = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        serde_json::from_str(&file).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn every_lesson_can_be_read_and_begins_with_a_run() {
        for number in 1..=LESSONS {
            let lesson = lesson(number);
            assert!(lesson.steps.len() >= 3, "lesson {number} has {} steps", lesson.steps.len());
            assert!(lesson.run_of(0).is_some(), "lesson {number} opens no run");
            for (index, step) in lesson.steps.iter().enumerate() {
                assert!(step.predict.is_none() || mentions_guess(&step.until), "{number}.{}", index + 1);
            }
        }
    }

    fn mentions_guess(until: &Until) -> bool {
        match until {
            Until::Guessed => true,
            Until::All(all) => all.iter().any(mentions_guess),
            _ => false,
        }
    }

    #[test]
    fn every_step_has_its_words_and_their_numbers() {
        let english = messages("en");
        for number in 1..=LESSONS {
            for (index, step) in lesson(number).steps.iter().enumerate() {
                let key = format!("lesson-{number}-{}", index + 1);
                let options = match step.predict {
                    Some(Prediction::Choose { options, ref right }) => {
                        let last = match right {
                            Right::Always(right) => *right,
                            Right::Exceeds { among, .. } => among.len(),
                        };
                        assert!(last < options, "{key}");
                        options
                    }
                    _ => 0,
                };
                let letters = ["a", "b", "c", "d", "e", "f"].into_iter().take(options);
                let parts = letters.map(|letter| format!("{key}.{letter}")).chain([key.clone(), format!("{key}.why")]);
                let mut used = BTreeSet::new();
                for part in parts {
                    let holes = english.holes(&part).unwrap_or_else(|| panic!("{part} is missing"));
                    for hole in holes {
                        assert!(step.numbers.contains_key(hole), "{part}: nothing fills ${hole}");
                        used.insert(hole.to_string());
                    }
                }
                let idle = step.numbers.keys().find(|name| !used.contains(*name));
                assert_eq!(idle, None, "{key}: a number that no sentence shows");
            }
        }
    }

    #[test]
    fn every_step_asks_a_question_in_both_languages() {
        for (language, mark) in [("en", '?'), ("zh", '？')] {
            let messages = messages(language);
            for number in 1..=LESSONS {
                for step in 1..=lesson(number).steps.len() {
                    let key = format!("lesson-{number}-{step}");
                    assert!(messages.format(&Text::new(key.clone())).contains(mark), "{language}: {key} asks nothing");
                }
            }
        }
    }

    fn messages(language: &str) -> Messages {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text").join(language);
        Messages::read_folder(language, &folder).unwrap()
    }

    #[test]
    fn a_step_hides_what_it_does_not_show() {
        let step: Step =
            serde_json::from_str(r#"{"show": ["stage"], "reveal": ["calibration"], "until": "guessed"}"#).unwrap();
        assert!(!step.hidden(false).contains(&PagePart::Stage) && step.hidden(false).contains(&PagePart::Calibration));
        assert!(!step.hidden(true).contains(&PagePart::Calibration) && step.hidden(true).contains(&PagePart::Knobs));
    }
}
