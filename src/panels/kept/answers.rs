//! Answers to lessons. The browser stores them apart from runs and files, because they are small.

use leptos::prelude::*;

use super::KeptItems;
use crate::actions::Action;
use crate::panels::lessons::LessonProgress;
use crate::panels::port;
use crate::reactive::when;
use crate::text::t;

#[component]
pub(super) fn LessonAnswers(kept: KeptItems) -> impl IntoView {
    let steps = move || {
        // Read again whenever the list of items is.
        kept.listed.track();
        LessonProgress::load().steps.len()
    };
    let delete = move |_| {
        LessonProgress::default().store();
        kept.read();
    };
    when(
        move || steps() > 0,
        move || {
            view! {
                <li data-testid="kept-answers" data-kind="lessons">
                    <div>
                        <b>{t!("kept-answers")}</b>
                        <p class="aside">{t!("kept-answers-steps", count = untrack(steps))}</p>
                        <button data-testid="kept-answers-open" on:click=move |_| port::perform(Action::OpenPanel("lesson=0".into()))>{t!("kept-open")}</button>
                        <button class="quiet" data-testid="kept-answers-delete" on:click=delete>{t!("kept-delete")}</button>
                    </div>
                </li>
            }
        },
    )
}
