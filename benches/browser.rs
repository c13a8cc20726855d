//! What the visitor gets: the speed of the page itself, in a real Chromium. `./dev bench` builds and runs it.
//!
//! Steps are timed as the page takes them, reports and drawing included.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

#[path = "../tests/browser/driver/mod.rs"]
mod driver;
#[path = "../tests/browser/server.rs"]
mod server;
#[path = "../tests/browser/visit.rs"]
mod visit;

use std::path::Path;

use driver::{Browser, Engine, Gpu};
use server::{Site, probes};
use visit::Visit;

const SHAPES: [(u32, u32); 3] = [(32, 128), (64, 512), (128, 128)];
/// The paper's settings.
const PAPER: &str =
    "method=bc-pmi&critic=sampled&critic_folds=1&critic_hidden=32&critic_epochs=10&hidden=32&epochs=10&batch=128";

struct Device {
    name: &'static str,
    word: &'static str,
    /// Steps to warm up, and steps to time.
    warm: u32,
    timed: u32,
}

const DEVICES: [Device; 2] = [
    Device { name: "browser, CPU", word: "cpu", warm: 100, timed: 600 },
    Device { name: "browser, WebGPU (software adapter)", word: "webgpu", warm: 2, timed: 8 },
];

fn main() {
    // cargo passes flags meant for its own harness; there are none here.
    match driver::setting("PMI_BENCH").as_deref() {
        Some("runs") => return runs(),
        Some("pictures") => return pictures(),
        _ => {}
    }
    for device in &DEVICES {
        println!("{:36} first step   MINE step  policy step", device.name);
        for (hidden, batch) in SHAPES {
            let shape = format!("device={}&hidden={hidden}&critic_hidden={hidden}&batch={batch}", device.word);
            let first = first_step(&shape, device);
            let mine = step(&format!("?method=bc-pmi&critic=sampled&critic_folds=1&critic_epochs=100&{shape}"), device);
            let policy = step(&format!("?method=cbc&epochs=100&{shape}"), device);
            println!("hidden {hidden:3}, batch {batch:3} {first:26.0} ms {mine:8.2} ms {policy:9.2} ms");
        }
    }
    full_run();
    pictures();
    consoles();
    opening();
    memory();
}

fn visit(query: &str, device: &Device) -> Visit {
    let visit = Visit::new("bench", query);
    visit.wait("a run", 60, |visit| (visit.all_steps() > 0).then_some(()));
    visit.wait_for_device(device.word);
    visit
}

/// From pressing *Step* on a fresh page to the page showing it; it refreshes five times a second.
fn first_step(shape: &str, device: &Device) -> f64 {
    let visit = visit(&format!("?method=bc-pmi&critic=sampled&critic_folds=1&{shape}"), device);
    let began = visit.now();
    visit.click("step");
    visit.wait_for_step(1, 120);
    visit.now() - began
}

/// Milliseconds a step while the page trains.
fn step(query: &str, device: &Device) -> f64 {
    step_of(&visit(query, device), device)
}

fn step_of(visit: &Visit, device: &Device) -> f64 {
    visit.train();
    let at = |step: u32| {
        visit.wait_for_step(step, 300);
        let seen =
            visit.run("return [performance.now(), +document.querySelector('[data-testid=steps]').dataset.value]");
        (seen[0].as_f64().unwrap(), seen[1].as_f64().unwrap())
    };
    let (began, from) = at(device.warm);
    let (ended, to) = at(from as u32 + device.timed);
    (ended - began) / (to - from)
}

fn full_run() {
    let visit = visit(&format!("?device=cpu&{PAPER}"), &DEVICES[0]);
    let began = visit.now();
    visit.train_to_the_end(1200);
    let seconds = (visit.now() - began) / 1000.0;
    println!("browser, CPU: Circle2D at the paper's settings, {} steps in {seconds:.1} s", visit.steps());
}

/// Seconds of an epoch over 100,000 decisions by networks that see, at batch 512: 195 steps. And the page's memory then.
fn pictures() {
    let few = Device { warm: 2, timed: 15, ..DEVICES[0] };
    let epoch = |method: &str| {
        let visit = visit(&format!("?world=magpie&sees=picture&device=cpu&batch=512&{method}"), &few);
        // The run that the page opens with has more steps. This one is there when its pictures are made.
        visit.wait("pictures", 300, |visit| (1..3000).contains(&visit.all_steps()).then_some(()));
        (step_of(&visit, &few) * 195.3 / 1000.0, visit.browser.memory())
    };
    let ((policy, some), (critic, more)) = (epoch("method=cbc"), epoch("method=bc-pmi&critic=sampled&critic_folds=1"));
    println!(
        "browser, CPU: an epoch over 100,000 decisions that are seen: policy {policy:.0} s ({some:.0} MB), MINE {critic:.0} s ({more:.0} MB)"
    );
}

