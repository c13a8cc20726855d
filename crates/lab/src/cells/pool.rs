//! Cells on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::state::{Lines, lock};

/// Computes a cell and returns the line that it is kept as.
pub type CellFn<'a> = dyn Fn(&str) -> Result<String, String> + Sync + 'a;

/// How many failures are spelt out.
const NAMED: usize = 5;

/// Computes `cells` on `jobs` threads and hands every line to `keep`. The first failure ends the run, unless it keeps
/// going; then failures are reported when all else is done.
pub fn compute(
    name: &str,
    cells: &[String],
    jobs: usize,
    keep_going: bool,
    work: &CellFn,
    keep: &(dyn Fn(&str) -> Result<(), String> + Sync),
) -> Result<Lines, String> {
    let (next, bar) = (AtomicUsize::new(0), bar(name, cells.len()));
    let (found, failures) = (Mutex::new(Lines::new()), Mutex::new(Vec::new()));
    let one_after_another = || {
        while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
            match work(cell).and_then(|line| keep(&line).map(|()| line)) {
                Ok(line) => drop(lock(&found).insert(cell.clone(), line)),
                Err(error) => {
                    if !keep_going {
                        next.store(cells.len(), Ordering::Relaxed);
                    }
                    lock(&failures).push(format!("{cell}: {error}"));
                }
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(cells.len()) {
            scope.spawn(one_after_another);
        }
    });
    bar.finish_and_clear();
    let (found, failures) = (std::mem::take(&mut *lock(&found)), std::mem::take(&mut *lock(&failures)));
    match failures.as_slice() {
        [] => Ok(found),
        [only] => Err(only.clone()),
        several => {
            let named = several.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
            Err(format!("{} of {} cells failed: {named}", several.len(), cells.len()))
        }
    }
}

fn bar(name: &str, cells: usize) -> ProgressBar {
    let bar = ProgressBar::new(cells as u64).with_prefix(name.to_string());
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} cells, {eta} to go") {
        bar.set_style(style);
    }
    bar.tick();
    bar
}
