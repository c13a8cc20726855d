//! The same training step by us and by others: in one browser TensorFlow.js and jax-js, natively PyTorch, JAX and burn's
//! automatic differentiation. All are read after the same number of steps.
//! `./dev bench peers` installs, builds and runs it. The step is described in `peers/task.js`.
//!
//! Each contender's figure is its best chunk of steps: what else the machine does only ever adds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

#[path = "../tests/browser/driver/mod.rs"]
mod driver;
#[path = "../tests/browser/server.rs"]
mod server;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use driver::{Browser, Engine, Gpu, setting};
use serde_json::{Value, json};
use server::{Site, probes};

const SHAPES: [(u32, u32); 3] = [(32, 128), (64, 512), (128, 128)];
const PATIENCE: Duration = Duration::from_secs(900);

struct Contender {
    name: &'static str,
    file: &'static str,
    backend: &'static str,
    /// Steps between two looks at the loss.
    steps: u32,
}

struct Field {
    title: &'static str,
    ours: Contender,
    libraries: [Contender; 2],
}

/// The contenders of one kind of device: our backend, that of the libraries, and the steps of all.
const fn field(title: &'static str, ours: &'static str, backend: &'static str, steps: u32) -> Field {
    Field {
        title,
        ours: Contender { name: "ours", file: "ours.js", backend: ours, steps },
        libraries: [
            Contender { name: "TensorFlow.js", file: "tensorflow.js", backend, steps },
            Contender { name: "jax-js", file: "jax.js", backend, steps },
        ],
    }
}

const FIELDS: [Field; 2] = [
    field("browser, CPU", "cpu", "wasm", 200),
    // A read costs our runtime a submission of its own beside the one with the steps.
    field("browser, WebGPU", "webgpu", "webgpu", 50),
];

fn main() {
    // cargo passes flags meant for its own harness; there are none here.
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers");
    let npm = PathBuf::from(setting("PMI_PEERS").expect("PMI_PEERS names the libraries; run ./dev bench peers"));
    let site = Site::with(None, vec![("peers", here.clone()), ("npm", npm), probes()]);
    let browser = Browser::open(Engine::Chromium, Gpu::Software);
    browser.go(&site.page("peers/index.html"));
    println!("One MINE step (16-h-h-1, two passes, backward, Adam), ms: the best of several chunks of steps.");
    let isolated = browser.run("return [crossOriginIsolated, navigator.hardwareConcurrency]", json!([]));
    assert_eq!(isolated[0], true, "without isolation libraries have no threads");
    println!("The page is isolated, so that libraries can use threads; the browser counts {} cores.\n", isolated[1]);
    let cores = isolated[1].as_u64().unwrap_or(1);
    FIELDS.iter().for_each(|field| contest(&browser, field, cores));
    natively(&here);
}

fn contest(browser: &Browser, field: &Field, cores: u64) {
    let [first, second] = &field.libraries;
    let title = field.title;
    println!("{title:24} {:>9} {:>14} {:>9}   best library / ours", "ours", first.name, second.name);
    let mut counts = Vec::new();
    for (hidden, batch) in SHAPES {
        let run = |contender: &Contender| run(browser, contender, hidden, batch, cores);
        let (others, ours) = ([run(first), run(second)], run(&field.ours));
        let best = others.iter().map(best_chunk).fold(f64::INFINITY, f64::min);
        let ratio = best / best_chunk(&ours);
        let [a, b, c] = [&ours, &others[0], &others[1]].map(shown);
        let threads = others.iter().flatten().find_map(|result| result["threads"].as_u64());
        let threads = threads.map_or(String::new(), |count| {
            format!(" ({} on {count} thread{})", first.name, if count == 1 { "" } else { "s" })
        });
        println!("{:24} {a:>9} {b:>14} {c:>9}   {ratio:.1}{threads}", shape(hidden, batch));
        if field.ours.backend == "webgpu" && ours.is_ok() {
            counts.push((shape(hidden, batch), ours));
        }
    }
    for (shape, ours) in counts {
        let count =
            |name: &str| ours.as_ref().ok().and_then(|result| result["counts"][name].as_f64()).unwrap_or(f64::NAN);
        let per_50 = |name: &str| count(name) * 50.0 / f64::from(field.ours.steps);
        println!(
            "{shape}: {:.2} dispatches a step; per 50 steps {} submits, {} read-backs",
            count("dispatches"),
            per_50("submits"),
            per_50("readbacks")
        );
    }
    println!();
}

