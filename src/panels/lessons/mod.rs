//! Lessons beside the live page. A step poses a question or a task; the learner commits to a guess or does something, and a
//! condition over the page completes the step.

mod controls;
mod course;
mod figures;
mod guess;
mod lesson;
mod predict;
mod progress;
mod quiz;
mod step;

use leptos::prelude::*;

use super::{Close, Panel, port};
use crate::actions::Action;
use crate::browser::bring_into_view;
use crate::reactive::{dynamic, string, when};
use crate::text::{t, words};
use course::Course;
pub use guess::{Guess, PaintedStretch, stretches};
pub use lesson::{LESSONS, Lesson, Prediction, Right, Until};
pub use predict::{moment_name, plane, pointer};
pub use progress::{LessonProgress, StepProgress};
use protocol::{Text, text};
use step::StepView;

/// The title of a lesson.
pub fn title(number: u32) -> Text {
    Text::new(format!("lesson-{number}"))
}

pub fn exists(number: u32) -> bool {
    (1..=LESSONS).contains(&number)
}

/// What a learner sees first of a new step or question.
const HEAD: &str = ".lesson header";

/// What the address says of *Check yourself*.
const CHECK: &str = "check";

fn open(detail: String) {
    port::perform(Action::OpenPanel(format!("lesson={detail}")));
}

/// Number of the lesson and index of the step of `4.2`; None for anything else, which shows the list of lessons.
fn place(detail: &str) -> Option<(u32, usize)> {
    let (lesson, step) = detail.split_once('.').unwrap_or((detail, "1"));
    let (lesson, step): (u32, usize) = (lesson.parse().ok()?, step.parse().ok()?);
    (exists(lesson) && step > 0).then(|| (lesson, step - 1))
}

#[component]
pub fn Lessons(panel: Panel) -> impl IntoView {
    let course = Course::new(panel);
    let lesson = Memo::new(move |_| place(&panel.detail.get()).map(|(lesson, _)| lesson));
    let check = Memo::new(move |_| panel.detail.get() == CHECK);
    let step = Memo::new(move |_| panel.detail.get());
    Effect::new(move |_| {
        // A memo subscribes to its sources when it is first read, so tracking it alone is not enough.
        step.with(|_| ());
        bring_into_view(HEAD);
    });
    let heading = move || match lesson.get() {
        None if check.get() => words(&text!("lesson-check")),
        Some(number) => words(&text!("lesson-heading", number = number, all = LESSONS, title = title(number))),
        None => words(&text!("lesson-list")),
    };
    view! {
        <section class="lesson" data-testid="lesson" data-step=panel.detail>
            <header>
                <h2>{string(heading)}</h2>
                {when(move || lesson.get().is_some() || check.get(), move || view! {
                    <button class="quiet" data-testid="lesson-list" on:click=move |_| open("0".into())>{t!("lesson-all")}</button>
                })}
                <Close/>
            </header>
            {dynamic(move || match lesson.get() {
                Some(_) => view! { <StepView course/> }.into_any(),
                None if check.get() => view! { <quiz::CheckYourself course/> }.into_any(),
                None => view! { <List course/> }.into_any(),
            })}
        </section>
    }
}

/// The list of lessons, with the learner's progress.
#[component]
fn List(course: Course) -> impl IntoView {
    let item = move |number: u32| {
        let done = move || course.progress.with(|progress| progress.done_in(number));
        let state = move || match done() {
            0 => String::new(),
            steps => words(&text!("lesson-done", steps = steps)),
        };
        view! {
            <li>
                <button data-testid=format!("lesson-{number}") on:click=move |_| open(course.progress.with_untracked(|progress| progress.next_in(number)))>
                    <b>{number.to_string()}</b><span>{crate::text::shown(title(number))}</span><small>{string(state)}</small>
                </button>
            </li>
        }
    };
    // *Forget* has to be pressed twice, so that no answers are lost by accident.
    let sure = RwSignal::new(false);
    let forget = move |_| {
        if sure.get_untracked() {
            course.forget();
        }
        sure.update(|sure| *sure = !*sure);
    };
    let forgetting = move || words(&if sure.get() { text!("lesson-forget-sure") } else { text!("lesson-forget") });
    view! {
        <p>{t!("lesson-list.about")}</p>
        <ol class="lessons">
            {(1..=LESSONS).map(item).collect_view()}
            <li><button data-testid="lesson-check" on:click=move |_| open(CHECK.into())><b>"?"</b><span>{t!("lesson-check")}</span></button></li>
        </ol>
        {when(move || course.progress.with(|progress| !progress.steps.is_empty()), move || view! {
            <button class="quiet" data-testid="lesson-forget" on:click=forget>{string(forgetting)}</button>
        })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_step() {
        assert_eq!(place("4.2"), Some((4, 1)));
        assert_eq!(place("4"), Some((4, 0)));
        for bad in ["0", "", "9.1", "1.0", "x", "1.-2", "99999999999.1"] {
            assert_eq!(place(bad), None, "{bad}");
        }
    }
}
