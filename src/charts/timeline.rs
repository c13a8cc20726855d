//! PMI and weight along one demonstration.

use std::sync::Arc;

use leptos::prelude::*;

use super::line::event_target_bounds;
use crate::actions::Action;
use crate::page::Page;
use crate::reactive::dynamic;
use crate::scenes::pmi;
use crate::text::{t, words};
use protocol::{Timeline, text};

const HEIGHT: f32 = 100.0;
const STRIP: f32 = 8.0;

/// The mark on bars that the axis cuts off: how far it is from their end, and how high.
const CUT: (f32, f32) = (4.0, 2.0);

/// Moments whose PMI is below the axis, and the lowest. None goes beyond its top: PMI is at most −ln p(z).
fn cut_off(timeline: &Timeline) -> Option<(Vec<usize>, f32)> {
    let full = pmi::full_scale(&timeline.prior);
    // Rounding may take a sure moment a hair's breadth beyond the axis.
    let beyond = timeline.pmi.iter().enumerate().filter(|(_, value)| **value < -full - 0.005);
    let moments: Vec<usize> = beyond.map(|(moment, _)| moment).collect();
    let least = timeline.pmi.iter().copied().fold(0.0, f32::min);
    (!moments.is_empty()).then_some((moments, least))
}

/// A gap across each bar that is cut off.
fn cuts(timeline: &Timeline) -> String {
    let (moments, _) = cut_off(timeline).unwrap_or_default();
    let (from, high) = (HEIGHT - CUT.0 - CUT.1, CUT.1);
    moments.iter().map(|moment| format!("M{moment} {from}h1v{high}h-1Z")).collect()
}

/// One SVG path per shade: few elements, however long the demonstration.
fn shades(timeline: &Timeline) -> Vec<String> {
    let full = pmi::full_scale(&timeline.prior);
    let mut paths = vec![String::new(); pmi::SHADES];
    for (step, value) in timeline.pmi.iter().enumerate() {
        let tall = (value / full).clamp(-1.0, 1.0) * HEIGHT / 2.0;
        // A step with PMI near zero still gets a thin grey bar.
        let tall = if tall.abs() < 1.0 { 1.0f32.copysign(tall) } else { tall };
        let (zero, tip) = (HEIGHT / 2.0, HEIGHT / 2.0 - tall);
        paths[pmi::shade(*value, full)].push_str(&format!("M{step} {zero}V{tip:.1}H{}V{zero}Z", step + 1));
    }
    paths
}

fn weight_line(timeline: &Timeline, most: f32) -> String {
    let mut d = String::new();
    for (step, weight) in timeline.weight.iter().enumerate().filter(|(_, weight)| weight.is_finite()) {
        let y = HEIGHT - (weight / most).clamp(0.0, 1.0) * HEIGHT;
        d.push_str(&format!("{}{:.1} {y:.1}", if d.is_empty() { 'M' } else { 'L' }, step as f32 + 0.5));
    }
    d
}

/// Intervals of steps in which the expert followed one style: (style, first, end).
fn style_intervals(followed: &[u8]) -> Vec<(usize, usize, usize)> {
    let mut out: Vec<(usize, usize, usize)> = Vec::new();
    for (step, style) in followed.iter().enumerate() {
        match out.last_mut() {
            Some((known, _, end)) if *known == usize::from(*style) => *end = step + 1,
            _ => out.push((usize::from(*style), step, step + 1)),
        }
    }
    out
}

/// The element stays while its contents change, so that it keeps focus and pointer.
#[component]
pub fn Bars(page: Page, timeline: Memo<Option<Arc<Timeline>>>) -> impl IntoView {
    let steps = Memo::new(move |_| timeline.with(|t| t.as_ref().map_or(1, |t| t.pmi.len().max(1))));
    let point = page.memo(move |model| model.step_of(steps.get()));
    let under = move |event: leptos::ev::PointerEvent| {
        let (left, width) = event_target_bounds(&event.current_target()?);
        let share = ((event.client_x() as f32 - left) / width.max(1.0)).clamp(0.0, 1.0);
        let steps = steps.get_untracked();
        Some(((share * steps as f32) as usize).min(steps - 1))
    };
    // Passing over the line shows a moment; lifting button or finger selects it. A finger that scrolls the page lifts nothing
    // here: the browser cancels its pointer.
    let preview = move |step: Option<usize>| page.update(|model| model.previewed_step = step);
    // An element that goes away under the pointer is not left by it.
    on_cleanup(move || page.update_quietly(|model| model.previewed_step = None));
    let select = move |event| under(event).into_iter().for_each(|step| page.perform(Action::SelectStep(step)));
    let spoken = move || timeline.with(|timeline| timeline.as_ref().map(|timeline| describe(timeline, point.get())));
    let left = move || format!("{:.3}%", (point.get() as f32 + 0.5) / steps.get() as f32 * 100.0);
    view! {
        <div class="timeline" data-testid="timeline" data-steps=steps tabindex="0" role="slider"
            aria-label=t!("page-timeline") aria-valuemin=0
            aria-valuemax=move || steps.get() - 1 aria-valuenow=point aria-valuetext=spoken
            class:previewed=page.memo(|model| model.previewed_step.is_some())
            on:pointermove=move |event| preview(under(event)) on:pointerleave=move |_| preview(None) on:pointerup=select
            on:keydown=move |event| keys(page, steps.get_untracked(), &event)>
            {dynamic(move || timeline.get().map(|timeline| drawing(&timeline)))}
            <i class="cursor" style:left=left></i>
        </div>
        {dynamic(move || timeline.get().map(|timeline| legend(&timeline)))}
    }
}

