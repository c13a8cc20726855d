//! A dot plot: one row per method, its mean with an interval, beside it a published or true value. Drawn as SVG that takes
//! its colours from the page's styles.

use super::axis::{Axis, written};
use super::dot::Dot;
use super::html::{escape, of_method};
use super::methods::mark;
use super::room::{LETTER, room};

const WIDTH: f64 = 340.0;
/// Rows begin and end here, and are this far apart; `results.js` moves them together when some are filtered out.
const TOP: f64 = 18.0;
const ROW: f64 = 20.0;
/// Below the last row: axis, ticks, and the unit.
const BELOW: f64 = 36.0;
/// From the axis down to its ticks, and from there to its name.
const TICK: f64 = 12.0;
const UNIT: f64 = 15.0;
/// Room for the numbers of one column.
const COLUMN: f64 = 42.0;

/// Which rows stand on top.
#[derive(Clone, Copy, PartialEq)]
pub enum Best {
    Lowest,
    Highest,
    /// The largest, where large is neither good nor bad.
    Neither,
    /// Rows keep their order.
    AsGiven,
}

/// A name beside its row. Names take their room from the axis, and guided methods have long ones.
fn shown(name: &str) -> String {
    name.replace(", guided at ", " guided ")
}

pub struct DotPlot {
    pub title: String,
    /// The quantity and its unit, written along the axis.
    pub unit: String,
    pub axis: Axis,
    pub best: Best,
    /// Decimal places of the written numbers.
    pub places: usize,
    /// What the hollow marks are: “paper”, or “true”.
    pub other: &'static str,
    pub dots: Vec<Dot>,
}

/// Where columns and axis stand, from left to right.
struct Layout {
    axis: (f64, f64),
    ours: f64,
    other: Option<f64>,
}

impl DotPlot {
    fn sorted(&self) -> Vec<&Dot> {
        let mut dots: Vec<&Dot> = self.dots.iter().collect();
        match self.best {
            Best::Lowest => dots.sort_by(|a, b| a.rank().total_cmp(&b.rank())),
            Best::Highest | Best::Neither => dots.sort_by(|a, b| b.rank().total_cmp(&a.rank())),
            Best::AsGiven => {}
        }
        dots
    }

    fn layout(&self) -> Layout {
        let longest = self.dots.iter().map(|dot| room(&shown(&dot.name))).fold(0.0, f64::max);
        let left = (longest + 12.0).clamp(60.0, 190.0);
        let compared = self.dots.iter().any(|dot| dot.other.is_some());
        let columns = if compared { 2.0 } else { 1.0 };
        let right = WIDTH - columns * COLUMN - 8.0;
        Layout { axis: (left, right), ours: right + 8.0 + COLUMN - 2.0, other: compared.then_some(WIDTH - 2.0) }
    }

    /// About as many digits for large values as for small ones: columns are narrow.
    fn number(&self, value: f64) -> String {
        let fewer = usize::from(value.abs() >= 9.995) + usize::from(value.abs() >= 99.95);
        let places = if self.axis.is_log() { self.places.saturating_sub(fewer) } else { self.places };
        let text = format!("{value:.places$}");
        if text.parse() == Ok(0.0) { text.replace('-', "") } else { text }
    }

    fn row(&self, number: usize, dot: &Dot, layout: &Layout) -> String {
        let (left, right) = layout.axis;
        let at = |value: f64| left + self.axis.place(value) * (right - left);
        let outline = |value: f64| match self.axis.contains(value) {
            true => mark(dot.method, at(value)),
            // An arrow, where the value lies beyond the axis.
            false if at(value) > left => format!("M{:.1}-4l6 4-6 4", at(value) - 6.0),
            false => format!("M{:.1}-4l-6 4 6 4", at(value) + 6.0),
        };
        let mut row = format!(
            "<g class=\"row\"{} transform=\"translate(0 {})\"><text x=\"{:.0}\">{}</text>",
            of_method(dot.method),
            TOP + ROW * (number as f64 + 0.5),
            left - 8.0,
            escape(&shown(&dot.name))
        );
        let span = dot.interval.map_or(String::new(), |(low, high)| format!("M{:.0} 0H{:.0}", at(low), at(high)));
        let other = dot.other.zip(layout.other).map(|(value, x)| ("other", String::new(), value, x));
        let ours = dot.ours.map(|value| ("ours", span, value, layout.ours));
        // What is ours comes last, over the rest.
        for (class, span, value, x) in other.into_iter().chain(ours) {
            let (path, number) = (outline(value), self.number(value));
            row.push_str(&format!("<path class=\"{class}\" d=\"{span}{path}\"/><text x=\"{x:.0}\">{number}</text>"));
        }
        row.push_str("</g>\n");
        row
    }

