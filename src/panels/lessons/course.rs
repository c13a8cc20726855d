//! The state of the lessons: which step is open, what the learner guessed, and whether a step is complete.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::figures::FIRST_COUNTS;
use super::guess::Guess;
use super::lesson::{Lesson, Right, Source, Step, Until};
use super::progress::{LessonProgress, StepProgress};
use super::{CHECK, place};
use crate::actions::Action;
use crate::bridge;
use crate::panels::{Panel, port};
use crate::state::{PagePart, Quantity};
use protocol::{Text, TextValue, text};

/// A lesson by its number, or why it could not be fetched.
type Fetched = Result<(u32, Arc<Lesson>), String>;

/// A handle that is cheap to copy.
#[derive(Clone, Copy)]
pub struct Course {
    pub panel: Panel,
    /// The open lesson, or why it could not be fetched.
    pub lesson: RwSignal<Option<Fetched>>,
    pub progress: RwSignal<LessonProgress>,
    /// Numbers that the figure of the step shows, by name.
    pub figure: RwSignal<BTreeMap<String, f64>>,
    /// The table of counts, which several steps share.
    pub counts: RwSignal<Vec<u32>>,
    /// The step for which the page was last set up; events before that belong to other steps.
    entered: StoredValue<String>,
    /// The run that a lesson opened last, so that steps of one run do not open it again.
    run: StoredValue<Option<(u32, String)>>,
}

impl Course {
    pub fn new(panel: Panel) -> Self {
        let course = Self {
            panel,
            lesson: RwSignal::new(None),
            progress: RwSignal::new(LessonProgress::load()),
            figure: RwSignal::new(BTreeMap::new()),
            counts: RwSignal::new(FIRST_COUNTS.to_vec()),
            entered: StoredValue::new(String::new()),
            run: StoredValue::new(None),
        };
        let number = Memo::new(move |_| {
            let detail = panel.detail.get();
            place(&detail).map(|(lesson, _)| lesson).ok_or(detail == CHECK)
        });
        Effect::new(move |_| match number.get() {
            Ok(number) => course.fetch(number),
            Err(check) => course.leave(check),
        });
        let open = Memo::new(move |_| course.open_step().map(|(lesson, index, _)| (lesson, index)));
        Effect::new(move |_| {
            if open.get().is_some() {
                course.enter();
            }
        });
        Effect::new(move |_| {
            panel.version.get();
            panel.page.get(|_| ());
            course.check();
        });
        course
    }

    fn fetch(self, number: u32) {
        spawn_local(async move {
            let file = bridge::file(&format!("lessons/{number}.json")).await;
            let lesson = file
                .and_then(|file| serde_json::from_slice::<Lesson>(&file.to_vec()).map_err(|error| error.to_string()));
            self.lesson.set(Some(lesson.map(|lesson| (number, Arc::new(lesson)))));
        });
    }

    /// No lesson is open: the whole page is shown, or none of it beside *Check yourself*.
    fn leave(self, check: bool) {
        self.lesson.set(None);
        self.run.set_value(None);
        outline(None);
        let hidden = PagePart::ALL.into_iter().filter(|part| check && *part != PagePart::Header).collect();
        port::perform(Action::HideParts(hidden));
    }

    /// The lesson, and the index of the step that the address names; its first step where there is no such step.
    pub fn open_step(self) -> Option<(u32, usize, Arc<Lesson>)> {
        let (wanted, index) = place(&self.panel.detail.get())?;
        let (number, lesson) = self.lesson.get()?.ok()?;
        (number == wanted).then(|| (number, if index < lesson.steps.len() { index } else { 0 }, lesson))
    }

    pub fn step(self) -> Option<Step> {
        let (_, index, lesson) = self.open_step()?;
        lesson.steps.get(index).cloned()
    }

    /// `4.2`
    pub fn id(self) -> String {
        self.open_step().map(|(lesson, index, _)| format!("{lesson}.{}", index + 1)).unwrap_or_default()
    }

    pub fn state(self) -> StepProgress {
        let id = self.id();
        self.progress.with(|progress| progress.step(&id))
    }

    /// Sets up the page for the open step: opens its run and performs its actions.
    fn enter(self) {
        let Some((number, index, lesson)) = untrack(|| self.open_step()) else { return };
        let Some(step) = lesson.steps.get(index) else { return };
        self.figure.set(BTreeMap::new());
        let wanted = lesson.run_of(index).map(|run| (number, run.to_string()));
        if wanted.is_some() && (wanted != self.run.get_value() || step.run.is_some()) {
            if let Some((_, run)) = &wanted {
                port::perform(Action::Navigate(format!("{run}&lesson={number}.{}", index + 1)));
            }
            self.run.set_value(wanted);
        }
        let guessed = untrack(|| self.state()).guess.is_some();
        port::perform(Action::HideParts(step.hidden(guessed)));
        step.begin.iter().cloned().for_each(port::perform);
        port::forget_performed();
        self.entered.set_value(untrack(|| self.id()));
        outline(step.point);
    }

