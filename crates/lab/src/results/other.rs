//! A report that has no section of its own: its figures, sentences and tables as they are.

use super::article::Article;
use super::html::anchor;
use super::line_plot::as_captioned;
use super::page::OTHER;
use super::table::table;
use crate::report::Report;

pub fn articles(report: &Report) -> Vec<Article> {
    let mut article = Article::new(report, OTHER, &anchor(&report.title), report.title.clone());
    article.figures = report.figures.iter().map(as_captioned).collect();
    if let [finding, reading @ ..] = &report.finding[..] {
        (article.finding, article.reading) = (finding.clone(), reading.join(" "));
    }
    article.tables = report.sheets.iter().map(|sheet| table(sheet, 1, |_| true)).collect();
    vec![article]
}