fn shape(hidden: u32, batch: u32) -> String {
    format!("hidden {hidden:3}, batch {batch:3}")
}

/// What a contender found. TensorFlow.js takes half of the cores by itself, so it is run on one thread and on all, and the
/// better of both counts.
fn run(browser: &Browser, contender: &Contender, hidden: u32, batch: u32, cores: u64) -> Result<Value, ()> {
    let run = |threads: u64| run_on(browser, contender, hidden, batch, threads);
    let all = run(cores);
    if contender.file != "tensorflow.js" || contender.backend != "wasm" || cores == 1 {
        return all;
    }
    let one = run(1);
    if best_chunk(&one) < best_chunk(&all) { one } else { all }
}

/// What the worker found, or why it found nothing; the reason is printed and the others go on.
fn run_on(browser: &Browser, contender: &Contender, hidden: u32, batch: u32, threads: u64) -> Result<Value, ()> {
    let Contender { name, file, backend, steps } = contender;
    let order = json!({ "backend": backend, "hidden": hidden, "batch": batch, "steps": steps, "threads": threads });
    browser.run("begin(...arguments)", json!([file, order]));
    let until = Instant::now() + PATIENCE;
    let outcome = loop {
        let outcome = browser.run("return outcome", json!([]));
        if !outcome.is_null() {
            break outcome;
        }
        if Instant::now() > until {
            break json!({ "failed": "it did not end in time" });
        }
        // Seldom, so that looking costs the contender nothing.
        sleep(Duration::from_millis(500));
    };
    match outcome["failed"].as_str() {
        Some(why) => {
            println!("{name} on {backend} failed: {why}");
            Err(())
        }
        None => Ok(outcome["result"].clone()),
    }
}

fn best_chunk(result: &Result<Value, ()>) -> f64 {
    let chunks = result.as_ref().ok().and_then(|result| result["chunks"].as_array());
    chunks.into_iter().flatten().filter_map(Value::as_f64).fold(f64::INFINITY, f64::min)
}

fn shown(result: &Result<Value, ()>) -> String {
    match best_chunk(result) {
        time if time.is_finite() => format!("{time:.2}"),
        _ => "failed".into(),
    }
}

/// Ours and burn's by `lab bench`, PyTorch and JAX where they are installed.
fn natively(here: &Path) {
    let lab = setting("PMI_LAB").expect("PMI_LAB names the lab; run ./dev bench peers");
    let ours = answer(Command::new(lab).args(["bench", "--json"])).unwrap_or_else(|why| panic!("lab bench: {why}"));
    let python = setting("PMI_JAX").unwrap_or_else(|| "python3".into());
    let torch = answer(Command::new("python3").arg(here.join("torch_step.py")));
    let jax = answer(Command::new(python).arg(here.join("jax_step.py")));
    println!("{:24} {:>9} {:>9} {:>9} {:>9}   best library / ours", "native, CPU", "ours", "PyTorch", "JAX", "burn");
    for (index, (hidden, batch)) in SHAPES.into_iter().enumerate() {
        let of_shape = |name: &str| ours["shapes"][index][name].as_f64();
        let own = of_shape("critic_step_ms").expect("a time of our own");
        let of = |times: &Result<Value, String>| times.as_ref().ok().and_then(|times| times[index].as_f64());
        let others = [of(&torch), of(&jax), of_shape("burn_step_ms")];
        let [a, b, c] = others.map(|time| time.map_or("-".into(), |time| format!("{time:.3}")));
        let best = others.into_iter().flatten().fold(f64::INFINITY, f64::min);
        println!("{:24} {own:>9.3} {a:>9} {b:>9} {c:>9}   {:.1}", shape(hidden, batch), best / own);
    }
    for (name, times) in [("PyTorch", torch), ("JAX", jax)] {
        if let Err(why) = times {
            println!("{name} was not measured: {why}");
        }
    }
}

/// The JSON that a program prints, or the last thing it said instead.
fn answer(command: &mut Command) -> Result<Value, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("it failed without a word").to_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}