/// Seconds from Train to Done of every world and method at their defaults, at full speed; of those that PMI_BENCH_ONLY names,
/// where it names any.
fn runs() {
    let first = visit("?device=cpu", &DEVICES[0]);
    let all = |script: &str| -> Vec<String> {
        let found = first.run(script).as_array().cloned().unwrap_or_default();
        found.iter().filter_map(|id| id.as_str().map(String::from)).collect()
    };
    let mut worlds = all("return [...document.querySelectorAll('[data-world]')].map(tab => tab.dataset.world)");
    // It has no run before a file is loaded.
    worlds.retain(|world| world != "loaded");
    let mut methods =
        all("return [...document.querySelector('[data-testid=method]').options].map(option => option.value)");
    drop(first);
    let wanted = driver::setting("PMI_BENCH_ONLY").unwrap_or_default();
    let named = |id: &String| wanted.split(' ').any(|name| name == id);
    if let Some(stranger) =
        wanted.split_whitespace().find(|name| ![&worlds, &methods].iter().any(|ids| ids.iter().any(|id| id == name)))
    {
        panic!("“{stranger}” is no world or method; there are {} and {}", worlds.join(", "), methods.join(", "));
    }
    for ids in [&mut worlds, &mut methods] {
        if ids.iter().any(named) {
            ids.retain(named);
        }
    }
    println!("browser, CPU: whole runs at the defaults, from Train to Done, seconds");
    println!("{:16}{}", "", methods.iter().map(|method| format!("{method:>10}")).collect::<String>());
    for world in worlds {
        let times: String = methods.iter().map(|method| format!("{:>10.1}", whole_run(&world, method))).collect();
        println!("{world:16}{times}");
    }
}

fn whole_run(world: &str, method: &str) -> f64 {
    let visit = visit(&format!("?device=cpu&world={world}&method={method}"), &DEVICES[0]);
    // InfoGAIL plays while it learns, for which most games need a cartridge that no site has.
    if let Ok(cartridge) =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("datasets/roms/{world}.bin")))
    {
        visit.drop_file("cartridge.bin", &cartridge);
        visit.wait("a game to play", 30, |visit| visit.attribute("sit", "disabled").is_none().then_some(()));
    }
    // The page opens on a finished run.
    visit.click("reset");
    visit.wait("a run from scratch", 30, |visit| (visit.steps() == 0 && visit.all_steps() > 0).then_some(()));
    let began = visit.now();
    visit.click("train");
    visit.wait("the end", 1200, |visit| (visit.text("stage-name-0")? == "Done").then_some(()));
    (visit.now() - began) / 1000.0
}

/// Frames per second of each game, with its picture, in a worker.
fn consoles() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = vec![("console", here.join("benches/console")), ("roms", here.join("datasets/roms")), probes()];
    let site = Site::with(None, folders);
    let browser = Browser::open(Engine::Chromium, Gpu::Software);
    browser.go(&site.page("console/index.html"));
    for game in ["alien", "ms_pacman", "space_invaders"] {
        browser.run("begin(...arguments)", serde_json::json!([game]));
        let answered = (0..600).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            Some(browser.run("return outcome", serde_json::json!([]))).filter(|outcome| !outcome.is_null())
        });
        match answered.as_ref().and_then(|outcome| outcome["speed"].as_f64()) {
            Some(speed) => {
                println!("browser: {game}: {speed:.0} frames per second, {:.0} times real time", speed / 60.0)
            }
            None => println!("browser: {game} was not measured: {answered:?}"),
        }
    }
}

fn opening() {
    let mut opened: Vec<f64> = (0..5)
        .map(|_| {
            let visit = Visit::new("bench-opening", "");
            visit.wait("moving agents", 60, |visit| visit.run("return window.__moved").as_f64())
        })
        .collect();
    opened.sort_by(f64::total_cmp);
    println!("page opened to agents moving: {:.0} ms (median of 5, {:.0} to {:.0})", opened[2], opened[0], opened[4]);
}

fn memory() {
    // Small networks and batches, so that there are many steps, and both critic and policy in them.
    let small = "batch=32&hidden=16&critic_hidden=16&critic_folds=1&critic_epochs=50&epochs=100";
    let visit = visit(&format!("?device=cpu&{small}"), &DEVICES[0]);
    visit.train();
    let samples = [5_000, 20_000, 50_000, 100_000].map(|step| {
        visit.wait_for_step(step, 1200);
        format!("{:.0} MB at step {step}", visit.browser.memory())
    });
    println!("memory of the page's processes: {}", samples.join(", "));
}
