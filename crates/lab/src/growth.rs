//! `lab growth`: how the cost of a step grows with batch, width, styles and data, as a table and a picture.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use engine::probe::{StepKind, Workload};

use super::bench::time;

#[derive(Args)]
pub struct Arguments {
    /// Where to put the picture.
    #[arg(long, default_value = "docs/cost.svg")]
    out: PathBuf,
}

/// Milliseconds per step over one size.
struct GrowthChart {
    name: &'static str,
    unit: &'static str,
    /// (what was varied, milliseconds a MINE step, milliseconds a policy step)
    points: Vec<(usize, f64, f64)>,
}

type Vary = fn(usize) -> Workload;

const PANELS: [(&str, &str, &[usize], Vary); 4] = [
    ("batch", "pairs", &[32, 64, 128, 256, 512, 1024], |batch| Workload::new(32, batch)),
    ("hidden width", "units", &[8, 16, 32, 64, 128, 256], |hidden| Workload::new(hidden, 128)),
    ("styles", "", &[2, 4, 8, 16], |styles| Workload { styles, ..Workload::new(32, 128) }),
    ("data", "pairs", &[3_000, 10_000, 30_000, 100_000, 300_000], |rows| Workload { rows, ..Workload::new(32, 128) }),
];

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut charts = Vec::new();
    for (name, unit, values, load) in PANELS {
        let mut points = Vec::new();
        for &value in values {
            let (mine, policy) = (time(StepKind::Mine, load(value))?.1, time(StepKind::Policy, load(value))?.1);
            println!("{name} {value:6}: MINE step {mine:.3} ms, policy step {policy:.3} ms");
            points.push((value, mine, policy));
        }
        charts.push(GrowthChart { name, unit, points });
    }
    let picture = picture(&charts).map_err(|error| error.to_string())?;
    std::fs::write(&arguments.out, picture).map_err(|error| format!("{}: {error}", arguments.out.display()))
}

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 28.0;

/// Both axes logarithmic: cost in proportion is a straight line, cost that does not grow a level one.
fn picture(charts: &[GrowthChart]) -> Result<String, std::fmt::Error> {
    let all = || charts.iter().flat_map(|chart| &chart.points).flat_map(|point| [point.1, point.2]);
    let (low, high) = (all().fold(f64::MAX, f64::min) / 1.5, all().fold(0.0, f64::max) * 1.5);
    let mut svg = String::new();
    let width = WIDTH * charts.len() as f64;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" font-family="sans-serif" font-size="10" role="img">"#
    )?;
    writeln!(svg, "<title>Milliseconds a step against batch, width, styles and data, natively on one core</title>")?;
    writeln!(svg, r#"<rect width="{width}" height="{HEIGHT}" fill="white"/>"#)?;
    for (index, chart) in charts.iter().enumerate() {
        draw(&mut svg, chart, index as f64 * WIDTH, (low, high))?;
    }
    writeln!(svg, "</svg>")?;
    Ok(svg)
}

fn draw(svg: &mut String, chart: &GrowthChart, at: f64, (low, high): (f64, f64)) -> std::fmt::Result {
    let (first, last) = (chart.points[0].0 as f64, chart.points[chart.points.len() - 1].0 as f64);
    let x = |value: f64| at + LEFT + (value / first).ln() / (last / first).ln() * (WIDTH - LEFT - 52.0);
    let y = |value: f64| HEIGHT - BOTTOM - (value / low).ln() / (high / low).ln() * (HEIGHT - BOTTOM - TOP);
    writeln!(svg, r#"<text x="{}" y="14" font-weight="bold">ms a step against {}</text>"#, at + LEFT, chart.name)?;
    for level in [0.01, 0.1, 1.0, 10.0].into_iter().filter(|level| (low..=high).contains(level)) {
        let (from, to) = (at + LEFT, at + WIDTH - 52.0);
        writeln!(svg, r##"<line x1="{from}" x2="{to}" y1="{0:.1}" y2="{0:.1}" stroke="#ddd"/>"##, y(level))?;
        writeln!(svg, r#"<text x="{}" y="{:.1}" text-anchor="end">{level}</text>"#, from - 4.0, y(level) + 3.0)?;
    }
    for (value, ..) in chart.points.iter().step_by(2) {
        let place = x(*value as f64);
        writeln!(svg, r#"<text x="{place:.1}" y="{}" text-anchor="middle">{value}</text>"#, HEIGHT - BOTTOM + 14.0)?;
    }
    writeln!(svg, r#"<text x="{}" y="{}">{}</text>"#, at + LEFT, HEIGHT - 8.0, chart.unit)?;
    for (name, colour, mine) in [("MINE", "#0072b2", true), ("policy", "#d55e00", false)] {
        let cost = |point: &(usize, f64, f64)| if mine { point.1 } else { point.2 };
        let line: Vec<String> =
            chart.points.iter().map(|p| format!("{:.1},{:.1}", x(p.0 as f64), y(cost(p)))).collect();
        writeln!(svg, r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="1.5"/>"#, line.join(" "))?;
        let end = chart.points.last().map_or(0.0, cost);
        writeln!(svg, r#"<text x="{:.1}" y="{:.1}" fill="{colour}">{name}</text>"#, x(last) + 5.0, y(end) + 3.0)?;
    }
    Ok(())
}
