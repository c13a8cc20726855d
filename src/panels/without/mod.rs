//! *Without this stretch*: leaves moments of a demonstration out, trains the run again, and shows what changed beside
//! the weight of these moments, which predicts it.

use leptos::prelude::*;

use super::{Close, Panel, port};
use crate::actions::Action;
use crate::browser::event_number;
use crate::reactive::{boolean, dynamic, string};
use crate::state::{Condition, Model};
use crate::text::{fixed, percent, t, words};
use protocol::{Text, Timeline, text};

/// The results of a run: calibration and held-out information, nats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct RunOutcome {
    share: Option<f32>,
    information: Option<f32>,
}

impl RunOutcome {
    fn of(model: &Model) -> Self {
        let lane = model.lanes.first();
        Self {
            share: lane.and_then(|lane| Some(lane.calibration.as_ref()?.share)),
            information: lane.and_then(|lane| lane.latest("mi-heldout")),
        }
    }
}

/// The run before the stretch was left out: its link and results, and the mean weight of the stretch.
#[derive(Clone, Debug, PartialEq)]
struct Before {
    link: String,
    outcome: RunOutcome,
    weight: Option<f32>,
}

/// First and last moment of the stretch around the moment with the lowest PMI in which PMI is below zero.
fn guilty(timeline: &Timeline) -> (usize, usize) {
    let pmi = &timeline.pmi;
    let Some(worst) = (0..pmi.len()).min_by(|a, b| pmi[*a].total_cmp(&pmi[*b])) else { return (0, 0) };
    let from = (0..=worst).rev().take_while(|moment| pmi[*moment] < 0.0).last().unwrap_or(worst);
    let to = (worst..pmi.len()).take_while(|moment| pmi[*moment] < 0.0).last().unwrap_or(worst);
    (from, to)
}

fn mean_weight(timeline: &Timeline, from: usize, to: usize) -> Option<f32> {
    let stretch = timeline.weight.get(from..=to)?;
    Some(stretch.iter().sum::<f32>() / stretch.len() as f32)
}

#[component]
pub fn Without(panel: Panel) -> impl IntoView {
    let page = panel.page;
    let timeline = page.memo(|model| model.lanes.first()?.timeline.clone());
    let path = page.memo(|model| model.selected);
    let chosen = RwSignal::new(None::<(usize, usize)>);
    let last = move || timeline.get().map_or(0, |timeline| timeline.pmi.len().saturating_sub(1));
    let stretch = move || {
        let (from, to) = chosen.get().or(timeline.get().map(|timeline| guilty(&timeline))).unwrap_or_default();
        (from.min(last()), to.clamp(from.min(last()), last()))
    };
    let weight = move || timeline.get().and_then(|timeline| mean_weight(&timeline, stretch().0, stretch().1));
    let before = RwSignal::new(None::<Before>);
    let leave_out = move |_| {
        let (Some(path), (from, to)) = (path.get_untracked(), untrack(stretch)) else { return };
        let link = port::state().link;
        before.set(Some(Before { outcome: page.peek(RunOutcome::of), weight: untrack(weight), link: link.clone() }));
        // Weights that the link has already stay.
        port::perform(Action::Navigate(format!("{link}&weigh={path}:{from}-{to}:0")));
        port::perform(Action::Train);
    };
    let back = move |_| {
        if let Some(before) = before.get_untracked() {
            port::perform(Action::Navigate(before.link));
        }
        before.set(None);
    };
    let said = move || match weight() {
        Some(weight) => {
            words(&text!("without-weight", from = stretch().0, to = stretch().1, weight = fixed(weight, 2)))
        }
        None => words(&text!("without-no-weight")),
    };
    let moment = move |label: Signal<String>,
                       name: &'static str,
                       read: fn((usize, usize)) -> usize,
                       write: fn((usize, usize), usize) -> (usize, usize)| {
        view! {
            <label>{label}
                <input type="number" min="0" max=string(move || last().to_string()) data-testid=name
                    prop:value=string(move || read(stretch()).to_string())
                    on:change=move |event| chosen.set(Some(write(untrack(stretch), event_number(&event).max(0.0) as usize)))/>
            </label>
        }
    };
    view! {
        <section class="lesson" data-testid="without">
            <header><h2>{t!("without-title")}</h2><Close/></header>
            <p>{t!("without-about")}</p>
            <div class="guess">
                {moment(t!("lesson-from"), "without-from", |(from, _)| from, |(_, to), from| (from, to.max(from)))}
                {moment(t!("lesson-to"), "without-to", |(_, to)| to, |(from, _), to| (from, to.max(from)))}
            </div>
            <p class="readout" data-testid="without-weight">{string(said)}</p>
            <button class="accent" data-testid="without-train" disabled=boolean(move || path.get().is_none() || before.get().is_some())
                on:click=leave_out>{t!("without-train")}</button>
            {dynamic(move || before.get().map(|before| view! {
                <p class="why" data-testid="without-result" aria-live="polite">{string(move || words(&page.get(|model| outcome(&before, model))))}</p>
                <button class="quiet" data-testid="without-back" on:click=back>{t!("without-back")}</button>
            }))}
        </section>
    }
}

fn outcome(before: &Before, model: &Model) -> Text {
    if !Condition::Trained.holds(model) {
        return text!("without-training");
    }
    let after = RunOutcome::of(model);
    let share = |outcome: RunOutcome| outcome.share.map_or("–".to_string(), percent);
    let information = |outcome: RunOutcome| outcome.information.map_or("–".to_string(), |number| fixed(number, 3));
    text!(
        "without-result",
        weight = before.weight.map_or("–".to_string(), |weight| fixed(weight, 2)),
        before = share(before.outcome),
        after = share(after),
        mi_before = information(before.outcome),
        mi_after = information(after)
    )
}
