//! `lab mi`: mutual information between columns of a file.

use std::path::PathBuf;

use burn::tensor::Device;
use clap::Args;
use serde::Serialize;

use crate::dependence::{KINDS, Samples, dependence, numbers};
use crate::run::progress_bar;

#[derive(Args)]
pub struct Arguments {
    /// A CSV file with a header: columns x0, x1, ... and y0, y1, ... (numbers), or z (whole numbers) for Y.
    #[arg(long)]
    input: PathBuf,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Optimiser steps at most, of each of two kinds of networks; they stop earlier when validation rows gain nothing more.
    #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    steps: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The estimate that is printed.
#[derive(Serialize)]
struct MiResult {
    train_nats: f32,
    heldout_nats: f32,
    /// The 95 % interval of the held-out mean over rows.
    heldout_interval_nats: [f32; 2],
    ceiling_nats: f32,
    steps: u32,
    seconds: f64,
}

/// Larger files are refused before they are read.
const LARGEST_BYTES: u64 = 256 << 20;
const FEWEST_ROWS: usize = 50;
const MOST_VALUES: usize = 64;
const MOST_COLUMNS: usize = 128;
/// Rows, and numbers after z became columns of its own; more would add nothing but memory.
const MOST_ROWS: usize = 1_000_000;
const MOST_NUMBERS: usize = 32_000_000;

/// The columns whose names are `letter` and a number, in the order of their numbers; a bare letter counts too.
fn columns(header: &csv::StringRecord, letter: char) -> Vec<usize> {
    let mut found: Vec<(u32, usize)> = header
        .iter()
        .enumerate()
        .filter_map(|(index, name)| {
            let number = name.trim().strip_prefix(letter)?;
            let number = if number.is_empty() { Ok(0) } else { number.parse() };
            Some((number.ok()?, index))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, index)| index).collect()
}

fn read(path: &PathBuf) -> Result<(Samples, Option<usize>), String> {
    let name = path.display();
    let size = std::fs::metadata(path).map_err(|error| format!("{name} cannot be read: {error}"))?.len();
    if size > LARGEST_BYTES {
        return Err(format!("{name} has {} MB; at most {} MB are read", size >> 20, LARGEST_BYTES >> 20));
    }
    let mut file = csv::Reader::from_path(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
    let header = file.headers().map_err(|error| format!("{name} has no readable header: {error}"))?.clone();
    let (xs, ys, zs) = (columns(&header, 'x'), columns(&header, 'y'), columns(&header, 'z'));
    if xs.is_empty() || (ys.is_empty() == zs.is_empty()) {
        return Err(format!("{name} needs columns x0, x1, ... and either y0, y1, ... or z"));
    }
    let targets = if zs.is_empty() { &ys } else { &zs };
    if xs.len() + targets.len() > MOST_COLUMNS {
        return Err(format!(
            "{name} has {} columns of x and y; at most {MOST_COLUMNS} are read",
            xs.len() + targets.len()
        ));
    }
    let mut samples = Samples { x: vec![], y: vec![] };
    for (number, record) in file.records().enumerate() {
        let line = number + 2;
        if number == MOST_ROWS || number * (xs.len() + targets.len()) > MOST_NUMBERS {
            return Err(format!(
                "{name} has more than {number} rows of {} columns; give a part of them",
                xs.len() + targets.len()
            ));
        }
        let record = record.map_err(|error| format!("{name}, line {line}: {error}"))?;
        let value = |column: usize| {
            let text = record.get(column).unwrap_or_default().trim();
            let number = text.parse::<f32>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| {
                format!("{name}, line {line}: “{}” is not a number", text.chars().take(24).collect::<String>())
            })
        };
        samples.x.push(xs.iter().map(|column| value(*column)).collect::<Result<_, _>>()?);
        samples.y.push(targets.iter().map(|column| value(*column)).collect::<Result<_, _>>()?);
    }
    if samples.x.len() < FEWEST_ROWS {
        return Err(format!("{name} has {} rows; at least {FEWEST_ROWS} are needed", samples.x.len()));
    }
    let styles = if zs.is_empty() { None } else { Some(one_hot(&mut samples.y, xs.len())?) };
    Ok((samples, styles))
}

/// Turns whole numbers into one-hot rows beside rows of `others` numbers; returns how many there are.
fn one_hot(rows: &mut [Vec<f32>], others: usize) -> Result<usize, String> {
    let mut seen: Vec<Vec<u32>> = rows.iter().map(|row| row.iter().map(|v| v.to_bits()).collect()).collect();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() > MOST_VALUES || rows.iter().flatten().any(|value| value.fract() != 0.0) {
        return Err(format!("z must hold whole numbers, at most {MOST_VALUES} different ones; use y for others"));
    }
    if rows.len() * (seen.len() + others) > MOST_NUMBERS {
        return Err(format!("{} rows are too many for {} values of z; give a part of them", rows.len(), seen.len()));
    }
    for row in rows {
        let key: Vec<u32> = row.iter().map(|v| v.to_bits()).collect();
        let place = seen.binary_search(&key).unwrap_or_default();
        *row = (0..seen.len()).map(|z| f32::from(u8::from(z == place))).collect();
    }
    Ok(seen.len())
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let (samples, values) = read(&arguments.input)?;
    let start = std::time::Instant::now();
    let bar = progress_bar(arguments.steps * KINDS.len() as u32);
    let watch = |step| bar.set_position(u64::from(step));
    let device = Device::flex();
    let found = pollster::block_on(dependence(samples, arguments.steps, arguments.seed, &device, numbers, watch))?;
    bar.finish_and_clear();
    // I(X;Z) cannot pass the logarithm of the number of values of Z.
    let ceiling_nats = values.map_or(found.ceiling_nats, |values| (values as f32).ln());
    let outcome = MiResult {
        train_nats: found.train_nats,
        heldout_nats: found.heldout_nats,
        heldout_interval_nats: [-1.0, 1.0].map(|side| found.heldout_nats + side * found.half_interval_nats),
        ceiling_nats,
        steps: found.steps,
        seconds: start.elapsed().as_secs_f64(),
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&outcome).map_err(|error| error.to_string())?);
    } else {
        let MiResult { train_nats, heldout_nats, heldout_interval_nats: [low, high], ceiling_nats, steps, seconds } =
            outcome;
        println!("held out {heldout_nats:.3} nats (95 %: {low:.3} to {high:.3}), training {train_nats:.3} nats");
        println!("ceiling {ceiling_nats:.3} nats");
        println!("{steps} steps in {seconds:.1} s");
    }
    Ok(())
}
