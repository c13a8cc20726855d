//! `lab paper`: every table and figure of the paper, from demonstrations to the page of results.
//! Part after part, each cell by cell on all cores; what is finished is kept, so a stopped run goes on where it was.

mod figures;

use std::path::Path;

use clap::Args;

use crate::cells::MeasurementOptions;
use crate::report::Report;
use crate::results;
use crate::table::{Make, REAL, TABLES, TableRequest};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    options: MeasurementOptions,
    #[command(flatten)]
    results: results::Arguments,
    /// Make these parts only: --only circle2d --only figures
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
}

/// All parts: the tables that there are, and the figures.
fn parts() -> Vec<(&'static str, Make)> {
    let mut parts = TABLES.to_vec();
    parts.push(("figures", figures::report));
    parts
}

fn wanted(only: &[String]) -> Result<Vec<(&'static str, Make)>, String> {
    let parts = parts();
    if let Some(stranger) = only.iter().find(|name| !parts.iter().any(|(part, _)| part == name)) {
        let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
        return Err(format!("there is no part “{stranger}”; there are {}", names.join(", ")));
    }
    Ok(parts.into_iter().filter(|(name, _)| only.is_empty() || only.iter().any(|wish| wish == name)).collect())
}

/// Makes a part and keeps its report. What cannot be made (its data is not here) is reported and does not stop the rest.
fn make(name: &str, make: Make, options: &MeasurementOptions, folder: &Path) -> Result<Report, String> {
    let report = make(&TableRequest::whole(options, &crate::files::folder().join(REAL)))?;
    report.write(&folder.join(format!("{name}.json")))?;
    Ok(report)
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { options, results, only } = arguments;
    let (start, parts) = (std::time::Instant::now(), wanted(only)?);
    let (mut reports, mut missing) = (Vec::new(), Vec::new());
    for (number, (name, how)) in parts.iter().enumerate() {
        let minutes = start.elapsed().as_secs_f32() / 60.0;
        eprintln!("part {} of {}, {name} ({minutes:.1} min so far)", number + 1, parts.len());
        match make(name, *how, options, &results.from) {
            Ok(report) => reports.push(report),
            Err(error) => missing.push(format!("{name}: {error}")),
        }
    }
    results::run(results)?;
    for report in &reports {
        if !options.json {
            println!("{}", report.markdown());
        }
    }
    let text = serde_json::to_string_pretty(&reports).map_err(|error| error.to_string())?;
    if let Some(path) = &options.out {
        std::fs::write(path, &text).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    if options.json {
        println!("{text}");
    }
    match (reports.is_empty(), missing.is_empty()) {
        (true, _) => Err(missing.join("; ")),
        (false, true) => Ok(()),
        (false, false) => {
            eprintln!("not made: {}", missing.join("; "));
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_chosen_by_name_and_strangers_are_named() {
        assert_eq!(wanted(&[]).unwrap().len(), TABLES.len() + 1);
        assert_eq!(wanted(&["figures".into()]).unwrap().len(), 1);
        assert!(wanted(&["chess".into()]).unwrap_err().contains("“chess”"));
    }
}
