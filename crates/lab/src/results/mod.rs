//! `lab results`: the kept reports as a page of their own (`www/results.html`), which needs neither the app nor a script, and
//! its texts in Chinese (`www/results.zh.json`), which a script puts in their place.

mod aggregate;
mod article;
mod atari;
mod axis;
mod basketball;
mod chinese;
mod circle2d;
mod dot;
mod dot_plot;
mod figures;
mod frames;
mod html;
mod knobs;
mod known;
mod line_plot;
mod methods;
mod numbers;
mod other;
mod overlap;
mod page;
mod reference;
mod room;
mod search;
mod strokes;
mod sweeps;
mod table;
#[cfg(test)]
mod tests;
mod texts;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::report::Report;
use article::Article;

#[derive(Args)]
// Not a group, whose name would be that of the command that these are part of.
#[group(skip)]
pub struct Arguments {
    /// The folder with the reports.
    #[arg(long, default_value = "docs/results")]
    pub from: PathBuf,
    /// The page to write.
    #[arg(long, default_value = "www/results.html")]
    page: PathBuf,
    /// The Chinese for the page's texts.
    #[arg(long, default_value = "www/results.zh.json")]
    chinese: PathBuf,
    /// The curves that the Overlap world shows beside its slider.
    #[arg(long, default_value = "crates/worlds/src/overlap_curves.json")]
    curves: PathBuf,
    /// Only say whether the files are what the reports give.
    #[arg(long)]
    check: bool,
}

/// What a report is shown as.
type Articles = fn(&Report) -> Vec<Article>;

/// Reports that have articles of their own, in the order in which a section shows them.
const KNOWN: [(&str, Articles); 12] = [
    ("circle2d", circle2d::articles),
    ("basketball", basketball::articles),
    ("surroundings", atari::articles),
    ("pictures", atari::articles),
    ("atari", atari::articles),
    ("overlap", overlap::articles),
    ("figures", figures::articles),
    ("frames", frames::articles),
    ("reference", reference::articles),
    ("knobs", knobs::articles),
    ("search", search::articles),
    ("known", known::articles),
];

fn report(path: &Path) -> Result<Report, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is not a report: {error}", path.display()))
}

/// The names of a folder's reports, without their ending: known ones first, then others by name.
fn stems(folder: &Path) -> Result<Vec<String>, String> {
    let say = |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
    let files = std::fs::read_dir(folder).map_err(say)?.filter_map(|entry| Some(entry.ok()?.path()));
    let reports = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let mut stems: Vec<String> = reports.filter_map(|path| Some(path.file_stem()?.to_str()?.to_string())).collect();
    let place = |stem: &String| KNOWN.iter().position(|(name, _)| name == stem).unwrap_or(KNOWN.len());
    stems.sort_by_key(|stem| (place(stem), stem.clone()));
    Ok(stems)
}

/// The page of all reports of a folder.
fn page(folder: &Path) -> Result<String, String> {
    let mut articles = Vec::new();
    for stem in stems(folder)? {
        let found = report(&folder.join(format!("{stem}.json")))?;
        let own = KNOWN.iter().find(|(name, _)| *name == stem).map(|(_, articles)| articles);
        articles.extend(own.unwrap_or(&(other::articles as Articles))(&found));
    }
    if articles.is_empty() { Err(format!("{} holds no report", folder.display())) } else { Ok(page::page(&articles)) }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let curves = sweeps::sweeps(&report(&arguments.from.join("overlap.json"))?)?;
    let page = page(&arguments.from)?;
    let (chinese, missing) = texts::dictionary(&page)?;
    for text in missing {
        eprintln!("crates/lab/src/results/chinese.txt has no line for: {text}");
    }
    for (out, fresh) in [(&arguments.page, page), (&arguments.chinese, chinese), (&arguments.curves, curves)] {
        if !arguments.check {
            std::fs::write(out, fresh).map_err(|error| format!("{} cannot be written: {error}", out.display()))?;
        } else if std::fs::read_to_string(out).unwrap_or_default() != fresh {
            return Err(format!("{} is not what the reports give; run: lab results", out.display()));
        }
    }
    Ok(())
}
