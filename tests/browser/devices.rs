//! WebGPU, the CPU, and moving between them.

use crate::driver::Gpu;
use crate::visit::{Setting, USUAL, Visit};

/// The software adapter takes about half a second a step, so the run is kept small.
const SMALL: &str = "trajectories=5&batch=64&hidden=16&critic_hidden=16";

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
