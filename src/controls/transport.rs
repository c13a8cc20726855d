//! Train, pause, step and reset; speed and progress. Seed and download are used elsewhere on the page.

use leptos::prelude::*;

use super::knob::restore_value;
use crate::actions::Action;
use crate::browser::event_number;
use crate::page::Page;
use crate::reactive::{boolean, dynamic, string};
use crate::state::{self, WATCHED_SECONDS};
use crate::text::{shown, t, words};
use protocol::{MAX_SEED, RunState, Text, text};

#[component]
pub fn Transport(page: Page) -> impl IntoView {
    let state = page.memo(|model| model.state());
    let open = page.memo(|model| !model.lanes.is_empty());
    let training = move || state.get() == RunState::Running;
    let idle = move || !open.get();
    let train = move || match state.get() {
        RunState::Done => words(&text!("page-train-again")),
        RunState::Paused | RunState::Running => words(&text!("page-train")),
    };
    view! {
        <section class="transport" aria-label=t!("page-training")>
            <div class="buttons">
                <button class="primary" data-testid="train" disabled=boolean(move || idle() || training())
                    title=t!("page-train.about") on:click=move |_| page.perform(Action::Train)>{string(train)}</button>
                <button data-testid="pause" disabled=boolean(move || !training()) title=t!("page-pause.about") on:click=move |_| page.perform(Action::Pause)>{t!("page-pause")}</button>
                <button data-testid="step" disabled=boolean(move || idle() || state.get() == RunState::Done)
                    title=t!("page-step.about") on:click=move |_| page.perform(Action::TrainStep)>{t!("page-step")}</button>
                <button data-testid="reset" disabled=boolean(idle) title=t!("page-reset.about") on:click=move |_| page.perform(Action::Reset)>{t!("page-reset")}</button>
            </div>
            <Speed page/>
            <Progress page/>
        </section>
    }
}

#[component]
fn Speed(page: Page) -> impl IntoView {
    let speed = page.memo(|model| model.speed.name());
    let options = [
        (state::Speed::Watched, text!("page-speed-watched", seconds = WATCHED_SECONDS)),
        (state::Speed::Full, text!("page-speed-full")),
        (state::Speed::OneStep, text!("page-speed-step")),
    ];
    let option = |(speed, name): (state::Speed, Text)| view! { <option value=speed.name()>{shown(name)}</option> };
    let choose = move |event| {
        if let Some(speed) = state::Speed::from_name(&event_target_value(&event)) {
            page.perform(Action::SetSpeed(speed));
        }
    };
    view! {
        <label class="field" title=t!("page-speed.about")>
            {t!("page-speed")}" "
            <select data-testid="speed" prop:value=speed on:change=choose>{options.map(option).collect_view()}</select>
        </label>
    }
}

#[component]
pub fn Seed(page: Page) -> impl IntoView {
    let seed = page.memo(|model| model.requested.seed.to_string());
    let choose = move |event: leptos::ev::Event| {
        page.perform(Action::SetSeed(event_number(&event)));
        restore_value(&event, &seed.get_untracked());
    };
    view! {
        <label class="field" title=t!("page-seed.about")>
            {t!("page-seed")}" "
            <input type="number" class="seed" data-testid="seed" min="0" max=MAX_SEED step="1" prop:value=seed on:change=choose/>
        </label>
    }
}

#[component]
pub fn Download(page: Page) -> impl IntoView {
    let ready = page.memo(|model| model.focused().is_some_and(|lane| lane.snapshot.is_some()));
    view! {
        <button class="quiet" data-testid="download" disabled=boolean(move || !ready.get()) on:click=move |_| page.perform(Action::DownloadSnapshot)
            title=t!("page-download.about")>{t!("page-download")}</button>
    }
}

#[component]
fn Progress(page: Page) -> impl IntoView {
    let lanes = page.memo(|model| model.lanes.len());
    let at = page.memo(|model| model.focused().and_then(|lane| lane.progress.as_ref()).map(|p| (p.step, p.steps)));
    let rate =
        page.memo(|model| model.focused().and_then(|lane| lane.progress.as_ref()).map_or(0.0, |p| p.steps_per_second));
    let left = page.memo(|model| model.focused().and_then(|lane| lane.progress.as_ref()).and_then(minutes_left));
    let pace = move || {
        let rate = rate.get().round();
        words(&match left.get() {
            Some(minutes) => text!("page-rate-left", rate = rate, minutes = minutes),
            None => text!("page-rate", rate = rate),
        })
    };
    let steps = move || {
        words(&match at.get() {
            Some((step, steps)) => text!("page-steps", done = step, all = steps),
            None => text!("page-steps-none"),
        })
    };
    view! {
        <div class="progress">
            {dynamic(move || (0..lanes.get()).map(|lane| view! { <Bar page lane/> }).collect_view())}
            <p class="readout">
                <span data-testid="steps" data-value=move || at.get().map_or(0, |(step, _)| step)
                    title=t!("page-steps.about")>{string(steps)}</span>
                <span data-testid="steps-per-second" data-value=string(move || rate.get().to_string())
                    title=t!("page-rate.about")>{string(pace)}</span>
            </p>
        </div>
    }
}

/// Minutes until a run is done at its present pace, rounded up; None where it rests or takes less than one.
fn minutes_left(progress: &protocol::Progress) -> Option<u32> {
    let left = progress.steps.saturating_sub(progress.step) as f32 / progress.steps_per_second;
    (progress.state == RunState::Running && left.is_finite() && left > 60.0).then(|| (left / 60.0).ceil() as u32)
}

#[component]
fn Bar(page: Page, lane: usize) -> impl IntoView {
    let progress = page.memo(move |model| model.lanes.get(lane)?.progress.clone());
    let method = page.memo(move |model| {
        let method = (model.lanes.len() > 1).then(|| model.method_of(lane)).flatten();
        method.map(|card| card.name.clone())
    });
    let waiting = page.memo(|model| model.training && model.device.kind.is_none());
    let stage = move || {
        let stage = progress.get().map_or(text!("page-stage-not-started"), |progress| match progress.state {
            RunState::Done => text!("page-stage-done"),
            _ if waiting.get() => text!("page-stage-waiting"),
            RunState::Paused if progress.step == 0 => text!("page-stage-not-started"),
            _ => progress.phase,
        });
        words(&match method.get() {
            Some(method) => text!("page-stage-of-method", method = method, stage = stage),
            None => stage,
        })
    };
    let stage = string(stage);
    view! {
        <div class="bar">
            <span class="stagename" data-testid=format!("stage-name-{lane}")>{stage}</span>
            <progress max=move || progress.get().map_or(1, |p| p.steps.max(1)) aria-label=stage
                prop:value=move || f64::from(progress.get().map_or(0, |p| p.step))></progress>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_takes_minutes_says_how_many() {
        let at = |state, step| protocol::Progress {
            state,
            phase: text!("critic"),
            step,
            steps: 1000,
            steps_per_second: 5.0,
            seconds: 1.0,
        };
        assert_eq!(minutes_left(&at(RunState::Running, 100)), Some(3));
        assert_eq!(minutes_left(&at(RunState::Running, 800)), None);
        assert_eq!(minutes_left(&at(RunState::Paused, 100)), None);
        assert_eq!(minutes_left(&protocol::Progress { steps_per_second: 0.0, ..at(RunState::Running, 1) }), None);
    }
}
