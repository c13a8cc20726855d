//! The distribution of the weights of all training pairs, and the effective sample size.

use std::sync::Arc;

use leptos::prelude::*;

use super::axes::vertical;
use super::scale::{LinearScale, tick_text};
use crate::controls::Hint;
use crate::markup::{Markup, escape};
use crate::page::Page;
use crate::reactive::string;
use crate::text::{shown, t, words};
use protocol::{Text, WeightHistogram, text};

const WIDTH: f32 = 340.0;
const HEIGHT: f32 = 112.0;
const FLOOR: f32 = HEIGHT - 26.0;

#[component]
pub fn Weights(page: Page) -> impl IntoView {
    let histogram = page.memo(|model| {
        let lane = model.lanes.get(model.critic_lane()?)?;
        lane.weights.clone()
    });
    let stale = page.memo(|model| {
        let lane = model.critic_lane().and_then(|lane| model.lanes.get(lane));
        lane.is_some_and(|lane| lane.stale.weights)
    });
    let has_critic = page.memo(|model| model.critic_lane().is_some());
    let clusters = page.memo(|model| model.focused().is_some_and(|lane| lane.responsibilities.is_some()));
    let empty = move || match (has_critic.get(), clusters.get()) {
        (true, _) => words(&text!("page-weights-later")),
        (_, true) => words(&text!("page-weights-clusters")),
        _ => words(&text!("page-weights-equal")),
    };
    view! {
        <figure class="chart" class:stale=stale>
            <figcaption>{t!("page-weights")}<Hint about=t!("page-weights.about")/></figcaption>
            {move || match histogram.get() {
                Some(histogram) => bars(&histogram).into_any(),
                None => view! { <p class="readout">{string(empty)}</p> }.into_any(),
            }}
        </figure>
    }
}

fn sentence(histogram: &WeightHistogram) -> Text {
    let share = histogram.effective_sample_size / histogram.pairs.max(1) as f32;
    let size = histogram.effective_sample_size.max(0.0).floor();
    text!("page-weights-effective", size = size, pairs = histogram.pairs, share = share)
}

fn bars(histogram: &Arc<WeightHistogram>) -> impl IntoView + use<> {
    let (low, high) = match (histogram.edges.first(), histogram.edges.last()) {
        (Some(low), Some(high)) => (*low, *high),
        _ => (0.0, 1.0),
    };
    let xs = LinearScale::new(low, high, (8.0, WIDTH - 8.0));
    let most = histogram.counts.iter().copied().max().unwrap_or(1).max(1);
    // Square roots keep the small bins visible beside the crowded ones.
    let tall = |count: u32| (count as f32 / most as f32).sqrt() * (FLOOR - 8.0);
    let mut d = String::new();
    for (edges, count) in histogram.edges.windows(2).zip(&histogram.counts) {
        let (left, right) = (xs.at(edges[0]) + 0.5, xs.at(edges[1]) - 0.5);
        d.push_str(&format!("M{left:.1} {FLOOR}V{:.1}H{right:.1}V{FLOOR}Z", FLOOR - tall(*count)));
    }
    let one = xs.at(1.0);
    let mut markup = Markup::default();
    markup.add(format_args!(
        r#"<path class="bars" d="{d}"/><line class="axis" x1="8" x2="{}" y1="{FLOOR}" y2="{FLOOR}"/>"#,
        WIDTH - 8.0
    ));
    vertical(&mut markup, "rule", one, (4.0, FLOOR));
    markup.add(format_args!(r#"<text class="name rule" x="{}" y="12">1</text>"#, one + 4.0));
    for tick in xs.ticks(5) {
        let (x, y, tick) = (xs.at(tick), FLOOR + 13.0, tick_text(tick));
        markup.add(format_args!(r#"<text class="tick" x="{x}" y="{y}" text-anchor="middle">{tick}</text>"#));
    }
    let (x, y, unit) = (WIDTH - 8.0, HEIGHT - 2.0, escape(&words(&text!("page-weights-axis"))));
    markup.add(format_args!(r#"<text class="unit" x="{x}" y="{y}" text-anchor="end">{unit}</text>"#));
    let sentence = shown(sentence(histogram));
    let ess = histogram.effective_sample_size;
    view! {
        <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=sentence inner_html=markup.finish()></svg>
        <p class="readout" data-testid="effective-sample-size" data-value=ess.to_string()
            title=t!("page-weights-effective.about")>{sentence}</p>
    }
}
