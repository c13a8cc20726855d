//! WebGPU against the CPU, for networks that see: the comparison of `engine::probe`.

use std::io::Write;

use engine::nn::{Device, Gpu, Loss};
use engine::probe::{PictureWorkload, Tolerance, compare_seen};
use worlds::data::PictureStack;

/// The machine's adapter. Where there is none, prints why the test is skipped: straight to stderr, since `println!` is shown
/// for failed tests only.
fn adapter() -> Option<Gpu> {
    let skip = |reason: &String| {
        let line = format!("Skipped, because WebGPU found no adapter on this machine: {reason}\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    };
    Gpu::native().inspect_err(skip).ok()
}

/// Small pictures whose area is no multiple of four, and of which the second layer's patches overlap.
#[test]
fn webgpu_learns_from_pictures_what_the_cpu_learns() {
    let Some(gpu) = adapter() else { return };
    let webgpu = Device::WebGpu(gpu);
    let stack = PictureStack { width: 21, height: 25, depth: 4 };
    let workload = PictureWorkload { stack, hidden: 8, batch: 24, seeds: 2 };
    let losses = [
        (Loss::Categorical, false),
        (Loss::Sampled, false),
        (Loss::Sampled, true),
        (Loss::Exact, false),
        (Loss::Exact, true),
    ];
    for loss in losses {
        let difference = pollster::block_on(compare_seen([&Device::Cpu, &webgpu], loss, workload, 6)).unwrap();
        println!("{loss:?}: {difference:?}");
        assert!(Tolerance::STEPS.allows(&difference), "{loss:?}: {difference:?}");
    }
}
