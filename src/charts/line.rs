//! Curves over steps, on thin axes, with their names at their band_edges.

use leptos::prelude::*;

use super::axes::{axes, vertical};
use super::scale::{LinearScale, extent, separate_labels};
use crate::controls::Hint;
use crate::markup::{Markup, escape};
use crate::reactive::{boolean, string};
use crate::state::CurvePoint;
use crate::text::{self, shown, words};
use protocol::{Text, text};

const WIDTH: f32 = 340.0;
const HEIGHT: f32 = 146.0;
const LEFT: f32 = 34.0;
/// Room for the longest name of a curve.
const RIGHT: f32 = 98.0;
const TOP: f32 = 10.0;
const BOTTOM: f32 = 26.0;
/// Least margin above and below the curves, so that ticks of a constant curve differ in three digits.
const LEAST_AIR: f32 = 0.005;

#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub label: String,
    pub class: String,
    pub points: Vec<CurvePoint>,
}

/// A horizontal line such as an upper bound.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceLine {
    pub value: f32,
    pub label: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    pub curves: Vec<Curve>,
    pub reference_lines: Vec<ReferenceLine>,
    /// Steps of the whole run, so that the axis does not change while the curve grows.
    pub steps: f32,
    pub from_zero: bool,
    pub unit: Option<Text>,
    /// The curves are those of an earlier run.
    pub stale: bool,
}

impl Plot {
    fn scales(&self) -> (LinearScale, LinearScale) {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let last = extent(points().map(|point| point.step)).map_or(1.0, |(_, last)| last);
        let levels = self.reference_lines.iter().map(|rule| rule.value);
        let (low, high) = extent(points().flat_map(band_edges).chain(levels)).unwrap_or((0.0, 1.0));
        let (low, high) = if self.from_zero { (low.min(0.0), high.max(0.0)) } else { (low, high) };
        let air = ((high - low) * 0.06).max(LEAST_AIR);
        let low = if self.from_zero && low == 0.0 { 0.0 } else { low - air };
        let xs = LinearScale::new(0.0, self.steps.max(last).max(1.0), (LEFT, WIDTH - RIGHT));
        (xs, LinearScale::new(low, high + air, (HEIGHT - BOTTOM, TOP)))
    }

    /// Values of all curves at a step, as a sentence.
    fn describe(&self, step: f32) -> String {
        let at = |curve: &Curve| {
            let before = curve.points.iter().rev().find(|point| point.step <= step).or(curve.points.first())?;
            Some(text!("page-chart-value", curve = curve.label.as_str(), value = value_text(before)))
        };
        let step = step.floor();
        words(&match (text::list(self.curves.iter().filter_map(at)), self.unit.clone()) {
            (Some(values), Some(unit)) => text!("page-chart-values", step = step, values = values, unit = unit),
            (Some(values), None) => text!("page-chart-values-bare", step = step, values = values),
            (None, _) => text!("page-chart-no-values"),
        })
    }

    fn last_step(&self) -> f32 {
        self.curves.iter().filter_map(|curve| curve.points.last()).map(|point| point.step).fold(0.0, f32::max)
    }
}

/// One standard deviation over the seeds, below and above.
fn band_edges(point: &CurvePoint) -> [f32; 2] {
    [point.value - point.spread, point.value + point.spread]
}

fn value_text(point: &CurvePoint) -> Text {
    match point.spread > 0.0 {
        true => text!("page-chart-mean", value = point.value, spread = point.spread),
        false => text!("page-chart-number", value = point.value),
    }
}

pub fn path(points: impl Iterator<Item = (f32, f32)>, xs: &LinearScale, ys: &LinearScale) -> String {
    let mut d = String::new();
    for (step, value) in points.filter(|(_, value)| value.is_finite()) {
        d.push(if d.is_empty() { 'M' } else { 'L' });
        d.push_str(&format!("{:.1} {:.1}", xs.at(step), ys.at(value)));
    }
    d
}

