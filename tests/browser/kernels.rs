//! The WebGPU kernels of a worker against the CPU's, in a browser: the comparison of `engine::probe`, which
//! `crates/engine/tests/kernel.rs` makes natively.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use engine::probe::{Difference, HEADS, LOSSES, SEEN_LOSSES, Tolerance};
use serde_json::{Value, json};

use crate::driver::{Browser, Engine, Gpu};
use crate::server::{Site, probes};

/// (hidden, batch, steps); the wide ones are slow on an adapter in software.
const SHAPES: [[u32; 3]; 4] = [[32, 128, 60], [64, 512, 10], [128, 128, 10], [24, 48, 60]];
/// (hidden, windows per step, steps per window, steps, workgroups as on a graphics card): there, workgroups have more
/// threads than a layer has columns, as many, or fewer.
const PATHS: [[u32; 5]; 5] =
    [[16, 6, 10, 20, 0], [64, 8, 50, 10, 0], [40, 6, 10, 20, 1], [64, 8, 25, 10, 1], [136, 4, 10, 6, 1]];
/// (width, height, hidden, batch, steps) of networks that see: pictures of no whole number of vectors, and those of a game.
const SEEN: [[u32; 5]; 2] = [[21, 25, 8, 24, 20], [40, 70, 64, 32, 10]];
const PATIENCE: Duration = Duration::from_secs(240);

fn open() -> (Site, Browser) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/kernels");
    let site = Site::with(None, vec![("kernels", here), probes()]);
    let browser = Browser::open(Engine::Chromium, Gpu::Software);
    browser.go(&site.page("kernels/index.html"));
    (site, browser)
}

/// Calls an export of the worker and returns the differences it found.
fn call(browser: &Browser, what: &str, shape: &[u32]) -> Vec<Difference> {
    let mut arguments = vec![json!(what)];
    arguments.extend(shape.iter().map(|number| json!(number)));
    browser.run("begin(...arguments)", Value::Array(arguments));
    let until = Instant::now() + PATIENCE;
    let outcome = loop {
        let outcome = browser.run("return outcome", json!([]));
        if !outcome.is_null() {
            break outcome;
        }
        assert!(Instant::now() < until, "{what} of {shape:?}: no answer in {PATIENCE:?}");
        sleep(Duration::from_millis(200));
    };
    assert!(outcome["failed"].is_null(), "{what} of {shape:?}: {}", outcome["failed"]);
    // JSON has null in place of NaN.
    let numbers =
        outcome["numbers"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap_or(f64::NAN) as f32);
    numbers.collect::<Vec<_>>().as_chunks::<4>().0.iter().copied().map(Difference::from_numbers).collect()
}

fn check(name: &str, shape: &[u32], difference: &Difference, tolerance: Tolerance) {
    println!("{name}, {shape:?}: {difference:?}");
    assert!(tolerance.allows(difference), "{name}, {shape:?}: {difference:?}");
}

#[test]
fn webgpu_learns_what_the_cpu_learns() {
    let (_site, browser) = open();
    for shape in SHAPES {
        let differences = call(&browser, "compare_steps", &shape);
        assert_eq!(differences.len(), LOSSES.len());
        for ((name, ..), difference) in LOSSES.iter().zip(&differences) {
            check(name, &shape, difference, Tolerance::STEPS);
        }
    }
}

#[test]
fn networks_that_see_learn_what_the_cpu_learns() {
    let (_site, browser) = open();
    for shape in SEEN {
        let differences = call(&browser, "compare_seen", &shape);
        assert_eq!(differences.len(), SEEN_LOSSES.len());
        for ((name, ..), difference) in SEEN_LOSSES.iter().zip(&differences) {
            check(name, &shape, difference, Tolerance::STEPS);
        }
    }
}

#[test]
fn the_kernels_of_paths_learn_what_the_cpu_learns() {
    let (_site, browser) = open();
    for shape in PATHS {
        let differences = call(&browser, "compare_paths", &shape);
        assert_eq!(differences.len(), HEADS.len());
        for ((name, ..), difference) in HEADS.iter().zip(&differences) {
            check(name, &shape, difference, Tolerance::PATHS);
        }
    }
}
