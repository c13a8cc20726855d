//! Axes with tick labels, and one grid line per vertical tick.

use leptos::prelude::*;

use super::scale::{Scale, tick_text};

/// `across` and `up` are approximate numbers of ticks.
pub fn axes(xs: Scale, ys: Scale, (across, up): (usize, usize)) -> impl IntoView + use<> {
    let ((left, end), (floor, _)) = (xs.places(), ys.places());
    let level = move |value: f32| {
        let y = ys.at(value);
        view! {
            <line class="grid" x1=left x2=end y1=y y2=y/>
            <text class="tick" x=left - 5.0 y=y + 3.5 text-anchor="end">{tick_text(value)}</text>
        }
    };
    let place = move |value: f32| {
        view! { <text class="tick" x=xs.at(value) y=floor + 13.0 text-anchor="middle">{tick_text(value)}</text> }
    };
    view! {
        {ys.ticks(up).into_iter().map(level).collect_view()}
        {xs.ticks(across).into_iter().map(place).collect_view()}
        <line class="axis" x1=left x2=end y1=floor y2=floor/>
    }
}
