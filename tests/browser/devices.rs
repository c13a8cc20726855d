//! WebGPU, the CPU, and moving between them.

use crate::driver::Gpu;
use crate::visit::{Setting, USUAL, Visit};

/// The software adapter takes about half a second a step, so the run is kept small.
const SMALL: &str = "batch=32&hidden=16&critic_hidden=16";

#[test]
fn webgpu_trains_and_hands_over_to_the_cpu() {
    let visit = Visit::new("webgpu", &format!("?device=webgpu&{SMALL}"));
    let chip =
        visit.wait("WebGPU on the chip", 90, |visit| visit.text("device").filter(|text| text.contains("WebGPU")));
    println!("chip: {chip}");
    visit.train();
    visit.wait_for_step(20, 120);
    let early = visit.steps();
    visit.wait("MI on WebGPU", 120, |visit| visit.number("mi-heldout"));
    visit.wait_for_step(early + 20, 120);

    let before = visit.steps();
    choose_device(&visit, "cpu");
    visit.wait("the CPU on the chip", 60, |visit| visit.text("device").filter(|text| text.contains("CPU")));
    visit.wait_for_step(before + 100, 60);
    assert!(visit.number("mi-heldout").is_some());
    visit.leave(&[]);
}

/// The chip is a choice, or opens one.
fn choose_device(visit: &Visit, device: &str) {
    let chip = visit.run("return document.querySelector('[data-testid=device]').tagName");
    if chip == "SELECT" {
        visit.set("device", device);
    } else {
        visit.click("device");
        visit.click(&format!("device-{device}"));
    }
}

#[test]
fn without_webgpu_the_cpu_trains() {
    let visit = Visit::with("no-webgpu", "?device=webgpu", Setting { gpu: Gpu::None, ..USUAL });
    visit.ready();
    let chip = visit.wait("the CPU on the chip", 60, |visit| visit.text("device").filter(|text| text.contains("CPU")));
    println!("chip: {chip}");
    let told =
        visit.text("message").unwrap_or_default() + &visit.attribute("device", "title").unwrap_or_default() + &chip;
    assert!(told.contains("WebGPU"), "nothing says why the CPU is used: {told}");
    visit.train();
    visit.wait_for_step(100, 60);
    visit.leave(&[]);
}