    /// Stores the guess that the learner commits to; the truth may be shown from now on.
    pub fn commit(self, guess: Guess) {
        let Some(step) = untrack(|| self.step()) else { return };
        self.change(|state| state.guess = Some(guess));
        port::perform(Action::HideParts(step.hidden(true)));
        step.after.iter().cloned().for_each(port::perform);
        self.check();
    }

    pub fn set_right(self, right: bool) {
        if untrack(|| self.state()).right != Some(right) {
            self.change(|state| state.right = Some(right));
        }
    }

    /// Stores the truth, which may change while it is shown; the last one counts.
    pub fn set_truth(self, truth: Guess) {
        if untrack(|| self.state()).truth.as_ref() != Some(&truth) {
            self.change(|state| state.truth = Some(truth));
        }
    }

    /// The index of the right sentence, once it is known.
    pub fn right(self, right: &Right) -> Option<usize> {
        match right {
            Right::Always(right) => Some(*right),
            Right::Exceeds { .. } if !self.state().done => None,
            Right::Exceeds { number, among, by } => {
                let number = self.read(number)?;
                let others = among.iter().map(|other| self.read(other)).collect::<Option<Vec<f64>>>()?;
                Some(others.into_iter().filter(|other| number - other > *by).count())
            }
        }
    }

    /// The words that the learner wrote in an earlier step.
    pub fn recalled(self, step: &str) -> Option<String> {
        match self.progress.with(|progress| progress.step(step)).guess? {
            Guess::Words(words) => Some(words),
            _ => None,
        }
    }

    /// Completes the step when its condition holds.
    fn check(self) {
        let Some(step) = untrack(|| self.step()).filter(|_| self.entered.get_value() == untrack(|| self.id())) else {
            return;
        };
        self.panel.sync();
        if untrack(|| self.state()).done || !self.happened(&step.until) {
            return;
        }
        // A run that has just ended sends its last numbers shortly after. The step is complete when all that it needs
        // have arrived.
        let number = |quantity: &Quantity| self.panel.page.peek(|model| quantity.read(model));
        let shown = |source: &Source| !matches!(source, Source::Page(quantity) if number(quantity).is_none());
        let kept: Vec<_> = step.remember.iter().filter_map(|(name, q)| Some((name.clone(), number(q)?))).collect();
        if kept.len() < step.remember.len() || !step.numbers.values().all(shown) {
            return;
        }
        self.progress.update_untracked(|progress| progress.kept.extend(kept));
        self.change(|state| state.done = true);
    }

    fn happened(self, until: &Until) -> bool {
        let figure = |name: &String| self.figure.with_untracked(|numbers| numbers.get(name).copied());
        match until {
            Until::Guessed => untrack(|| self.state()).guess.is_some(),
            Until::Page(condition) => self.panel.page.peek(|model| condition.holds(model)),
            Until::FigureAbove(name, value) => figure(name).is_some_and(|number| number > *value),
            Until::FigureBelow(name, value) => figure(name).is_some_and(|number| number < *value),
            Until::All(all) => all.iter().all(|until| self.happened(until)),
        }
    }

    fn change(self, change: impl FnOnce(&mut StepProgress)) {
        let id = untrack(|| self.id());
        self.progress.update(|progress| {
            change(progress.steps.entry(id).or_default());
            progress.store();
        });
    }

    /// Deletes all progress, for another learner.
    pub fn forget(self) {
        self.progress.set(LessonProgress::default());
        self.progress.with_untracked(LessonProgress::store);
        self.counts.set(FIRST_COUNTS.to_vec());
    }

    /// Stores a number of the figure for the condition and the words of the step.
    pub fn note(self, name: &str, number: f64) {
        if self.figure.with_untracked(|numbers| numbers.get(name) != Some(&number)) {
            self.figure.update(|numbers| numbers.extend([(name.to_string(), number)]));
            self.check();
        }
    }

    /// Reads a number, and follows its changes.
    pub fn read(self, source: &Source) -> Option<f64> {
        match source {
            Source::Page(quantity) => self.panel.page.get(|model| quantity.read(model)),
            Source::Kept(name) => self.progress.with(|progress| progress.kept.get(name).copied()),
            Source::Figure(name) => self.figure.with(|numbers| numbers.get(name).copied()),
        }
    }

    /// Words of the step: its message or one of its attributes (`.why`), with its numbers filled in.
    pub fn words(self, attribute: &str) -> Option<Text> {
        let (number, index, lesson) = self.open_step()?;
        let step = lesson.steps.get(index)?;
        let mut said = Text::new(format!("lesson-{number}-{}{attribute}", index + 1));
        for (name, source) in &step.numbers {
            let value = match self.read(source) {
                Some(number) => TextValue::from(number),
                None => text!("lesson-no-number").into(),
            };
            said.values.push((name.clone().into(), value));
        }
        Some(said)
    }
}

/// Outlines one part of the page, and no other.
fn outline(part: Option<PagePart>) {
    let Some(main) = web_sys::window().and_then(|window| window.document()?.query_selector("main").ok().flatten())
    else {
        return;
    };
    // A plain attribute name is never refused.
    let _ = match part {
        Some(part) => main.set_attribute("data-point", part.name()),
        None => main.remove_attribute("data-point"),
    };
}
