//! WebGPU, the CPU, and moving between them.

use crate::driver::Gpu;
use crate::methods::latest;
use crate::visit::{Setting, USUAL, Visit};

/// The software adapter takes about half a second a step, so the run is kept small.
pub const SMALL: &str = "trajectories=5&batch=64&hidden=16&critic_hidden=16";

#[test]
fn webgpu_trains_and_hands_over_to_the_cpu() {
    let visit = Visit::new("webgpu", &format!("?device=webgpu&{SMALL}"));
    visit.wait_for_device("webgpu");
    visit.train();
    visit.wait_for_step(20, 120);
    let early = visit.steps();
    visit.wait("MI on WebGPU", 120, |visit| visit.number("mi-heldout"));
    visit.wait_for_step(early + 20, 120);

    let chip = visit.text("device").unwrap_or_default();
    println!("chip: {chip}");
    assert!(chip.starts_with("WebGPU"), "the chip does not say what computes: {chip}");
    let before = visit.steps();
    visit.set("device-choice", "cpu");
    visit.wait_for_device("cpu");
    let after = visit.steps();
    assert!(after >= before, "the run fell back from step {before} to {after}");
    visit.wait_for_step(before + 100, 60);
    assert!(visit.number("mi-heldout").is_some());
    visit.leave(&[]);
}

#[test]
fn webgpu_trains_what_reads_whole_paths() {
    let run = "method=ctvae&trajectories=5&epochs=2&hidden=8&batch_windows=8&window=25&latent=2";
    let visit = Visit::new("webgpu-paths", &format!("?device=webgpu&{run}"));
    visit.wait_for_device("webgpu");
    // Asked again, the device is tested by steps of this run's own kind.
    visit.ready().set("device-choice", "cpu");
    visit.wait_for_device("cpu");
    visit.set("device-choice", "webgpu");
    let chip = visit.wait_for_device("webgpu");
    println!("chip: {chip}");
    assert!(chip.contains("agrees with the CPU"), "{chip}");
    visit.train_to_the_end(240);
    let losses = visit.wait("losses", 30, |visit| Some(latest(visit, "Losses")).filter(|all| all.len() > 1));
    println!("{} steps: {losses:?}", visit.steps());
    assert!(losses.iter().all(|(_, loss)| loss.is_finite()), "{losses:?}");
    let chip = visit.text("device").unwrap_or_default();
    assert!(chip.starts_with("WebGPU"), "it did not stay on WebGPU: {chip}");
    visit.leave(&[]);
}

#[test]
fn without_webgpu_the_cpu_trains() {
    for gpu in [Gpu::NoAdapter, Gpu::Unknown] {
        let visit = Visit::with("no-webgpu", "?device=webgpu", Setting { gpu, ..USUAL });
        let chip = visit.ready().wait_for_device("cpu");
        println!("chip: {chip}");
        assert!(chip.contains("WebGPU"), "nothing says why the CPU is used: {chip}");
        visit.train();
        visit.wait_for_step(100, 60);
        // Plain http gets a header less, and the browser says so.
        visit.leave(&["Cross-Origin-Opener-Policy"]);
    }
}
