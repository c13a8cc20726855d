//! The trainer: runs of every lane, advanced in slices, reported a few times a second.

use std::sync::Arc;

use web_time::Instant;

use super::lane::{Lane, Reporter};
use super::pace::Pace;
use super::{Host, Queue, load};
use crate::session::{Chosen, Session, SessionError, Shape, catalog};
use protocol::knobs::policy;
use protocol::{
    DeviceChoice, DeviceKind, DeviceReport, Failure, LaneReport, Progress, RunConfig, RunId, RunState, Snapshot,
    TrainerCommand, TrainerEvent, Value, WorkerMessage, text,
};
use worlds::data::Demos;

/// Steps that go to the GPU between two looks at it: fewer would spend the time on waiting.
const ON_GPU: u32 = 50;

/// Numbers of a path drawn by hand: longer than any hand draws.
const MOST_DRAWN: usize = 1 << 16;

pub type TrainerMessage = WorkerMessage<TrainerCommand>;

/// Input of the trainer's loop.
pub enum TrainerInput {
    Message(TrainerMessage),
    /// The device test, which runs concurrently, has finished.
    Device(Chosen),
}

pub struct Trainer<H> {
    host: H,
    run: RunId,
    lanes: Vec<Lane>,
    /// None while WebGPU is being tested: runs open on the CPU and wait with training.
    chosen: Option<Chosen>,
    running: bool,
    pace: Pace,
    inspected: Inspected,
    choice: DeviceChoice,
    /// The shape the devices were last tested with.
    tested: Option<Shape>,
    /// Tests devices beside everything else; answers through the inbox.
    test: Test,
}

/// The path whose weights are explained.
enum Inspected {
    Nothing,
    Shown(u32),
    Drawn(Vec<f32>),
}

pub type Test = Box<dyn Fn(DeviceChoice, Shape)>;

impl<H: Host<Event = TrainerEvent>> Trainer<H> {
    pub fn new(host: H, test: Test) -> Self {
        Self {
            host,
            run: RunId::default(),
            lanes: vec![],
            chosen: None,
            running: false,
            pace: Pace::new(),
            inspected: Inspected::Nothing,
            choice: DeviceChoice::default(),
            tested: None,
            test,
        }
    }

    pub async fn run(mut self, inputs: &Queue<TrainerInput>, choice: DeviceChoice) {
        self.ask_for(choice);
        loop {
            while let Some(input) = inputs.try_next() {
                self.handle(input).await;
            }
            if !self.running || self.chosen.is_none() {
                let input = inputs.next().await;
                self.handle(input).await;
                continue;
            }
            let steps = self.pace.next();
            if steps == 0 {
                self.host.pause(5).await;
                continue;
            }
            self.slice(steps).await;
            self.host.pause(0).await;
        }
    }

    pub async fn handle(&mut self, input: TrainerInput) {
        match input {
            TrainerInput::Device(chosen) => self.move_to(chosen).await,
            TrainerInput::Message(WorkerMessage::Command(command)) => self.perform(command).await,
            TrainerInput::Message(WorkerMessage::Load { world, name, bytes }) => {
                self.host.post(load(world, name, &bytes));
            }
            TrainerInput::Message(WorkerMessage::Start { device, .. }) => self.ask_for(device),
        }
    }

    async fn perform(&mut self, command: TrainerCommand) {
        match command {
            TrainerCommand::Open { run, lanes, resume } => self.open(run, lanes, resume).await,
            TrainerCommand::Train => self.train(),
            TrainerCommand::Pause => self.stop().await,
            TrainerCommand::Step => {
                self.running = false;
                self.slice(1).await;
                self.stop().await;
            }
            TrainerCommand::Speed(limit) => self.pace.limit(limit),
            TrainerCommand::SetKnob { knob, value } => self.set_knob(&knob, &value).await,
            TrainerCommand::Inspect { trajectory } => {
                self.inspected = trajectory.map_or(Inspected::Nothing, Inspected::Shown);
                self.show_timelines();
            }
            TrainerCommand::InspectDrawn { xy } => self.inspect_drawn(xy),
            TrainerCommand::Device(choice) => self.ask_for(choice),
        }
    }

