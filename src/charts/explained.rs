//! The inspected demonstration: which one, its timeline, and the weight of a step.

use leptos::prelude::*;

use super::timeline::Bars;
use super::why::Why;
use crate::actions::Action;
use crate::controls::{Hint, StyleMark};
use crate::page::Page;
use crate::reactive::{string, when};
use crate::text::{t, words};
use protocol::text;

#[component]
pub fn Explained(page: Page) -> impl IntoView {
    let timeline = page.memo(|model| model.timeline().cloned());
    let has_critic = page.memo(|model| model.critic_lane().is_some());
    let clusters = page.memo(super::responsibilities::of_selected);
    let waiting = move || match (has_critic.get(), clusters.get()) {
        // A timeline without numbers is that of an untrained critic.
        (true, _) if timeline.with(Option::is_some) => words(&text!("page-explained-untrained")),
        (true, _) => words(&text!("page-explained-pick")),
        (_, Some(sentence)) => words(&sentence),
        _ => words(&text!("page-explained-no-critic")),
    };
    let there = Memo::new(move |_| {
        timeline.with(|timeline| timeline.as_ref().is_some_and(|timeline| !timeline.pmi.is_empty()))
    });
    view! {
        <section class="explained" aria-label=t!("page-explained")>
            <Chooser page/>
            {move || match there.get() {
                true => view! {
                    <Bars page timeline/><Why page timeline/>
                }.into_any(),
                false => view! {
                    <div class="timeline idle" data-testid="timeline"><p class="readout">{string(waiting)}</p></div>
                    <Scrub page/>
                }.into_any(),
            }}
        </section>
    }
}

/// A step slider for methods without a critic, which have no timeline: the pictures of a game can still be inspected.
#[component]
fn Scrub(page: Page) -> impl IntoView {
    let steps = page.memo(|model| model.selected_on_screen().and_then(|_| model.steps_of_selected()));
    let point = page.memo(|model| model.steps_of_selected().map_or(0, |steps| model.step_of(steps)));
    let seek = move |event| page.perform(Action::SelectStep(event_target_value(&event).parse().unwrap_or(0)));
    view! {
        {when(move || steps.get().is_some(), move || view! { <label class="field scrub">{t!("page-explained-moment")}" "
                <input type="range" min="0" max=string(move || steps.get().unwrap_or(1).saturating_sub(1).to_string())
                    data-testid="scrub" prop:value=string(move || point.get().to_string()) on:input=seek/>
                " "{string(move || point.get().to_string())}
            </label> })}
    }
}

/// The title of the demonstration, with buttons for the previous and next one.
#[component]
fn Chooser(page: Page) -> impl IntoView {
    let drawn = page.memo(|model| {
        model.drawn.as_ref()?;
        let style = model.timeline().map(|timeline| usize::from(timeline.style));
        Some(style.map(|style| (style, model.style_name(style))))
    });
    let chosen = page.memo(|model| {
        let path = model.demos.as_ref()?.paths.iter().find(|path| Some(path.trajectory) == model.selected)?;
        Some((path.trajectory, usize::from(path.style), path.held_out, model.style_name(usize::from(path.style))))
    });
    let title = move || match drawn.get() {
        Some(shown) => Some(match shown {
            Some((style, name)) => {
                view! { <StyleMark style/>" "{t!("page-explained-drawn-shows", style = name)} }.into_any()
            }
            None => t!("page-explained-drawn").into_any(),
        }),
        None => chosen.get().map(|(trajectory, style, held_out, name)| {
            let title = match held_out {
                true => t!("page-explained-held-out", number = trajectory, style = name),
                false => t!("page-explained-demonstration", number = trajectory, style = name),
            };
            view! { <StyleMark style/>" "{title} }.into_any()
        }),
    };
    view! {
        <div class="chooser">
            <h2>{t!("page-explained-title")}<Hint about=t!("page-explained-title.about")/></h2>
            <span class="chosen" data-testid="chosen">{title}</span>
            <button class="quiet" data-testid="previous-path" title=t!("page-explained-previous") aria-label=t!("page-explained-previous")
                on:click=move |_| page.perform(Action::SelectPreviousDemonstration)>"‹"</button>
            <button class="quiet" data-testid="next-path" title=t!("page-explained-next") aria-label=t!("page-explained-next")
                on:click=move |_| page.perform(Action::SelectNextDemonstration)>"›"</button>
        </div>
    }
}
