//! `lab results`: the kept reports as the piece of the page that shows them.

use std::path::{Path, PathBuf};

use clap::Args;
use protocol::{Sweep, SweepCurve, Text, text};
use worlds::overlap::OVERLAP;

use crate::figure::svg;
use crate::report::{Figure, Report, Series, Sheet};

#[derive(Args)]
pub struct Arguments {
    /// The folder with the reports.
    #[arg(long, default_value = "docs/results")]
    pub from: PathBuf,
    /// The piece of the page to write.
    #[arg(long, default_value = "www/results.html")]
    page: PathBuf,
    /// The curves that the Overlap world shows beside its slider.
    #[arg(long, default_value = "crates/worlds/src/overlap_curves.json")]
    curves: PathBuf,
    /// Only say whether both files are what the reports give.
    #[arg(long)]
    check: bool,
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn table(sheet: &Sheet) -> String {
    let head: String = sheet.head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escape(cell))).collect();
    // Not by colour alone: the leader also has a sign, and a word for screen readers.
    let ahead = "<span aria-hidden=\"true\">★</span><span class=\"sr\">ahead: </span> ";
    let row = |(number, cells): (usize, &Vec<String>)| {
        let cell = |(column, cell): (usize, &String)| match sheet.leads(number, column) {
            true => format!("<td class=\"ahead\">{ahead}{}</td>", escape(cell)),
            false => format!("<td>{}</td>", escape(cell)),
        };
        format!("<tr>{}</tr>\n", cells.iter().enumerate().map(cell).collect::<String>())
    };
    let body: String = sheet.rows.iter().enumerate().map(row).collect();
    format!(
        "<div class=\"wide\"><table><caption>{}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n",
        escape(&sheet.caption)
    )
}

fn section(report: &Report, first: bool) -> String {
    let finding: String = report.finding.iter().map(|sentence| format!("<p>{}</p>\n", escape(sentence))).collect();
    let figures: String = report.figures.iter().map(svg).collect();
    format!(
        "<details{}><summary>{}</summary>\n{finding}<p class=\"made\"><code>./dev {}</code> · {} · {} · {} · \
         commit {}</p>\n<div class=\"figures\">{figures}</div>\n{}</details>\n",
        if first { " open" } else { "" },
        escape(&report.title),
        escape(&report.command),
        escape(&report.data),
        escape(&report.device),
        report.seeds_said(),
        escape(&report.commit),
        report.sheets.iter().map(table).collect::<String>()
    )
}

fn report(path: &Path) -> Result<Report, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is not a report: {error}", path.display()))
}

/// Messages of the figures and curves of the overlap report, in its order.
const QUANTITIES: [&str; 2] = ["sweep-calibration", "sweep-loss"];
const METHODS: [&str; 3] = ["sweep-bc", "sweep-bc-per-style", "sweep-bc-pmi"];

/// The figures of the overlap report, as the world's card has them.
fn sweeps(report: &Report) -> Result<String, String> {
    let round = |(x, y): &(f32, f32)| (*x, (y * 1e3).round() / 1e3);
    let curve = |(series, key): (&Series, &&'static str)| SweepCurve {
        name: Text::new(*key),
        points: series.points.iter().map(round).collect(),
    };
    let (command, commit) = (report.command.as_str(), report.commit.as_str());
    let sweep = |(figure, key): (&Figure, &&'static str)| Sweep {
        knob: OVERLAP.id().into(),
        quantity: Text::new(*key),
        curves: figure.series.iter().zip(&METHODS).map(curve).collect(),
        made: text!("sweep-made", seeds = report.seeds, command = command, commit = commit),
    };
    let sweeps: Vec<Sweep> = report.figures.iter().zip(&QUANTITIES).map(sweep).collect();
    let text = serde_json::to_string(&sweeps).map_err(|error| error.to_string())?;
    Ok(format!("{text}\n"))
}

/// All reports of a folder, by file name.
fn page(folder: &Path) -> Result<String, String> {
    let say = |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).map_err(say)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let mut page = String::new();
    for (index, path) in files.iter().enumerate() {
        page.push_str(&section(&report(path)?, index == 0));
    }
    if page.is_empty() { Err(format!("{} holds no report", folder.display())) } else { Ok(page) }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let curves = sweeps(&report(&arguments.from.join("overlap.json"))?)?;
    for (out, fresh) in [(&arguments.page, page(&arguments.from)?), (&arguments.curves, curves)] {
        if !arguments.check {
            std::fs::write(out, fresh).map_err(|error| format!("{} cannot be written: {error}", out.display()))?;
        } else if std::fs::read_to_string(out).unwrap_or_default() != fresh {
            return Err(format!("{} is not what the reports give; run: lab results", out.display()));
        }
    }
    Ok(())
}
