//! The kernels on WebGPU against those on the CPU (which `tests/kernel.rs` holds against automatic differentiation): every
//! loss, the shapes in use.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Browser, Gpu};
use crate::server::Site;

/// (hidden, batch, steps); the wide ones are slow on an adapter in software.
const SHAPES: [(u32, u32, u32); 4] = [(32, 128, 200), (64, 512, 20), (128, 128, 20), (24, 48, 200)];
/// In the order in which the worker tries them.
const LOSSES: [&str; 6] =
    ["Gaussian", "mixture", "categorical", "sampled MINE", "exact MINE", "Gaussian, held to a limit"];
const PATIENCE: Duration = Duration::from_secs(240);

#[test]
fn webgpu_learns_what_the_cpu_learns() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/kernels");
    let site = Site::with(None, vec![("kernels", here)]);
    let browser = Browser::open(Gpu::Software);
    browser.go(&site.page("kernels/index.html"));
    for (hidden, batch, steps) in SHAPES {
        browser.run("begin(...arguments)", json!([hidden, batch, steps]));
        let until = Instant::now() + PATIENCE;
        let outcome = loop {
            let outcome = browser.run("return outcome", json!([]));
            if !outcome.is_null() {
                break outcome;
            }
            assert!(Instant::now() < until, "hidden {hidden}, batch {batch}: no answer in {PATIENCE:?}");
            sleep(Duration::from_millis(200));
        };
        assert!(outcome["failed"].is_null(), "hidden {hidden}, batch {batch}: {}", outcome["failed"]);
        let numbers: Vec<f64> = outcome["numbers"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        assert_eq!(numbers.len(), 2 * LOSSES.len(), "{outcome}");
        println!("hidden {hidden}, batch {batch}, {steps} steps: {numbers:?}");
        for (loss, pair) in LOSSES.iter().zip(numbers.chunks(2)) {
            assert!(pair[0] < 0.1, "{loss}, hidden {hidden}, batch {batch}: {} of the way apart", pair[0]);
            assert!(pair[1] < 2e-3, "{loss}, hidden {hidden}, batch {batch}: losses differ by {} nats", pair[1]);
        }
    }
}
