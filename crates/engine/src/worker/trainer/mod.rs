//! The trainer: takes steps in every lane, in slices between which it handles messages, and reports a few times per
//! second.

mod ask;
mod devices;
mod fork;
mod helpers;
mod jobs;
mod key_frames;
mod knobs;
mod lane;
mod open;
mod reports;
mod seeds;
mod step_scheduler;
mod time_machine;

use web_time::Instant;

use super::{Host, Queue, load};
use crate::session::{Chosen, SessionError, Shape};
pub use helpers::{FromHelper, Helper, StartHelper};
pub use seeds::{StartSeeds, StartedSeeds};

use helpers::Helpers;
use lane::{Reporter, TrainingLane};
use open::Placement;
use protocol::{
    DeviceChoice, Failure, PolicySubscription, PolicyUpdate, RunId, RunState, TrainerCommand, TrainerEvent,
    WorkerMessage, text,
};
use step_scheduler::StepScheduler;
use worlds::Files;

/// Milliseconds between two looks at incoming messages while the speed limit allows no step.
const LIMITED_MS: u32 = 5;

pub trait TrainerHost: Host<Event = TrainerEvent, PeerMessage = PolicyUpdate> {}

impl<H: Host<Event = TrainerEvent, PeerMessage = PolicyUpdate>> TrainerHost for H {}

pub enum TrainerInput {
    Message(WorkerMessage<TrainerCommand>),
    /// From the stage.
    Subscription(PolicySubscription),
    /// A message of a helper, with the helper's number.
    Helper(u32, FromHelper),
    /// The device test, which runs concurrently, has finished.
    Device(Chosen),
}

/// The path whose weights are explained.
enum Inspected {
    Nothing,
    Demonstration(u32),
    Drawn(Vec<f32>),
}

/// Starts a test of the devices; the result comes back as `TrainerInput::Device`.
pub type TestDevices = Box<dyn Fn(DeviceChoice, Shape)>;

pub struct Trainer<H> {
    host: H,
    run: RunId,
    lanes: Vec<TrainingLane>,
    files: Files,
    /// None while devices are being tested: lanes are opened on the CPU, and training waits.
    device: Option<Chosen>,
    /// A lane of this worker takes steps.
    running: bool,
    /// Training was requested and has not ended since. Lanes of this worker may be done before those of helpers.
    training: bool,
    scheduler: StepScheduler,
    inspected: Inspected,
    /// Whether timelines hold the true PMI.
    truth: bool,
    /// Whether the stage has subscribed to policies.
    policies: bool,
    choice: DeviceChoice,
    /// The shape of the networks with which devices were last tested.
    tested: Option<Shape>,
    test_devices: TestDevices,
    helpers: Helpers,
    seeds: seeds::SeedWorkers,
    /// The question that is being answered in slices.
    job: Option<jobs::Job>,
}

impl<H: TrainerHost> Trainer<H> {
    pub fn new(host: H, test_devices: TestDevices) -> Self {
        Self {
            host,
            run: RunId::default(),
            lanes: vec![],
            files: Files::default(),
            device: None,
            running: false,
            training: false,
            scheduler: StepScheduler::new(),
            inspected: Inspected::Nothing,
            truth: false,
            policies: false,
            choice: DeviceChoice::default(),
            tested: None,
            test_devices,
            helpers: Helpers::default(),
            seeds: seeds::SeedWorkers::default(),
            job: None,
        }
    }

    pub async fn run(mut self, inputs: &Queue<TrainerInput>, choice: DeviceChoice) {
        self.request_device(choice);
        loop {
            while let Some(input) = inputs.try_next() {
                self.handle(input).await;
            }
            // Before further steps, so that a file is of one step.
            if self.has_job() {
                self.work_on_job();
                self.host.pause(0).await;
                continue;
            }
            if !self.running || self.device.is_none() {
                let input = inputs.next().await;
                self.handle(input).await;
                continue;
            }
            let steps = self.scheduler.next_slice();
            if steps == 0 {
                self.host.pause(LIMITED_MS).await;
                continue;
            }
            self.take_slice(steps).await;
            self.host.pause(0).await;
        }
    }