    fn train(&mut self) {
        if !self.lanes.is_empty() {
            self.running = true;
            self.pace.restart();
            self.report(RunState::Running);
        }
    }

    fn device(&self) -> Chosen {
        self.chosen.clone().unwrap_or_else(|| Chosen::cpu(text!("device-testing")))
    }

    fn post_error(&self, error: &SessionError) {
        self.host.post_failure(Failure::from(error));
    }

    fn ask_for(&mut self, choice: DeviceChoice) {
        let why = match choice {
            DeviceChoice::Cpu => text!("device-moving"),
            _ => text!("device-testing"),
        };
        let shape = self.lanes.first().map_or_else(|| Shape::of(&catalog().first), |lane| Shape::of(&lane.session.run));
        self.chosen = None;
        self.choice = choice;
        self.tested = Some(shape);
        self.host.post_event(TrainerEvent::Device(DeviceReport { kind: None, why }));
        (self.test)(choice, shape);
    }

    /// Which device is faster depends on the shape of what is trained.
    fn test_again_for_another_shape(&mut self) {
        let shape = self.lanes.first().map(|lane| Shape::of(&lane.session.run));
        if self.choice == DeviceChoice::Auto && self.chosen.is_some() && shape != self.tested {
            self.ask_for(DeviceChoice::Auto);
        }
    }

    /// Takes all lanes to another device, by snapshot.
    async fn move_to(&mut self, chosen: Chosen) {
        self.host.post_event(TrainerEvent::Device(DeviceReport { kind: Some(chosen.kind), why: chosen.why.clone() }));
        for index in 0..self.lanes.len() {
            let lane = &mut self.lanes[index];
            if let Ok(snapshot) = lane.session.snapshot().await {
                lane.snapshot = Some(snapshot);
            }
            let (run, resume) = (lane.session.run.clone(), lane.snapshot.as_ref());
            match Session::open(&run, Some(lane.session.demos()), &chosen.device, resume) {
                Ok(session) => lane.session = session,
                Err(error) => self.post_error(&error),
            }
        }
        self.chosen = Some(chosen);
        self.set_pace();
        self.pace.restart();
    }

    /// A slice is long enough for a GPU only where every lane uses it: steps on the CPU would add up in between.
    fn set_pace(&mut self) {
        let all_there = !self.lanes.iter().any(|lane| lane.session.on_cpu());
        let on_gpu = self.device().kind == DeviceKind::WebGpu && all_there;
        self.pace.at_least(if on_gpu { ON_GPU } else { 1 });
    }

    async fn open(&mut self, run: RunId, wishes: Vec<RunConfig>, resume: Vec<Option<Snapshot>>) {
        self.run = run;
        self.running = false;
        self.lanes.clear();
        let device = self.device().device;
        let (catalog, mut notices) = (catalog(), Vec::new());
        let mut resume = resume.into_iter();
        for wish in wishes {
            let (config, said) = catalog.settle(&wish);
            notices.extend(said.into_iter().filter(|sentence| !notices.contains(sentence)).collect::<Vec<_>>());
            let demos = self.shared_demos(&config);
            let snapshot = resume.next().flatten();
            let opened = Session::open(&config, demos.clone(), &device, snapshot.as_ref());
            let opened = match opened {
                Err(error) if snapshot.is_some() => {
                    self.post_error(&error);
                    Session::open(&config, demos, &device, None)
                }
                other => other,
            };
            match opened {
                Ok(session) => self.lanes.push(Lane::new(session, snapshot)),
                Err(error) => return self.post_error(&error),
            }
        }
        self.set_pace();
        let Some(first) = self.lanes.first() else { return };
        let demos = first.session.demos_view();
        let lanes = self.lanes.iter().map(|lane| lane.session.run.clone()).collect();
        self.host.post_event(TrainerEvent::Opened { run, lanes, notices, demos });
        self.report(RunState::Paused);
        self.show_timelines();
        self.test_again_for_another_shape();
    }

