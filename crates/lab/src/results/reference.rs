//! Estimated PMI against the true one, on Circle2D.

use super::article::Article;
use super::axis::{Axis, Scale};
use super::circle2d::{WORLD, ours_by_setting};
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::html::capital;
use super::line_plot::as_captioned;
use super::numbers::{names, values};
use super::table::table;
use crate::report::Report;
use crate::statistics::mean;

const ERROR: &str = "mean absolute error, nats";
const PEARSON: &str = "Pearson";

pub fn articles(report: &Report) -> Vec<Article> {
    let settings = names(report, 0, |_| true);
    let mut article = Article::new(report, WORLD, "truth", "Estimated PMI against the truth");
    article.figures = settings.iter().map(|setting| plot(report, setting).figure()).collect();
    article.figures.extend(report.figures.iter().map(as_captioned));
    article.finding = finding(report, &settings);
    article.run = "Run BC-PMI and its critic in the playground, on".into();
    article.links = ours_by_setting(report);
    article.reading = report.finding.concat();
    article.tables = report.sheets.iter().map(|sheet| table(sheet, 1, |_| true)).collect();
    vec![article]
}

/// (critic, normalisation) of every estimate.
fn estimates(report: &Report) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for row in &report.rows {
        if let [_, critic, mode, _] = &row.of[..] {
            let pair = (critic.clone(), mode.clone());
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}

fn plot(report: &Report, setting: &str) -> DotPlot {
    let dot = |(critic, mode): &(String, String)| {
        Dot::new(format!("{critic}, {mode}"), &values(report, &[setting, critic, mode, ERROR]), None)
    };
    let dots: Vec<Dot> = estimates(report).iter().map(dot).collect();
    let axis = Axis::around(
        Scale::Linear,
        [0.0, report.rows.iter().filter(|row| row.of[3] == ERROR).map(|row| row.mean + row.sd).fold(0.0, f64::max)],
    );
    let unit = "mean error of PMI, nats".into();
    DotPlot { title: capital(setting), unit, axis, best: Best::Lowest, places: 3, other: "", dots }
}

/// The estimate with the smallest error in most settings, and how far from the truth it is.
fn finding(report: &Report, settings: &[String]) -> String {
    let all = estimates(report);
    let error = |setting: &str, (critic, mode): &(String, String), metric: &str| {
        mean(&values(report, &[setting, critic, mode, metric]))
    };
    let best = |setting: &String| {
        (0..all.len()).min_by(|a, b| error(setting, &all[*a], ERROR).total_cmp(&error(setting, &all[*b], ERROR)))
    };
    let winners: Vec<usize> = settings.iter().filter_map(best).collect();
    let wins = |index: usize| winners.iter().filter(|winner| **winner == index).count();
    let Some(leader) = (0..all.len()).max_by_key(|index| (wins(*index), std::cmp::Reverse(*index))) else {
        return String::new();
    };
    let over = |metric: &str| {
        let found = settings.iter().map(|setting| error(setting, &all[leader], metric));
        found.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (errors, pearsons) = (over(ERROR), over(PEARSON));
    format!(
        "Normalised {}, the critic “{}” is closest to the truth in {} of {} settings: its mean error is {:.3} to {:.3} nats, its \
         correlation with true PMI {:.2} to {:.2}.",
        all[leader].1,
        all[leader].0,
        wins(leader),
        settings.len(),
        errors.0,
        errors.1,
        pearsons.0,
        pearsons.1
    )
}
