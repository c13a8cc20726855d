//! `lab pack`: other people's tracking files into one trajectory pack.

use std::path::{Path, PathBuf};

use clap::Args;
use worlds::data::import::{Cutting, LARGEST_BYTES, import};
use worlds::data::{Tracks, pack};

use crate::run::progress_bar;

#[derive(Args)]
pub struct Arguments {
    /// Files, or folders of them: raw scenes, SportVU games (JSON), .npz with “data” or “xy_ft”, packs.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// Where the pack goes.
    #[arg(long)]
    out: PathBuf,
    /// Seconds from the start of one path to the next; without it they lie end to end. Only for scenes and games.
    #[arg(long)]
    every: Option<f32>,
}

/// The files of a folder in the order of their names, so that the same folder gives the same pack.
fn files(input: &Path) -> Result<Vec<PathBuf>, String> {
    if !input.is_dir() {
        return Ok(vec![input.to_owned()]);
    }
    let say = |error: std::io::Error| format!("{} cannot be read: {error}", input.display());
    let entries = std::fs::read_dir(input).map_err(say)?;
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths: Vec<PathBuf> = paths.map_err(say)?.into_iter().filter(|path| path.is_file()).collect();
    paths.sort();
    Ok(paths)
}

pub fn read(path: &Path, cutting: Cutting) -> Result<Tracks, String> {
    let say = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let size = std::fs::metadata(path).map_err(|error| say(&error))?.len();
    if size > LARGEST_BYTES {
        return Err(say(&format!("it has {} MB, and at most {} MB are read", size >> 20, LARGEST_BYTES >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|error| say(&error))?;
    import(&path.to_string_lossy(), &bytes, cutting).map_err(|error| say(&error))
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let (mut tracks, mut paths, mut passed_over) = (Tracks::default(), Vec::new(), Vec::new());
    for input in &arguments.inputs {
        match files(input) {
            Ok(more) => paths.extend(more),
            Err(sentence) => passed_over.push(sentence),
        }
    }
    let cutting = Cutting { every: arguments.every };
    let bar = progress_bar(paths.len() as u32);
    for path in &paths {
        // One bad file among hundreds should not stop the others.
        match read(path, cutting) {
            Ok(more) => tracks.append(more),
            Err(sentence) => passed_over.push(sentence),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    passed_over.iter().take(10).for_each(|sentence| eprintln!("passed over: {sentence}"));
    if passed_over.len() > 10 {
        eprintln!("and {} more", passed_over.len() - 10);
    }
    if tracks.tracks.is_empty() {
        return Err("no paths were found in these files".into());
    }
    let bytes = pack::write(&tracks).map_err(|error| error.to_string())?;
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::write(&arguments.out, &bytes).map_err(|error| format!("{}: {error}", arguments.out.display()))?;
    let held_out = tracks.tracks.iter().filter(|track| tracks.held_out(track)).count();
    println!(
        "{}: {} paths of {} games ({held_out} held out), {} kB",
        arguments.out.display(),
        tracks.tracks.len(),
        tracks.games.len(),
        bytes.len() / 1000
    );
    Ok(())
}
