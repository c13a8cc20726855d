//! The demonstration under inspection: which one, its timeline, and why a step weighs what it weighs.

use leptos::prelude::*;

use super::timeline::Bars;
use super::why::Why;
use crate::ui::controls::StyleMark;
use crate::ui::page::Page;

#[component]
pub fn Explained(page: Page) -> impl IntoView {
    let timeline = page.memo(|model| model.timeline().cloned());
    let has_critic = page.memo(|model| model.critic_lane().is_some());
    let waiting = move || match has_critic.get() {
        true => "Pick a demonstration: click a path, or use the arrows.",
        false => {
            "This method has no critic, so it cannot say which steps tell of the style. Methods with a critic can."
        }
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
                false => view! { <div class="timeline idle" data-testid="timeline"><p class="readout">{waiting()}</p></div> }.into_any(),
            }}
        </section>
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
