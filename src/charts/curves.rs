//! The line charts: mutual information with its bounds, losses, and curves of some methods only.

use leptos::prelude::*;

use super::line::{Curve, LineChart, Plot, ReferenceLine};
use crate::page::Page;
use crate::reactive::{dynamic, string, when};
use crate::state::Model;
use crate::text::{self, short_name, shown, shown_memo, t, words};
use protocol::{Chart, SeriesCard, Text, text};

/// All curves of a chart for a single method; one curve per method side by side.
fn plot(model: &Model, chart: Chart) -> Plot {
    let of = |lane: usize| -> Vec<SeriesCard> {
        let series = model.method_of(lane).map(|card| card.series.clone()).unwrap_or_default();
        series.into_iter().filter(|card| card.chart == chart).collect()
    };
    let points = |lane: usize, id: &str| {
        model.lanes.get(lane).and_then(|lane| lane.series.get(id)).map(|series| series.points()).unwrap_or_default()
    };
    let mut curves = Vec::new();
    if model.lanes.len() == 1 {
        let mut training = 0;
        for card in of(0) {
            let points = points(0, &card.id);
            // Held-out curves have one colour in every chart.
            let class = if card.held_out { "series-held-out".into() } else { format!("series-{training}") };
            training += usize::from(!card.held_out);
            curves.push(Curve { label: short_name(&card.name), class, points });
        }
    } else if let Some(shown) = shared(model, chart) {
        for lane in 0..model.lanes.len() {
            let Some(method) = model.method_of(lane) else { continue };
            // A method without the shared curve shows its own of this chart.
            let cards = of(lane);
            let card = cards.iter().find(|card| card.id == shown.id).or(cards.last());
            if let Some(card) = card {
                let points = points(lane, &card.id);
                curves.push(Curve { label: words(&method.name), class: format!("method-{}", method.id), points });
            }
        }
    }
    let steps = model.lanes.iter().filter_map(|lane| lane.progress.as_ref()).map(|progress| progress.steps).max();
    let mut units: Vec<_> = (0..model.lanes.len()).flat_map(of).map(|card| card.unit).collect();
    units.dedup();
    let unit = match &units[..] {
        [] => Some(text!("unit-nats")),
        [unit] => unit.clone(),
        _ if model.lanes.len() > 1 => Some(text!("page-unit-share")),
        [unit, ..] => unit.clone(),
    };
    let stale = model.lanes.iter().any(|lane| lane.stale.curves);
    Plot { curves, steps: steps.unwrap_or(0) as f32, unit, stale, ..Plot::default() }
}

/// The curve that most lanes have; the last of several, since held-out curves follow training curves.
pub fn shared(model: &Model, chart: Chart) -> Option<SeriesCard> {
    let cards = |lane: usize| model.method_of(lane).map(|card| card.series.clone()).unwrap_or_default();
    let all: Vec<SeriesCard> = (0..model.lanes.len()).flat_map(cards).filter(|card| card.chart == chart).collect();
    let count = |card: &SeriesCard| all.iter().filter(|other| other.id == card.id).count();
    all.iter().max_by_key(|card| count(card)).cloned()
}

fn mi_plot(model: &Model) -> Plot {
    let mut plot = plot(model, Chart::Mi);
    let prior = model.demos.as_ref().map(|demos| demos.prior.clone()).unwrap_or_default();
    let styles = model.styles().len();
    if let (true, Some(label)) = (styles > 0, model.label()) {
        let even = (styles as f32).ln();
        let entropy: f32 = prior.iter().filter(|p| **p > 0.0).map(|p| -p * p.ln()).sum();
        let ceiling = if prior.is_empty() { even } else { entropy };
        // Labels in equal numbers have the entropy ln K, which is the better known name.
        let uniform = (ceiling - even).abs() < 0.005;
        let (name, whole) = match uniform {
            true => (format!("H(Z) = ln {styles}"), format!("ln {styles}")),
            false => ("H(Z)".to_string(), "H(Z)".to_string()),
        };
        plot.reference_lines.push(ReferenceLine { value: ceiling, label: name });
        if label.telling_share < 1.0 {
            let share = words(&text!("page-mi-share-of", share = label.telling_share, whole = whole));
            plot.reference_lines.push(ReferenceLine { value: ceiling * label.telling_share, label: share });
        }
    }
    plot.from_zero = true;
    plot
}