/// The outline of the band around a curve: its upper edge, then its lower edge reversed.
fn band(points: &[CurvePoint], xs: &LinearScale, ys: &LinearScale) -> String {
    let upper = points.iter().map(|point| (point.step, band_edges(point)[1]));
    let lower = points.iter().rev().map(|point| (point.step, band_edges(point)[0]));
    path(upper.chain(lower), xs, ys)
}

#[component]
pub fn LineChart(title: Text, plot: Memo<Plot>, empty: Text) -> impl IntoView {
    let (title, about, empty) = (shown(title.clone()), shown(title.about()), shown(empty));
    let hover = RwSignal::new(None::<f32>);
    let has_points = Memo::new(move |_| plot.with(|plot| plot.curves.iter().any(|curve| !curve.points.is_empty())));
    let describe = move || plot.with(|plot| plot.describe(hover.get().unwrap_or(plot.last_step())));
    let seek = move |event: leptos::ev::PointerEvent| {
        let Some(target) = event.current_target() else { return };
        let bounds = event_target_bounds(&target);
        let place = (event.client_x() as f32 - bounds.0) / bounds.1.max(1.0) * WIDTH;
        hover.set(Some(plot.with_untracked(|plot| plot.scales().0.back(place))));
    };
    view! {
        <figure class="chart" class:stale=boolean(move || plot.with(|plot| plot.stale))>
            <figcaption>{title}<Hint about/></figcaption>
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" inner_html=string(move || plot.with(|plot| drawing(plot, hover.get()))) on:pointermove=seek on:pointerleave=move |_| hover.set(None)
                aria-label=string(move || words(&text!("page-chart-label", title = title.get(), values = describe())))>
            </svg>
            <p class="readout">{string(move || if has_points.get() { describe() } else { empty.get() })}</p>
            <div class="sr" inner_html=string(move || plot.with(|plot| table(title.get(), plot)))></div>
        </figure>
    }
}

/// Left edge and width of an element on the screen.
pub fn event_target_bounds(target: &web_sys::EventTarget) -> (f32, f32) {
    use wasm_bindgen::JsCast;
    let bounds = target.dyn_ref::<web_sys::Element>().map(|element| element.get_bounding_client_rect());
    bounds.map_or((0.0, 1.0), |bounds| (bounds.left() as f32, bounds.width() as f32))
}

