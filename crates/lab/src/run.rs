//! `lab run`: one configuration, to the end.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use engine::session::{Session, SessionError, catalog};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::{Calibration, RunConfig, WeightHistogram};
use serde::Serialize;

use crate::messages::{explain, say};
use crate::opened::{Opened, Wish};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    wish: Wish,
    /// Write the run as it is in the end, for the page or for --snapshot.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The style strength that calibration is counted with, instead of the world's own.
    #[arg(long, value_name = "γ")]
    strength: Option<f32>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// The run and its numbers, as they are printed.
#[derive(Serialize)]
struct RunResult {
    config: RunConfig,
    notices: Vec<String>,
    device: String,
    steps: u32,
    seconds: f64,
    /// The last value of every curve, nats.
    readings: BTreeMap<String, f32>,
    /// None where the world cannot be played, with a notice.
    calibration: Option<Calibration>,
    weights: Option<WeightHistogram>,
}

/// A progress bar on terminals, nothing elsewhere.
pub fn progress_bar(steps: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(steps));
    if let Ok(style) = ProgressStyle::with_template("{msg:32} {bar:30} {pos}/{len} steps, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

/// Trains to the end; returns the last value of every curve.
pub fn finish(session: &mut Session) -> Result<BTreeMap<String, f32>, SessionError> {
    let bar = progress_bar(session.steps().1);
    let mut last = BTreeMap::new();
    while !session.done() {
        for reading in pollster::block_on(session.advance(50))? {
            last.insert(reading.series, reading.value);
        }
        bar.set_message(say(&session.phase()));
        bar.set_position(u64::from(session.steps().0));
    }
    bar.finish_and_clear();
    Ok(last)
}

/// The last value of every curve, also of steps that were taken before a snapshot.
fn last_readings(session: &Session) -> BTreeMap<String, f32> {
    session.record().readings().into_iter().map(|reading| (reading.series, reading.value)).collect()
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Opened { mut session, mut notices } = arguments.wish.open()?;
    let failed = |error: SessionError| explain(&error);
    let start = std::time::Instant::now();
    let before = last_readings(&session);
    let mut readings = finish(&mut session).map_err(failed)?;
    for (series, value) in before {
        readings.entry(series).or_insert(value);
    }
    let seconds = start.elapsed().as_secs_f64();
    let strength = arguments.strength.unwrap_or_else(|| session.strength());
    let calibration = match pollster::block_on(session.calibration(strength)) {
        Ok(calibration) => Some(calibration),
        Err(SessionError::Unplayable(why)) => {
            notices.push(say(&why));
            None
        }
        Err(error) => return Err(failed(error)),
    };
    if let Some(path) = &arguments.save {
        let snapshot = pollster::block_on(session.snapshot()).map_err(failed)?;
        std::fs::write(path, &snapshot.0).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let outcome = RunResult {
        notices,
        device: arguments.wish.device.clone(),
        steps: session.steps().0,
        seconds,
        readings,
        calibration,
        weights: session.weight_histogram(),
        config: session.run.clone(),
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&outcome).map_err(|error| error.to_string())?);
    } else {
        print(&outcome);
    }
    Ok(())
}

fn print(outcome: &RunResult) {
    for notice in &outcome.notices {
        println!("note: {notice}");
    }
    let run = &outcome.config;
    println!("{} on {}, seed {}, {}", run.method, run.world, run.seed, outcome.device);
    println!("{} steps in {:.1} s", outcome.steps, outcome.seconds);
    let method = catalog().method(&run.method).cloned();
    for (series, value) in &outcome.readings {
        let card = method.iter().flat_map(|card| &card.series).find(|card| card.id == *series);
        println!("{series:16} {value:.4} {}", card.and_then(|card| card.unit.as_ref()).map(say).unwrap_or_default());
    }
    if let Some(calibration) = &outcome.calibration {
        println!("calibration      {:.3}", calibration.share);
        for (asked, achieved) in calibration.counts.iter().enumerate() {
            println!("  asked {asked}, achieved {achieved:?} (last: none)");
        }
        for (asked, points) in calibration.rewards.iter().enumerate() {
            println!("  asked {asked}, {points:.0} points a rollout");
        }
    }
    if let Some(weights) = &outcome.weights {
        println!("effective sample {:.0} of {} pairs", weights.effective_sample_size, weights.pairs);
    }
}
