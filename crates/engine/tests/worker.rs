//! Both roles of the worker, driven by commands and watched by their events, without a browser.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use engine::nn::Bundle;
use engine::session::{Chosen, catalog};
use engine::worker::{Host, Queue, Stage, StageInput, Trainer, TrainerInput};
use pollster::block_on;
use protocol::knobs::policy;
use protocol::{
    Calibration, DeviceChoice, LaneReport, PolicySubscription, PolicyUpdate, RunConfig, RunId, RunState, Snapshot,
    StageCommand, StageEvent, Timeline, TrainerCommand, TrainerEvent, Value, WorkerEvent, WorkerMessage, text,
};

#[path = "worker/files.rs"]
mod files;
#[path = "worker/helpers.rs"]
mod helpers;
#[path = "worker/opening.rs"]
mod opening;
#[path = "worker/seeds.rs"]
mod seeds;
#[path = "worker/stage.rs"]
mod stage;
#[path = "worker/training.rs"]
mod training;

type FromTrainer = WorkerEvent<TrainerEvent>;
type FromStage = WorkerEvent<StageEvent>;

/// Collects what a worker posts to the page, and sends to the other worker.
struct Page<E, P> {
    posted: Rc<RefCell<Vec<WorkerEvent<E>>>>,
    sent: Rc<RefCell<Vec<P>>>,
}

type TrainerPage = Page<TrainerEvent, PolicyUpdate>;
type StagePage = Page<StageEvent, PolicySubscription>;

impl<E, P> Default for Page<E, P> {
    fn default() -> Self {
        Self { posted: Rc::default(), sent: Rc::default() }
    }
}

impl<E, P> Clone for Page<E, P> {
    fn clone(&self) -> Self {
        Self { posted: self.posted.clone(), sent: self.sent.clone() }
    }
}

impl<E, P> Host for Page<E, P> {
    type Event = E;
    type PeerMessage = P;

    fn post(&self, message: WorkerEvent<E>) {
        self.posted.borrow_mut().push(message);
    }

    fn send_to_peer(&self, message: P) {
        self.sent.borrow_mut().push(message);
    }

    async fn pause(&self, _milliseconds: u32) {}
}

impl<E, P> Page<E, P> {
    fn take(&self) -> Vec<WorkerEvent<E>> {
        self.posted.take()
    }

    fn take_sent(&self) -> Vec<P> {
        self.sent.take()
    }
}

fn config(query: &str) -> RunConfig {
    let small = "trajectories=5&epochs=1&critic_epochs=1&hidden=16&critic_hidden=16";
    catalog().settle(&RunConfig::from_query(&format!("{small}&{query}")).0).0
}

fn trainer(page: &TrainerPage) -> Trainer<TrainerPage> {
    let mut trainer = Trainer::new(page.clone(), Box::new(|_, _| {}));
    block_on(trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked")))));
    trainer
}

fn send(trainer: &mut Trainer<TrainerPage>, command: TrainerCommand) {
    block_on(trainer.handle(TrainerInput::Message(WorkerMessage::Command(command))));
}

fn direct(stage: &mut Stage<StagePage>, command: StageCommand) {
    stage.handle(StageInput::Message(WorkerMessage::Command(command)));
}

fn open(trainer: &mut Trainer<TrainerPage>, run: u32, lanes: Vec<RunConfig>, resume: Vec<Option<Snapshot>>) {
    send(trainer, TrainerCommand::Open { run: RunId(run), lanes, resume });
}

/// The reports of all lanes, with the number of the lane.
fn reports(events: &[FromTrainer]) -> Vec<(u8, &LaneReport)> {
    let report = |event| match event {
        &WorkerEvent::Event(TrainerEvent::Lane(ref event)) => Some((event.lane, &event.report)),
        _ => None,
    };
    events.iter().filter_map(report).collect()
}

fn snapshots(events: &[FromTrainer]) -> Vec<Snapshot> {
    let snapshot = |(_, report): (_, &LaneReport)| match report {
        LaneReport::Snapshot { snapshot, .. } => Some(snapshot.clone()),
        _ => None,
    };
    reports(events).into_iter().filter_map(snapshot).collect()
}

fn step_of(events: &[FromTrainer]) -> Option<(u32, RunState)> {
    reports(events).iter().rev().find_map(|(_, report)| match report {
        LaneReport::Progress(progress) => Some((progress.step, progress.state)),
        _ => None,
    })
}

/// Trains every lane to its end. The trainer's loop never ends by itself: it runs until it waits for a message after the
/// last step.
fn train(mut trainer: Trainer<TrainerPage>) {
    send(&mut trainer, TrainerCommand::Train);
    let inputs = Queue::default();
    let mut run = Box::pin(trainer.run(&inputs, DeviceChoice::Cpu));
    inputs.push(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked"))));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(run.as_mut().poll(&mut context).is_pending());
}

fn court(query: &str) -> RunConfig {
    config(&format!("world=basketball&paths=100&{query}"))
}

fn timelines(events: &[FromTrainer]) -> Vec<&Timeline> {
    let timelines = reports(events).into_iter().filter_map(|(_, report)| match report {
        LaneReport::Timeline(timeline) => Some(timeline),
        _ => None,
    });
    timelines.collect()
}

fn subscribe(trainer: &mut Trainer<TrainerPage>, subscribed: bool) {
    block_on(trainer.handle(TrainerInput::Subscription(PolicySubscription(subscribed))));
}

fn load<C>(world: &str, bytes: &[u8]) -> WorkerMessage<C> {
    WorkerMessage::Load { world: world.into(), name: "some.file".into(), bytes: bytes.to_vec() }
}
