//! Mutual information where the answer is known.

use super::article::Article;
use super::axis::Axis;
use super::dot_plot::{Best, Dot, DotPlot};
use super::numbers::{cell, names, pooled};
use super::page::ESTIMATORS;
use super::table::table;
use crate::report::Report;

/// Samples with more information than this would leave no room for the others. Nats.
const MOST: f64 = 7.5;

pub fn articles(report: &Report) -> Vec<Article> {
    let mut article = Article::new(report, ESTIMATORS, "known", report.title.clone());
    let Some(sheet) = report.sheets.first() else { return vec![] };
    let dot = |name: &String| {
        let truth = cell(sheet, "true, nats", |row| row.first() == Some(name)).and_then(|cell| cell.parse().ok());
        Dot::new(shortened(name), &pooled(report, |of| of[0] == *name), truth)
    };
    let plot = DotPlot {
        title: "Estimated and true mutual information".into(),
        unit: "nats".into(),
        axis: Axis::linear(-0.2, MOST),
        best: Best::AsGiven,
        places: 2,
        other: "true",
        dots: names(report, 0, |_| true).iter().map(dot).collect(),
    };
    article.figures = vec![plot.figure()];
    article.finding = report.finding.join(" ");
    article.tables = vec![table(sheet, 1, |_| true)];
    vec![article]
}

/// Names must leave room for the axis.
fn shortened(name: &str) -> String {
    let mut name = name.split(" (").next().unwrap_or(name).to_string();
    for (long, short) in [
        (" dimensions", "-dim."),
        (" dimension", "-dim."),
        (", uncorrelated", ""),
        (": x³ and e^2y of normals", ""),
        ("finite: three values, shown right in 80 %", "three noisy values"),
        ("finite: parity of two bits, wrong in 10 %", "noisy parity of bits"),
    ] {
        name = name.replace(long, short);
    }
    name
}
