//! `lab merge` and `lab verify`: a table from the files of its shards, and some of their cells computed again.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cells::{CellSelection, Lines, MeasurementOptions, Shard, first_line, lines};
use crate::report::commit;
use crate::table::{TableRequest, make};

#[derive(Args)]
pub struct Arguments {
    /// The files of all shards, or folders of them.
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// Print JSON instead of Markdown.
    #[arg(long)]
    json: bool,
    /// Write the JSON to this file as well.
    #[arg(long)]
    out: Option<PathBuf>,
}

#[derive(Args)]
pub struct Verification {
    /// Files of shards, or folders of them.
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// How many cells are computed again.
    #[arg(long, default_value_t = 3)]
    sample: usize,
    /// Which ones: another seed draws others.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cells at a time; else one for each core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// The first line of a shard's file: the table it belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardHeader {
    commit: String,
    table: String,
    seeds: u64,
    first_seed: u64,
    changes: Vec<String>,
    only: Vec<String>,
    guided: Vec<f32>,
    data: Option<PathBuf>,
    shard: usize,
    shards: usize,
}

impl ShardHeader {
    pub fn new(table: &str, request: &TableRequest, shard: Shard) -> Self {
        Self {
            commit: commit(),
            table: table.into(),
            seeds: request.options.seeds,
            first_seed: request.options.first_seed,
            changes: request.changes.to_vec(),
            only: request.only.to_vec(),
            guided: request.guided.to_vec(),
            data: request.data.map(Into::into),
            shard: shard.index,
            shards: shard.count,
        }
    }

    pub fn line(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|error| error.to_string())
    }

    /// The same for every shard of a table.
    fn of_table(&self) -> Self {
        Self { shard: 0, ..self.clone() }
    }

    fn request<'a>(&'a self, options: &'a MeasurementOptions) -> TableRequest<'a> {
        let Self { changes, only, guided, data, .. } = self;
        TableRequest { options, changes, data: data.as_deref(), only, guided }
    }
}

/// Files named, and those in folders named.
fn files(from: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in from {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        files.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")));
    }
    files.sort();
    match files.is_empty() {
        true => Err("there are no files of shards".into()),
        false => Ok(files),
    }
}

fn header(path: &Path) -> Result<ShardHeader, String> {
    serde_json::from_str(&first_line(path)?).map_err(|_| format!("{} is no file of a shard", path.display()))
}

/// What shards of one table have computed. `whole` asks for all of them.
fn gathered(from: &[PathBuf], whole: bool) -> Result<(ShardHeader, Lines), String> {
    let (mut found, mut kept) = (Vec::<ShardHeader>::new(), Lines::new());
    for path in files(from)? {
        let header = header(&path)?;
        if found.first().is_some_and(|first| first.of_table() != header.of_table()) {
            return Err(format!(
                "{} belongs to another table, or another commit, than the files before it",
                path.display()
            ));
        }
        kept.extend(lines(&path, &header.commit, &header.table));
        found.push(header);
    }
    let first = found.first().ok_or("there are no files of shards")?.of_table();
    if first.commit != commit() {
        return Err(format!("these cells were computed by commit {}, and this lab is of {}", first.commit, commit()));
    }
    let absent = (0..first.shards).filter(|index| found.iter().all(|header| header.shard != *index));
    let absent: Vec<String> = absent.map(|index| index.to_string()).collect();
    if whole && !absent.is_empty() {
        return Err(format!("of {} shards these are missing: {}", first.shards, absent.join(", ")));
    }
    Ok((first, kept))
}

fn options(header: &ShardHeader, cells: CellSelection) -> MeasurementOptions {
    let ShardHeader { seeds, first_seed, .. } = *header;
    MeasurementOptions { seeds, first_seed, cells, ..MeasurementOptions::default() }
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { from, json, out } = arguments;
    let (header, kept) = gathered(from, true)?;
    let options = MeasurementOptions { json: *json, out: out.clone(), ..options(&header, CellSelection::Merged(kept)) };
    make(&header.table, &header.request(&options))
}

pub fn verify(arguments: &Verification) -> Result<(), String> {
    let Verification { from, sample, seed, jobs } = arguments;
    let (header, kept) = gathered(from, false)?;
    let cells = CellSelection::Sample { kept, count: *sample, seed: *seed };
    let options = MeasurementOptions { jobs: *jobs, ..options(&header, cells) };
    make(&header.table, &header.request(&options))
}
