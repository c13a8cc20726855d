//! Which lanes helpers train: opened there, moved there, taken back.

use super::super::{Inspected, Trainer, TrainerHost};
use super::{HelperSlot, Helpers, MAX_LOSSES, MAX_TABLE, RemoteLane, StartHelper, load};
use protocol::{
    DeviceChoice, DeviceKind, PolicySubscription, Role, RunConfig, Snapshot, TextValue, TrainerCommand, TrainerEvent,
    Verdict, Watchdog, WorkerMessage, text,
};

impl<H: TrainerHost> Trainer<H> {
    /// Trains further lanes in workers of their own.
    #[must_use]
    pub fn with_helpers(mut self, start: StartHelper) -> Self {
        self.helpers = Helpers::new(start);
        self
    }

    /// Whether lanes are trained apart: on the CPU, since a graphics device is one for all.
    pub(in super::super) fn has_helpers(&self) -> bool {
        let on_cpu = self.device.as_ref().is_some_and(|device| device.kind == DeviceKind::Cpu);
        on_cpu && self.helpers.start.is_some() && self.helpers.losses <= MAX_LOSSES && !self.helpers.files_missing
    }

    /// Whether the demonstrations of the first lane are few enough.
    pub(in super::super) fn has_small_table(&self) -> bool {
        self.lanes.first().is_some_and(|lane| lane.session.table_bytes() <= MAX_TABLE)
    }

    /// Opens a lane in a helper: the one that had the lane of this number, or a new one. Where there can be none, the
    /// snapshot comes back.
    pub(in super::super) fn open_apart(
        &mut self,
        number: u8,
        config: &RunConfig,
        resume: Option<Snapshot>,
    ) -> Result<(), Option<Snapshot>> {
        self.helpers.leave_world(number, &config.world);
        if self.helpers.owner(number).is_none() && !self.start_helper(&config.world) {
            return Err(resume);
        }
        let remote = RemoteLane { number, config: config.clone(), snapshot: resume.clone() };
        let owner = |slot: &&mut HelperSlot| slot.lanes.iter().all(|lane| lane.number == number);
        let Some(slot) = self.helpers.slots.iter_mut().find(owner) else { return Err(resume) };
        (slot.lanes, slot.failed, slot.forking) = (vec![remote], false, None);
        let (run, config) = (self.run, config.clone());
        let send = |command| slot.worker.send(&WorkerMessage::Command(command));
        send(TrainerCommand::OpenLane { run, lane: number, config, resume });
        send(TrainerCommand::Speed(self.scheduler.limit()));
        send(TrainerCommand::ShowTruth(self.truth));
        match &self.inspected {
            Inspected::Nothing => {}
            Inspected::Demonstration(trajectory) => send(TrainerCommand::Inspect { trajectory: Some(*trajectory) }),
            Inspected::Drawn(xy) => send(TrainerCommand::InspectDrawn { xy: xy.clone() }),
        }
        if self.training {
            send(TrainerCommand::Train);
        }
        Ok(())
    }

    /// A helper without a lane, with the files of a world.
    fn start_helper(&mut self, world: &str) -> bool {
        let helpers = &mut self.helpers;
        let id = helpers.started;
        let Some(worker) = helpers.start.as_ref().and_then(|start| start(id)) else { return false };
        helpers.started += 1;
        worker.send(&WorkerMessage::Start { role: Role::Trainer, device: DeviceChoice::Cpu });
        worker.send(&WorkerMessage::Connect);
        worker.subscribe(PolicySubscription(self.policies));
        for (_, name, bytes) in helpers.files.iter().filter(|(of, ..)| of == world) {
            worker.send(&load(world, name, bytes));
        }
        let watchdog = Watchdog::default();
        helpers.slots.push(HelperSlot { id, worker, lanes: vec![], watchdog, failed: false, forking: None });
        true
    }

    /// Ends training here and in all helpers.
    pub(in super::super) async fn stop_all(&mut self) {
        self.training = false;
        self.helpers.send(&TrainerCommand::Pause);
        if self.running {
            self.pause().await;
        }
    }

    /// Its lanes go on from their last snapshots, in another helper or here.
    pub(super) async fn lose_helper(&mut self, id: u32, cause: TextValue) {
        let Some(place) = self.helpers.slots.iter().position(|slot| slot.id == id) else { return };
        let slot = self.helpers.slots.remove(place);
        self.helpers.losses += 1;
        self.host.post_event(TrainerEvent::Notice(text!("worker-lane-restarts", cause = cause)));
        for lane in slot.lanes {
            self.reopen_lane(lane).await;
        }
    }

    async fn reopen_lane(&mut self, RemoteLane { number, config, snapshot }: RemoteLane) {
        let snapshot = match self.has_helpers() {
            true => match self.open_apart(number, &config, snapshot) {
                Ok(()) => return,
                Err(snapshot) => snapshot,
            },
            false => snapshot,
        };
        match self.open_lane(number, &config, snapshot) {
            Ok(lane) => {
                let place = self.lanes.partition_point(|known| known.number < number);
                self.lanes.insert(place, lane);
                if self.training {
                    self.train();
                }
            }
            Err(error) => self.post_error(&error),
        }
    }

    /// Asks helpers for a sign of life, as often as the page asks this worker.
    pub(in super::super) async fn ping_helpers(&mut self) {
        let mut hung = Vec::new();
        for slot in &mut self.helpers.slots {
            match slot.watchdog.tick() {
                Verdict::Wait => slot.worker.send(&WorkerMessage::Ping),
                Verdict::Hung { seconds } => hung.push((slot.id, text!("worker-no-answer", seconds = seconds))),
            }
        }
        for (id, cause) in hung {
            self.lose_helper(id, cause.into()).await;
        }
    }

    /// Gives lanes that were opened while devices were tested to helpers, unless they have begun.
    pub(in super::super) fn part_lanes(&mut self) {
        let begun = self.lanes.iter().any(|lane| lane.frames.last().is_some());
        if begun || !self.has_helpers() || !self.has_small_table() || !self.helpers.slots.is_empty() {
            return;
        }
        for lane in self.lanes.split_off(self.lanes.len().min(1)) {
            if self.open_apart(lane.number, &lane.session.run, lane.snapshot.clone()).is_err() {
                self.lanes.push(lane);
            }
        }
    }

    /// The helpers follow this worker to another device.
    pub(in super::super) fn move_helpers(&mut self, kind: DeviceKind) {
        if self.helpers.told.replace(kind).unwrap_or(DeviceKind::Cpu) == kind {
            return;
        }
        let choice = match kind {
            DeviceKind::Cpu => DeviceChoice::Cpu,
            DeviceKind::WebGpu => DeviceChoice::WebGpu,
        };
        self.helpers.send(&TrainerCommand::Device(choice));
    }

    /// The runs of all lanes in order, here and in helpers.
    pub(in super::super) fn all_configs(&self) -> Vec<RunConfig> {
        let here = self.lanes.iter().map(|lane| (lane.number, &lane.session.run));
        let apart =
            self.helpers.slots.iter().flat_map(|slot| slot.lanes.iter().map(|lane| (lane.number, &lane.config)));
        let mut all: Vec<_> = here.chain(apart).collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, config)| config.clone()).collect()
    }
}