/// Why the curve stops where it does.
fn ceiling(model: &Model) -> Option<Text> {
    let label = model.label()?;
    Some(match label.telling_share < 1.0 {
        true => text!("page-mi-ceiling-share", share = label.telling_share),
        false => text!("page-mi-ceiling"),
    })
}

#[component]
pub fn MiChart(page: Page) -> impl IntoView {
    let plot = page.memo(mi_plot);
    let has_critic = page.memo(|model| model.lanes.is_empty() || model.critic_lane().is_some());
    view! {
        <Show when=move || has_critic.get() fallback=move || view! { <p class="aside">{t!("page-mi-none")}</p> }>
            <LineChart title=text!("chart-mi") plot empty=text!("page-mi-empty")/>
            <MiNumbers page/>
            <p class="aside" data-testid="mi-ceiling">{shown_memo(page.memo(ceiling))}</p>
        </Show>
    }
}

/// The latest values as text.
#[component]
fn MiNumbers(page: Page) -> impl IntoView {
    let cards = page.memo(|model| {
        let methods = model.catalog.as_ref().map(|catalog| catalog.methods.clone()).unwrap_or_default();
        let mut all: Vec<SeriesCard> = Vec::new();
        for card in methods.into_iter().flat_map(|method| method.series).filter(|card| card.chart == Chart::Mi) {
            if !all.iter().any(|known| known.id == card.id) {
                all.push(card);
            }
        }
        all
    });
    let number = move |card: SeriesCard| {
        let id = card.id.clone();
        let value = page.memo(move |model| model.critic_lane().and_then(|lane| model.lanes.get(lane)?.latest(&id)));
        view! {
            <div title=shown(card.about)>
                <dt>{shown(card.name)}</dt>
                <dd data-testid=card.id data-value=move || value.get().map(|value| value.to_string())>
                    {string(move || value.get().map_or("–".into(), |value| text::fixed(value, 3)))}" "{card.unit.map(shown)}
                </dd>
            </div>
        }
    };
    view! { <dl class="numbers">{dynamic(move || cards.get().into_iter().map(number).collect_view())}</dl> }
}

#[component]
pub fn LossChart(page: Page) -> impl IntoView {
    let plot = page.memo(|model| plot(model, Chart::Loss));
    view! { <LineChart title=text!("chart-loss") plot empty=text!("page-chart-empty")/> }
}

/// Agreement of found styles with the labels, for methods that find styles.
#[component]
pub fn StylesChart(page: Page) -> impl IntoView {
    let plot = page.memo(|model| Plot { from_zero: true, ..plot(model, Chart::Styles) });
    when_drawn(plot, move || view! { <LineChart title=text!("chart-styles") plot empty=text!("page-chart-empty")/> })
}

/// Reward per step, for adversarial methods.
#[component]
pub fn RewardChart(page: Page) -> impl IntoView {
    let plot = page.memo(|model| plot(model, Chart::Reward));
    when_drawn(plot, move || view! { <LineChart title=text!("chart-reward") plot empty=text!("page-chart-empty")/> })
}

/// KL divergence and weight of a latent variable. Not drawn side by side, since few methods have one.
#[component]
pub fn LatentChart(page: Page) -> impl IntoView {
    let plot = page.memo(|model| if model.lanes.len() > 1 { Plot::default() } else { plot(model, Chart::Latent) });
    when_drawn(plot, move || view! { <LineChart title=text!("chart-latent") plot empty=text!("page-chart-empty")/> })
}

fn when_drawn<V: IntoView + 'static>(plot: Memo<Plot>, chart: impl Fn() -> V + Send + Sync + 'static) -> impl IntoView {
    let there = Memo::new(move |_| plot.with(|plot| !plot.curves.is_empty()));
    view! { {when(move || there.get(), move || view! { {chart()} })} }
}
