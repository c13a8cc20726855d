//! Two runs on one chart: the open one, and one that was open before.

use leptos::prelude::*;

use super::Panel;
use crate::charts::{Curve, LineChart, Plot};
use crate::reactive::string;
use crate::state::{CurvePoint, Lane, Model};
use crate::text::{percent, words};
use protocol::text;

/// The run that was open first, as it was then: its link, one curve, the share of calibrated rollouts, and in what the
/// other run differs.
#[derive(Clone, Debug, PartialEq)]
pub struct First {
    pub link: String,
    points: Vec<CurvePoint>,
    share: Option<f32>,
    changed: String,
}

/// The curve that is drawn of a run: the first of these that it has. Held-out information needs a critic; the other one
/// is the policy's held-out loss.
const CURVES: [&str; 2] = ["mi-heldout", "policy-heldout"];

fn curve(lane: &Lane) -> Vec<CurvePoint> {
    CURVES.iter().map(|id| lane.points(id)).find(|points| !points.is_empty()).unwrap_or_default()
}

/// The share of rollouts in the requested style.
pub fn share(model: &Model) -> Option<f32> {
    Some(model.lanes.first()?.calibration.as_ref()?.share)
}

impl First {
    /// `share` is that of its newest step; the page may show an earlier one.
    pub fn of(model: &Model, link: String, changed: String, share: Option<f32>) -> Self {
        let points = model.lanes.first().map(curve).unwrap_or_default();
        Self { link, points, share, changed }
    }
}

#[component]
pub fn Both(panel: Panel, first: RwSignal<Option<First>>) -> impl IntoView {
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
