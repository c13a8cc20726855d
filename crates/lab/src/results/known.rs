//! Mutual information where the answer is known.

use super::article::Article;
use super::axis::Axis;
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::numbers::{cell, names, pooled};
use super::page::ESTIMATORS;
use super::table::table;
use crate::report::Report;

/// Errors beyond this would leave no room for the others. Nats.
const MOST: f64 = 0.25;

pub fn articles(report: &Report) -> Vec<Article> {
    let mut article = Article::new(report, ESTIMATORS, "known", report.title.clone());
    let Some(sheet) = report.sheets.first() else { return vec![] };
    let dot = |name: &String| {
        let truth: f64 = cell(sheet, "true, nats", |row| row.first() == Some(name))?.parse().ok()?;
        let errors: Vec<f64> = pooled(report, |of| of[0] == *name).iter().map(|found| found - truth).collect();
        Some(Dot::new(format!("{}: {truth:.2}", shortened(name)), &errors, None))
    };
    let plot = DotPlot {
        title: "Estimated less true information, beside the true one".into(),
        unit: "error, nats · 0 is exact".into(),
        axis: Axis::linear(-MOST, MOST),
        best: Best::AsGiven,
        places: 2,
        other: "",
        dots: names(report, 0, |_| true).iter().filter_map(dot).collect(),
    };
    article.figures = vec![plot.figure()];
    article.finding = report.finding.first().cloned().unwrap_or_default();
    article.tables = vec![table(sheet, 1, |_| true)];
    vec![article]
}

/// Names must leave room for the axis.
fn shortened(name: &str) -> String {
    let mut name = name.split(" (").next().unwrap_or(name).to_string();
    for (long, short) in [
        (" dimensions", "-d"),
        (" dimension", "-d"),
        ("bent normals", "bent"),
        (", uncorrelated", ""),
        (": x³ and e^2y of normals", ""),
        ("finite: three values, shown right in 80 %", "three noisy values"),
        ("finite: parity of two bits, wrong in 10 %", "noisy parity of bits"),
    ] {
        name = name.replace(long, short);
    }
    name
}
