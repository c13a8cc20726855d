//! *Check yourself*: questions with new numbers for every seed. The trainer makes them and computes the right answers.

use std::sync::Arc;

use leptos::prelude::*;

use super::HEAD;
use super::course::Course;
use crate::browser::bring_into_view;
use crate::reactive::{boolean, dynamic, string, when};
use crate::text::{shown, t, words};
use protocol::questions::{QUIZ_LENGTH, Quiz};
use protocol::{Answer, Question, Text, text};

fn new_seed() -> u32 {
    (js_sys::Math::random() * 1e9) as u32
}

#[component]
pub fn CheckYourself(course: Course) -> impl IntoView {
    let seed = RwSignal::new(new_seed());
    let number = RwSignal::new(0_u8);
    let right = RwSignal::new(0_u32);
    let chosen = RwSignal::new(None::<usize>);
    let asked = StoredValue::new(None);
    let quiz = RwSignal::new(None::<Arc<Quiz>>);
    let panel = course.panel;
    Effect::new(move |_| {
        let question = Question::Quiz { seed: seed.get(), number: number.get() };
        quiz.set(None);
        chosen.set(None);
        bring_into_view(HEAD);
        if question != (Question::Quiz { seed: seed.get_untracked(), number: QUIZ_LENGTH }) {
            asked.set_value(Some(panel.ask(&question)));
        }
    });
    Effect::new(move |_| {
        if let Some((id, answer)) = panel.answer.get()
            && asked.get_value() == Some(id)
            && let Answer::Quiz(found) = answer.as_ref()
        {
            quiz.set(Some(Arc::new(found.clone())));
        }
    });
    let choose = move |choice: usize, is_right: bool| {
        chosen.set(Some(choice));
        right.update(|right| *right += u32::from(is_right));
    };
    let again = move |_| {
        right.set(0);
        number.set(0);
        seed.set(new_seed());
    };
    let counted = move || match number.get() {
        QUIZ_LENGTH => words(&text!("lesson-check-score", right = right.get(), all = u32::from(QUIZ_LENGTH))),
        number => words(&text!("lesson-check-question", number = u32::from(number) + 1, all = u32::from(QUIZ_LENGTH))),
    };
    let next = move || match number.get() + 1 {
        QUIZ_LENGTH => words(&text!("lesson-check-result")),
        _ => words(&text!("lesson-check-next")),
    };
    view! {
        <p class="aside">{t!("lesson-check-about")}</p>
        <p class="readout" data-testid="check-counted" aria-live="polite">{string(counted)}</p>
        {dynamic(move || quiz.get().map(|quiz| asked_view(&quiz, chosen, choose)))}
        {when(move || chosen.get().is_some(), move || view! {
            <button class="accent" data-testid="check-next" on:click=move |_| number.update(|number| *number += 1)>{string(next)}</button>
        })}
        {when(move || number.get() == QUIZ_LENGTH, move || view! {
            <button class="accent" data-testid="check-again" on:click=again>{t!("lesson-check-again")}</button>
        })}
    }
}

fn asked_view(
    quiz: &Quiz,
    chosen: RwSignal<Option<usize>>,
    choose: impl Fn(usize, bool) + Copy + Send + 'static,
) -> AnyView {
    let right = usize::from(quiz.right);
    let option = |(index, choice): (usize, &Text)| {
        let mark = move || match chosen.get() {
            Some(_) if index == right => "right",
            Some(choice) if choice == index => "wrong",
            _ => "",
        };
        view! {
            <li><button class="option" data-testid=format!("option-{}", index + 1) data-mark=mark
                disabled=boolean(move || chosen.get().is_some()) on:click=move |_| choose(index, index == right)>{shown(choice.clone())}</button></li>
        }
    };
    let options = quiz.choices.iter().enumerate().map(option).collect_view();
    let why = quiz.why.clone();
    let verdict = move || {
        let said = if chosen.get() == Some(right) { text!("lesson-check-right") } else { text!("lesson-check-wrong") };
        format!("{} {}", words(&said), words(&why))
    };
    let verdict = string(verdict);
    view! {
        <p class="goal" data-testid="goal">{shown(quiz.question.clone())}</p>
        <ol class="options" data-right=right + 1>{options}</ol>
        {when(move || chosen.get().is_some(), move || view! { <p class="why" data-testid="lesson-why" aria-live="polite">{verdict}</p> })}
    }
    .into_any()
}
