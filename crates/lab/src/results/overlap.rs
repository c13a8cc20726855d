//! Proposition 1 on the Overlap world: BC-PMI between BC on each style and BC.

use super::article::{Article, Link};
use super::axis::Axis;
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::line_plot::as_captioned;
use super::methods::id_of;
use super::numbers::{names, values};
use super::table::table;
use crate::overlap::METHODS;
use crate::report::Report;

const WORLD: &str = "overlap";
/// Places of the slider that are drawn with intervals, and run.
const SHOWN: [&str; 3] = ["overlap 0.0", "overlap 0.5", "overlap 1.0"];

pub fn articles(report: &Report) -> Vec<Article> {
    let mut article = Article::new(report, WORLD, "proposition", report.title.clone());
    article.figures = SHOWN.iter().map(|place| plot(report, place).figure()).collect();
    article.figures.extend(report.figures.iter().map(as_captioned));
    article.finding = report.finding.first().cloned().unwrap_or_default();
    for (name, how) in METHODS {
        for place in SHOWN {
            let at = place.trim_start_matches("overlap ");
            let query = format!("world={WORLD}&{how}&overlap={at}&seed={}", report.first_seed);
            article.links.push(Link { name: format!("{name} at {at}"), method: id_of(name), query });
        }
    }
    article.tables = report.sheets.iter().map(|sheet| table(sheet, 1, |_| true)).collect();
    vec![article]
}

fn plot(report: &Report, place: &str) -> DotPlot {
    let quantity = names(report, 2, |_| true).into_iter().next().unwrap_or_default();
    let methods = names(report, 1, |of| of[0] == place);
    let dot = |method: &String| Dot::new(method.clone(), &values(report, &[place, method, &quantity]), None);
    DotPlot {
        title: super::html::capital(place),
        unit: quantity.clone(),
        axis: Axis::linear(0.0, 1.0),
        best: Best::Highest,
        places: 2,
        other: "",
        dots: methods.iter().map(dot).collect(),
    }
}
