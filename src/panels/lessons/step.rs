//! The view of one step of a lesson: its question, the input for the guess, its figure and the explanation.

use leptos::prelude::*;

use super::controls::StepKnobs;
use super::course::Course;
use super::figures::FigureView;
use super::lesson::Prediction;
use super::predict::PredictionView;
use super::{CHECK, exists, open, title};
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{t, words};
use protocol::text;

#[component]
pub fn StepView(course: Course) -> impl IntoView {
    let failed = move || match course.lesson.get() {
        Some(Err(why)) => words(&text!("lesson-missing", why = why)),
        Some(Ok(_)) => String::new(),
        None => words(&text!("lesson-opening")),
    };
    let place = Memo::new(move |_| course.open_step().map(|(lesson, index, _)| (lesson, index)));
    view! {
        {when(move || place.get().is_none(), move || view! { <p role="status">{string(failed)}</p> })}
        {dynamic(move || place.get().map(|_| view! { <Body course/> }))}
    }
}

/// Words of the step by attribute; empty if it has none.
fn said(course: Course, attribute: &'static str) -> Signal<String> {
    string(move || course.words(attribute).map(|text| words(&text)).unwrap_or_default())
}

#[component]
fn Body(course: Course) -> impl IntoView {
    let Some(step) = untrack(|| course.step()) else { return ().into_any() };
    let done = Memo::new(move |_| course.state().done);
    // A guessed number says so itself, beside the number.
    let says_so = matches!(step.predict, Some(Prediction::Number { .. }));
    let waits = Memo::new(move |_| !says_so && !done.get() && course.state().guess.is_some());
    let panel = course.panel;
    let knobs = (!step.knobs.is_empty()).then(|| view! { <StepKnobs panel knobs=step.knobs.clone()/> });
    let figure = step.figure.map(|figure| view! { <FigureView course figure/> });
    let recalled = step.recall.clone().and_then(|earlier| untrack(|| course.recalled(&earlier)));
    let recalled = recalled
        .map(|words| view! { <p class="aside" data-testid="recalled">{t!("lesson-recalled", words = words)}</p> });
    let prediction = step.predict.clone().map(|prediction| view! { <PredictionView course prediction/> });
    view! {
        <p class="goal" data-testid="goal">{said(course, "")}</p>
        {recalled}
        {figure}
        {prediction}
        {knobs}
        <div aria-live="polite">
            {when(move || waits.get(), move || view! { <p class="aside">{t!("lesson-verdict-waits")}</p> })}
            {when(move || done.get(), move || view! { <p class="why" data-testid="lesson-why">{said(course, ".why")}</p> })}
        </div>
        <Steps course done/>
    }
    .into_any()
}

/// The address detail of what follows a lesson: the next one, or *Check yourself* after the last.
fn after(lesson: u32) -> String {
    if exists(lesson + 1) { format!("{}.1", lesson + 1) } else { CHECK.into() }
}

/// Buttons to the step before and after, and the number of the step. The next step can always be opened.
#[component]
fn Steps(course: Course, done: Memo<bool>) -> impl IntoView {
    let place = Memo::new(move |_| {
        course.open_step().map(|(lesson, index, all)| (lesson, index + 1, all.steps.len())).unwrap_or_default()
    });
    let go = move |by: isize| {
        let (lesson, step, steps) = place.get_untracked();
        let step = step.saturating_add_signed(by);
        match step > steps {
            true => open(after(lesson)),
            false => open(format!("{lesson}.{}", step.max(1))),
        }
    };
    let first = boolean(move || place.get().1 <= 1);
    let counted = move || {
        let (_, step, steps) = place.get();
        words(&text!("lesson-step", step = step, steps = steps))
    };
    let next = move || {
        let (lesson, step, steps) = place.get();
        words(&match step == steps {
            false => text!("lesson-next"),
            true if exists(lesson + 1) => text!("lesson-next-lesson", title = title(lesson + 1)),
            true => text!("lesson-check"),
        })
    };
    view! {
        <nav class="steps" aria-label=t!("lesson-steps") data-done=string(move || done.get().to_string())>
            <button class="quiet" data-testid="lesson-back" disabled=first on:click=move |_| go(-1)>{t!("lesson-back")}</button>
            <span>{string(counted)}</span>
            <button class:accent=done data-testid="lesson-next" on:click=move |_| go(1)>{string(next)}</button>
        </nav>
    }
}
