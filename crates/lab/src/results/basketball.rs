//! Basketball: how often agents show the requested style, class by class, and whether they still move like players.

use super::aggregate::{TableQuantity, Together};
use super::article::{Article, Link};
use super::axis::Axis;
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::html::capital;
use super::methods::all;
use super::numbers::{cell, names, parts, values};
use super::table::table;
use crate::report::{Report, Sheet};

const WORLD: &str = "basketball";
const SHARE: &str = "calibration, %, ";
const AUC: &str = "AUC";

pub fn articles(report: &Report) -> Vec<Article> {
    let of_label = |(label, sheet): (&String, &Sheet)| {
        let mut article = Article::new(report, WORLD, label, format!("Style calibration and realism: {label}"));
        let classes = names(report, 2, |of| of[0] == *label && of[2].starts_with(SHARE));
        let plots = classes.iter().enumerate().map(|(index, class)| calibration(report, sheet, label, (index, class)));
        article.figures = plots.map(|plot| plot.figure()).collect();
        article.figures.push(realism(report, label).figure());
        // The first sentence about a label is its finding; the others are read with the table.
        let mut own = report.finding.iter().filter(|sentence| sentence.starts_with(label.as_str())).map(|s| capital(s));
        article.finding = own.next().unwrap_or_default();
        article.run = "Run it in the playground, on simulated paths (the real ones cannot be shipped):".into();
        article.links = links(report, label);
        article.reading = own.chain(report.finding.last().cloned()).collect::<Vec<_>>().join(" ");
        article.tables = vec![table(sheet, 1, |_| true)];
        article
    };
    names(report, 0, |_| true).iter().zip(&report.sheets).map(of_label).chain(together(report)).collect()
}

fn together(report: &Report) -> Option<Article> {
    let quantity =
        TableQuantity { name: "calibration", unit: "rollouts that show their style, %", distance: false, places: 1 };
    Together { report, section: WORLD, quantity, wanted: |of| of.last().is_some_and(|what| what.starts_with(SHARE)) }
        .article()
}

fn calibration(report: &Report, sheet: &Sheet, label: &str, (index, class): (usize, &str)) -> DotPlot {
    let methods = names(report, 1, |of| of[0] == label && of[2] == class);
    let dot = |method: &String| {
        let published = cell(sheet, "paper, %", |row| row.first() == Some(method)).map(parts);
        let published = published.and_then(|shares| shares.get(index).copied());
        Dot::new(method.clone(), &values(report, &[label, method, class]), published)
    };
    DotPlot {
        title: format!("Asked for: {}", class.trim_start_matches(SHARE)),
        unit: "rollouts that show it, %".into(),
        axis: Axis::linear(0.0, 100.0),
        best: Best::Highest,
        places: 1,
        other: "paper",
        dots: methods.iter().map(dot).collect(),
    }
}

fn realism(report: &Report, label: &str) -> DotPlot {
    let methods = names(report, 1, |of| of[0] == label && of[2] == AUC);
    let dot = |method: &String| Dot::new(method.clone(), &values(report, &[label, method, AUC]), None);
    DotPlot {
        title: "Told apart from real paths by a classifier".into(),
        unit: "AUC, 0.5 is a guess".into(),
        axis: Axis::linear(0.48, 1.0),
        best: Best::Lowest,
        places: 3,
        other: "",
        dots: methods.iter().map(dot).collect(),
    }
}

fn links(report: &Report, label: &str) -> Vec<Link> {
    let link = |(id, name): (&'static str, String)| Link {
        name,
        method: Some(id),
        query: format!("world={WORLD}&label={label}&method={id}&source=simulated&seed={}", report.first_seed),
    };
    all().into_iter().map(link).collect()
}
