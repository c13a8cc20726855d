//! Charts of the run, each with a text for screen readers.

mod arithmetic;
#[cfg(test)]
mod arithmetic_tests;
mod axes;
mod calibration;
mod comparison;
mod curves;
mod explained;
mod line;
mod responsibilities;
mod scale;
mod sweep;
mod timeline;
mod weights;
mod why;

use leptos::prelude::*;

pub use calibration::Calibrations;
pub use comparison::Comparison;
pub use explained::Explained;
pub use line::{Curve, LineChart, Plot};
pub use sweep::Sweeps;

use super::actions::Action;
use super::page::Page;
use super::reactive::{boolean, dynamic, string};
use super::state::{ChartTab, Model};
use super::text::{shown, t};
use protocol::{Chart, Text, text};

/// The tabs that the lanes' methods fill.
fn tabs(model: &Model) -> Vec<ChartTab> {
    let series = (0..model.lanes.len()).filter_map(|lane| model.method_of(lane)).flat_map(|card| &card.series);
    let own = series.into_iter().any(|card| matches!(card.chart, Chart::Styles | Chart::Reward | Chart::Latent));
    let mut tabs = vec![ChartTab::Information, ChartTab::Losses, ChartTab::Weights];
    tabs.extend(own.then_some(ChartTab::Own));
    tabs
}

fn name(tab: ChartTab) -> Text {
    match tab {
        ChartTab::Information => text!("page-chart-tab-information"),
        ChartTab::Losses => text!("page-chart-tab-losses"),
        ChartTab::Weights => text!("page-chart-tab-weights"),
        ChartTab::Own => text!("page-chart-tab-own"),
    }
}

/// One chart at a time; the others are a click away.
#[component]
pub fn Charts(page: Page) -> impl IntoView {
    let (tabs, current) = (page.memo(tabs), page.memo(Model::chart_tab));
    let tab = move |tab: ChartTab| {
        let selected = move || (current.get() == tab).to_string();
        view! {
            <button role="tab" class="tab" id=format!("tab-{}", tab.name()) data-testid=format!("chart-{}", tab.name())
                aria-selected=string(selected) aria-controls=format!("panel-{}", tab.name())
                on:click=move |_| page.perform(Action::ShowChart(tab))>{shown(name(tab))}</button>
        }
    };
    let panel = move |tab: ChartTab, content: AnyView| {
        let (id, named_by) = (format!("panel-{}", tab.name()), format!("tab-{}", tab.name()));
        let hidden = boolean(move || current.get() != tab);
        view! { <div role="tabpanel" id=id aria-labelledby=named_by hidden=hidden>{content}</div> }
    };
    let own = view! {
        <curves::StylesChart page/>
        <responsibilities::Clusters page/>
        <curves::RewardChart page/>
        <curves::LatentChart page/>
    };
    view! {
        <section class="rail charts" aria-label=t!("page-charts")>
            <div class="tabs" role="tablist" aria-label=t!("page-charts")>
                {dynamic(move || tabs.get().into_iter().map(tab).collect_view())}
            </div>
            {panel(ChartTab::Information, view! { <curves::MiChart page/> }.into_any())}
            {panel(ChartTab::Losses, view! { <curves::LossChart page/> }.into_any())}
            {panel(ChartTab::Weights, view! { <weights::Weights page/> }.into_any())}
            {panel(ChartTab::Own, own.into_any())}
        </section>
    }
}
