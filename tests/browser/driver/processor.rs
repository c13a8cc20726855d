//! What a browser's threads take of the processors. Unlike time by the clock it hardly depends on what else the machine does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Browser;

/// The system counts processor time in hundredths of a second.
const TICKS: f64 = 100.0;

/// Seconds of the processor by kind of thread.
#[derive(Clone, Debug, Default)]
pub struct Processor(BTreeMap<&'static str, f64>);

impl Processor {
    /// What was spent since an earlier look.
    pub fn since(mut self, earlier: &Self) -> Self {
        for (kind, seconds) in &mut self.0 {
            *seconds -= earlier.0.get(kind).copied().unwrap_or_default();
        }
        self
    }

    pub fn of(&self, kind: &str) -> f64 {
        self.0.get(kind).copied().unwrap_or_default()
    }

    pub fn all(&self) -> f64 {
        self.0.values().sum()
    }
}

/// The name of a thread and its seconds, from the system's line about it.
fn thread(line: &str) -> Option<(&str, f64)> {
    let (name, rest) = line.split_once('(')?.1.rsplit_once(')')?;
    let ticks = |field: &str| field.parse::<f64>().ok();
    let mut fields = rest.split_whitespace().skip(11);
    Some((name, (ticks(fields.next()?)? + ticks(fields.next()?)?) / TICKS))
}

fn kind(page: bool, thread: &str) -> &'static str {
    match thread {
        "DedicatedWorker" if page => "workers",
        _ if page => "page",
        _ => "browser",
    }
}

impl Browser {
    /// Workers, the page's other threads, and the browser's other processes, which draw what the page has painted.
    pub fn processor(&self) -> Processor {
        let mut spent = Processor::default();
        for process in self.processes("--user-data-dir=") {
            let line = fs::read_to_string(process.join("cmdline")).unwrap_or_default();
            let page = line.contains("--type=renderer");
            let threads = fs::read_dir(process.join("task")).into_iter().flatten().flatten();
            for file in threads.map(|thread| thread.path().join("stat")) {
                let line = fs::read_to_string(Path::new(&file)).unwrap_or_default();
                if let Some((name, seconds)) = thread(&line) {
                    *spent.0.entry(kind(page, name)).or_default() += seconds;
                }
            }
        }
        spent
    }
}
