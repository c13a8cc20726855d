//! The device that the lanes train on.

use super::{Trainer, TrainerHost};
use crate::session::{Chosen, Shape, catalog};
use protocol::{DeviceChoice, DeviceKind, DeviceReport, TrainerEvent, text};

/// Steps enqueued on the GPU before the trainer waits for it: with fewer, most of the time goes to waiting.
const GPU_SLICE: u32 = 50;
/// The same for networks that see, whose steps take longer.
const SEEING_SLICE: u32 = 4;

impl<H: TrainerHost> Trainer<H> {
    /// The device in use; the CPU while devices are being tested.
    pub(super) fn current_device(&self) -> Chosen {
        self.device.clone().unwrap_or_else(|| Chosen::cpu(text!("device-testing")))
    }

    pub(super) fn on_gpu(&self) -> bool {
        self.current_device().kind == DeviceKind::WebGpu
    }

    /// Starts a test of the devices. Training waits for its result.
    pub(super) fn request_device(&mut self, choice: DeviceChoice) {
        let why = match choice {
            DeviceChoice::Cpu => text!("device-moving"),
            DeviceChoice::Auto | DeviceChoice::WebGpu => text!("device-testing"),
        };
        let shape = self.lanes.first().map_or_else(|| Shape::of(&catalog().first), |lane| lane.session.shape());
        self.device = None;
        self.choice = choice;
        self.tested = Some(shape);
        self.host.post_event(TrainerEvent::Device(DeviceReport { kind: None, why }));
        (self.test_devices)(choice, shape);
    }

    /// Tests again when the shape of the networks has changed, because the faster device depends on it.
    pub(super) fn test_changed_shape(&mut self) {
        let shape = self.lanes.first().map(|lane| lane.session.shape());
        // A device that the visitor chose is tested again only if networks begin or cease to see, since those take other
        // operations, and may not fit.
        let sees = |shape: &Option<Shape>| shape.as_ref().is_some_and(|shape| shape.pictures.is_some());
        let decides = self.choice == DeviceChoice::Auto || sees(&shape) != sees(&self.tested);
        if decides && self.device.is_some() && shape != self.tested {
            self.request_device(self.choice);
        }
    }

    /// Moves all lanes to another device: each is saved and opened again there.
    pub(super) async fn move_to(&mut self, device: Chosen) {
        self.leave_time_machine().await;
        self.join_seeds().await;
        self.seeds.end();
        self.move_helpers(device.kind);
        let report = DeviceReport { kind: Some(device.kind), why: device.why.clone() };
        self.host.post_event(TrainerEvent::Device(report));
        for index in 0..self.lanes.len() {
            let lane = &mut self.lanes[index];
            if lane.session.rests_on_cpu() {
                continue;
            }
            // A lost device cannot make a snapshot; the lane then continues from its last one.
            if let Ok(snapshot) = lane.session.snapshot().await {
                lane.snapshot = Some(snapshot);
            }
            let (run, resume) = (lane.session.run.clone(), lane.snapshot.as_ref());
            let (shared, resume) = (lane.session.shared_data(), resume.cloned());
            match self.open_session(&run, Some(shared), &device.device, resume.as_ref()) {
                Ok(session) => self.lanes[index].session = session,
                Err(error) => self.post_error(&error),
            }
        }
        self.device = Some(device);
        self.part_lanes();
        self.set_slice();
        self.scheduler.restart();
        if self.running {
            self.start_seed_workers();
        }
    }

    /// Sets the fewest steps of a slice. Long slices are for the GPU only if every lane uses it: steps of another lane
    /// on the CPU would take too long in between.
    pub(super) fn set_slice(&mut self) {
        let all_on_gpu = self.on_gpu() && !self.lanes.iter().any(|lane| lane.session.on_cpu());
        let sees = self.lanes.iter().any(|lane| lane.session.shape().pictures.is_some());
        let slice = if sees { SEEING_SLICE } else { GPU_SLICE };
        self.scheduler.set_min_slice(if all_on_gpu { slice } else { 1 });
    }
}
