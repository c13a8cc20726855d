//! A line of the learner's own words, kept with the answers.

use leptos::prelude::*;

use crate::panels::lessons::course::Course;
use crate::panels::lessons::guess::Guess;
use crate::text::t;

/// Most characters of a line.
const LONGEST: u32 = 200;

#[component]
pub fn Write(course: Course) -> impl IntoView {
    let kept = match untrack(|| course.state().guess) {
        Some(Guess::Words(words)) => words,
        _ => String::new(),
    };
    let line = RwSignal::new(kept);
    let keep = move |_| {
        if !line.with_untracked(|line| line.trim().is_empty()) {
            course.commit(Guess::Words(line.get_untracked()));
        }
    };
    view! {
        <label class="write">{t!("lesson-write")}
            <input type="text" maxlength=LONGEST data-testid="write" prop:value=line on:input=move |event| line.set(event_target_value(&event))/>
        </label>
        <button class="accent" data-testid="commit" on:click=keep>{t!("lesson-write-keep")}</button>
    }
}
