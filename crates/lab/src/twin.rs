//! `lab twin`: trains the model that basketball's demonstrations are drawn from, and compares it with real paths.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use worlds::basketball::model::MovementModel;
use worlds::basketball::model_fit::{FitConfig, fit};
use worlds::data::{Rng, Tracks};

use crate::metrics::{Motion, PathSplit, classifier_auc, close};
use crate::pack::read;
use crate::run::progress_bar;

#[derive(Args)]
pub struct Arguments {
    /// Real paths: a pack, or anything that “lab pack” reads.
    #[arg(long)]
    data: PathBuf,
    /// Where the model goes.
    #[arg(long, default_value = "datasets/nba-twin.weights")]
    out: PathBuf,
    /// Only compare the model that is there.
    #[arg(long)]
    check: bool,
    #[arg(long, default_value_t = 96)]
    hidden: usize,
    #[arg(long, default_value_t = 30)]
    epochs: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the comparison as JSON.
    #[arg(long)]
    json: bool,
}

/// Classifiers with different initial weights, whose mean is reported.
const CLASSIFIERS: u64 = 3;

/// Real and simulated paths side by side.
#[derive(Serialize)]
struct TwinComparison {
    real: Motion,
    simulated: Motion,
    /// AUC of a classifier of simulated against real paths, on held-out games.
    auc: Vec<f64>,
    /// The same for real paths against real paths.
    auc_real: Vec<f64>,
}

/// Paths of one side of the split by game.
fn side(tracks: &Tracks, held_out: bool) -> Vec<Vec<f32>> {
    tracks.tracks.iter().filter(|track| tracks.held_out(track) == held_out).map(|track| track.xy.clone()).collect()
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let tracks = read(&arguments.data, Default::default())?;
    let (train, test) = (side(&tracks, false), side(&tracks, true));
    let twin = if arguments.check {
        let bytes = std::fs::read(&arguments.out).map_err(|error| format!("{}: {error}", arguments.out.display()))?;
        MovementModel::from_bytes(&bytes).map_err(|error| error.to_string())?
    } else {
        trained(arguments, &train)?
    };
    let comparison = compare(&twin, &train, &test, arguments.seed);
    if arguments.json {
        println!("{}", serde_json::to_string(&comparison).map_err(|error| error.to_string())?);
    } else {
        show(&comparison, train.len(), test.len());
    }
    Ok(())
}

fn trained(arguments: &Arguments, train: &[Vec<f32>]) -> Result<MovementModel, String> {
    let fitting = FitConfig { hidden: arguments.hidden, epochs: arguments.epochs, seed: arguments.seed };
    let bar = progress_bar(arguments.epochs as u32);
    let twin = fit(train, fitting, |epoch, train, kept_back| {
        bar.set_position(epoch as u64 + 1);
        bar.println(format!("epoch {}: {train:.4} nats a step, on paths kept back {kept_back:.4}", epoch + 1));
    });
    bar.finish_and_clear();
    let bytes = twin.to_bytes();
    std::fs::write(&arguments.out, &bytes).map_err(|error| format!("{}: {error}", arguments.out.display()))?;
    println!("{}: {} kB", arguments.out.display(), bytes.len() / 1000);
    Ok(twin)
}

fn compare(twin: &MovementModel, train: &[Vec<f32>], test: &[Vec<f32>], seed: u64) -> TwinComparison {
    let draw = |count: usize, purpose: &str| -> Vec<Vec<f32>> {
        (0..count).map(|number| twin.path(&mut Rng::stream(seed, purpose, number as u64))).collect()
    };
    let (made_train, made_test) = (draw(train.len(), "twin train"), draw(test.len(), "twin test"));
    let (real, made) = (PathSplit { train, test }, PathSplit { train: &made_train, test: &made_test });
    let ((train_a, train_b), (test_a, test_b)) = (train.split_at(train.len() / 2), test.split_at(test.len() / 2));
    let (half, other) = (PathSplit { train: train_a, test: test_a }, PathSplit { train: train_b, test: test_b });
    TwinComparison {
        real: Motion::of(train.iter().chain(test).map(Vec::as_slice)),
        simulated: Motion::of(made_train.iter().chain(&made_test).map(Vec::as_slice)),
        auc: (1..=CLASSIFIERS).map(|judge| classifier_auc(&real, &made, judge)).collect(),
        auc_real: (1..=CLASSIFIERS).map(|judge| classifier_auc(&half, &other, judge)).collect(),
    }
}

fn show(comparison: &TwinComparison, train: usize, test: usize) {
    println!("{:28} {:>9} {:>9} {:>7}", "", "real", "simulated", "off by");
    let mut far = vec![];
    for ((name, real), (_, made)) in comparison.real.rows().into_iter().zip(comparison.simulated.rows()) {
        println!("{name:28} {real:9.3} {made:9.3} {:+6.1} %", 100.0 * (made / real - 1.0));
        far.extend((!close(real, made)).then_some(name));
    }
    match far.is_empty() {
        true => println!("Every figure is within 10 % of the real one (or 0.02 about zero)."),
        false => println!("Not within 10 % of the real one: {}.", far.join("; ")),
    }
    let list = |values: &[f64]| values.iter().map(|auc| format!("{auc:.3}")).collect::<Vec<_>>().join(" ");
    println!(
        "AUC, simulated against real  {}  (classifiers on {train} paths, judged on {test} of held-out games)",
        list(&comparison.auc)
    );
    println!("AUC, real against real       {}", list(&comparison.auc_real));
}
