//! `lab table`: methods side by side over several seeds, next to the paper's figures.

use std::path::PathBuf;

use clap::Args;
use playground::metrics::{StyleScore, evaluate};
use playground::nn::Device;
use playground::protocol::RunConfig;
use playground::session::{Session, catalog};
use playground::worlds;
use serde::Serialize;

use crate::run::progress_bar;

#[derive(Args)]
pub struct Arguments {
    /// The world whose table is made.
    #[arg(value_parser = ["circle2d"])]
    world: String,
    /// Seeds 1 to this.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100))]
    seeds: u64,
    /// Print JSON instead of Markdown.
    #[arg(long)]
    json: bool,
    /// Write the JSON to this file as well.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Change a setting of every run: --set beta=0.5
    #[arg(long = "set", value_name = "NAME=VALUE")]
    changes: Vec<String>,
}

/// (name, what it changes)
const SETTINGS: [(&str, &str); 3] = [
    ("clean", "spells=0&wrong_labels=0"),
    ("20 % off-style spells", "spells=0.2&wrong_labels=0"),
    ("20 % wrong labels", "spells=0&wrong_labels=0.2"),
];

const METHODS: [(&str, &str); 4] = [
    ("BC", "method=bc"),
    ("CBC, one network", "method=cbc&networks=shared"),
    ("CBC, one a style", "method=cbc&networks=separate"),
    ("BC-PMI", "method=bc-pmi"),
];

#[derive(Serialize)]
struct Table {
    world: String,
    command: String,
    commit: String,
    data: &'static str,
    device: &'static str,
    seeds: u64,
    rows: Vec<Row>,
    paper: Vec<PaperRow>,
}

#[derive(Serialize)]
struct Row {
    setting: &'static str,
    method: &'static str,
    style: usize,
    metric: &'static str,
    mean: f64,
    sd: f64,
    values: Vec<f64>,
}

/// The paper's Table 1, for its own data and seeds.
#[derive(Serialize)]
struct PaperRow {
    style: usize,
    metric: &'static str,
    bc: f64,
    cbc: f64,
    bc_pmi: f64,
}

fn paper() -> Vec<PaperRow> {
    let row = |style, metric, bc, cbc, bc_pmi| PaperRow { style, metric, bc, cbc, bc_pmi };
    vec![
        row(1, "DTW", 88.590, 8.130, 7.511),
        row(1, "ED", 133.100, 22.039, 21.591),
        row(1, "KL", 8.037, 0.044, 0.037),
        row(2, "DTW", 45.729, 7.695, 7.631),
        row(2, "ED", 88.180, 35.355, 35.777),
        row(2, "KL", 1.111, 0.043, 0.037),
        row(3, "DTW", 77.619, 18.972, 11.576),
        row(3, "ED", 130.839, 107.833, 74.267),
        row(3, "KL", 16.839, 0.271, 0.135),
        row(4, "DTW", 69.527, 7.755, 7.577),
        row(4, "ED", 97.066, 27.230, 26.749),
        row(4, "KL", 36.238, 0.401, 0.219),
    ]
}

type Metric = (&'static str, fn(&StyleScore) -> f64);
const METRICS: [Metric; 5] = [
    ("DTW", |score| score.dtw),
    ("ED", |score| score.ed),
    ("KL", |score| score.kl),
    ("KL floor", |score| score.kl_floor),
    ("calibration", |score| score.calibration),
];

fn scores(query: &str) -> Result<Vec<StyleScore>, String> {
    let (config, notices) = catalog().settle(&RunConfig::from_query(query).0);
    if let Some(notice) = notices.first() {
        return Err(notice.clone());
    }
    let say = |error: playground::session::SessionError| error.to_string();
    let mut session = Session::open(&config, None, &Device::Cpu, None).map_err(say)?;
    while !session.done() {
        pollster::block_on(session.advance(1000)).map_err(say)?;
    }
    let mut players = pollster::block_on(session.players()).map_err(say)?;
    let player = players.first_mut().ok_or("there is no player")?;
    let world = worlds::find(&config.world).ok_or("the world is gone")?;
    evaluate(world, &config, player).map_err(|error| error.to_string())
}

fn rows(setting: &'static str, method: &'static str, runs: &[Vec<StyleScore>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for style in 0..runs.first().map_or(0, Vec::len) {
        for (metric, value) in METRICS {
            let values: Vec<f64> = runs.iter().map(|run| value(&run[style])).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let spread: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            let sd = (spread / (values.len().max(2) - 1) as f64).sqrt();
            rows.push(Row { setting, method, style: style + 1, metric, mean, sd, values });
        }
    }
    rows
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let changes: String = arguments.changes.iter().map(|change| format!("&{change}")).collect();
    let bar = progress_bar((SETTINGS.len() * METHODS.len()) as u32 * arguments.seeds as u32);
    let mut all = Vec::new();
    for (setting, data) in SETTINGS {
        for (method, how) in METHODS {
            let mut runs = Vec::new();
            for seed in 1..=arguments.seeds {
                bar.set_message(format!("{setting}, {method}"));
                runs.push(scores(&format!("world={}&{how}&{data}&seed={seed}{changes}", arguments.world))?);
                bar.inc(1);
            }
            all.extend(rows(setting, method, &runs));
        }
    }
    bar.finish_and_clear();
    let table = Table {
        world: arguments.world.clone(),
        command: format!(
            "lab table {} --seeds {}{}",
            arguments.world,
            arguments.seeds,
            changes.replace('&', " --set ")
        ),
        commit: commit(),
        data: "simulated from each seed: 25 trajectories a style for training, 5 held out",
        device: "native CPU",
        seeds: arguments.seeds,
        rows: all,
        paper: paper(),
    };
    let json = serde_json::to_string_pretty(&table).map_err(|error| error.to_string())?;
    if let Some(path) = &arguments.out {
        std::fs::write(path, &json).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    println!("{}", if arguments.json { json } else { markdown(&table) });
    Ok(())
}

fn commit() -> String {
    let output = std::process::Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let text = output.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    text.and_then(|text| String::from_utf8(text).ok()).map_or_else(|| "unknown".into(), |text| text.trim().into())
}

fn markdown(table: &Table) -> String {
    let mut text = format!("{} seeds, {}, {}; commit {}\n", table.seeds, table.device, table.data, table.commit);
    for (setting, _) in SETTINGS {
        text.push_str(&format!("\n## {setting}\n\n| style | metric |"));
        METHODS.iter().for_each(|(method, _)| text.push_str(&format!(" {method} |")));
        text.push_str(" paper: BC, CBC, BC-PMI |\n|---|---|---|---|---|---|---|\n");
        for style in 1..=4 {
            for (metric, _) in METRICS {
                text.push_str(&format!("| {style} | {metric} |"));
                let of_row = |row: &&Row| row.setting == setting && row.style == style && row.metric == metric;
                for row in table.rows.iter().filter(of_row) {
                    text.push_str(&format!(" {:.3} ± {:.3} |", row.mean, row.sd));
                }
                let paper = table.paper.iter().find(|row| row.style == style && row.metric == metric);
                match paper {
                    Some(row) => text.push_str(&format!(" {}, {}, {} |\n", row.bc, row.cbc, row.bc_pmi)),
                    None => text.push_str(" |\n"),
                }
            }
        }
    }
    text
}
