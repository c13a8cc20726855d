//! `lab run`: one configuration, to the end.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use engine::nn::{Device, Gpu};
use engine::session::{Session, SessionError, catalog};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::{Calibration, RunConfig, Text, WeightHistogram};
use serde::Serialize;

use crate::messages::{explain, say};

#[derive(Args)]
pub struct Arguments {
    /// A RunConfig as JSON (the page's *copy link* holds the same); “-” reads standard input.
    #[arg(long)]
    config: Option<PathBuf>,
    /// The query part of a link, instead of or on top of the defaults.
    #[arg(long)]
    link: Option<String>,
    /// Change a setting: --set method=cbc --set spells=0
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
    /// Where to compute: on the CPU, or through WebGPU's kernels on this machine's graphics adapter.
    #[arg(long, default_value = "cpu", value_parser = ["cpu", "webgpu"])]
    device: String,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Outcome {
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

/// The requested run, before it is settled.
fn wish(arguments: &Arguments) -> Result<(RunConfig, Vec<Text>), String> {
    let mut notices = Vec::new();
    let mut config = match (&arguments.config, &arguments.link) {
        (Some(path), _) => {
            let text = if path.as_os_str() == "-" {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).map(|_| text)
            } else {
                std::fs::read_to_string(path)
            };
            let text = text.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
            serde_json::from_str(&text)
                .map_err(|error| format!("{} is not a configuration: {error}", path.display()))?
        }
        (None, Some(link)) => {
            let (config, said) = RunConfig::from_query(link);
            notices.extend(said);
            config
        }
        (None, None) => RunConfig::default(),
    };
    for change in &arguments.changes {
        let (changed, said) = RunConfig::from_query(&format!("{}&{change}", config.to_query()));
        notices.extend(said);
        config = changed;
    }
    Ok((config, notices))
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

fn device(name: &str) -> Result<Device, String> {
    if name == "cpu" {
        return Ok(Device::Cpu);
    }
    let gpu = Gpu::native().map_err(|reason| format!("WebGPU found no graphics adapter on this machine ({reason})"))?;
    eprintln!("WebGPU on {}", gpu.name());
    Ok(Device::WebGpu(gpu))
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let device = device(&arguments.device)?;
    let (wish, mut notices) = wish(arguments)?;
    let (config, said) = catalog().settle(&wish);
    notices.extend(said);
    let mut notices: Vec<String> = notices.iter().map(say).collect();
    let files = crate::files::load(&config.world)?;
    let failed = |error: SessionError| explain(&error);
    let start = std::time::Instant::now();
    let mut session = Session::open(&config, &files, None, &device, None).map_err(failed)?;
    let readings = finish(&mut session).map_err(failed)?;
    let seconds = start.elapsed().as_secs_f64();
    let calibration = match pollster::block_on(session.calibration(0.0)) {
        Ok(calibration) => Some(calibration),
        Err(SessionError::Unplayable(why)) => {
            notices.push(say(&why));
            None
        }
        Err(error) => return Err(failed(error)),
    };
    let outcome = Outcome {
        notices,
        device: arguments.device.clone(),
        steps: session.steps().0,
        seconds,
        readings,
        calibration,
        weights: session.weight_histogram(),
        config,
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&outcome).map_err(|error| error.to_string())?);
    } else {
        print(&outcome);
    }
    Ok(())
}

fn print(outcome: &Outcome) {
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
