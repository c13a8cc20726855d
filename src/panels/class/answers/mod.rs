//! The guesses of a class, step by step, with the truth drawn over them. The lessons have the questions; the truth
//! comes with the hand-ins, since it may depend on the pupil's own run.

mod bars;
mod drawings;
mod matrix;
mod strips;

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::hand_in::SubmittedAnswer;
use super::replay::ClassEntry;
use crate::bridge;
use crate::panels::Panel;
use crate::panels::lessons::{Guess, Lesson, Prediction};
use crate::reactive::dynamic;
use crate::text::{t, words};
use protocol::{Text, read_query, text};

/// All guesses of a class in one step.
struct Asked<'a> {
    prediction: &'a Prediction,
    /// The key of the step's question, such as `lesson-1-4`.
    key: String,
    guesses: Vec<Guess>,
    /// Whether each guess was right; None if there is no right one.
    right: Vec<Option<bool>>,
    /// The truths that were handed in, one per pupil at most.
    truths: Vec<Guess>,
    /// Names of the styles in the world of the step.
    styles: Vec<Text>,
}

impl<'a> Asked<'a> {
    fn new(prediction: &'a Prediction, key: String, answers: &[SubmittedAnswer], styles: Vec<Text>) -> Self {
        let mut asked = Self { prediction, key, guesses: vec![], right: vec![], truths: vec![], styles };
        for answer in answers {
            if let Some(guess) = Guess::read(prediction, &answer.guess) {
                asked.guesses.push(guess);
                asked.right.push(answer.right);
                asked.truths.extend(
                    Some(&answer.truth)
                        .filter(|truth| !truth.is_empty())
                        .and_then(|truth| Guess::read(prediction, truth)),
                );
            }
        }
        asked
    }

    /// The drawing as markup, in which all texts are escaped.
    fn drawn(&self) -> String {
        match self.prediction {
            Prediction::Choose { options, right } => bars::choices(self, *options, right),
            Prediction::Number { from, to, percent, .. } => bars::numbers(self, (*from, *to), *percent),
            Prediction::OrderMoments => bars::orders(self),
            Prediction::Write => bars::lines(self),
            Prediction::PickCell => matrix::cells(self),
            Prediction::DrawCurve { highest, .. } => drawings::curves(self, *highest as f32),
            Prediction::DrawPath => drawings::paths(self),
            Prediction::PaintWeights { .. } => strips::painted(self),
        }
    }
}

/// All answers by step, in the order of the lessons.
fn by_step(entries: &[ClassEntry]) -> BTreeMap<String, Vec<SubmittedAnswer>> {
    let mut steps: BTreeMap<String, Vec<SubmittedAnswer>> = BTreeMap::new();
    for (step, answer) in entries.iter().flat_map(|entry| &entry.hand_in.answers) {
        steps.entry(step.clone()).or_default().push(answer.clone());
    }
    steps
}

/// The lesson and the index of a step such as `4.2`.
fn place(step: &str) -> Option<(u32, usize)> {
    let (lesson, step) = step.split_once('.')?;
    Some((lesson.parse().ok()?, step.parse::<usize>().ok()?.checked_sub(1)?))
}

type Lessons = BTreeMap<u32, Arc<Lesson>>;

#[component]
pub fn Answers(panel: Panel, entries: RwSignal<Vec<ClassEntry>>) -> impl IntoView {
    // The memo does not change when only the status of replays does.
    let steps = Memo::new(move |_| entries.with(|entries| by_step(entries)));
    let lessons = RwSignal::new(Lessons::new());
    Effect::new(move |_| {
        let wanted = steps.get().into_keys().filter_map(|step| place(&step)).map(|(lesson, _)| lesson);
        for number in wanted.filter(|number| crate::panels::lessons::exists(*number)) {
            if lessons.with_untracked(|lessons| !lessons.contains_key(&number)) {
                fetch(number, lessons);
            }
        }
    });
    let step = move |(step, answers): (String, Vec<SubmittedAnswer>)| {
        let (number, index) = place(&step)?;
        let lesson = lessons.with(|lessons| lessons.get(&number).cloned())?;
        let prediction = lesson.steps.get(index)?.predict.clone()?;
        let key = format!("lesson-{number}-{}", index + 1);
        let asked = Asked::new(&prediction, key, &answers, styles(panel, &lesson, index));
        (!asked.guesses.is_empty()).then(|| {
            let question = words(&lesson.question(number, index));
            let testid = format!("class-step-{step}");
            view! {
                <figure class="guesses" data-testid=testid>
                    <figcaption>{t!("class-step", step = step, question = question)}</figcaption>
                    <div inner_html=asked.drawn()></div>
                </figure>
            }
        })
    };
    view! { <div class="answers">{dynamic(move || steps.get().into_iter().filter_map(step).collect_view())}</div> }
}

/// Fetches a lesson. If it cannot be fetched, its steps are not shown.
fn fetch(number: u32, lessons: RwSignal<Lessons>) {
    spawn_local(async move {
        let file = bridge::file(&format!("lessons/{number}.json")).await;
        let lesson = file.ok().and_then(|file| serde_json::from_slice::<Lesson>(&file.to_vec()).ok());
        if let Some(lesson) = lesson {
            lessons.update(|lessons| drop(lessons.insert(number, Arc::new(lesson))));
        }
    });
}

/// The styles in the world of a step's run.
fn styles(panel: Panel, lesson: &Lesson, index: usize) -> Vec<Text> {
    let settings = read_query(lesson.run_of(index).unwrap_or_default()).unwrap_or_default();
    let world = settings.into_iter().find(|(name, _)| name == "world").map(|(_, world)| world);
    let find = |world: &str| {
        panel.page.peek(|model| Some(model.catalog.as_ref()?.world(world)?.labels.first()?.styles.clone()))
    };
    world.and_then(|world| find(&world)).unwrap_or_default()
}

/// The name of a style, or its number where it has none.
fn style_name(asked: &Asked, style: usize) -> String {
    words(&asked.styles.get(style).cloned().unwrap_or_else(|| text!("page-style-unnamed", number = style)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(guess: &str, truth: &str) -> SubmittedAnswer {
        SubmittedAnswer { guess: guess.into(), right: Some(false), truth: truth.into() }
    }

    #[test]
    fn guesses_that_cannot_be_read_are_left_out() {
        let given = [answer("1/2", "2/1"), answer("<script>", "2/2"), answer("2/2", "x")];
        let asked = Asked::new(&Prediction::PickCell, String::new(), &given, vec![]);
        assert_eq!(asked.guesses, [Guess::Cell(0, 1), Guess::Cell(1, 1)]);
        assert_eq!((asked.right.len(), asked.truths), (2, vec![Guess::Cell(1, 0)]));
    }

    #[test]
    fn steps_have_a_lesson_and_a_number() {
        assert_eq!(place("4.2"), Some((4, 1)));
        for bad in ["4", "4.0", "x.1", ""] {
            assert_eq!(place(bad), None, "{bad}");
        }
    }
}
