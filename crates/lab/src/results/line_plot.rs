//! A figure of a report as SVG: curves, paths or clouds of points. Colours and dashes are the page's, by class.

use super::axis::{Axis, Scale, written};
use super::html::{capital, escape, of_method};
use super::methods::id_of;
use super::room::room;
use super::strokes::{dots, line, simplified};
use crate::report::{Figure, PLANE, Series};

const WIDTH: f64 = 340.0;
/// The plot itself, and the room to the left, to the right and below it.
const PLOT: f64 = 170.0;
const LEFT: f64 = 36.0;
const RIGHT: f64 = 10.0;
const BELOW: f64 = 36.0;
/// A line of text above the plot.
const LINE: f64 = 15.0;
/// Largest number of distinguishable points per curve.
const DENSE: usize = 30;
/// The rare pairs below this are left out, so that the others stay distinguishable. Nats.
const LOWEST: f32 = -4.0;

/// From values to the paper.
struct Frame {
    x: Axis,
    y: Axis,
    top: f64,
}

impl Frame {
    fn place(&self, (x, y): (f32, f32)) -> (f64, f64) {
        let along = LEFT + self.x.place(x.into()) * (WIDTH - LEFT - RIGHT);
        (along, self.top + (1.0 - self.y.place(y.into())) * PLOT)
    }

    fn axes(&self, figure: &Figure) -> String {
        let bottom = self.top + PLOT;
        let mut svg = format!("<g class=\"axis\"><path d=\"M{LEFT} {}V{bottom}H{}\"/>", self.top, WIDTH - RIGHT);
        for tick in self.x.ticks() {
            let (x, _) = self.place((tick as f32, 0.0));
            svg.push_str(&format!("<text x=\"{x:.1}\" y=\"{:.1}\">{}</text>", bottom + 12.0, written(tick)));
        }
        for tick in self.y.ticks() {
            let (_, y) = self.place((0.0, tick as f32));
            svg.push_str(&format!("<text x=\"{}\" y=\"{y:.1}\" class=\"end\">{}</text>", LEFT - 4.0, written(tick)));
        }
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        svg.push_str(&format!("<text x=\"{middle}\" y=\"{}\">{}</text>", bottom + 27.0, escape(&figure.x)));
        // Upwards is said once.
        let upwards = if figure.caption == figure.y { "" } else { &figure.y };
        svg + &format!("<text x=\"2\" y=\"8\" class=\"start\">{}</text></g>", escape(upwards))
    }

    fn series(&self, series: &Series) -> String {
        let inside = |(x, y): &&(f32, f32)| self.x.contains((*x).into()) && self.y.contains((*y).into());
        let places: Vec<(f64, f64)> = series.points.iter().filter(inside).map(|point| self.place(*point)).collect();
        let mut svg = String::new();
        if series.joined {
            svg.push_str(&format!("<path d=\"{}\"/>", line(&simplified(&places))));
        }
        // A line of two points is a guide to the eye; longer ones show where they were measured, unless that is everywhere.
        if !series.joined || (3..=DENSE).contains(&places.len()) {
            let size = if series.joined { "points large" } else { "points" };
            svg.push_str(&format!("<path class=\"{size}\" d=\"{}\"/>", dots(&places)));
        }
        svg
    }
}

/// The class of a curve that has no method's colour: its style's, or the next of the page's.
fn coloured(figure: &Figure, number: usize, series: &Series) -> String {
    match id_of(&series.name) {
        Some(_) => String::new(),
        None if is_plane(figure) => format!(" z{number}"),
        None => format!(" s{number}"),
    }
}

fn is_plane(figure: &Figure) -> bool {
    (figure.x.as_str(), figure.y.as_str()) == PLANE
}

/// Where the names of the curves stand, line by line, and how many lines there are.
fn names(figure: &Figure) -> (Vec<(f64, f64)>, usize) {
    let (mut x, mut line) = (LEFT, 0);
    let mut places = Vec::new();
    for series in figure.series.iter().filter(|series| !series.name.is_empty()) {
        let width = 26.0 + room(&series.name);
        if x > LEFT && x + width > WIDTH {
            (x, line) = (LEFT, line + 1);
        }
        places.push((x, LINE * (line as f64 + 1.5)));
        x += width;
    }
    let lines = if places.is_empty() { 0 } else { line + 1 };
    (places, lines)
}

