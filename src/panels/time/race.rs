//! A second run that leaves the first at some step with one knob changed. Both are drawn on one chart.

use leptos::prelude::*;

use crate::actions::Action;
use crate::browser::event_number;
use crate::charts::{Curve, LineChart, Plot};
use crate::panels::{Panel, port};
use crate::reactive::{boolean, dynamic, string, when};
use crate::state::{Lane, Model, Point};
use crate::text::{percent, short, shown, t, words};
use protocol::{KnobCard, KnobKind, Value, text};

/// The first run, as it was when the second left it.
#[derive(Clone, Debug, PartialEq)]
struct First {
    link: String,
    points: Vec<Point>,
    share: Option<f32>,
    changed: String,
}

/// What both runs are compared by: held-out information where there is a critic, else the policy's held-out loss.
const CURVES: [&str; 2] = ["mi-heldout", "policy-heldout"];

fn curve(lane: &Lane) -> Vec<Point> {
    CURVES.iter().map(|id| lane.points(id)).find(|points| !points.is_empty()).unwrap_or_default()
}

fn share(model: &Model) -> Option<f32> {
    Some(model.lanes.first()?.calibration.as_ref()?.share)
}

/// Knobs with a number that can be changed during a run.
fn live_knobs(model: &Model) -> Vec<KnobCard> {
    let live = |card: &KnobCard| card.live && !matches!(card.kind, KnobKind::Choice(_));
    model.knobs().into_iter().filter(live).collect()
}

#[component]
pub fn Race(panel: Panel, at: Signal<u32>) -> impl IntoView {
    let page = panel.page;
    let knobs = page.memo(live_knobs);
    let chosen = RwSignal::new(None::<String>);
    let value = RwSignal::new(None::<f64>);
    let card = Memo::new(move |_| {
        let knobs = knobs.get();
        let wanted = chosen.get();
        knobs.iter().find(|card| Some(&card.id) == wanted.as_ref()).or(knobs.first()).cloned()
    });
    let now = Memo::new(move |_| {
        let card = card.get()?;
        match page.get(|model| model.knob_value(&card)) {
            Value::Number(number) => Some(number),
            Value::Word(_) => None,
        }
    });
    let first = RwSignal::new(None::<First>);
    let start = move |_| {
        let (Some(card), Some(value)) = (card.get_untracked(), value.get_untracked().or(now.get_untracked())) else {
            return;
        };
        let (link, step) = (port::state().link, at.get_untracked());
        let points = page.peek(|model| model.lanes.first().map(curve).unwrap_or_default());
        let changed = words(&text!("time-changed", knob = card.name.clone(), value = short(value)));
        first.set(Some(First { link: link.clone(), points, share: page.peek(share), changed }));
        port::perform(Action::Navigate(format!("{link}&at={step}:{}:{value}", card.id)));
        port::perform(Action::Train);
    };
    let back = move |_| {
        if let Some(first) = first.get_untracked() {
            port::perform(Action::Navigate(first.link));
        }
        first.set(None);
    };
    let option = |card: KnobCard| view! { <option value=card.id.clone()>{shown(card.name)}</option> };
    view! {
        <h3>{t!("time-fork")}</h3>
        <p class="aside">{t!("time-fork.about")}</p>
        <div class="guess">
            <label>{t!("time-knob")}
                <select data-testid="fork-knob" on:change=move |event| { chosen.set(Some(event_target_value(&event))); value.set(None); }>
                    {dynamic(move || knobs.get().into_iter().map(option).collect_view())}
                </select>
            </label>
            <label>{t!("time-value")}
                <input type="number" step="any" data-testid="fork-value"
                    prop:value=string(move || value.get().or(now.get()).map(short).unwrap_or_default())
                    on:change=move |event| value.set(Some(event_number(&event)).filter(|value| value.is_finite()))/>
            </label>
        </div>
        <button class="accent" data-testid="fork" disabled=boolean(move || card.get().is_none()) on:click=start>{t!("time-fork-start")}</button>
        {when(move || first.get().is_some(), move || view! {
            <Both panel first/>
            <button class="quiet" data-testid="fork-back" on:click=back>{t!("time-fork-back")}</button>
        })}
    }
}

#[component]
fn Both(panel: Panel, first: RwSignal<Option<First>>) -> impl IntoView {
    let page = panel.page;
    let plot = Memo::new(move |_| {
        let Some(first) = first.get() else { return Plot::default() };
        let (points, steps) = page.get(|model| {
            let lane = model.lanes.first();
            let steps = lane.and_then(|lane| lane.progress.as_ref()).map_or(1, |progress| progress.steps);
            (lane.map(curve).unwrap_or_default(), steps as f32)
        });
        let curve = |label: String, class: &str, points| Curve { label, class: class.into(), points };
        let curves = vec![
            curve(words(&text!("time-first")), "curve-0", first.points),
            curve(words(&text!("time-second")), "curve-1", points),
        ];
        Plot { curves, steps, from_zero: true, ..Plot::default() }
    });
    let shares = move || {
        let Some(first) = first.get() else { return String::new() };
        let written = |share: Option<f32>| share.map_or("–".to_string(), percent);
        let (before, after) = (written(first.share), written(page.get(share)));
        words(&text!("time-shares", changed = first.changed, before = before, after = after))
    };
    view! {
        <LineChart title=text!("time-chart") plot empty=text!("time-nothing")/>
        <p class="readout" data-testid="fork-shares" aria-live="polite">{string(shares)}</p>
    }
}
