//! One table or figure of the page: drawn first, then its finding, links that run it, and the table folded away.

use super::html::{escape, of_method};
use crate::report::Report;

/// A run that the playground opens.
pub struct Link {
    pub name: String,
    pub method: Option<&'static str>,
    /// The query of a `RunConfig`.
    pub query: String,
}

pub struct Article {
    /// The section it belongs to: a world, or what is of none.
    pub section: String,
    pub id: String,
    pub title: String,
    /// Figures as HTML, in their order.
    pub figures: Vec<String>,
    /// What marks in the figures stand for, where the page's legend does not say it.
    pub marks: String,
    /// One sentence that is computed from the numbers.
    pub finding: String,
    /// What running it means, in front of the links.
    pub run: String,
    pub links: Vec<Link>,
    /// How the numbers came about, read with the tables.
    pub reading: String,
    pub tables: Vec<String>,
    pub provenance: String,
}

impl Article {
    /// An article about a report, with nothing in it yet.
    pub fn new(report: &Report, section: &str, id: &str, title: impl Into<String>) -> Self {
        Self {
            section: section.into(),
            id: format!("{section}-{id}"),
            title: title.into(),
            figures: vec![],
            marks: String::new(),
            finding: String::new(),
            run: "Run it in the playground:".into(),
            links: vec![],
            reading: String::new(),
            tables: vec![],
            provenance: provenance(report),
        }
    }

    pub fn html(&self) -> String {
        let link = |link: &Link| {
            let query = escape(&link.query);
            format!("<a href=\"./?{query}\"{}>{}</a>\n", of_method(link.method), escape(&link.name))
        };
        let links: String = self.links.iter().map(link).collect();
        let run = match links.is_empty() {
            true => String::new(),
            false => format!("<p class=\"run\">{} {links}</p>\n", escape(&self.run)),
        };
        let said = paragraph("marks", &self.marks) + &paragraph("finding", &self.finding);
        let figures = match self.figures.is_empty() {
            true => String::new(),
            false => format!("<div class=\"panels\">\n{}</div>\n", self.figures.concat()),
        };
        format!(
            "<article id=\"{}\">\n<h3>{}</h3>\n{figures}{said}{run}{}\
             <p class=\"made\">{}</p>\n</article>\n",
            self.id,
            escape(&self.title),
            self.folded(),
            self.provenance
        )
    }

    fn folded(&self) -> String {
        let summary = match self.tables.len() {
            0 if self.reading.is_empty() => return String::new(),
            0 => "How it was measured",
            1 => "The table, and how it was measured",
            _ => "The tables, and how they were measured",
        };
        format!(
            "<details><summary>{}</summary>\n{}{}</details>\n",
            summary,
            paragraph("reading", &self.reading),
            self.tables.concat()
        )
    }
}

fn paragraph(class: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<p class=\"{class}\">{}</p>\n", escape(text)) }
}

/// All that it takes to make a report again, in one line.
fn provenance(report: &Report) -> String {
    format!(
        "<code>./dev {}</code> · {} · {} · {} · commit {}",
        escape(&report.command),
        report.seeds_said(),
        escape(&report.device),
        escape(&report.data),
        escape(&report.commit)
    )
}