fn frame(figure: &Figure, top: f64) -> Frame {
    let points = || figure.series.iter().flat_map(|series| &series.points);
    let reach = |value: f32| f64::from(value.max(LOWEST));
    let x = Axis::around(Scale::Linear, points().map(|point| reach(point.0)));
    let y = Axis::around(Scale::Linear, points().map(|point| reach(point.1)));
    match is_plane(figure) {
        true => Frame {
            x: x.widened(y, (WIDTH - LEFT - RIGHT) / PLOT),
            y: y.widened(x, PLOT / (WIDTH - LEFT - RIGHT)),
            top,
        },
        false => Frame { x, y, top },
    }
}

/// A figure as it is captioned in its report.
pub fn as_captioned(figure: &Figure) -> String {
    line_plot(figure, &capital(&figure.caption))
}

pub fn line_plot(figure: &Figure, caption: &str) -> String {
    let (places, lines) = names(figure);
    let frame = frame(figure, LINE * (lines as f64 + 1.0));
    let mut places = places.into_iter();
    let mut body = String::new();
    for (number, series) in figure.series.iter().enumerate() {
        let method = of_method(id_of(&series.name));
        body.push_str(&format!("<g class=\"series{}\"{method}>", coloured(figure, number, series)));
        body.push_str(&frame.series(series));
        if let Some((x, y)) = (!series.name.is_empty()).then(|| places.next()).flatten() {
            let sample = match series.joined {
                true => format!("<path d=\"M{x:.0} {y}h14\"/>"),
                false => format!("<path class=\"points\" d=\"M{:.0} {y}h0m7 0h0\"/>", x + 3.0),
            };
            body.push_str(&format!("{sample}<text x=\"{:.0}\" y=\"{y}\">{}</text>", x + 18.0, escape(&series.name)));
        }
        body.push_str("</g>");
    }
    let told: Vec<&str> =
        figure.series.iter().map(|series| series.name.as_str()).filter(|name| !name.is_empty()).collect();
    format!(
        "<figure class=\"panel\"><figcaption>{}</figcaption><svg class=\"lines\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" \
         aria-label=\"{}\">{}{body}</svg></figure>\n",
        escape(caption),
        frame.top + PLOT + BELOW,
        escape(&format!("{caption}: {} over {}. {}", figure.y, figure.x, told.join(", "))),
        frame.axes(figure)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(x: &str, y: &str, points: Vec<(f32, f32)>) -> Figure {
        let series = vec![Series { name: "BC-PMI".into(), joined: true, points }];
        Figure { caption: "A figure".into(), x: x.into(), y: y.into(), series }
    }

    #[test]
    fn a_square_of_the_plane_is_drawn_as_a_square() {
        let square = figure("x", "y", vec![(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]);
        let frame = frame(&square, 0.0);
        let ((left, low), (right, high)) = (frame.place((0.0, 0.0)), frame.place((4.0, 4.0)));
        assert!((right - left - (low - high)).abs() < 1e-3, "{left} {right} {low} {high}");
        assert!(left >= LEFT && right <= WIDTH - RIGHT && high >= 0.0 && low <= PLOT);
    }

    #[test]
    fn curves_have_the_colour_of_their_method_and_are_named() {
        let svg = as_captioned(&figure("overlap", "calibration", vec![(0.0, 0.1), (0.5, 0.4), (1.0, 0.9)]));
        assert!(svg.contains("class=\"series\" data-method=\"bc-pmi\"") && svg.contains(">BC-PMI</text>"));
        assert!(svg.contains("role=\"img\" aria-label=\"A figure: calibration over overlap. BC-PMI\""));
        assert_eq!(svg.matches("h0").count(), 3, "three points were measured");
    }

    #[test]
    fn names_that_do_not_fit_go_to_the_next_line() {
        let mut many = figure("x", "y", vec![(0.0, 0.0)]);
        let series = |name: &str| Series { name: name.into(), joined: true, points: vec![] };
        many.series = ["Destination", "Curvature", "Displacement", "Average speed", "Direction"].map(series).into();
        let (places, lines) = names(&many);
        assert_eq!((places.len(), lines), (5, 2));
    }
}
