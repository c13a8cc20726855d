//! Train, pause, one step, reset; how fast, from which seed, and how far it is.

use leptos::prelude::*;

use super::knob::show_again;
use super::share::download;
use crate::follow::{truth, words};
use crate::page::Page;
use crate::text;
use protocol::{MAX_SEED, RunState};

#[component]
pub fn Transport(page: Page) -> impl IntoView {
    let state = page.memo(|model| model.state());
    let open = page.memo(|model| !model.lanes.is_empty());
    let training = move || state.get() == RunState::Running;
    let idle = move || !open.get();
    let train = move || if state.get() == RunState::Done { "Train again" } else { "Train" };
    view! {
        <section class="transport" aria-label="Training">
            <div class="buttons">
                <button class="primary" data-testid="train" disabled=truth(move || idle() || training())
                    title="Train from scratch, or go on (space)" on:click=move |_| page.train()>{train}</button>
                <button data-testid="pause" disabled=truth(move || !training()) title="Pause (space)" on:click=move |_| page.pause()>"Pause"</button>
                <button data-testid="step" disabled=truth(move || idle() || state.get() == RunState::Done)
                    title="One optimiser step (s)" on:click=move |_| page.step()>"Step"</button>
                <button data-testid="reset" disabled=truth(idle) title="Start the same run anew (r)" on:click=move |_| page.reset()>"Reset"</button>
            </div>
            <div class="fields"><Speed page/><Seed page/></div>
            <Progress page/>
        </section>
    }
}

#[component]
fn Speed(page: Page) -> impl IntoView {
    let speed = page.memo(|model| model.speed.map_or("full".to_string(), |speed| speed.to_string()));
    let options = [("1", "1/s"), ("10", "10/s"), ("100", "100/s"), ("full", "full")];
    let choose = move |event| page.set_speed(event_target_value(&event).parse().ok());
    view! {
        <label class="field" title="At most so many optimiser steps a second, in each method">
            "Speed "
            <select data-testid="speed" prop:value=speed on:change=choose>
                {options.map(|(value, name)| view! { <option value=value selected=value == "full">{name}</option> }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Seed(page: Page) -> impl IntoView {
    let seed = page.memo(|model| model.wish.seed.to_string());
    let choose = move |event: leptos::ev::Event| {
        page.set_seed(event_target_value(&event).trim().parse().unwrap_or(f64::NAN));
        show_again(&event, &seed.get_untracked());
    };
    view! {
        <label class="field" title="Where all randomness comes from: data, first weights, batches. A change restarts the run.">
            "Seed "
            <input type="number" class="seed" data-testid="seed" min="0" max=MAX_SEED step="1" prop:value=seed on:change=choose/>
        </label>
    }
}

#[component]
fn Download(page: Page) -> impl IntoView {
    let ready = page.memo(|model| model.focused().is_some_and(|lane| lane.snapshot.is_some()));
    let save = move |_| {
        let file = page.peek(|model| {
            let lane = model.focused()?;
            let (step, snapshot) = lane.snapshot.as_ref()?;
            let run = &lane.config;
            Some((format!("{}-{}-seed{}-step{step}.bpk", run.world, run.method, run.seed), snapshot.0.clone()))
        });
        if let Some((name, bytes)) = file
            && download(&name, &bytes).is_none()
        {
            page.change(|model| model.notes.trouble("The browser did not accept the download."));
        }
    };
    view! {
        <button class="quiet" data-testid="download" disabled=truth(move || !ready.get()) on:click=save
            title="The run as it is now: weights, optimiser and step, in the burnpack format">"Download snapshot"</button>
    }
}

#[component]
fn Progress(page: Page) -> impl IntoView {
    let lanes = page.memo(|model| model.lanes.len());
    let at = page.memo(|model| model.focused().and_then(|lane| lane.progress.as_ref()).map(|p| (p.step, p.steps)));
    let rate =
        page.memo(|model| model.focused().and_then(|lane| lane.progress.as_ref()).map_or(0.0, |p| p.steps_per_second));
    let steps = move || {
        at.get().map_or("0 steps".into(), |(step, steps)| {
            format!("{} of {} steps", text::thousands(step), text::thousands(steps))
        })
    };
    view! {
        <div class="progress">
            <For each=move || 0..lanes.get() key=|lane| *lane let:lane><Bar page lane/></For>
            <p class="readout">
                <span data-testid="steps" data-value=move || at.get().map_or(0, |(step, _)| step)
                    title="Optimiser steps done, of all there are">{steps}</span>
                <Download page/>
                <span data-testid="steps-per-second" data-value=words(move || rate.get().to_string())
                    title="Optimiser steps a second">{words(move || text::thousands(rate.get().round() as u32))}" steps/s"</span>
            </p>
        </div>
    }
}

#[component]
fn Bar(page: Page, lane: usize) -> impl IntoView {
    let progress = page.memo(move |model| model.lanes.get(lane)?.progress.clone());
    let name = page.memo(move |model| {
        let name = (model.lanes.len() > 1).then(|| model.method_of(lane)).flatten();
        name.map(|card| format!("{}: ", card.name)).unwrap_or_default()
    });
    let waiting = page.memo(|model| model.training && model.device.kind.is_none());
    let named = move || {
        let phase = progress.get().map_or("Not started".into(), |progress| match progress.state {
            RunState::Done => "Done".into(),
            _ if waiting.get() => "Waiting until the device has passed its test".into(),
            RunState::Paused if progress.step == 0 => "Not started".into(),
            _ => progress.phase,
        });
        format!("{}{phase}", name.get())
    };
    view! {
        <div class="bar">
            <span class="stagename" data-testid=format!("stage-name-{lane}")>{named}</span>
            <progress max=move || progress.get().map_or(1, |p| p.steps.max(1)) aria-label=named
                prop:value=move || f64::from(progress.get().map_or(0, |p| p.step))></progress>
        </div>
    }
}
