//! What every knob of BC-PMI does, one at a time from the defaults.

use std::cmp::Ordering;

use super::article::Article;
use super::axis::{Axis, Scale};
use super::circle2d::{WORLD, ours_by_setting};
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::html::{capital, list};
use super::numbers::values;
use super::table::table;
use crate::report::{Report, Sheet};

const DEFAULTS: &str = "defaults";
const METRIC: &str = "DTW";
/// Runs that are this many times as far from the experts as the defaults did not learn.
const BROKEN: f64 = 20.0;

pub fn articles(report: &Report) -> Vec<Article> {
    let mut article = Article::new(report, WORLD, "knobs", "What the knobs of BC-PMI do, one at a time");
    let plots: Vec<DotPlot> = report.sheets.iter().map(|sheet| plot(report, sheet)).collect();
    article.figures = plots.iter().map(DotPlot::figure).collect();
    article.marks = "* what the paper has · an arrow: a value beyond the axis".into();
    article.finding = finding(report, &plots).unwrap_or_default();
    article.run = "Run the defaults in the playground, on".into();
    article.links = ours_by_setting(report);
    article.reading = report.finding.concat();
    article.tables = report.sheets.iter().map(|sheet| table(sheet, 2, |_| true)).collect();
    vec![article]
}

fn plot(report: &Report, sheet: &Sheet) -> DotPlot {
    let setting = sheet.caption.as_str();
    let column = sheet.head.iter().position(|head| head == METRIC).unwrap_or(2);
    // Guidance does not change the noise-free paths, and has no number there.
    let measured = sheet.rows.iter().filter(|row| row.get(column).is_some_and(|cell| cell != "–"));
    let rows = measured.filter_map(|row| Some((row.first()?, row.get(1)?)));
    let dot = |(knob, value): (&String, &String)| {
        let found = values(report, &[setting, knob, value, METRIC]);
        let name = if value.is_empty() { knob.clone() } else { format!("{knob}: {value}") };
        // Every row is BC-PMI: only the defaults have its mark, and the filter passes over all of them.
        Dot::new(shortened(&name), &found, None).of((knob == DEFAULTS).then_some("bc-pmi"))
    };
    let mut dots: Vec<Dot> = rows.map(dot).collect();
    // A knob at its default is the same run as the defaults.
    let usual = dots.iter().find(|dot| dot.name == DEFAULTS).and_then(|dot| dot.ours);
    dots.retain(|dot| dot.ours.is_some() && (dot.name == DEFAULTS || dot.ours != usual));
    // What breaks training altogether becomes an arrow, so that the rest can be told apart.
    let whole = dots.iter().filter(|dot| dot.ours < usual.map(|usual| BROKEN * usual));
    let axis = Axis::around(Scale::Log, whole.flat_map(Dot::reach));
    let (title, unit) = (capital(setting), "DTW, units of the plane".into());
    DotPlot { title, unit, axis, best: Best::Lowest, places: 2, other: "", dots }
}

/// Names must leave room for the axis. A star stands for the paper's value.
fn shortened(name: &str) -> String {
    let mut name = name.to_string();
    for (long, short) in [
        (", as in the paper", "*"),
        (", which weighs what it has learnt", ""),
        ("normalisation: sampled critic", "sampled critic"),
        ("divide by the mean", "÷ mean"),
    ] {
        name = name.replace(long, short);
    }
    name
}

/// By rising distance; runs without a number last.
fn by_distance(a: &&Dot, b: &&Dot) -> Ordering {
    a.ours.unwrap_or(f64::MAX).total_cmp(&b.ours.unwrap_or(f64::MAX))
}

/// What helps most in each setting, and what does most harm in any.
fn finding(report: &Report, plots: &[DotPlot]) -> Option<String> {
    let helps = |(sheet, plot): (&Sheet, &DotPlot)| {
        let best = plot.dots.iter().min_by(by_distance)?;
        let usual = plot.dots.iter().find(|dot| dot.name == DEFAULTS)?;
        Some(format!("“{}” with {} ({:.2} to {:.2})", best.name, sheet.caption, usual.ours?, best.ours?))
    };
    let best: Vec<String> = report.sheets.iter().zip(plots).filter_map(helps).collect();
    let worst = plots.iter().flat_map(|plot| &plot.dots).filter(|dot| dot.ours.is_some()).max_by(by_distance)?;
    Some(format!(
        "Of one change at a time, the mean DTW falls most by {}, and rises most by “{}”, to {:.0}.",
        list(&best),
        worst.name,
        worst.ours?
    ))
}
