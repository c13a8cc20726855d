//! Circle2D: distances from the experts, one article per kind of demonstrations.

use protocol::knobs::recipes;

use super::aggregate::{TableQuantity, Together};
use super::article::{Article, Link};
use super::axis::{Axis, Scale};
use super::dot::Dot;
use super::dot_plot::{Best, DotPlot};
use super::html::{anchor, capital};
use super::methods::id_of;
use super::numbers::{names, pooled};
use super::table::table;
use crate::measure::{SETTINGS, bc_pmi};
use crate::report::{Report, Sheet};
use crate::statistics::mean;
use crate::table::circle2d_methods;

pub const WORLD: &str = "circle2d";
/// A metric of the table, what it compares, its unit, and places: means over the four styles are drawn.
const DISTANCES: [(&str, &str, &str, usize); 3] = [
    ("DTW", "paths, aligned in time", "units of the plane", 2),
    ("ED", "paths, step by step", "units of the plane", 2),
    ("KL", "places and directions visited", "nats", 3),
];

pub fn articles(report: &Report) -> Vec<Article> {
    let setting = |sheet: &Sheet| {
        let name = sheet.caption.as_str();
        let mut article = Article::new(report, WORLD, &anchor(name), format!("Distance from the experts: {name}"));
        article.figures = DISTANCES.iter().map(|metric| distances(report, sheet, *metric).figure()).collect();
        article.figures.push(calibration(report, name).figure());
        article.finding = finding(report, sheet);
        article.links = links(report, name);
        article.reading = report.finding.last().cloned().unwrap_or_default();
        article.tables = vec![table(sheet, 2, |_| true)];
        article
    };
    report.sheets.iter().map(setting).chain(together(report)).collect()
}

fn together(report: &Report) -> Option<Article> {
    let quantity = TableQuantity { name: "DTW", unit: "DTW, units of the plane", distance: true, places: 2 };
    Together { report, section: WORLD, quantity, wanted: |of| of.last().is_some_and(|metric| metric == "DTW") }
        .article()
}

/// Over the seeds, the mean over the styles.
fn of_method(report: &Report, setting: &str, method: &str, metric: &str) -> Vec<f64> {
    pooled(report, |of| matches!(of, [s, m, _, q] if s == setting && m == method && q == metric))
}

fn methods(report: &Report, setting: &str) -> Vec<String> {
    names(report, 1, |of| of[0] == setting)
}

/// The paper's value of a method, as the mean over the styles of its table.
fn published(sheet: &Sheet, method: &str, metric: &str) -> Option<f64> {
    let column = sheet.head.iter().position(|head| *head == format!("paper: {method}"))?;
    let rows = sheet.rows.iter().filter(|row| row.get(1).is_some_and(|name| name == metric));
    let values: Vec<f64> = rows.filter_map(|row| row.get(column)?.parse().ok()).collect();
    (!values.is_empty()).then(|| mean(&values))
}

fn distances(report: &Report, sheet: &Sheet, metric: (&str, &str, &str, usize)) -> DotPlot {
    let (setting, (metric, compared, unit, places)) = (sheet.caption.as_str(), metric);
    let mut dots = Vec::new();
    for method in methods(report, setting) {
        let values = of_method(report, setting, &method, metric);
        dots.push(Dot::new(method.clone(), &values, published(sheet, &method, metric)));
    }
    // The paper has one CBC, and does not say which of ours it is.
    let apart = published(sheet, "CBC", metric).filter(|_| !dots.iter().any(|dot| dot.name == "CBC"));
    dots.extend(apart.map(|value| Dot::new("CBC, the paper's", &[], Some(value))));
    DotPlot {
        title: format!("{metric}: {compared}"),
        unit: format!("{metric}, {unit}"),
        axis: Axis::around(Scale::Log, dots.iter().flat_map(Dot::reach)),
        best: Best::Lowest,
        places,
        other: "paper",
        dots,
    }
}

fn calibration(report: &Report, setting: &str) -> DotPlot {
    let dot = |method: &String| Dot::new(method.clone(), &of_method(report, setting, method, "calibration"), None);
    DotPlot {
        title: "Calibration (not in the paper)".into(),
        unit: "share of paths in the requested style".into(),
        axis: Axis::linear(0.0, 1.0),
        best: Best::Highest,
        places: 2,
        other: "paper",
        dots: methods(report, setting).iter().map(dot).collect(),
    }
}

/// Means from the numbers; who is ahead, and whether beyond noise, from the signs of the table.
fn finding(report: &Report, sheet: &Sheet) -> String {
    let setting = sheet.caption.as_str();
    let dtw = |method: &str| mean(&of_method(report, setting, method, "DTW"));
    let all = methods(report, setting);
    let cbc = all.iter().filter(|name| id_of(name) == Some("cbc")).map(|name| dtw(name)).fold(f64::MAX, f64::min);
    let ratio = sheet.head.iter().position(|head| head == "ratio");
    let signs: String = sheet.rows.iter().filter_map(|row| row.get(ratio?)?.chars().last()).collect();
    let count = |wanted: &[char]| signs.chars().filter(|sign| wanted.contains(sign)).count();
    format!(
        "{}: BC-PMI's paths lie {:.1} from the experts' on average (DTW), those of the better CBC {cbc:.1}, of BC {:.1}; over \
         styles and distances BC-PMI is ahead of both forms of CBC in {} of {} rows, in {} of them beyond noise, and behind \
         beyond noise in {}.",
        capital(setting),
        dtw("BC-PMI"),
        dtw("BC"),
        count(&['▲', '△']),
        signs.chars().count(),
        count(&['▲']),
        count(&['▼'])
    )
}

fn links(report: &Report, setting: &str) -> Vec<Link> {
    let data = SETTINGS.iter().find(|(name, _)| *name == setting).map_or("", |(_, data)| data);
    let link = |(name, how): (String, String)| Link {
        method: id_of(&name),
        query: format!("world={WORLD}&{how}&{data}&seed={}", report.first_seed),
        name,
    };
    let measured = methods(report, setting);
    circle2d_methods().into_iter().filter(|(name, _)| measured.contains(name)).map(link).collect()
}

/// BC-PMI at its best, one link per kind of demonstrations.
pub fn ours_by_setting(report: &Report) -> Vec<Link> {
    let link = |(name, data): &(&str, &str)| Link {
        name: (*name).into(),
        method: None,
        query: format!("world={WORLD}&{}&{data}&seed={}", bc_pmi(&recipes::best()), report.first_seed),
    };
    SETTINGS.iter().map(link).collect()
}
