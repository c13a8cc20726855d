//! `lab results`: the kept reports as the piece of the page that shows them.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::figure::svg;
use crate::report::{Report, Sheet};

#[derive(Args)]
pub struct Arguments {
    /// The folder with the reports.
    #[arg(long, default_value = "docs/results")]
    from: PathBuf,
    /// The piece of the page to write.
    #[arg(long, default_value = "www/results.html")]
    out: PathBuf,
    /// Only say whether that piece is what the reports give.
    #[arg(long)]
    check: bool,
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn table(sheet: &Sheet) -> String {
    let head: String = sheet.head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escape(cell))).collect();
    let row = |cells: &Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = sheet.rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><caption>{}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n",
        escape(&sheet.caption)
    )
}

fn section(report: &Report, first: bool) -> String {
    let finding: String = report.finding.iter().map(|sentence| format!("<p>{}</p>\n", escape(sentence))).collect();
    let figures: String = report.figures.iter().map(svg).collect();
    format!(
        "<details{}><summary>{}</summary>\n{finding}<p class=\"made\"><code>./dev {}</code> · {} · {} · seeds 1 to {} · \
         commit {}</p>\n<div class=\"figures\">{figures}</div>\n{}</details>\n",
        if first { " open" } else { "" },
        escape(&report.title),
        escape(&report.command),
        escape(&report.data),
        escape(&report.device),
        report.seeds,
        escape(&report.commit),
        report.sheets.iter().map(table).collect::<String>()
    )
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
        let text = std::fs::read_to_string(path).map_err(say)?;
        let report: Report =
            serde_json::from_str(&text).map_err(|error| format!("{} is not a report: {error}", path.display()))?;
        page.push_str(&section(&report, index == 0));
    }
    if page.is_empty() { Err(format!("{} holds no report", folder.display())) } else { Ok(page) }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let (fresh, out) = (page(&arguments.from)?, &arguments.out);
    if arguments.check {
        let kept = std::fs::read_to_string(out).unwrap_or_default();
        return match kept == fresh {
            true => Ok(()),
            false => Err(format!("{} is not what the reports give; run: lab results", out.display())),
        };
    }
    std::fs::write(out, fresh).map_err(|error| format!("{} cannot be written: {error}", out.display()))
}
