//! Long measurements as lists of cells, computed on all cores with a progress bar, or spread over many machines. Every
//! finished cell is a line of a file, so that a measurement that was stopped continues where it was.

mod pool;
mod sample;
mod shard;
mod state;

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::report::commit;

pub use shard::{Shard, from_scheduler};
pub use state::{KeptCell, Lines, first_line, line, lines};

/// Options of every long measurement.
#[derive(Args, Clone, Default)]
pub struct MeasurementOptions {
    /// How many seeds.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100))]
    pub seeds: u64,
    /// The first of them, for seeds that no default was chosen on.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub first_seed: u64,
    /// Print JSON instead of Markdown.
    #[arg(long)]
    pub json: bool,
    /// Write the JSON to this file as well.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Where finished cells are kept, so that a stopped run goes on; else a file in the temporary folder. For a shard the
    /// folder of its file; else this one.
    #[arg(long)]
    pub state: Option<PathBuf>,
    /// Forget the kept cells and begin anew.
    #[arg(long)]
    pub fresh: bool,
    /// Cells at a time; else one for each core.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// When a cell fails, compute the others all the same.
    #[arg(long)]
    pub keep_going: bool,
    #[arg(skip)]
    pub cells: CellSelection,
}

/// Which cells are computed.
#[derive(Clone, Default)]
pub enum CellSelection {
    /// All that are not kept yet.
    #[default]
    All,
    /// Every N-th, into a file that begins with `header`.
    Shard { shard: Shard, header: String },
    /// None: shards have computed them.
    Merged(Lines),
    /// Some of the kept ones, again.
    Sample { kept: Lines, count: usize, seed: u64 },
}

/// Why a measurement makes no report.
#[derive(Debug)]
pub enum Stop {
    Failed(String),
    /// The cells that were wanted are computed, and they are not the whole; with a sentence about them.
    Part(String),
}

impl From<String> for Stop {
    fn from(error: String) -> Self {
        Self::Failed(error)
    }
}

impl From<&str> for Stop {
    fn from(error: &str) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Stop> for String {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Failed(text) | Stop::Part(text) => text,
        }
    }
}

impl MeasurementOptions {
    pub fn range(&self) -> std::ops::Range<u64> {
        self.first_seed..self.first_seed + self.seeds
    }

    /// The seeds as options of the command line.
    pub fn seed_flags(&self) -> String {
        let first = if self.first_seed == 1 { String::new() } else { format!(" --first-seed {}", self.first_seed) };
        format!("--seeds {}{first}", self.seeds)
    }

    /// Computes every cell of measurement `name` that is wanted and not kept for this commit. Results come in the order
    /// of `cells`.
    pub fn work<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        cells: &[String],
        work: impl Fn(&str) -> Result<T, String> + Sync,
    ) -> Result<Vec<T>, Stop> {
        let commit = commit();
        let line = |cell: &str| line(&commit, &state::key(name, cell), &work(cell)?);
        let found = match &self.cells {
            CellSelection::All => {
                let file = || std::env::temp_dir().join(format!("pmi-lab-{name}.jsonl"));
                let path = self.state.clone().unwrap_or_else(file);
                self.computed(name, cells, &path, None, &line)?
            }
            CellSelection::Shard { shard, header } => {
                let folder = self.state.clone().unwrap_or_default();
                let (own, path) = (shard.of(cells), folder.join(shard.file(name)));
                self.computed(name, &own, &path, Some(header), &line)?;
                let (kept, all) = (own.len(), cells.len());
                return Err(Stop::Part(format!("Shard {shard}: its {kept} of {all} cells are in {}.", path.display())));
            }
            CellSelection::Merged(kept) => kept.clone(),
            CellSelection::Sample { kept, count, seed } => {
                let chosen = sample::chosen(cells, kept, *count, *seed);
                let again = pool::compute(name, &chosen, self.jobs(), true, &line, &|_| Ok(()))?;
                return Err(sample::verdict(&chosen, kept, &again));
            }
        };
        let value = |cell: &String| {
            let line = found.get(cell).ok_or_else(|| missing(cells, &found))?;
            // Also what was just computed is read from its line: a run in one piece and one that was resumed or merged
            // have the same bits.
            let value = serde_json::from_str::<KeptCell>(line).and_then(|kept| serde_json::from_value(kept.value));
            value.map_err(|error| format!("{cell} was not kept whole: {error}"))
        };
        Ok(cells.iter().map(value).collect::<Result<_, String>>()?)
    }

    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// The lines of `cells`: those in the file at `path`, and the others computed and added to it.
    fn computed(
        &self,
        name: &str,
        cells: &[String],
        path: &std::path::Path,
        header: Option<&String>,
        line: &pool::CellFn,
    ) -> Result<Lines, String> {
        let state = state::StateFile::open(path, header, self.fresh.then_some(name))?;
        let mut found = lines(path, &commit(), name);
        let missing: Vec<String> = cells.iter().filter(|cell| !found.contains_key(*cell)).cloned().collect();
        found.extend(pool::compute(name, &missing, self.jobs(), self.keep_going, line, &|line| state.add(line))?);
        Ok(found)
    }
}

fn missing(cells: &[String], found: &Lines) -> String {
    let missing: Vec<&String> = cells.iter().filter(|cell| !found.contains_key(*cell)).collect();
    let first = missing.first().map_or("", |cell| cell);
    format!("{} of {} cells are missing, such as {first}; run their shards again", missing.len(), cells.len())
}

#[cfg(test)]
mod tests;
