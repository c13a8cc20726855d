//! Long measurements as lists of cells, computed on all cores with a progress bar. Every finished cell is written to a
//! file, so that a measurement that was stopped continues where it was.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::report::commit;

/// Options of every long measurement.
#[derive(Args)]
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
    /// Where finished cells are kept, so that a stopped run goes on; else a file in the temporary folder.
    #[arg(long)]
    pub state: Option<PathBuf>,
    /// Forget the kept cells and begin anew.
    #[arg(long)]
    pub fresh: bool,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    commit: String,
    cell: String,
    value: serde_json::Value,
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

    /// Computes every cell of measurement `name` that the file does not have for this commit. Results come in the order
    /// of `cells`.
    pub fn work<T: Serialize + DeserializeOwned + Send>(
        &self,
        name: &str,
        cells: &[String],
        work: impl Fn(&str) -> Result<T, String> + Sync,
    ) -> Result<Vec<T>, String> {
        let path = self.state.clone().unwrap_or_else(|| std::env::temp_dir().join(format!("pmi-lab-{name}.jsonl")));
        let say = |error: std::io::Error| format!("{} cannot be used: {error}", path.display());
        if self.fresh && path.exists() {
            forget(&path, name).map_err(say)?;
        }
        let commit = commit();
        let mut done = kept(&path, &commit, name);
        let missing: Vec<&String> = cells.iter().filter(|cell| !done.contains_key(*cell)).collect();
        let bar = bar(name, cells.len(), cells.len() - missing.len());
        let file = Mutex::new(OpenOptions::new().create(true).append(true).open(&path).map_err(say)?);
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let (fresh, received) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(missing.len()) {
                let fresh = fresh.clone();
                scope.spawn(|| {
                    let fresh = fresh;
                    while let Some(cell) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let outcome = work(cell).and_then(|value| keep(&file, &commit, &key(name, cell), &value));
                        match outcome {
                            Ok(value) => drop(fresh.send(((*cell).clone(), value))),
                            Err(error) => {
                                // The first failure ends the run; what is finished stays kept.
                                next.store(missing.len(), Ordering::Relaxed);
                                lock(&failure).get_or_insert(format!("{cell}: {error}"));
                            }
                        }
                        bar.inc(1);
                    }
                });
            }
            drop(fresh);
        });
        bar.finish_and_clear();
        if let Some(error) = lock(&failure).take() {
            return Err(error);
        }
        done.extend(received);
        let value = |cell: &String| {
            let value = done.get(cell).cloned().unwrap_or_default();
            serde_json::from_value(value).map_err(|error| format!("{cell} was not kept whole: {error}"))
        };
        cells.iter().map(value).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A cell among those of other measurements.
fn key(name: &str, cell: &str) -> String {
    format!("{name}: {cell}")
}

/// Leaves only the cells of other measurements in the file.
fn forget(path: &Path, name: &str) -> std::io::Result<()> {
    let own = key(name, "");
    let other = |line: &&str| serde_json::from_str::<Kept>(line).is_ok_and(|kept| !kept.cell.starts_with(&own));
    let text = std::fs::read_to_string(path)?;
    std::fs::write(path, text.lines().filter(other).map(|line| format!("{line}\n")).collect::<String>())
}

/// Cells in the file that belong to this commit and measurement. A line cut short by a stop is passed over.
fn kept(path: &Path, commit: &str, name: &str) -> BTreeMap<String, serde_json::Value> {
    let lines = File::open(path).map(|file| BufReader::new(file).lines().map_while(Result::ok)).into_iter().flatten();
    let kept = lines.filter_map(|line| serde_json::from_str::<Kept>(&line).ok());
    let own = kept.filter(|kept| kept.commit == commit);
    own.filter_map(|kept| Some((kept.cell.strip_prefix(&key(name, ""))?.to_string(), kept.value))).collect()
}

fn keep<T: Serialize>(file: &Mutex<File>, commit: &str, cell: &str, value: &T) -> Result<serde_json::Value, String> {
    let value = serde_json::to_value(value).map_err(|error| error.to_string())?;
    let line = Kept { commit: commit.into(), cell: cell.into(), value };
    let text = serde_json::to_string(&line).map_err(|error| error.to_string())?;
    writeln!(lock(file), "{text}").map_err(|error| format!("the cell cannot be kept: {error}"))?;
    Ok(line.value)
}

fn bar(name: &str, cells: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(cells as u64).with_position(done as u64).with_prefix(name.to_string());
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} cells, {eta} to go") {
        bar.set_style(style);
    }
    bar.reset_eta();
    bar.tick();
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_run_goes_on_and_a_fresh_one_starts_over() {
        let state = std::env::temp_dir().join(format!("pmi-cells-{}.jsonl", std::process::id()));
        let options = |fresh| MeasurementOptions {
            seeds: 1,
            first_seed: 1,
            json: false,
            out: None,
            state: Some(state.clone()),
            fresh,
        };
        let cells: Vec<String> = ["1", "2", "bad", "4"].map(String::from).into();
        let calls = AtomicUsize::new(0);
        let work = |good: bool| {
            let calls = &calls;
            move |cell: &str| {
                calls.fetch_add(1, Ordering::Relaxed);
                match cell {
                    "bad" if !good => Err("no".to_string()),
                    "bad" => Ok(3),
                    number => Ok(number.parse::<i32>().unwrap()),
                }
            }
        };
        let error = options(true).work("test", &cells, work(false)).unwrap_err();
        assert_eq!(error, "bad: no");
        let before = calls.swap(0, Ordering::Relaxed);
        assert_eq!(options(false).work("test", &cells, work(true)).unwrap(), [1, 2, 3, 4]);
        let after = calls.swap(0, Ordering::Relaxed);
        assert!(before + after <= cells.len() + 1, "{before} cells before the stop and {after} after it");
        options(false).work("test", &cells, work(true)).unwrap();
        assert_eq!(calls.swap(0, Ordering::Relaxed), 0, "all was kept");
        options(false).work("another", &cells, work(true)).unwrap();
        assert_eq!(calls.swap(0, Ordering::Relaxed), cells.len(), "another measurement keeps its own");
        options(true).work("test", &cells, work(true)).unwrap();
        assert_eq!(calls.load(Ordering::Relaxed), cells.len());
        std::fs::remove_file(&state).unwrap();
    }
}