/// Axes with units, reference lines, curves with their names, and a line at the step under the pointer.
fn drawing(plot: &Plot, hover: Option<f32>) -> String {
    let (xs, ys) = plot.scales();
    let (end, unit) = (WIDTH - RIGHT, plot.unit.as_ref().map(words).unwrap_or_default());
    let mut markup = Markup::default();
    axes(&mut markup, &xs, &ys, (3, 4));
    let steps = words(&text!("page-chart-steps"));
    markup.add(format_args!(
        r#"<text class="unit" x="{end}" y="{}" text-anchor="end">{}</text><text class="unit" x="0" y="{}">{}</text>"#,
        HEIGHT - 2.0,
        escape(&steps),
        HEIGHT - 2.0,
        escape(&unit),
    ));
    for rule in &plot.reference_lines {
        let y = ys.at(rule.value);
        markup.add(format_args!(r#"<line class="rule" x1="{LEFT}" x2="{end}" y1="{y}" y2="{y}"/>"#));
    }
    for curve in &plot.curves {
        let along = curve.points.iter().map(|point| (point.step, point.value));
        if curve.points.iter().any(|point| point.spread > 0.0) {
            let band = band(&curve.points, &xs, &ys);
            markup.add(format_args!(r#"<path class="band {}" d="{band}"/>"#, curve.class));
        }
        markup.add(format_args!(r#"<path class="curve {}" d="{}"/>"#, curve.class, path(along, &xs, &ys)));
    }
    names(&mut markup, plot, &ys);
    if let Some(step) = hover {
        vertical(&mut markup, "hair", xs.at(step), (TOP, HEIGHT - BOTTOM));
    }
    markup.finish()
}

/// Names at the ends of curves and reference lines, moved apart where they would overlap.
fn names(markup: &mut Markup, plot: &Plot, ys: &LinearScale) {
    let tips = plot.curves.iter().filter_map(|curve| Some((curve, curve.points.last()?)));
    let mut labels: Vec<(&str, &str, f32)> =
        tips.map(|(curve, tip)| (curve.label.as_str(), curve.class.as_str(), ys.at(tip.value))).collect();
    labels.extend(plot.reference_lines.iter().map(|rule| (rule.label.as_str(), "rule", ys.at(rule.value))));
    let mut places: Vec<f32> = labels.iter().map(|(.., y)| *y).collect();
    separate_labels(&mut places, 11.0, TOP, HEIGHT - BOTTOM);
    for ((label, class, _), y) in labels.into_iter().zip(places) {
        let (x, y) = (WIDTH - RIGHT + 5.0, y + 3.5);
        markup.add(format_args!(r#"<text class="name {class}" x="{x}" y="{y}">{}</text>"#, escape(label)));
    }
}

/// The same in words and numbers, for screen readers.
fn table(title: String, plot: &Plot) -> String {
    let caption = match plot.unit.clone() {
        Some(unit) => words(&text!("page-chart-table", title = title, unit = unit)),
        None => title,
    };
    let mut markup = Markup::default();
    markup.add(format_args!("<table><caption>{}</caption><thead><tr>", escape(&caption)));
    let heads =
        [text!("page-chart-curve"), text!("page-chart-first"), text!("page-chart-middle"), text!("page-chart-latest")];
    for head in heads {
        markup.add(format_args!(r#"<th scope="col">{}</th>"#, escape(&words(&head))));
    }
    markup.add(format_args!("</tr></thead><tbody>"));
    for curve in &plot.curves {
        markup.add(format_args!(r#"<tr><th scope="row">{}</th>"#, escape(&curve.label)));
        for point in [curve.points.first(), curve.points.get(curve.points.len() / 2), curve.points.last()] {
            let value = point.map_or_else(
                || "–".into(),
                |point| words(&text!("page-chart-at-step", value = value_text(point), step = point.step)),
            );
            markup.add(format_args!("<td>{}</td>", escape(&value)));
        }
        markup.add(format_args!("</tr>"));
    }
    for rule in &plot.reference_lines {
        let value = text::fixed(rule.value, 3);
        markup.add(format_args!(
            r#"<tr><th scope="row">{}</th><td></td><td></td><td>{value}</td></tr>"#,
            escape(&rule.label)
        ));
    }
    markup.add(format_args!("</tbody></table>"));
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::scale::tick_text;

    fn levels(from_zero: bool, values: &[f32]) -> Vec<String> {
        let point = |value: &f32| CurvePoint { step: 1.0, value: *value, spread: 0.0 };
        let points = values.iter().map(point).collect();
        let curve = Curve { label: String::new(), class: String::new(), points };
        let plot = Plot { curves: vec![curve], from_zero, ..Plot::default() };
        plot.scales().1.ticks(4).into_iter().map(tick_text).collect()
    }

    #[test]
    fn no_two_ticks_read_the_same() {
        for (from_zero, values) in
            [(true, vec![]), (false, vec![]), (true, vec![0.0]), (false, vec![4.0]), (true, vec![1e-6])]
        {
            let ticks = levels(from_zero, &values);
            let mut once = ticks.clone();
            once.dedup();
            assert!(ticks.len() > 1 && once == ticks, "{values:?}: {ticks:?}");
        }
        assert_eq!(levels(true, &[]), ["0", "0.5", "1"], "an empty chart waits for shares and nats alike");
    }
}
