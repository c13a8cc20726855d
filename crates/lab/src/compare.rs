//! `lab compare`: runs from snapshots side by side, without training any further.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use engine::nn::Device;
use engine::session::Session;
use protocol::RunConfig;

use crate::messages::{explain, say};
use crate::opened::{Opened, open_snapshot};

#[derive(Args)]
pub struct Arguments {
    /// Snapshots that the page downloaded, or that `lab run --save` wrote.
    #[arg(required = true, num_args = 2..)]
    snapshots: Vec<PathBuf>,
}

/// A run's settings by name.
fn settings(run: &RunConfig) -> Vec<(String, String)> {
    let own = [("world", &run.world), ("label", &run.label), ("method", &run.method)];
    let own = own.into_iter().map(|(name, value)| (name.to_string(), value.clone()));
    let seed = ("seed".to_string(), run.seed.to_string());
    let rest =
        run.to_query().split('&').filter_map(|pair| pair.split_once('=')).fold(Vec::new(), |mut all, (key, value)| {
            let known = ["v", "world", "label", "method", "seed"].contains(&key);
            if !known {
                all.push((key.to_string(), value.to_string()));
            }
            all
        });
    own.chain([seed]).chain(rest).collect()
}

/// The last value of every curve, and the share of rollouts with the requested style where they can be counted.
fn numbers(session: &mut Session) -> Result<Vec<(String, String)>, String> {
    let (step, steps) = session.steps();
    let mut numbers = vec![("step".to_string(), format!("{step} of {steps}"))];
    let readings = session.record().readings();
    for reading in &readings {
        numbers.retain(|(series, _)| *series != reading.series);
        numbers.push((reading.series.clone(), format!("{:.4}", reading.value)));
    }
    let share = match (session.recorded_calibration(), session.unplayable()) {
        (Some(counted), _) => format!("{:.3}", counted.share),
        (None, Some(why)) => say(&why),
        (None, None) => {
            let counted = pollster::block_on(session.calibration(0.0)).map_err(|error| explain(&error))?;
            format!("{:.3}", counted.share)
        }
    };
    numbers.push(("calibration".into(), share));
    Ok(numbers)
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let (mut settings_of, mut numbers_of) = (vec![], vec![]);
    for path in &arguments.snapshots {
        let Opened { mut session, notices } = open_snapshot(path, &Device::Cpu)?;
        notices.iter().for_each(|notice| println!("note: {}: {notice}", path.display()));
        settings_of.push(settings(&session.run));
        numbers_of.push(numbers(&mut session)?);
    }
    let names: Vec<String> = arguments.snapshots.iter().map(|path| path.display().to_string()).collect();
    println!("{}", line("", &names));
    table(&settings_of, |values| values.iter().collect::<BTreeSet<_>>().len() > 1);
    table(&numbers_of, |_| true);
    Ok(())
}

/// One line per name that any of the runs has; `–` where a run does not.
fn table(columns: &[Vec<(String, String)>], shown: impl Fn(&[String]) -> bool) {
    let mut names: Vec<&String> = vec![];
    for (name, _) in columns.iter().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let value = |column: &Vec<(String, String)>| {
            column.iter().find(|(known, _)| known == name).map_or("–".to_string(), |(_, value)| value.clone())
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        if shown(&values) {
            println!("{}", line(name, &values));
        }
    }
}

fn line(name: &str, values: &[String]) -> String {
    values.iter().fold(format!("{name:18}"), |line, value| format!("{line} {value:24}"))
}
