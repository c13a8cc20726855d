//! The kernels on WebGPU against those on the CPU (which `tests/kernel.rs` holds against automatic differentiation, and
//! CTVAE's own tests against finite differences): every loss, the shapes in use.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Browser, Gpu};
use crate::server::Site;

/// (hidden, batch, steps); the wide ones are slow on an adapter in software.
const SHAPES: [[u32; 3]; 4] = [[32, 128, 200], [64, 512, 20], [128, 128, 20], [24, 48, 200]];
/// In the order in which the worker tries them.
const LOSSES: [&str; 6] =
    ["Gaussian", "mixture", "categorical", "sampled MINE", "exact MINE", "Gaussian, held to a limit"];
/// (hidden, windows a step, steps a window, steps, as on a card) for what learns from windows of paths; on a card there are
/// more units than columns, as many, or fewer.
const PATHS: [[u32; 5]; 5] =
    [[16, 6, 10, 40, 0], [64, 8, 50, 10, 0], [40, 6, 10, 20, 1], [64, 8, 25, 10, 1], [136, 4, 10, 6, 1]];
const HEADS: [&str; 3] = ["Gaussian", "mixture", "categorical"];
const PATIENCE: Duration = Duration::from_secs(240);

fn open() -> (Site, Browser) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/kernels");
    let site = Site::with(None, vec![("kernels", here)]);
    let browser = Browser::open(Gpu::Software);
    browser.go(&site.page("kernels/index.html"));
    (site, browser)
}

/// What a worker answers to one question.
fn ask(browser: &Browser, what: &str, shape: &[u32]) -> Vec<f64> {
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
    // What is no number comes as null.
    outcome["numbers"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap_or(f64::NAN)).collect()
}

#[test]
fn webgpu_learns_what_the_cpu_learns() {
    let (_site, browser) = open();
    for shape in SHAPES {
        let numbers = ask(&browser, "disagreement", &shape);
        assert_eq!(numbers.len(), 2 * LOSSES.len(), "{numbers:?}");
        println!("(hidden, batch, steps) = {shape:?}: {numbers:?}");
        for (loss, pair) in LOSSES.iter().zip(numbers.chunks(2)) {
            assert!(pair[0] < 0.1, "{loss}, {shape:?}: {} of the way apart", pair[0]);
            assert!(pair[1] < 2e-3, "{loss}, {shape:?}: losses differ by {} nats", pair[1]);
        }
    }
}

#[test]
fn the_kernels_of_paths_learn_what_the_cpu_learns() {
    let (_site, browser) = open();
    for shape in PATHS {
        let numbers = ask(&browser, "path_disagreement", &shape);
        assert_eq!(numbers.len(), 4 * HEADS.len(), "{numbers:?}");
        for (head, four) in HEADS.iter().zip(numbers.chunks(4)) {
            let [apart, curves, cpu, webgpu] = four else { panic!("{four:?}") };
            println!(
                "{head}, {shape:?}: {apart:.1e} of the way apart, curves {curves:.1e}; {cpu:.2} ms, {webgpu:.2} ms"
            );
            assert!(*apart < 0.05, "{head}, {shape:?}: {apart} of the way apart");
            assert!(*curves < 1e-4, "{head}, {shape:?}: curves differ by {curves} of themselves");
        }
    }
}
