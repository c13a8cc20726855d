//! The table that compares methods while they train.

use leptos::prelude::*;

use super::curves::shared;
use crate::controls::Hint;
use crate::page::Page;
use crate::reactive::dynamic;
use crate::state::{Lane, Model};
use crate::text::{self, shown, t};
use protocol::{Chart, Text, text};

/// A row of the comparison: one metric, with a value per method.
#[derive(Clone, PartialEq)]
struct MetricRow {
    id: String,
    name: Text,
    about: Text,
    values: Vec<Option<f32>>,
    written: Vec<String>,
    /// The best lane.
    best: Option<usize>,
}

impl MetricRow {
    fn new(id: &str, name: Text, about: Text, values: Vec<Option<f32>>, write: fn(f32) -> String) -> Self {
        let written = values.iter().map(|value| value.map_or("–".into(), write)).collect();
        Self { id: id.into(), name, about, values, written, best: None }
    }

    /// Marks the lane with the highest value, where at least two have values and no two are level.
    fn judged(mut self) -> Self {
        let known: Vec<f32> = self.values.iter().copied().flatten().collect();
        let most = known.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if known.len() > 1 && known.iter().filter(|value| **value == most).count() == 1 {
            self.best = self.values.iter().position(|value| *value == Some(most));
        }
        self
    }
}

fn metrics(model: &Model) -> Vec<MetricRow> {
    let each = |of: &dyn Fn(&Lane) -> Option<f32>| model.lanes.iter().map(of).collect::<Vec<_>>();
    let curve = |chart: Chart| {
        let card = shared(model, chart)?;
        let name = match card.unit {
            Some(unit) => text!("page-comparison-curve", name = card.name, unit = unit),
            None => card.name,
        };
        let values = each(&|lane| lane.latest(&card.id));
        Some(MetricRow::new(&card.id, name, card.about, values, |x| text::fixed(x, 3)))
    };
    let named = |name: Text| (name.about(), name);
    let shares = each(&|lane| Some(lane.calibration.as_ref()?.share));
    let steps = each(&|lane| Some(lane.progress.as_ref()?.step as f32));
    // A run that was opened finished took its time elsewhere.
    let seconds = each(&|lane| Some(lane.progress.as_ref()?.seconds).filter(|seconds| *seconds > 0.0));
    let achieved = text!("page-comparison-achieved");
    let mut all = vec![
        MetricRow::new("calibration", achieved, text!("page-calibration-share.about"), shares, text::percent).judged(),
    ];
    // No winner by loss: whoever copies strays as well is nearer to held-out demonstrations, which stray too.
    all.extend(curve(Chart::Loss));
    all.extend(curve(Chart::Mi));
    let (about, name) = named(text!("page-comparison-steps"));
    all.push(MetricRow::new("steps", name, about, steps, |x| text::thousands(x as u32)));
    let (about, name) = named(text!("page-comparison-time"));
    all.push(MetricRow::new("seconds", name, about, seconds, |x| text::fixed(x, 1)));
    all
}

#[component]
pub fn Comparison(page: Page) -> impl IntoView {
    let methods = page.memo(|model| {
        let card = |lane| model.method_of(lane).map(|card| (card.id.clone(), card.name.clone()));
        (0..model.lanes.len()).filter_map(card).collect::<Vec<_>>()
    });
    let metrics = page.memo(metrics);
    let head = |(id, name): (String, Text)| {
        view! { <th scope="col" class=format!("name method-{id}")>{shown(name)}</th> }
    };
    let heads = dynamic(move || methods.get().into_iter().map(head).collect_view());
    let rows = dynamic(move || {
        let methods = methods.get();
        metrics.get().into_iter().map(|metric| row(&metric, &methods)).collect_view()
    });
    view! {
        <figure class="chart comparison" data-testid="comparison">
            <figcaption>{t!("page-comparison")}<Hint about=t!("page-comparison.about")/></figcaption>
            <table class="summary">
                <caption class="sr">{t!("page-comparison-table")}</caption>
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="aside">{t!("page-comparison-loss")}</p>
        </figure>
    }
}

fn row(metric: &MetricRow, methods: &[(String, Text)]) -> impl IntoView + use<> {
    let cell = |(lane, (method, _)): (usize, &(String, Text))| {
        let ahead = metric.best == Some(lane);
        let value = metric.values.get(lane).copied().flatten();
        view! {
            <td class:best=ahead data-metric=metric.id.clone() data-method=method.clone()
                data-value=value.map(|value| value.to_string())>
                {metric.written.get(lane).cloned()}
                <span class="sr">{ahead.then(|| view! { " "{t!("page-comparison-best")} })}</span>
            </td>
        }
    };
    let cells = methods.iter().enumerate().map(cell).collect_view();
    view! { <tr><th scope="row" title=shown(metric.about.clone())>{shown(metric.name.clone())}</th>{cells}</tr> }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(values: &[Option<f32>]) -> Option<usize> {
        MetricRow::new("", Text::new(""), Text::new(""), values.to_vec(), |x| x.to_string()).judged().best
    }

    #[test]
    fn the_best_is_ahead_of_all_others() {
        assert_eq!(best(&[Some(0.2), None, Some(0.9)]), Some(2));
        assert_eq!(best(&[Some(0.5), Some(0.5), Some(0.1)]), None, "two are level");
        assert_eq!(best(&[None, Some(0.5)]), None, "alone, nobody is ahead");
    }
}
