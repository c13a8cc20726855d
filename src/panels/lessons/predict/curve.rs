//! A curve over the steps of the run, which the learner draws on an empty chart before the run shows it.

use leptos::prelude::*;

use super::pointer;
use crate::panels::lessons::course::Course;
use crate::panels::lessons::guess::Guess;
use crate::reactive::{string, when};
use crate::text::{fixed, t, words};
use protocol::text;

/// Points of a drawn curve.
const POINTS: usize = 9;
const WIDTH: f32 = 280.0;
const HEIGHT: f32 = 130.0;

/// Sets the height of point `to`, and interpolates the points between `from`, the last one the pointer was at, and it.
fn drawn(mut heights: Vec<f32>, from: Option<usize>, to: usize, height: f32) -> Vec<f32> {
    let from = from.unwrap_or(to).min(heights.len() - 1);
    let before = heights[from];
    let steps = from.abs_diff(to);
    let between = heights.iter_mut().enumerate().take(from.max(to) + 1).skip(from.min(to));
    for (index, value) in between {
        let share = if steps == 0 { 1.0 } else { index.abs_diff(from) as f32 / steps as f32 };
        *value = before + (height - before) * share;
    }
    heights[to] = height;
    heights
}

/// Heights of a run's curve at the points of a drawn one: at each, that of the latest reading before it.
fn sampled(points: &[(f32, f32)]) -> Vec<f32> {
    let height = |place: usize| {
        let share = place as f32 / (POINTS - 1) as f32;
        let before = points.iter().take_while(|(at, _)| *at <= share + 1e-3).last();
        before.or(points.first()).map_or(0.0, |(_, value)| *value)
    };
    (0..POINTS).map(height).collect()
}

fn line(points: impl Iterator<Item = (f32, f32)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        path.push_str(&format!(
            "{}{:.1} {:.1}",
            if path.is_empty() { 'M' } else { 'L' },
            x * WIDTH,
            (1.0 - y) * HEIGHT
        ));
    }
    path
}

#[component]
pub fn DrawCurve(course: Course, series: String, highest: f64) -> impl IntoView {
    let highest = highest as f32;
    let guess = Memo::new(move |_| match course.state().guess {
        Some(Guess::Curve(heights)) => Some(heights),
        _ => None,
    });
    let draft = RwSignal::new(vec![0.0_f32; POINTS]);
    // The index of the point that keys move, which is also the last one that the pointer was at.
    let at = RwSignal::new(0_usize);
    let last = StoredValue::new(None::<usize>);
    let set = move |point: usize, share: f32, from: Option<usize>| {
        draft.update(|heights| *heights = drawn(std::mem::take(heights), from, point, share.clamp(0.0, 1.0) * highest));
        at.set(point);
    };
    let draw = move |event: leptos::ev::PointerEvent| {
        if guess.get_untracked().is_some() || !pointer::is_down(&event) {
            return last.set_value(None);
        }
        let Some((x, y)) = pointer::place(&event) else { return };
        let point = (x * (POINTS - 1) as f32).round() as usize;
        set(point, 1.0 - y, last.get_value());
        last.set_value(Some(point));
    };
    let press = move |event: leptos::ev::PointerEvent| {
        pointer::capture(&event);
        last.set_value(None);
        draw(event);
    };
    let keys = move |event: leptos::ev::KeyboardEvent| {
        if guess.get_untracked().is_some() {
            return;
        }
        let (point, heights) = (at.get_untracked(), draft.get_untracked());
        let share = heights[point] / highest;
        match event.key().as_str() {
            "ArrowLeft" => at.set(point.saturating_sub(1)),
            "ArrowRight" => at.set((point + 1).min(POINTS - 1)),
            "ArrowUp" => set(point, share + 0.05, None),
            "ArrowDown" => set(point, share - 0.05, None),
            _ => return,
        }
        event.prevent_default();
    };
    let spoken = move || {
        let (point, heights) = (at.get(), guess.get().unwrap_or(draft.get()));
        let share = point as f32 / (POINTS - 1) as f32;
        words(&text!("lesson-curve-point", share = share, value = heights.get(point).copied().unwrap_or_default()))
    };
    let guessed = move || {
        let heights = guess.get().unwrap_or(draft.get());
        line(heights.iter().enumerate().map(|(i, h)| (i as f32 / (POINTS - 1) as f32, h / highest)))
    };
    let page = course.panel.page;
    let happened = page.memo(move |model| {
        let lane = model.lanes.first()?;
        let steps = lane.progress.as_ref()?.steps.max(1) as f32;
        Some(lane.points(&series).iter().map(|point| (point.step / steps, point.value)).collect::<Vec<_>>())
    });
    let happened = move || guess.get().and_then(|_| happened.get()).unwrap_or_default();
    Effect::new(move |_| {
        if course.state().done && guess.get().is_some() {
            course.set_truth(Guess::Curve(sampled(&happened())));
        }
    });
    let truth = move || line(happened().into_iter().map(|(share, value)| (share, (value / highest).clamp(0.0, 1.0))));
    let knob = move || {
        let heights = draft.get();
        (
            (at.get() as f32 / (POINTS - 1) as f32 * WIDTH).to_string(),
            ((1.0 - heights[at.get()] / highest) * HEIGHT).to_string(),
        )
    };
    view! {
        <figure class="sketch">
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" tabindex="0" role="slider" data-testid="draw-curve"
                aria-label=t!("lesson-curve") aria-valuetext=string(spoken) aria-valuemin="0" aria-valuemax=highest
                aria-valuenow=string(move || draft.get()[at.get()].to_string())
                on:pointerdown=press on:pointermove=draw on:keydown=keys>
                <path class="mine" d=string(guessed)/>
                <path class="truth" d=string(truth)/>
                {when(move || guess.get().is_none(), move || view! { <circle r="5" cx=string(move || knob().0) cy=string(move || knob().1)/> })}
            </svg>
            <figcaption>{t!("lesson-curve-axes", highest = fixed(highest, 2))}</figcaption>
        </figure>
        {when(move || guess.get().is_none(), move || view! {
            <button class="accent" data-testid="commit" on:click=move |_| course.commit(Guess::Curve(draft.get_untracked()))>{t!("lesson-commit")}</button>
        })}
        {when(move || guess.get().is_some(), move || view! { <p class="verdict">{t!("lesson-curve-key")}</p> })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_stroke_leaves_no_gap() {
        let curve = drawn(vec![0.0; 9], None, 2, 1.0);
        assert_eq!(curve[2], 1.0);
        let curve = drawn(curve, Some(2), 6, 3.0);
        assert_eq!(&curve[2..=6], &[1.0, 1.5, 2.0, 2.5, 3.0]);
        let curve = drawn(curve, Some(6), 4, 0.0);
        assert_eq!((curve[6], curve[4]), (3.0, 0.0));
    }

    #[test]
    fn a_curve_is_sampled_at_even_places() {
        let curve = sampled(&[(0.1, 1.0), (0.5, 2.0), (1.0, 3.0)]);
        assert_eq!(curve, [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 3.0]);
        assert_eq!(sampled(&[]), [0.0; POINTS]);
    }
}