fn describe(timeline: &Timeline, at: usize) -> String {
    let value = |list: &[f32]| list.get(at).copied().unwrap_or(f32::NAN);
    words(&text!("page-timeline-moment", moment = at, pmi = value(&timeline.pmi), weight = value(&timeline.weight)))
}

/// The top of the weight axis.
fn largest_weight(timeline: &Timeline) -> f32 {
    timeline.weight.iter().copied().filter(|weight| weight.is_finite()).fold(2.0, f32::max)
}

fn legend(timeline: &Timeline) -> impl IntoView + use<> {
    let shades = (0..pmi::SHADES).map(|shade| view! { <i class=format!("pmi-{shade}")></i> }).collect_view();
    let strip = (!timeline.followed.is_empty()).then(|| view! { <span>{t!("page-timeline-strip")}</span> });
    let cut = cut_off(timeline).map(|(moments, least)| {
        view! { <span data-testid="cut-off">{t!("page-timeline-cut", count = moments.len(), least = least)}</span> }
    });
    view! {
        <p class="readout legend">
            <span>{t!("page-timeline-bars", full = pmi::full_scale(&timeline.prior))}</span>
            {cut}
            <span class="pmiscale" aria-hidden="true">{t!("page-timeline-less")}" "{shades}" "{t!("page-timeline-more")}</span>
            <span>{t!("page-timeline-line", most = largest_weight(timeline))}</span>
            {strip}
        </p>
    }
}

fn drawing(timeline: &Timeline) -> impl IntoView + use<> {
    let steps = timeline.pmi.len().max(1);
    let bars = shades(timeline).into_iter().enumerate().filter(|(_, d)| !d.is_empty());
    let bars = bars.map(|(shade, d)| view! { <path class=format!("pmi-{shade}") d=d/> }).collect_view();
    let strip = style_intervals(&timeline.followed).into_iter().map(|(style, from, to)| {
        view! { <rect class=format!("fill style-{}", style % 8) x=from y=HEIGHT + 3.0 width=to - from height=STRIP - 3.0/> }
    });
    let strip = strip.collect_view();
    view! {
        <svg viewBox=format!("0 0 {steps} {}", HEIGHT + STRIP) preserveAspectRatio="none" aria-hidden="true">
            {bars}
            <path class="cuts" d=cuts(timeline)/>
            <line class="axis" x1=0 x2=steps y1=HEIGHT / 2.0 y2=HEIGHT / 2.0/>
            <path class="weightline" d=weight_line(timeline, largest_weight(timeline))/>
            {strip}
        </svg>
    }
}

fn keys(page: Page, steps: usize, event: &leptos::ev::KeyboardEvent) {
    let at = page.peek(|model| model.step_of(steps));
    let next = match event.key().as_str() {
        "ArrowLeft" | "ArrowDown" => at.saturating_sub(1),
        "ArrowRight" | "ArrowUp" => at + 1,
        "PageDown" => at.saturating_sub(10),
        "PageUp" => at + 10,
        "Home" => 0,
        "End" => steps - 1,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    page.perform(Action::SelectStep(next.min(steps - 1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timeline() -> Timeline {
        Timeline {
            trajectory: Some(0),
            style: 1,
            xy: vec![0.0; 6],
            scores: vec![],
            pmi: vec![0.0, 0.69, -3.0],
            weighed: vec![],
            weight: vec![1.0, 2.0, f32::NAN],
            formula: None,
            posterior: vec![0.5, 0.5, 0.0, 1.0, 0.9, 0.1],
            prior: vec![0.5, 0.5],
            followed: vec![1, 1, 0],
            by_hand: vec![],
            true_pmi: vec![],
        }
    }

    #[test]
    fn every_step_is_drawn_once() {
        let paths = shades(&timeline());
        assert_eq!(paths.iter().map(|d| d.matches('M').count()).sum::<usize>(), 3);
        assert!(!paths[0].is_empty() && !paths[pmi::SHADES / 2].is_empty());
        assert_eq!(weight_line(&timeline(), 2.0).matches(['M', 'L']).count(), 2);
    }

    #[test]
    fn bars_beyond_the_axis_are_marked_and_their_lowest_is_named() {
        assert_eq!(cut_off(&timeline()), Some((vec![2], -3.0)));
        assert_eq!(cuts(&timeline()).matches('M').count(), 1);
        let within = Timeline { pmi: vec![0.69, -0.69], ..timeline() };
        assert_eq!((cut_off(&within), cuts(&within)), (None, String::new()));
    }

    #[test]
    fn stretches_join_equal_neighbours() {
        assert_eq!(style_intervals(&[1, 1, 0, 0, 1]), vec![(1, 0, 2), (0, 2, 4), (1, 4, 5)]);
        assert!(style_intervals(&[]).is_empty());
    }
}
