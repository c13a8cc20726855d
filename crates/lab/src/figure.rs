//! A figure of a report as SVG. Colours and strokes are the page's, by class; series also differ in shape.

use crate::report::{Figure, Series};

const WIDTH: f32 = 420.0;
const HEIGHT: f32 = 280.0;
/// Room for the axes: left, bottom, right, top.
const ROOM: (f32, f32, f32, f32) = (48.0, 40.0, 124.0, 10.0);

/// Largest number of distinguishable points per curve.
const DENSE: usize = 30;

/// The axes of a figure that shows places.
pub const PLANE: (&str, &str) = ("x", "y");

/// From values to the paper.
struct Frame {
    x: (f32, f32),
    y: (f32, f32),
}

fn span(values: impl Iterator<Item = f32> + Clone) -> (f32, f32) {
    let (low, high) = (values.clone().fold(f32::MAX, f32::min), values.fold(f32::MIN, f32::max));
    if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
}

/// About five round numbers within a span.
fn ticks((low, high): (f32, f32)) -> Vec<f32> {
    let rough = (high - low) / 5.0;
    let size = 10f32.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * size).into_iter().find(|step| *step >= rough).unwrap_or(size);
    let first = (low / step).ceil() as i32;
    (first..).map(|count| count as f32 * step).take_while(|tick| *tick <= high + 1e-6).collect()
}

impl Frame {
    /// The same scale along and upwards, as a plane has it.
    fn even(self) -> Self {
        let unit =
            ((self.x.1 - self.x.0) / (WIDTH - ROOM.0 - ROOM.2)).max((self.y.1 - self.y.0) / (HEIGHT - ROOM.1 - ROOM.3));
        let widened = |(low, high): (f32, f32), room: f32| {
            let (middle, half) = ((low + high) / 2.0, unit * room / 2.0);
            (middle - half, middle + half)
        };
        Self { x: widened(self.x, WIDTH - ROOM.0 - ROOM.2), y: widened(self.y, HEIGHT - ROOM.1 - ROOM.3) }
    }

    fn place(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let along = (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - ROOM.0 - ROOM.2);
        let up = (y - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - ROOM.1 - ROOM.3);
        (ROOM.0 + along, HEIGHT - ROOM.1 - up)
    }

    fn axes(&self, figure: &Figure) -> String {
        let (left, bottom) = self.place((self.x.0, self.y.0));
        let (right, top) = self.place((self.x.1, self.y.1));
        let mut svg = format!("<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>");
        for tick in ticks(self.x) {
            let (x, _) = self.place((tick, self.y.0));
            svg.push_str(&format!(
                "<text x=\"{x:.1}\" y=\"{:.1}\" class=\"tick\">{}</text>",
                bottom + 15.0,
                round(tick)
            ));
        }
        for tick in ticks(self.y) {
            let (_, y) = self.place((self.x.0, tick));
            let text = format!("<text x=\"{:.1}\" y=\"{:.1}\" class=\"tick end\">", left - 6.0, y + 4.0);
            svg.push_str(&format!("{text}{}</text>", round(tick)));
        }
        let middle = (left + right) / 2.0;
        svg.push_str(&format!("<text x=\"{middle:.1}\" y=\"{:.1}\" class=\"tick\">{}</text>", HEIGHT - 6.0, figure.x));
        svg
    }

    fn series(&self, number: usize, series: &Series) -> String {
        let inside = |(x, y): &&(f32, f32)| (self.x.0..=self.x.1).contains(x) && (self.y.0..=self.y.1).contains(y);
        let places: Vec<(f32, f32)> = series.points.iter().filter(inside).map(|point| self.place(*point)).collect();
        let mut svg = format!("<g class=\"series s{number}\">");
        if series.joined {
            let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            svg.push_str(&format!("<polyline points=\"{}\"/>", line.join(" ")));
        }
        // A line of two points is a guide to the eye; longer ones show where they were measured, unless that is everywhere.
        if !series.joined || (3..=DENSE).contains(&places.len()) {
            let size = if series.joined { 3.0 } else { 1.5 };
            places.iter().for_each(|place| svg.push_str(&marker(number, *place, size)));
        }
        if !series.name.is_empty() {
            // One below the other beside the figure, with their marks: where curves meet, names at their ends collide.
            let (x, y) = (WIDTH - ROOM.2 + 14.0, ROOM.3 + 10.0 + 16.0 * number as f32);
            svg.push_str(&marker(number, (x, y), 3.0));
            svg.push_str(&format!("<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x + 7.0, y + 4.0, series.name));
        }
        svg.push_str("</g>");
        svg
    }
}

/// A dot, a square, a triangle, a diamond.
fn marker(number: usize, (x, y): (f32, f32), size: f32) -> String {
    let d = size;
    match number % 4 {
        1 => format!("<path d=\"M{:.1} {:.1}h{:.1}v{:.1}h-{:.1}z\"/>", x - d, y - d, 2.0 * d, 2.0 * d, 2.0 * d),
        2 => format!("<path d=\"M{x:.1} {:.1}l{d:.1} {:.1}h-{:.1}z\"/>", y - d, 2.0 * d, 2.0 * d),
        3 => format!("<path d=\"M{x:.1} {:.1}l{d:.1} {d:.1}l-{d:.1} {d:.1}l-{d:.1} -{d:.1}z\"/>", y - d),
        _ => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{d}\"/>"),
    }
}

fn round(value: f32) -> String {
    format!("{}", (value * 1000.0).round() / 1000.0)
}

pub fn svg(figure: &Figure) -> String {
    let points = || figure.series.iter().flat_map(|series| &series.points);
    // The rare pairs far below are left out, so that the others stay distinguishable.
    let reach = |value: f32| value.max(-4.0);
    let frame = Frame { x: span(points().map(|p| reach(p.0))), y: span(points().map(|p| reach(p.1))) };
    let frame = if (figure.x.as_str(), figure.y.as_str()) == PLANE { frame.even() } else { frame };
    let series: String =
        figure.series.iter().enumerate().map(|(number, series)| frame.series(number, series)).collect();
    format!(
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">{}{series}</svg><figcaption>{}; \
         upwards: {}</figcaption></figure>",
        figure.caption,
        frame.axes(figure),
        figure.caption,
        figure.y
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks((0.0, 1.0)), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(|tick: f32| tick));
        assert_eq!(ticks((-3.0, 1.5)), [-3.0, -2.0, -1.0, 0.0, 1.0]);
    }

    #[test]
    fn everything_drawn_is_inside() {
        let frame = Frame { x: (0.0, 2.0), y: (-1.0, 1.0) };
        assert_eq!(frame.place((0.0, -1.0)), (ROOM.0, HEIGHT - ROOM.1));
        assert_eq!(frame.place((2.0, 1.0)), (WIDTH - ROOM.2, ROOM.3));
        let even = frame.even();
        let ((left, low), (right, high)) = (even.place((0.0, -1.0)), even.place((2.0, 1.0)));
        assert!((right - left - (low - high)).abs() < 1e-3, "a square is a square");
    }
}
