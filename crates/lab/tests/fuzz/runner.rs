//! Runs a target over its corpus and over mutations of it, and holds every input to the bounds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use worlds::data::Rng;

use crate::memory;

pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    pub seeds: fn() -> Vec<Vec<u8>>,
    pub mutate: fn(&mut Vec<u8>, &mut Rng),
}

const LONGEST: Duration = Duration::from_secs(2);
/// An input that takes this long will not end; the process is ended in its place.
const HOPELESS: Duration = Duration::from_secs(60);
const MOST_BYTES: usize = 512 << 20;
/// Seconds per target where nothing else is asked for: a minute in all.
const SECONDS: f64 = 2.5;

fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

/// Inputs that once failed, or that no seed leads to.
fn kept(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(name);
    let Ok(entries) = std::fs::read_dir(folder) else { return vec![] };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Where an input is left that breaks a bound; moved to the corpus, it stays tested.
fn leave(name: &str, input: &[u8]) -> PathBuf {
    let file = format!("fuzz-{name}-{:08x}", crc32fast::hash(input));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    std::fs::write(&path, input).unwrap();
    path
}

/// The input that is being run, for the thread that ends the process when it does not end.
type Current = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

fn watch(name: &'static str, current: Current) {
    std::thread::spawn(move || {
        while Arc::strong_count(&current) > 1 {
            std::thread::sleep(Duration::from_secs(1));
            if let Some((start, input)) = &*current.lock().unwrap()
                && start.elapsed() > HOPELESS
            {
                eprintln!("{name}: no end in sight for {}", leave(name, input).display());
                std::process::exit(1);
            }
        }
    });
}

/// Runs one input within the bounds.
fn run_one(target: &Target, input: &[u8], current: &Current) {
    let attempt = || {
        *current.lock().unwrap() = Some((Instant::now(), input.to_vec()));
        let start = Instant::now();
        let (outcome, bytes) = memory::measured(|| catch_unwind(AssertUnwindSafe(|| (target.run)(input))));
        let took = start.elapsed();
        *current.lock().unwrap() = None;
        (outcome.is_ok(), bytes, took)
    };
    let (sound, bytes, mut took) = attempt();
    let mut attempts = 1;
    // Other programs may have had the processor meanwhile.
    while took > LONGEST && attempts < 4 {
        took = took.min(attempt().2);
        attempts += 1;
    }
    if !sound || bytes > MOST_BYTES || took > LONGEST {
        let place = leave(target.name, input);
        panic!(
            "{} breaks a bound: {}, {} MB, {took:.1?}; the input is {}",
            target.name,
            if sound { "no panic" } else { "a panic" },
            bytes >> 20,
            place.display()
        );
    }
}

pub fn fuzz(target: &Target) {
    let (name, current) = (target.name, Current::default());
    watch(name, current.clone());
    let mut corpus = (target.seeds)();
    corpus.extend(kept(name));
    assert!(!corpus.is_empty(), "{name} has no corpus");
    corpus.iter().for_each(|input| run_one(target, input, &current));
    let seconds = Duration::from_secs_f64(setting("PMI_FUZZ_SECONDS").unwrap_or(SECONDS));
    let seed = setting("PMI_FUZZ_SEED").unwrap_or(1);
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < seconds {
        let mut rng = Rng::stream(seed, name, count);
        let mut input = corpus[rng.below(corpus.len())].clone();
        for _ in 0..1 + rng.below(3) {
            (target.mutate)(&mut input, &mut rng);
        }
        run_one(target, &input, &current);
        count += 1;
    }
    let rate = count as f64 / start.elapsed().as_secs_f64();
    println!("{name}: {} kept, {count} mutated with seed {seed}, {rate:.0} per second", corpus.len());
}
