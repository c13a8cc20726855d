//! A number that is guessed with a slider.

use leptos::prelude::*;

use crate::browser::event_number;
use crate::panels::lessons::course::Course;
use crate::panels::lessons::guess::Guess;
use crate::panels::lessons::lesson::Source;
use crate::reactive::{boolean, string, when};
use crate::text::{self, t, words};
use protocol::{Text, text};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub from: f64,
    pub to: f64,
    pub step: f64,
    pub tolerance: f64,
    pub percent: bool,
}

impl Range {
    fn written(self, number: f64) -> String {
        if self.percent { text::percent(number as f32) } else { text::fixed(number as f32, 2) }
    }
}

#[component]
pub fn NumberGuess(course: Course, range: Range, truth: Source) -> impl IntoView {
    let draft = RwSignal::new((range.from + range.to) / 2.0);
    let guess = Memo::new(move |_| match course.state().guess {
        Some(Guess::Number(number)) => Some(number),
        _ => None,
    });
    let shown = move || range.written(guess.get().unwrap_or(draft.get()));
    // What a run shows on its way is not what was asked for: the truth waits until the step is done.
    let truth =
        Memo::new(move |_| course.state().done.then(|| guess.get().and_then(|_| course.read(&truth))).flatten());
    Effect::new(move |_| {
        if let (Some(guess), Some(truth)) = (guess.get(), truth.get()) {
            course.set_right((guess - truth).abs() <= range.tolerance);
            course.set_truth(Guess::Number(truth));
        }
    });
    let verdict = move || words(&verdict(range, guess.get(), truth.get()));
    view! {
        <div class="guess">
            <label>
                {t!("lesson-guess")}
                <input type="range" data-testid="guess-slider" min=range.from max=range.to step=range.step
                    prop:value=string(move || guess.get().unwrap_or(draft.get()).to_string()) aria-valuetext=string(shown)
                    disabled=boolean(move || guess.get().is_some())
                    on:input=move |event| draft.set(event_number(&event))/>
            </label>
            <output>{string(shown)}</output>
            {when(move || guess.get().is_none(), move || view! {
                <button class="accent" data-testid="commit" on:click=move |_| course.commit(Guess::Number(draft.get_untracked()))>{t!("lesson-commit")}</button>
            })}
        </div>
        <p class="verdict" data-testid="verdict" aria-live="polite">{string(verdict)}</p>
    }
}

fn verdict(range: Range, guess: Option<f64>, truth: Option<f64>) -> Text {
    match (guess, truth) {
        (None, _) => text!("lesson-verdict-open"),
        (Some(_), None) => text!("lesson-verdict-waits"),
        (Some(guess), Some(truth)) => {
            let (guess, found) = (range.written(guess), range.written(truth));
            text!("lesson-verdict", guess = guess, truth = found)
        }
    }
}
