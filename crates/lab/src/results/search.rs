//! The same search of settings for every method: what it found beside what each world opens with.

use engine::session::catalog;

use super::article::{Article, Link};
use super::axis::{Axis, Scale};
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::html::list;
use super::methods::id_of;
use super::numbers::{names, values};
use super::table::table;
use crate::report::{Report, Sheet};
use crate::search::{BETTER, FOUND, OPENED, Problem, problems};
use crate::statistics::mean;

const OURS: &str = "BC-PMI";

pub fn articles(report: &Report) -> Vec<Article> {
    let measured = |problem: &Problem| report.sheets.iter().find(|sheet| sheet.caption == problem.caption);
    let all = problems();
    all.iter().filter_map(|problem| Some(article(report, problem, measured(problem)?))).collect()
}

fn article(report: &Report, problem: &Problem, sheet: &Sheet) -> Article {
    let mut article = Article::new(report, problem.world, "search", report.title.clone());
    article.figures = vec![plot(report, problem).figure()];
    article.finding = finding(report, problem, sheet);
    article.run = "Run what was found in the playground:".into();
    article.links = sheet.rows.iter().filter_map(|row| link(problem, row)).collect();
    article.reading = report.finding.last().cloned().unwrap_or_default();
    article.tables = vec![table(sheet, 1, |_| true)];
    article
}

fn runs(report: &Report, problem: &Problem, method: &str, which: &str) -> Vec<f64> {
    values(report, &[problem.world, method, which])
}

fn plot(report: &Report, problem: &Problem) -> DotPlot {
    let methods = names(report, 1, |of| of[0] == problem.world);
    let of_method = |method: &String| {
        let [opened, found] = [OPENED, FOUND].map(|which| runs(report, problem, method, which));
        let searched = (opened != found).then(|| Dot::new(format!("{method}, {FOUND}"), &found, None));
        std::iter::once(Dot::new(method.clone(), &opened, None)).chain(searched)
    };
    let dots: Vec<Dot> = methods.iter().flat_map(of_method).collect();
    let ends = dots.iter().flat_map(Dot::reach);
    let (axis, best) = match problem.distance {
        true => (Axis::around(Scale::Log, ends), Best::Lowest),
        false => (Axis::around(Scale::Linear, ends.chain([0.0])), Best::Highest),
    };
    DotPlot {
        title: problem.caption.into(),
        unit: problem.unit.into(),
        axis,
        best,
        places: problem.places,
        other: "",
        dots,
    }
}

/// Whom the search helped, and who is best with what it found.
fn finding(report: &Report, problem: &Problem, sheet: &Sheet) -> String {
    let verdict = sheet.head.iter().position(|head| head == "verdict").unwrap_or(0);
    let helped = sheet.rows.iter().filter(|row| row.get(verdict).is_some_and(|said| said == BETTER));
    let helped: Vec<String> = helped.filter_map(|row| row.first().cloned()).collect();
    let helped = if helped.is_empty() { "no method".to_string() } else { list(&helped) };
    let better = |a: f64, b: f64| if problem.distance { a < b } else { a > b };
    let mut rivals: Vec<(String, f64)> = Vec::new();
    for method in names(report, 1, |of| of[0] == problem.world && of[1] != OURS) {
        let found = mean(&runs(report, problem, &method, FOUND));
        rivals.push((method, found));
    }
    let best = rivals.into_iter().reduce(|best, next| if better(next.1, best.1) { next } else { best });
    let (rival, its) = best.unwrap_or_default();
    let ours = mean(&runs(report, problem, OURS, FOUND));
    let places = problem.places;
    format!(
        "On seeds that chose nothing, what the search found is better beyond noise for {helped}; with it, BC-PMI has \
         {ours:.places$} ({}), the best of the others, {rival}, {its:.places$}.",
        problem.unit
    )
}

/// The run of a row, with the settings that were found.
fn link(problem: &Problem, row: &[String]) -> Option<Link> {
    let (name, settings) = (row.first()?, row.last()?);
    let method = id_of(name)?;
    let card = catalog().methods.iter().find(|card| card.id == method)?;
    let begin = problem.shown(card).into_iter().next()?;
    let settings: String = settings.split_whitespace().map(|setting| format!("&{setting}")).collect();
    Some(Link { name: name.clone(), method: Some(method), query: begin + &settings })
}