    /// The axis below the rows, and thin lines up from its ticks.
    fn scale(&self, rows: usize, layout: &Layout) -> String {
        let (left, right) = layout.axis;
        let height = ROW * rows as f64;
        let mut places: Vec<(f64, String)> = Vec::new();
        for tick in self.axis.ticks() {
            let (x, text) = (left + self.axis.place(tick) * (right - left), written(tick));
            // On a short axis a tick that would touch the one before is left out.
            let apart =
                |(last, before): &(f64, String)| x - last > LETTER * (before.len() + text.len() + 1) as f64 / 2.0;
            if places.last().is_none_or(apart) {
                places.push((x, text));
            }
        }
        let lines: String = places.iter().map(|(x, _)| format!("M{x:.0} 0V1")).collect();
        let ticks: String = places.iter().map(|(x, text)| format!("<text x=\"{x:.0}\">{text}</text>")).collect();
        format!(
            "<path class=\"grid\" transform=\"translate(0 {TOP}) scale(1 {height})\" d=\"{lines}\"/><g class=\"axis\" \
             transform=\"translate(0 {})\"><path d=\"M{left:.0}-{TICK}H{right:.0}\"/>{ticks}<text x=\"{:.0}\" \
             y=\"{UNIT}\">{}</text></g>\n",
            TOP + height + TICK,
            WIDTH / 2.0,
            escape(&self.described())
        )
    }

    /// The unit, the kind of axis, and which end is better.
    fn described(&self) -> String {
        let mut parts = vec![self.unit.clone()];
        if self.axis.is_log() {
            parts.push("log scale".into());
        }
        match self.best {
            Best::Lowest => parts.push("lower is better".into()),
            Best::Highest => parts.push("higher is better".into()),
            Best::Neither | Best::AsGiven => {}
        }
        parts.join(" · ")
    }

    /// For those who cannot see it: the rows in their order.
    fn told(&self, dots: &[&Dot]) -> String {
        let one = |dot: &&Dot| {
            let other = dot.other.map(|value| format!("{} {}", self.other, self.number(value)));
            let said: Vec<String> = dot.ours.map(|value| self.number(value)).into_iter().chain(other).collect();
            format!("{} {}", dot.name, said.join(", "))
        };
        let rows: Vec<String> = dots.iter().map(one).collect();
        format!("Dot plot, {}, {}: {}", self.title, self.described(), rows.join("; "))
    }

    pub fn figure(&self) -> String {
        let (dots, layout) = (self.sorted(), self.layout());
        let height = TOP + ROW * dots.len() as f64 + BELOW;
        let rows: String = dots.iter().enumerate().map(|(number, dot)| self.row(number, dot, &layout)).collect();
        let head = |x: f64, text: &str| format!("<text class=\"head\" x=\"{x:.0}\" y=\"10\">{text}</text>");
        let heads = layout.other.map_or(String::new(), |x| head(layout.ours, "ours") + &head(x, self.other));
        format!(
            "<figure class=\"panel\"><figcaption>{}</figcaption><svg class=\"dots\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\" aria-label=\"{}\">{heads}{}{rows}</svg></figure>\n",
            escape(&self.title),
            escape(&self.told(&dots)),
            self.scale(dots.len(), &layout)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(best: Best) -> DotPlot {
        let dots = vec![
            Dot::new("CBC", &[0.4, 0.5, 0.6], Some(0.45)),
            Dot::new("BC-PMI", &[0.7, 0.8, 0.9], None),
            Dot::new("CBC, the paper's", &[], Some(2.0)),
        ];
        let (axis, unit) = (Axis::linear(0.0, 1.0), "share".into());
        DotPlot { title: "Calibration".into(), unit, axis, best, places: 2, other: "paper", dots }
    }

    fn order(svg: &str) -> Vec<Option<usize>> {
        [">CBC<", ">BC-PMI<", ">CBC, the paper's<"].map(|name| svg.find(name)).to_vec()
    }

    #[test]
    fn rows_are_sorted_by_what_they_show() {
        let [cbc, ours, paper] = order(&plot(Best::Highest).figure())[..] else { panic!("three rows") };
        assert!(paper < ours && ours < cbc, "a published value alone is sorted too");
        let [cbc, ours, paper] = order(&plot(Best::Lowest).figure())[..] else { panic!("three rows") };
        assert!(cbc < ours && ours < paper);
        let [cbc, ours, paper] = order(&plot(Best::AsGiven).figure())[..] else { panic!("three rows") };
        assert!(cbc < ours && ours < paper);
    }

    #[test]
    fn a_row_has_its_methods_class_its_interval_and_its_numbers() {
        let svg = plot(Best::Highest).figure();
        let row = svg.lines().find(|line| line.contains(">CBC<")).unwrap();
        assert!(row.contains("class=\"row\" data-method=\"cbc\""));
        assert!(row.contains(">0.50</text>") && row.contains(">0.45</text>"));
        assert_eq!((row.matches(" 0H").count(), row.matches("<path class=\"other\"").count()), (1, 1));
        assert!(svg.contains("role=\"img\"") && svg.contains("BC-PMI 0.80; CBC 0.50, paper 0.45"));
        assert!(svg.contains("share · higher is better"));
    }

    #[test]
    fn values_beyond_the_axis_become_arrows_at_its_end() {
        let svg = plot(Best::Highest).figure();
        let row = svg.lines().find(|line| line.contains("the paper's<")).unwrap();
        assert!(row.contains("l6 4-6 4\"") && row.contains(">2.00</text>"));
    }

    #[test]
    fn numbers_are_as_short_as_their_column() {
        let mut plot = plot(Best::AsGiven);
        assert_eq!([-0.001, 0.456, 52.71].map(|value| plot.number(value)), ["0.00", "0.46", "52.71"]);
        plot.axis = Axis::around(super::super::axis::Scale::Log, [1.0, 500.0]);
        assert_eq!([1.183, 52.71, 111.8].map(|value| plot.number(value)), ["1.18", "52.7", "112"]);
    }
}
