//! WebGPU against the CPU, for networks that see: the comparison of `engine::probe`, which `tests/browser/kernels.rs` makes
//! in a browser.

use std::io::Write;

use engine::nn::{Device, Gpu, Loss};
use engine::probe::{PictureWorkload, SEEN_LOSSES, Tolerance, compare_seen};
use engine::session::{Shape, choose};
use pollster::block_on;
use protocol::{DeviceChoice, DeviceKind};
use worlds::data::PictureStack;

/// Pictures whose area is no multiple of four, and of which the second layer's patches overlap.
const SMALL: PictureStack = PictureStack { width: 21, height: 25, depth: 4 };

/// The machine's adapter. Where there is none, prints why the test is skipped: straight to stderr, since `println!` is shown
/// for failed tests only.
fn adapter() -> Option<Gpu> {
    let skip = |reason: &String| {
        let line = format!("Skipped, because WebGPU found no adapter on this machine: {reason}\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    };
    Gpu::native().inspect_err(skip).ok()
}

/// The same device with three buffers for the 64 pictures, whose values are there for one member at a time.
fn small_buffers(gpu: &Gpu, stack: PictureStack) -> Device {
    Device::WebGpu(gpu.with_small_buffers(24 * stack.area().next_multiple_of(4) as u64, 16))
}

fn check(device: &Device, (name, loss, moving_average): (&str, Loss, bool), workload: PictureWorkload) {
    let compared = compare_seen([&Device::Cpu, device], (loss, moving_average), workload, 8);
    let difference = block_on(compared).unwrap();
    println!("{name}, {workload:?}: {difference:?}");
    assert!(Tolerance::STEPS.allows(&difference), "{name}, {workload:?}: {difference:?}");
}

/// Every loss, with motion and without, weights from the half on, two members, and a snapshot on the way; batches that are
/// no multiple of what a thread or a slice has.
#[test]
fn webgpu_learns_from_pictures_what_the_cpu_learns() {
    let Some(gpu) = adapter() else { return };
    let (whole, small) = (Device::WebGpu(gpu.clone()), small_buffers(&gpu, SMALL));
    for loss in SEEN_LOSSES {
        for (device, batch) in [(&whole, 24), (&small, 19)] {
            check(device, loss, PictureWorkload { stack: SMALL, hidden: 8, batch, seeds: 2 });
        }
    }
}

/// Vectors that pictures do not fill, and pictures that need two of them; layers that no vector divides; one row.
#[test]
fn shapes_that_need_padding_agree_too() {
    let Some(gpu) = adapter() else { return };
    for (depth, hidden, batch) in [(2, 10, 70), (6, 12, 1)] {
        let stack = PictureStack { depth, ..SMALL };
        for loss in [SEEN_LOSSES[0], SEEN_LOSSES[1]] {
            check(&small_buffers(&gpu, stack), loss, PictureWorkload { stack, hidden, batch, seeds: 1 });
        }
    }
}

#[test]
fn the_device_is_chosen_by_steps_of_networks_that_see() {
    let Some(gpu) = adapter() else { return };
    let shape = |count: usize| Shape { hidden: 8, batch: 16, seeds: 1, paths: None, pictures: Some((SMALL, count)) };
    let device = small_buffers(&gpu, SMALL);
    let choose = |count| block_on(choose(DeviceChoice::WebGpu, Ok(device.clone()), shape(count)));
    let (fits, too_many) = (choose(4 * 24), choose(4 * 24 + 1));
    assert_eq!((fits.kind, fits.why.key.as_ref()), (DeviceKind::WebGpu, "device-webgpu-asked"));
    assert_eq!((too_many.kind, too_many.why.key.as_ref()), (DeviceKind::Cpu, "device-cpu-pictures"));
}
