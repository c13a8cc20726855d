//! The demonstration under inspection: which one, its timeline, and why a step weighs what it weighs.

use leptos::prelude::*;

use super::timeline::Bars;
use super::why::Why;
use crate::controls::StyleMark;
use crate::follow::words;
use crate::page::Page;

#[component]
pub fn Explained(page: Page) -> impl IntoView {
    let timeline = page.memo(|model| model.timeline().cloned());
    let has_critic = page.memo(|model| model.critic_lane().is_some());
    let clusters = page.memo(super::responsibilities::of_selected);
    let waiting = move || match (has_critic.get(), clusters.get()) {
        (true, _) => "Pick a demonstration: click a path, or use the arrows.".to_string(),
        (_, Some(said)) => said,
        _ => "This method has no critic, so it cannot say which steps tell of the style. Methods with a critic can."
            .into(),
    };
    let untaught = page.memo(|model| {
        let progress = model.critic_lane().and_then(|lane| model.lanes.get(lane)?.progress.as_ref());
        progress.is_none_or(|progress| progress.step == 0)
    });
    let there = Memo::new(move |_| timeline.with(|told| told.as_ref().is_some_and(|told| !told.pmi.is_empty())));
    view! {
        <section class="explained" aria-label="Weights along a demonstration">
            <Chooser page/>
            {move || match there.get() {
                true => view! {
                    <Show when=move || untaught.get()>
                        <p class="aside">"The critic has learnt nothing yet. Press Train, and the bars grow where a step tells of the style."</p>
                    </Show>
                    <Bars page timeline/><Why page timeline/>
                }.into_any(),
                false => view! {
                    <div class="timeline idle" data-testid="timeline"><p class="readout">{waiting}</p></div>
                    <Scrub page/>
                }.into_any(),
            }}
        </section>
    }
}

/// Without a critic there are no bars to move along, but the picture of a game can be looked at step by step all the same.
#[component]
fn Scrub(page: Page) -> impl IntoView {
    let steps = page.memo(|model| model.looked_at().and_then(|_| model.steps_of_selected()));
    let point = page.memo(|model| model.steps_of_selected().map_or(0, |steps| model.point_of(steps)));
    let seek = move |event| page.look_at(event_target_value(&event).parse().unwrap_or(0));
    view! {
        <Show when=move || steps.get().is_some()>
            <label class="field scrub">"Step "
                <input type="range" min="0" max=words(move || steps.get().unwrap_or(1).saturating_sub(1).to_string())
                    data-testid="scrub" prop:value=words(move || point.get().to_string()) on:input=seek/>
                " "{words(move || point.get().to_string())}
            </label>
        </Show>
    }
}

/// Which demonstration, with the ones before and after it.
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
                view! { <StyleMark style/>" "{format!("Your path, which shows “{name}”")} }.into_any()
            }
            None => view! { "Your path" }.into_any(),
        }),
        None => chosen.get().map(|(trajectory, style, held_out, name)| {
            let held_out = if held_out { ", held out from training" } else { "" };
            view! { <StyleMark style/>" "{format!("Demonstration {trajectory}, labelled “{name}”{held_out}")} }
                .into_any()
        }),
    };
    view! {
        <div class="chooser">
            <h3 title="How much each step of a demonstration tells about its style, and how much it therefore counts">
                "What each step tells of the style"
            </h3>
            <span class="chosen" data-testid="chosen">{title}</span>
            <button class="quiet" data-testid="previous-path" title="Previous demonstration" aria-label="Previous demonstration"
                on:click=move |_| page.inspect_next(-1)>"‹"</button>
            <button class="quiet" data-testid="next-path" title="Next demonstration" aria-label="Next demonstration"
                on:click=move |_| page.inspect_next(1)>"›"</button>
        </div>
    }
}
