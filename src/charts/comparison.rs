//! Methods side by side: one table of numbers that fills in as they train.

use leptos::prelude::*;

use super::curves::shared;
use crate::follow::piece;
use crate::page::Page;
use crate::state::{Lane, Model};
use crate::text;

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

    /// Says who is ahead of all others, once there are others.
    fn judged(mut self, higher_is_better: bool) -> Self {
        let worth = |value: &Option<f32>| value.map(|value| if higher_is_better { value } else { -value });
        let known: Vec<f32> = self.values.iter().filter_map(worth).collect();
        let most = known.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if known.len() > 1 && known.iter().filter(|value| **value == most).count() == 1 {
            self.best = self.values.iter().position(|value| worth(value) == Some(most));
        }
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
    let heads = piece(move || methods.get().into_iter().enumerate().map(head).collect_view());
    let rows = piece(move || {
        let methods = methods.get();
        metrics.get().into_iter().map(|metric| row(&metric, &methods)).collect_view()
    });
    view! {
        <figure class="chart" data-testid="comparison">
            <figcaption title="The same demonstrations and the same seed for every method">"Side by side"</figcaption>
            <table class="summary">
                <caption class="sr">"Methods on the same demonstrations and seed, as far as they have come"</caption>
                <thead><tr><td></td>{heads}</tr></thead>
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
                <span class="sr">{if ahead { " best so far" } else { "" }}</span>
            </td>
        }
    };
    let cells = methods.iter().enumerate().map(cell).collect_view();
    view! { <tr><th scope="row" title=metric.about.clone()>{metric.name.clone()}</th>{cells}</tr> }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(values: &[Option<f32>], higher_is_better: bool) -> Option<usize> {
        Metric::new("", "", "", values.to_vec(), |x| x.to_string()).judged(higher_is_better).best
    }

    #[test]
    fn the_best_is_ahead_of_all_others() {
        assert_eq!(best(&[Some(0.2), None, Some(0.9)], true), Some(2));
        assert_eq!(best(&[Some(0.2), None, Some(0.9)], false), Some(0));
        assert_eq!(best(&[Some(0.5), Some(0.5), Some(0.1)], true), None, "two are level");
        assert_eq!(best(&[None, Some(0.5)], true), None, "alone, nobody is ahead");
    }
}
