//! Axes with tick labels, and one grid line per vertical tick.

use super::scale::{LinearScale, tick_text};
use crate::markup::Markup;

/// `across` and `up` are approximate numbers of ticks.
pub fn axes(markup: &mut Markup, xs: &LinearScale, ys: &LinearScale, (across, up): (usize, usize)) {
    let ((left, end), (floor, _)) = (xs.places(), ys.places());
    for value in ys.ticks(up) {
        let (y, tick) = (ys.at(value), tick_text(value));
        markup.add(format_args!(
            r#"<line class="grid" x1="{left}" x2="{end}" y1="{y}" y2="{y}"/><text class="tick" x="{}" y="{}" text-anchor="end">{tick}</text>"#,
            left - 5.0,
            y + 3.5,
        ));
    }
    for value in xs.ticks(across) {
        let (x, tick) = (xs.at(value), tick_text(value));
        markup
            .add(format_args!(r#"<text class="tick" x="{x}" y="{}" text-anchor="middle">{tick}</text>"#, floor + 13.0));
    }
    markup.add(format_args!(r#"<line class="axis" x1="{left}" x2="{end}" y1="{floor}" y2="{floor}"/>"#));
}

/// A vertical line over the height of a chart.
pub fn vertical(markup: &mut Markup, class: &str, x: f32, (top, bottom): (f32, f32)) {
    markup.add(format_args!(r#"<line class="{class}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>"#));
}
