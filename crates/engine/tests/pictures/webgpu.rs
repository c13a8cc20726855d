//! WebGPU against the CPU, for networks that see: the comparison of `engine::probe`, which `tests/browser/kernels.rs` makes
//! in a browser.

use std::io::Write;

use super::*;
use engine::methods::open_snapshot;
use engine::nn::{Gpu, LearningRate, Loss, Members};
use engine::probe::{PictureWorkload, SEEN_LOSSES, Tolerance, compare_seen};
use engine::session::{Shape, choose};
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

/// Every loss, weights but in the last step, two members, and snapshots on the way; batches that are no multiple of what a
/// thread or a slice has.
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

/// The gradient of one step, in which no rounding has been made large by Adam yet: ten times its first moment.
fn gradient(device: &Device, (_, loss, moving_average): (&str, Loss, bool), workload: PictureWorkload) -> Vec<f32> {
    let rows = workload.rows(device);
    let mut learner = workload.learner(loss, moving_average, &rows);
    learner.set_weights((0..rows.count()).map(|row| 0.5 + (row % 3) as f32).collect());
    let order = Members::One.order(&rows, workload.batch, "gradient", 0, loss == Loss::Sampled);
    learner.step(&rows, &order, 0, LearningRate::constant(1e-3));
    block_on(learner.fetch()).unwrap();
    learner.state.first_moments.iter().map(|moment| 10.0 * moment).collect()
}

/// Vectors that pictures do not fill, and pictures that need two of them; layers that no vector divides; one row, and more
/// rows than a workgroup has threads.
#[test]
fn gradients_agree_where_shapes_need_padding() {
    let Some(gpu) = adapter() else { return };
    for (depth, hidden, batch) in [(2, 10, 70), (6, 12, 5), (1, 3, 1)] {
        let stack = PictureStack { depth, ..SMALL };
        let workload = PictureWorkload { stack, hidden, batch, seeds: 2 };
        for loss in SEEN_LOSSES {
            let expected = gradient(&Device::Cpu, loss, workload);
            let found = gradient(&small_buffers(&gpu, stack), loss, workload);
            let largest = expected.iter().fold(1e-6f32, |most, x| most.max(x.abs()));
            let off = expected.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) / largest;
            println!("{}, {workload:?}: off by {off:e} of {largest:e}", loss.0);
            assert!(expected.len() == found.len() && off < 1e-4, "{}, {workload:?}: off by {off:e}", loss.0);
        }
    }
}

/// A run on the pictures of a recording begins on WebGPU, goes on on the CPU and returns, as when a visitor changes the device.
#[test]
fn a_run_moves_between_devices() {
    let Some(gpu) = adapter() else { return };
    let (files, webgpu) = (magpie(6), Device::WebGpu(gpu));
    for method in ["method=cbc", "method=bc-pmi&critic=sampled&evidence=pair"] {
        let run = run(method);
        let train = |devices: [&Device; 3]| {
            let mut saved = None;
            for device in devices {
                let mut session = Session::open(&run, &files, None, device, saved.as_ref()).unwrap();
                assert!(!session.on_cpu(), "there is room for the pictures");
                block_on(session.advance(2)).unwrap();
                saved = Some(block_on(session.snapshot()).unwrap());
            }
            saved.unwrap()
        };
        let parameters = |devices: [&Device; 3]| {
            let bundle = open_snapshot(&run, &files, &train(devices)).unwrap();
            let tables = bundle.tables.into_iter().filter(|(name, _)| name.contains("parameters"));
            tables.flat_map(|(_, (_, _, values))| values).collect::<Vec<f32>>()
        };
        let (moved, stayed) = (parameters([&webgpu, &Device::Cpu, &webgpu]), parameters([&Device::Cpu; 3]));
        assert!(!stayed.is_empty() && moved.len() == stayed.len());
        // Adam moves a parameter by a learning rate per step at the most, in whatever direction.
        let apart = moved.iter().zip(&stayed).filter(|(a, b)| (*a - *b).abs() > 1e-4).count();
        println!("{method}: {apart} of {} parameters differ", moved.len());
        assert!(apart * 20 < moved.len(), "{method}: {apart} of {} parameters differ", moved.len());
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