    /// Demonstrations of an open lane with the same world, seed and data knobs.
    fn shared_demos(&self, config: &RunConfig) -> Option<Vec<Arc<Demos>>> {
        let data = |run: &RunConfig| {
            let card = catalog().world(&run.world).map(|card| card.knobs.clone()).unwrap_or_default();
            let knobs: Vec<_> = card.iter().map(|knob| run.knobs.get(&knob.id).cloned()).collect();
            (run.world.clone(), run.label.clone(), run.seed, policy::SEEDS.get(run), knobs)
        };
        self.lanes.iter().find(|lane| data(&lane.session.run) == data(config)).map(|lane| lane.session.demos())
    }

    /// Some steps in every lane that is not done.
    async fn slice(&mut self, steps: u32) {
        let start = Instant::now();
        for index in 0..self.lanes.len() {
            if self.lanes[index].session.done() {
                continue;
            }
            let on_gpu = self.device().kind == DeviceKind::WebGpu;
            let reporter = Reporter { host: &self.host, run: self.run, lane: index as u8 };
            let lane = &mut self.lanes[index];
            if let Err(error) = lane.advance(reporter, steps, on_gpu).await {
                self.fail(error).await;
                return;
            }
        }
        let fresh = self.pace.took(steps, start.elapsed());
        if self.lanes.iter().all(|lane| lane.session.done()) {
            self.stop().await;
        } else if fresh {
            self.report(RunState::Running);
            self.show_timelines();
        }
    }

    /// A lost device is left for the CPU, from the last snapshot; anything else stops the run.
    async fn fail(&mut self, error: SessionError) {
        self.post_error(&error);
        if matches!(error, SessionError::Device(_)) && self.device().kind == DeviceKind::WebGpu {
            self.move_to(Chosen::cpu(text!("device-webgpu-lost"))).await;
        } else {
            self.running = false;
            self.report(RunState::Paused);
        }
    }

    /// Pauses, and shows everything as it stands.
    async fn stop(&mut self) {
        self.running = false;
        for index in 0..self.lanes.len() {
            let reporter = Reporter { host: &self.host, run: self.run, lane: index as u8 };
            if let Err(error) = self.lanes[index].show_all(reporter).await {
                return self.post_error(&error);
            }
        }
        self.report(RunState::Paused);
        self.show_timelines();
    }

    fn reporter(&self, lane: usize) -> Reporter<'_, H> {
        Reporter { host: &self.host, run: self.run, lane: lane as u8 }
    }

    fn report(&self, state: RunState) {
        for (index, lane) in self.lanes.iter().enumerate() {
            let (step, steps) = lane.session.steps();
            let progress = Progress {
                state: if lane.session.done() { RunState::Done } else { state },
                phase: lane.session.phase(),
                step,
                steps,
                steps_per_second: self.pace.steps_per_second,
                seconds: lane.spent.as_secs_f32(),
            };
            self.reporter(index).post(LaneReport::Progress(progress));
        }
    }

    async fn set_knob(&mut self, knob: &str, value: &Value) {
        let catalog = catalog();
        for index in 0..self.lanes.len() {
            let lane = &mut self.lanes[index];
            let mut config = lane.session.run.clone();
            let method = catalog.method(&config.method);
            let Some(card) = method.and_then(|card| card.knobs.iter().find(|card| card.id == knob && card.live)) else {
                continue;
            };
            config.knobs.insert(knob.into(), card.settle(value, &card.default, &mut Vec::new()));
            lane.session.tune(config);
            lane.show_weights(Reporter { host: &self.host, run: self.run, lane: index as u8 });
        }
        self.show_timelines();
    }

    fn inspect_drawn(&mut self, xy: Vec<f32>) {
        if self.lanes.first().is_some_and(|lane| xy.len() > MOST_DRAWN || lane.session.drawn_timeline(&xy).is_none()) {
            let failure = Failure::new("The path that was drawn shows none of the styles.", "Draw a longer one.");
            return self.host.post_failure(failure);
        }
        self.inspected = Inspected::Drawn(xy);
        self.show_timelines();
    }

    fn show_timelines(&self) {
        for (index, lane) in self.lanes.iter().enumerate() {
            let timeline = match &self.inspected {
                Inspected::Nothing => return,
                Inspected::Shown(trajectory) => lane.session.timeline(*trajectory),
                Inspected::Drawn(xy) => lane.session.drawn_timeline(xy),
            };
            if let Some(timeline) = timeline {
                self.reporter(index).post(LaneReport::Timeline(timeline));
            }
        }
    }
}