    pub fn is_running(&self) -> bool {
        self.running
    }

    pub async fn handle(&mut self, input: TrainerInput) {
        match input {
            TrainerInput::Device(device) => self.move_to(device).await,
            TrainerInput::Helper(id, message) => self.on_helper(id, message).await,
            TrainerInput::Subscription(PolicySubscription(subscribed)) => {
                self.policies = subscribed;
                self.helpers.subscribe(PolicySubscription(subscribed));
                self.send_policies().await;
            }
            TrainerInput::Message(message) => match message {
                WorkerMessage::Start { device, .. } => self.request_device(device),
                WorkerMessage::Load { world, name, bytes } => {
                    // Workers for seeds start again with all files.
                    self.join_seeds().await;
                    self.seeds.end();
                    self.helpers.load(&world, &name, &bytes);
                    self.host.post(load(&mut self.files, world, name, &bytes));
                    self.lanes.iter_mut().for_each(|lane| lane.set_files(&self.files));
                }
                WorkerMessage::StartSeeds => {}
                // The stage subscribes through the new port.
                WorkerMessage::Connect => self.policies = false,
                // The listener has answered it; it is passed on to the helpers.
                WorkerMessage::Ping => self.ping_helpers().await,
                WorkerMessage::Command(command) => self.perform(command).await,
            },
        }
    }

    async fn perform(&mut self, command: TrainerCommand) {
        if applies_to_all(&command) {
            self.helpers.send(&command);
        }
        self.join_for(&command).await;
        match command {
            TrainerCommand::Open { run, lanes, resume } => self.open(run, lanes, resume, Placement::Apart).await,
            TrainerCommand::OpenLane { run, lane, config, resume } => {
                self.open(run, vec![config], vec![resume], Placement::Here(lane)).await;
            }
            TrainerCommand::Train => {
                self.leave_time_machine().await;
                self.training = true;
                self.train();
            }
            TrainerCommand::Pause => {
                self.leave_time_machine().await;
                self.training = false;
                self.pause().await;
            }
            TrainerCommand::Step => {
                self.leave_time_machine().await;
                (self.running, self.training) = (false, false);
                self.advance(1).await;
                self.pause().await;
            }
            TrainerCommand::Speed(limit) => self.scheduler.set_limit(limit),
            TrainerCommand::SetKnob { knob, value } => {
                self.leave_time_machine().await;
                self.set_knob(&knob, &value);
            }
            TrainerCommand::Inspect { trajectory } => {
                self.inspected = trajectory.map_or(Inspected::Nothing, Inspected::Demonstration);
                self.report_timelines();
            }
            TrainerCommand::InspectDrawn { xy } => self.inspect_drawn(xy),
            TrainerCommand::Device(choice) => self.request_device(choice),
            TrainerCommand::SendSnapshots => {
                self.leave_time_machine().await;
                self.report_snapshots().await;
            }
            TrainerCommand::Ask { id, question } => self.ask(id, &question).await,
            TrainerCommand::ShowTruth(on) => self.show_truth(on),
            command @ (TrainerCommand::Recall { lane, .. } | TrainerCommand::Fork { lane, .. }) => {
                self.visit_step(lane, command).await;
            }
        }
    }

    /// Performs `Recall` or `Fork` of a lane, here or in the helper that trains it.
    async fn visit_step(&mut self, lane: u8, command: TrainerCommand) {
        if self.training {
            self.stop_all().await;
        }
        let Some(index) = self.lanes.iter().position(|here| here.number == lane) else {
            self.helpers.send_to_owner(lane, command);
            return;
        };
        match command {
            TrainerCommand::Recall { step, .. } => self.recall(index, step).await,
            TrainerCommand::Fork { run, step, knob, value, .. } => self.fork(run, index, step, &knob, &value).await,
            _ => {}
        }
    }

