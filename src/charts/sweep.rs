//! Measurements over the range of a knob: one curve per method, and the knob's current value.

use leptos::prelude::*;

use super::axes::{axes, vertical};
use super::line::path;
use super::scale::{LinearScale, extent, separate_labels};
use crate::markup::{Markup, escape};
use crate::page::Page;
use crate::reactive::string;
use crate::text::{list, shown, words};
use protocol::{KnobCard, Sweep, Text, Value, text};

const WIDTH: f32 = 340.0;
const HEIGHT: f32 = 150.0;
const LEFT: f32 = 34.0;
const RIGHT: f32 = 104.0;
const TOP: f32 = 8.0;
const BOTTOM: f32 = 18.0;

/// Linear interpolation between the measured points.
fn interpolate(points: &[(f32, f32)], x: f32) -> Option<f32> {
    let next = points.iter().position(|point| point.0 >= x).unwrap_or(points.len().checked_sub(1)?);
    let (after, before) = (points[next], points[next.saturating_sub(1)]);
    let share = if after.0 > before.0 { ((x - before.0) / (after.0 - before.0)).clamp(0.0, 1.0) } else { 1.0 };
    Some(before.1 + share * (after.1 - before.1))
}

fn scales(sweep: &Sweep) -> (LinearScale, LinearScale) {
    let points = || sweep.curves.iter().flat_map(|curve| &curve.points);
    let (first, last) = extent(points().map(|point| point.0)).unwrap_or((0.0, 1.0));
    let (low, high) = extent(points().map(|point| point.1)).unwrap_or((0.0, 1.0));
    let air = (high - low).max(1e-3) * 0.06;
    let xs = LinearScale::new(first, last, (LEFT, WIDTH - RIGHT));
    (xs, LinearScale::new(low - air, high + air, (HEIGHT - BOTTOM, TOP)))
}

/// Values of all curves at the knob's value, as a sentence.
fn describe(sweep: &Sweep, x: f32) -> Option<Text> {
    let values = sweep.curves.iter().filter_map(|curve| {
        Some(text!("page-sweep-value", curve = curve.name.clone(), value = interpolate(&curve.points, x)?))
    });
    Some(text!("page-sweep", at = x, values = list(values)?))
}

/// The current world's measurements over a knob; most knobs have none.
#[component]
pub fn Sweeps(page: Page, card: KnobCard) -> impl IntoView {
    let id = card.id.clone();
    let sweeps = page.memo(move |model| {
        let all = model.world().map(|world| world.sweeps.clone()).unwrap_or_default();
        all.into_iter().filter(|sweep| sweep.knob == id).collect::<Vec<_>>()
    });
    let here = page.memo(move |model| match model.knob_value(&card) {
        Value::Number(number) => number as f32,
        Value::Word(_) => 0.0,
    });
    move || sweeps.get().into_iter().map(|sweep| chart(sweep, here)).collect_view()
}

fn chart(sweep: Sweep, here: Memo<f32>) -> impl IntoView {
    let (quantity, made) = (shown(sweep.quantity.clone()), shown(sweep.made.clone()));
    let test_id = format!("sweep-{}", sweep.knob);
    let drawn = sweep.clone();
    let readout = string(move || describe(&sweep, here.get()).map(|sentence| words(&sentence)).unwrap_or_default());
    let label = move || words(&text!("page-sweep-label", quantity = quantity.get(), values = readout.get()));
    view! {
        <figure class="chart sweep" data-testid=test_id>
            <figcaption>{quantity}</figcaption>
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=string(label)
                inner_html=string(move || drawing(&drawn, here.get()))></svg>
            <p class="readout">{readout}</p>
            <p class="aside">{made}</p>
        </figure>
    }
}

/// Axes, curves with their names, and a line at the knob's value.
fn drawing(sweep: &Sweep, here: f32) -> String {
    let (xs, ys) = scales(sweep);
    let mut markup = Markup::default();
    axes(&mut markup, &xs, &ys, (4, 3));
    let ends = sweep.curves.iter().map(|curve| curve.points.last().map_or(0.0, |point| ys.at(point.1)));
    let mut places: Vec<f32> = ends.collect();
    separate_labels(&mut places, 11.0, TOP + 4.0, HEIGHT - BOTTOM);
    for (number, (curve, y)) in sweep.curves.iter().zip(places).enumerate() {
        let (d, name) = (path(curve.points.iter().copied(), &xs, &ys), escape(&words(&curve.name)));
        let (x, y) = (WIDTH - RIGHT + 5.0, y + 3.5);
        markup.add(format_args!(
            r#"<path class="curve series-{number}" d="{d}"/><text class="name series-{number}" x="{x}" y="{y}">{name}</text>"#
        ));
    }
    vertical(&mut markup, "hair", xs.at(here), (TOP, HEIGHT - BOTTOM));
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::SweepCurve;

    #[test]
    fn values_between_measured_points_lie_on_the_line() {
        let points = [(0.0, 1.0), (0.5, 3.0), (1.0, 2.0)];
        let at = |x: f32| interpolate(&points, x).unwrap();
        assert_eq!((at(0.0), at(0.25), at(0.5), at(0.75), at(1.0)), (1.0, 2.0, 3.0, 2.5, 2.0));
        assert_eq!((at(-1.0), at(7.0), interpolate(&[], 0.5)), (1.0, 2.0, None), "beyond the ends: the ends");
    }

    #[test]
    fn where_the_visitor_stands_is_said_in_words() {
        let curve =
            |name: &str, end| SweepCurve { name: Text::new(name.to_string()), points: vec![(0.0, 0.0), (1.0, end)] };
        let sweep = Sweep {
            knob: "overlap".into(),
            quantity: Text::new("loss"),
            curves: vec![curve("BC", 1.0), curve("BC-PMI", 2.0)],
            made: Text::new(""),
        };
        assert_eq!(words(&describe(&sweep, 0.5).unwrap()), "At 0.5: BC 0.50, BC-PMI 1.00.");
    }
}
