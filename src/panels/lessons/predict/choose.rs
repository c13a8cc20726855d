//! A guess that is one of several sentences.

use leptos::prelude::*;

use crate::panels::lessons::course::Course;
use crate::panels::lessons::guess::Guess;
use crate::panels::lessons::lesson::Right;
use crate::reactive::{boolean, string};
use crate::text::words;

/// Attributes of the step's message that hold the sentences.
const LETTERS: [&str; 6] = [".a", ".b", ".c", ".d", ".e", ".f"];

#[component]
pub fn Choose(course: Course, options: usize, right: Right) -> impl IntoView {
    let chosen = Memo::new(move |_| match course.state().guess {
        Some(Guess::Choice(choice)) => Some(choice),
        _ => None,
    });
    let right = Memo::new(move |_| course.right(&right));
    Effect::new(move |_| {
        if let (Some(choice), Some(right)) = (chosen.get(), right.get()) {
            course.set_right(choice == right);
            course.set_truth(Guess::Choice(right));
        }
    });
    let option = move |(index, letter): (usize, &'static str)| {
        let sentence = string(move || course.words(letter).map(|text| words(&text)).unwrap_or_default());
        // After the guess the right sentence is marked, and a wrong one that was chosen.
        let mark = move || match (chosen.get(), right.get()) {
            (Some(_), Some(right)) if index == right => "right",
            (Some(choice), Some(_)) if choice == index => "wrong",
            _ => "",
        };
        view! {
            <li>
                <button class="option" data-testid=format!("option-{}", index + 1) data-mark=mark
                    aria-pressed=string(move || (chosen.get() == Some(index)).to_string())
                    disabled=boolean(move || chosen.get().is_some()) on:click=move |_| course.commit(Guess::Choice(index))>{sentence}</button>
            </li>
        }
    };
    view! { <ol class="options">{LETTERS.into_iter().take(options).enumerate().map(option).collect_view()}</ol> }
}