    fn post_error(&self, error: &SessionError) {
        self.host.post_failure(Failure::from(error));
    }

    fn reporter(&self, lane: &TrainingLane) -> Reporter<'_, H> {
        Reporter { host: &self.host, run: self.run, lane: lane.number, policies: self.policies }
    }

    /// Runs a task in every lane, up to the first error.
    async fn each_lane(
        &mut self,
        mut task: impl AsyncFnMut(&mut TrainingLane, &Reporter<'_, H>) -> Result<(), SessionError>,
    ) -> Result<(), SessionError> {
        let (host, run, policies) = (&self.host, self.run, self.policies);
        for lane in &mut self.lanes {
            let reporter = Reporter { host, run, lane: lane.number, policies };
            task(lane, &reporter).await?;
        }
        Ok(())
    }

    fn train(&mut self) {
        // If no lane can go on, every further request to train is answered with the same sentence.
        let broken = self.lanes.iter().find_map(|lane| lane.session.diverged());
        if let Some(error) = broken.filter(|_| self.all_over()) {
            return self.post_error(&error);
        }
        if !self.lanes.is_empty() {
            self.running = true;
            self.scheduler.restart();
            self.start_seed_workers();
            self.report_progress(RunState::Running);
        }
    }

    /// Whether no lane can take a further step.
    fn all_over(&self) -> bool {
        self.lanes.iter().all(|lane| lane.over())
    }

    /// Takes some steps while training goes on; with seeds in other workers, once those are ready.
    pub async fn take_slice(&mut self, steps: u32) {
        self.part_seeds().await;
        self.advance(steps).await;
    }

    /// Takes some steps in every lane that is not done.
    async fn advance(&mut self, steps: u32) {
        let start = Instant::now();
        let (on_gpu, goes_on) = (self.on_gpu(), self.running);
        let advanced = self.each_lane(async |lane, reporter| match lane.over() {
            true => Ok(()),
            false => lane.advance(reporter, steps, on_gpu, goes_on).await,
        });
        if let Err(error) = advanced.await {
            return self.fail(error).await;
        }
        let measured = self.scheduler.finish_slice(steps, start.elapsed());
        if self.all_over() {
            self.pause().await;
        } else if measured {
            self.report_progress(RunState::Running);
            self.report_timelines();
        }
    }

    /// After the loss of a WebGPU device the run continues on the CPU; any other error pauses it.
    async fn fail(&mut self, error: SessionError) {
        if matches!(error, SessionError::SeedsLost(_)) {
            return self.lose_seeds(&error).await;
        }
        self.post_error(&error);
        if matches!(error, SessionError::Device(_)) && self.on_gpu() {
            self.move_to(Chosen::cpu(text!("device-webgpu-lost"))).await;
        } else {
            (self.running, self.training) = (false, false);
            self.helpers.send(&TrainerCommand::Pause);
            self.report_progress(RunState::Paused);
        }
    }

    /// Stops training and reports everything as it is now.
    async fn pause(&mut self) {
        self.running = false;
        self.join_seeds().await;
        if self.all_over() {
            self.seeds.end();
        }
        if let Err(error) = self.each_lane(async |lane, reporter| lane.report_all(reporter).await).await {
            return self.fail(error).await;
        }
        self.report_progress(RunState::Paused);
        self.report_timelines();
    }
}

/// Whether a command is passed on to helpers as it is. For other commands, the code that performs them decides.
fn applies_to_all(command: &TrainerCommand) -> bool {
    use TrainerCommand::{Inspect, Pause, SendSnapshots, SetKnob, ShowTruth, Speed, Step, Train};
    matches!(command, Train | Pause | Step | Speed(_) | SetKnob { .. } | Inspect { .. } | SendSnapshots | ShowTruth(_))
}
