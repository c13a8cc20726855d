//! The file of finished cells: one line for each, written whole.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use serde::{Deserialize, Serialize};

/// By cell, the line it is kept as.
pub type Lines = BTreeMap<String, String>;

/// A line of the file: a finished cell and its value.
#[derive(Serialize, Deserialize)]
pub struct KeptCell {
    pub commit: String,
    /// With the name of its measurement in front.
    pub cell: String,
    pub value: serde_json::Value,
}

/// A cell among those of other measurements.
pub fn key(name: &str, cell: &str) -> String {
    format!("{name}: {cell}")
}

/// Numbers are written with as many digits as give their bits back, so equal lines are equal to the bit.
pub fn line<T: Serialize>(commit: &str, key: &str, value: &T) -> Result<String, String> {
    let value = serde_json::to_value(value).map_err(|error| error.to_string())?;
    serde_json::to_string(&KeptCell { commit: commit.into(), cell: key.into(), value })
        .map_err(|error| error.to_string())
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Cells in the file that belong to this commit and measurement. A line cut short by a stop is passed over.
pub fn lines(path: &Path, commit: &str, name: &str) -> Lines {
    let lines = File::open(path).map(|file| BufReader::new(file).lines().map_while(Result::ok)).into_iter().flatten();
    let prefix = key(name, "");
    let own = |line: String| {
        let kept = serde_json::from_str::<KeptCell>(&line).ok().filter(|kept| kept.commit == commit)?;
        Some((kept.cell.strip_prefix(&prefix)?.to_string(), line))
    };
    lines.filter_map(own).collect()
}

pub fn first_line(path: &Path) -> Result<String, String> {
    let say = |error: std::io::Error| format!("{} cannot be read: {error}", path.display());
    let mut line = String::new();
    BufReader::new(File::open(path).map_err(say)?).read_line(&mut line).map_err(say)?;
    Ok(line.trim_end().into())
}

/// The file, open for more lines.
pub struct StateFile(Mutex<File>);

impl StateFile {
    /// Opens the file, without what `forgotten` measurement has in it and without a last line that was cut short. The file
    /// of a shard begins with `header`, and one process at a time writes it.
    pub fn open(path: &Path, header: Option<&String>, forgotten: Option<&str>) -> Result<Self, String> {
        let say = |error: std::io::Error| format!("{} cannot be used: {error}", path.display());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(say)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(say)?;
        if let (Some(_), Err(TryLockError::WouldBlock)) = (header, file.try_lock()) {
            return Err(format!("{} is being written by another process", path.display()));
        }
        let text = std::fs::read_to_string(path).map_err(say)?;
        let mut kept = whole_lines(&text, forgotten.filter(|_| header.is_none()));
        if header.is_some() && forgotten.is_some() {
            kept.clear();
        }
        if text.starts_with(&kept) {
            file.set_len(kept.len() as u64).map_err(say)?;
        } else {
            file.set_len(0).and_then(|()| file.write_all(kept.as_bytes())).map_err(say)?;
        }
        match header {
            Some(header) if kept.is_empty() => writeln!(file, "{header}").map_err(say)?,
            Some(header) if kept.lines().next() != Some(header) => {
                let path = path.display();
                return Err(format!("{path} holds another measurement, or one of another commit; --fresh begins anew"));
            }
            _ => {}
        }
        Ok(Self(Mutex::new(file)))
    }

    /// Adds a line in one piece, and waits until it is on the disk: a cell is worth more than that.
    pub fn add(&self, line: &str) -> Result<(), String> {
        let mut file = lock(&self.0);
        let written = file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_data());
        written.map_err(|error| format!("the cell cannot be kept: {error}"))
    }
}

/// Whole lines of `text`, without the cells of one measurement.
fn whole_lines(text: &str, forgotten: Option<&str>) -> String {
    let prefix = forgotten.map(|name| key(name, ""));
    let own = |line: &str| {
        serde_json::from_str::<KeptCell>(line)
            .is_ok_and(|kept| prefix.as_ref().is_some_and(|prefix| kept.cell.starts_with(prefix)))
    };
    text.split_inclusive('\n').filter(|line| line.ends_with('\n') && !own(line)).collect()
}
