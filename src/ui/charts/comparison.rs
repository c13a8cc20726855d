//! Methods side by side: one table of numbers that fills in as they train.

use leptos::prelude::*;

use super::curves::shared;
use crate::ui::page::Page;
use crate::ui::state::{Lane, Model};
use crate::ui::text;

/// One number of every method.
#[derive(Clone, PartialEq)]
struct Metric {
    id: String,
    name: String,
    about: String,
    values: Vec<Option<f32>>,
    written: Vec<String>,
    /// The lane that is ahead.
    best: Option<usize>,
}

impl Metric {
    fn new(id: &str, name: &str, about: &str, values: Vec<Option<f32>>, write: fn(f32) -> String) -> Self {
        let written = values.iter().map(|value| value.map_or("–".into(), write)).collect();
        Self { id: id.into(), name: name.into(), about: about.into(), values, written, best: None }
    }

    /// Says who is ahead, once there is another to be ahead of.
    fn judged(mut self, higher_is_better: bool) -> Self {
        let known = self.values.iter().enumerate().filter_map(|(lane, value)| Some((lane, (*value)?)));
        let worth = |value: f32| if higher_is_better { value } else { -value };
        let best = known.clone().max_by(|a, b| worth(a.1).total_cmp(&worth(b.1)));
        self.best = best.filter(|_| known.count() > 1).map(|(lane, _)| lane);
        self
    }
}

fn metrics(model: &Model) -> Vec<Metric> {
    let each = |of: &dyn Fn(&Lane) -> Option<f32>| model.lanes.iter().map(of).collect::<Vec<_>>();
    let curve = |chart: &str| {
        let card = shared(model, chart)?;
        let (name, values) = (format!("{} ({})", card.name, card.unit), each(&|lane| lane.latest(&card.id)));
        Some((Metric::new(&card.id, &name, &card.about, values, |x| text::fixed(x, 3)), card.higher_is_better))
    };
    let achieved = "Share of rollouts whose path is labelled with the style that was asked for";
    let shares = each(&|lane| Some(lane.calibration.as_ref()?.share));
    let steps = each(&|lane| Some(lane.progress.as_ref()?.step as f32));
    let seconds = each(&|lane| Some(lane.progress.as_ref()?.seconds));
    let time = "Seconds its steps have taken; what is drawn and counted beside them is left out";
    let mut all = vec![Metric::new("calibration", "Style achieved", achieved, shares, text::percent).judged(true)];
    all.extend(curve("loss").map(|(metric, higher)| metric.judged(higher)));
    all.extend(curve("mi").map(|(metric, _)| metric));
    all.push(Metric::new("steps", "Steps", "Optimiser steps done", steps, |x| text::thousands(x as u32)));
    all.push(Metric::new("seconds", "Time (s)", time, seconds, |x| text::fixed(x, 1)));
    all
}

#[component]
pub fn Comparison(page: Page) -> impl IntoView {
    let methods = page.memo(|model| {
        let card = |lane| model.method_of(lane).map(|card| (card.id.clone(), card.name.clone()));
        (0..model.lanes.len()).filter_map(card).collect::<Vec<_>>()
    });
    let metrics = page.memo(metrics);
    let head = |(lane, (_, name)): (usize, (String, String))| {
        view! { <th scope="col" class=format!("name lane-{lane}")>{name}</th> }
    };
    let rows = move || {
        let methods = methods.get();
        metrics.get().into_iter().map(|metric| row(&metric, &methods)).collect_view()
    };
    view! {
        <figure class="chart" data-testid="comparison">
            <figcaption title="The same demonstrations and the same seed for every method">"Side by side"</figcaption>
            <table class="summary">
                <caption class="sr">"Methods on the same demonstrations and seed, as far as they have come"</caption>
                <thead><tr><td></td>{move || methods.get().into_iter().enumerate().map(head).collect_view()}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </figure>
    }
}

fn row(metric: &Metric, methods: &[(String, String)]) -> impl IntoView + use<> {
    let cell = |(lane, (method, _)): (usize, &(String, String))| {
        let ahead = metric.best == Some(lane);
        let value = metric.values.get(lane).copied().flatten();
        view! {
            <td class:best=ahead data-metric=metric.id.clone() data-method=method.clone()
                data-value=value.map(|value| value.to_string())>
                {metric.written.get(lane).cloned()}
                {ahead.then(|| view! { <span class="sr">" best so far"</span> })}
            </td>
        }
    };
    let cells = methods.iter().enumerate().map(cell).collect_view();
    view! { <tr><th scope="row" title=metric.about.clone()>{metric.name.clone()}</th>{cells}</tr> }
}
