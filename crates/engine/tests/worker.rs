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

#[path = "worker/helpers.rs"]
mod helpers;
#[path = "worker/seeds.rs"]
mod seeds;

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

#[test]
fn a_step_is_a_step_in_every_lane() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=bc", "method=cbc", "method=bc-pmi"].map(config).to_vec(), vec![]);
    let opened = page.take();
    let [WorkerEvent::Event(TrainerEvent::Opened { lanes, demos, notices, .. }), ..] = &opened[1..] else {
        panic!("not opened: {opened:?}")
    };
    assert_eq!((lanes.len(), demos.trajectories, demos.pairs), (3, 24, 24 * 300));
    assert!(notices.is_empty() && demos.paths.len() == 4 * 6 && demos.ideals.len() == 4, "{notices:?}");
    send(&mut trainer, TrainerCommand::Step);
    let events = page.take();
    assert_eq!(step_of(&events), Some((1, RunState::Paused)));
    assert_eq!(snapshots(&events).len(), 3);
}

#[test]
fn clusters_say_what_they_are_responsible_for() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=sorl", "method=bc"].map(config).to_vec(), vec![]);
    send(&mut trainer, TrainerCommand::Step);
    let events = page.take();
    let clusters = |report: &(u8, &LaneReport)| matches!(report.1, LaneReport::Responsibilities(_));
    let reported: Vec<_> = reports(&events).into_iter().filter(clusters).collect();
    let [(0, LaneReport::Responsibilities(responsibilities))] = reported[..] else {
        panic!("only SORL clusters: {reported:?}")
    };
    // Five trajectories of each of four circles train; a sixth is held out.
    assert_eq!((responsibilities.some.len(), responsibilities.means.len()), (20, 4));
    let whole = |shares: &[f32]| shares.len() == 4 && (shares.iter().sum::<f32>() - 1.0).abs() < 1e-3;
    assert!(responsibilities.some.iter().all(|one| whole(&one.shares)), "{responsibilities:?}");
    assert!(responsibilities.means.iter().all(|means| whole(means)), "{responsibilities:?}");
}

fn timelines(events: &[FromTrainer]) -> Vec<&Timeline> {
    let timelines = reports(events).into_iter().filter_map(|(_, report)| match report {
        LaneReport::Timeline(timeline) => Some(timeline),
        _ => None,
    });
    timelines.collect()
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

#[test]
fn a_finished_run_opens_with_all_its_reports() {
    let page = Page::default();
    let mut first = trainer(&page);
    let lanes = ["method=bc-pmi&trajectories=10&critic_epochs=4", "method=sorl", "method=bc"].map(config).to_vec();
    open(&mut first, 1, lanes.clone(), vec![]);
    page.take();
    train(first);
    let trained = page.take();
    let snapshots: Vec<_> = (0..3)
        .map(|lane| {
            reports(&trained).iter().rev().find_map(|(of, report)| match report {
                LaneReport::Snapshot { snapshot, .. } if *of == lane => Some(snapshot.clone()),
                _ => None,
            })
        })
        .collect();
    let mut second = trainer(&page);
    page.take();
    open(&mut second, 1, lanes, snapshots);
    let opened = page.take();
    let last = |events: &[FromTrainer], lane: u8, found: fn(&LaneReport) -> bool| {
        reports(events)
            .iter()
            .rev()
            .find(|(of, report)| *of == lane && found(report))
            .map(|(_, report)| (*report).clone())
    };
    for lane in 0..3 {
        let same: [fn(&LaneReport) -> bool; 5] = [
            |report| matches!(report, LaneReport::Weights(_)),
            |report| matches!(report, LaneReport::Responsibilities(_)),
            |report| matches!(report, LaneReport::Calibration(_)),
            |report| matches!(report, LaneReport::Telling(_)),
            |report| matches!(report, LaneReport::Progress(progress) if progress.state == RunState::Done),
        ];
        for (index, found) in same.into_iter().enumerate() {
            let (before, after) = (last(&trained, lane, found), last(&opened, lane, found));
            match (before, after) {
                (Some(LaneReport::Progress(before)), Some(LaneReport::Progress(after))) => {
                    assert_eq!((before.step, before.steps), (after.step, after.steps));
                }
                (before, after) => assert_eq!(before, after, "lane {lane}, report {index}"),
            }
        }
        let readings = |events: &[FromTrainer]| {
            let mut all: Vec<_> = reports(events)
                .into_iter()
                .filter(|(of, _)| *of == lane)
                .filter_map(|(_, report)| match report {
                    LaneReport::Readings(readings) => Some(readings.clone()),
                    _ => None,
                })
                .flatten()
                .collect();
            all.sort_by(|a, b| (&a.series, a.step).cmp(&(&b.series, b.step)));
            all
        };
        assert!(!readings(&opened).is_empty());
        assert_eq!(readings(&trained), readings(&opened), "lane {lane}");
    }
    assert!(last(&opened, 0, |report| matches!(report, LaneReport::Telling(_))).is_some(), "strays speak up");
}

#[test]
fn training_runs_to_the_end_and_says_so() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![config("method=bc-pmi")], vec![]);
    send(&mut trainer, TrainerCommand::Inspect { trajectory: Some(0) });
    train(trainer);
    let events = page.take();
    let (step, phase) = step_of(&events).unwrap();
    // The critic's steps, and as many of the policy.
    assert_eq!((step, phase), (46 + 46, RunState::Done));
    let reports = reports(&events);
    let has = |found: fn(&LaneReport) -> bool| reports.iter().any(|(_, report)| found(report));
    assert!(has(|report| matches!(report, LaneReport::Readings(_))));
    assert!(has(|report| matches!(report, LaneReport::Weights(_))));
    assert!(has(|report| matches!(report, LaneReport::Timeline(_))));
    let calibration = reports.iter().find_map(|(_, report)| match report {
        LaneReport::Calibration(calibration) => Some(calibration),
        _ => None,
    });
    let Calibration { counts, step, .. } = calibration.unwrap();
    assert_eq!((counts.len(), counts.iter().flatten().sum::<u32>(), *step), (4, 100, 92));
}

#[test]
fn a_run_resumes_and_moves_between_devices_where_it_was() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![config("method=cbc")], vec![]);
    for _ in 0..3 {
        send(&mut trainer, TrainerCommand::Step);
    }
    block_on(trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-webgpu-lost")))));
    send(&mut trainer, TrainerCommand::Step);
    let events = page.take();
    assert_eq!(step_of(&events), Some((4, RunState::Paused)));
    let saved = snapshots(&events).pop();
    open(&mut trainer, 2, vec![config("method=cbc")], vec![saved.clone()]);
    assert_eq!(step_of(&page.take()), Some((4, RunState::Paused)));
    // A snapshot of another method does not fit: said, and the run starts from scratch.
    open(&mut trainer, 3, vec![config("method=bc-pmi")], vec![saved]);
    let events = page.take();
    assert!(events.iter().any(|event| matches!(event, WorkerEvent::Failed(_))));
    assert_eq!(step_of(&events), Some((0, RunState::Paused)));
}

#[test]
fn a_snapshot_for_playing_only_leaves_a_run_from_scratch_without_a_complaint() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    subscribe(&mut trainer, true);
    open(&mut trainer, 1, vec![config("method=cbc")], vec![]);
    send(&mut trainer, TrainerCommand::Step);
    let agents = page.take_sent().pop().unwrap().snapshot;
    page.take();
    open(&mut trainer, 2, vec![config("method=cbc")], vec![Some(agents)]);
    let events = page.take();
    assert!(!events.iter().any(|event| matches!(event, WorkerEvent::Failed(_))), "{events:?}");
    assert_eq!(step_of(&events), Some((0, RunState::Paused)));
}

#[test]
fn hostile_runs_are_settled_and_named() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    let mut wild = config("method=cbc");
    wild.world = "nowhere".into();
    wild.knobs.insert("hidden".into(), Value::Number(f64::NAN));
    wild.knobs.insert("batch".into(), Value::Number(1e18));
    open(&mut trainer, 1, vec![wild], vec![]);
    let events = page.take();
    let opened = |event| match event {
        &WorkerEvent::Event(TrainerEvent::Opened { ref lanes, ref notices, .. }) => Some((lanes, notices)),
        _ => None,
    };
    let (lanes, notices) = events.iter().find_map(opened).unwrap();
    assert_eq!((lanes[0].world.as_str(), policy::HIDDEN.get(&lanes[0])), ("circle2d", 64));
    assert_eq!(notices.len(), 3, "{notices:?}");
    send(&mut trainer, TrainerCommand::SetKnob { knob: "rate".into(), value: Value::Number(f64::INFINITY) });
    send(&mut trainer, TrainerCommand::SetKnob { knob: "no such knob".into(), value: Value::Word("x".into()) });
    send(&mut trainer, TrainerCommand::Inspect { trajectory: Some(u32::MAX) });
    send(&mut trainer, TrainerCommand::Speed(Some(f32::NAN)));
    send(&mut trainer, TrainerCommand::Step);
    assert_eq!(step_of(&page.take()), Some((1, RunState::Paused)));
}

fn frames(events: Vec<FromStage>) -> Vec<Vec<(f32, f32, u8, bool)>> {
    let frame = |event| match event {
        WorkerEvent::Event(StageEvent::Frame { frame, .. }) => {
            Some(frame.lanes.iter().flat_map(|lane| lane.agents.iter().map(|a| (a.x, a.y, a.style, a.fresh))).collect())
        }
        _ => None,
    };
    events.into_iter().filter_map(frame).collect()
}

#[test]
fn shipped_agents_play_and_follow_the_sliders() {
    let page = Page::default();
    let mut stage = Stage::new(page.clone());
    let shipped = Snapshot(std::fs::read("../../datasets/pretrained/circle2d-bc-pmi.bpk").unwrap());
    let play = |run, snapshot| StageCommand::Play { run: RunId(run), lane: 0, config: config(""), snapshot };
    direct(&mut stage, play(1, shipped.clone()));
    for _ in 0..301 {
        stage.tick();
    }
    let seen = frames(page.take());
    assert_eq!((seen.len(), seen[0].len()), (301, 12));
    assert!(seen[0].iter().all(|agent| agent.3), "tails start with the first frame");
    for agent in 0..12 {
        let begins = seen[1..].iter().filter(|frame| frame[agent].3).count();
        assert_eq!(begins, 1, "an episode of 300 steps ends once in 301 frames");
    }
    direct(&mut stage, StageCommand::Mix(vec![0.0, 0.0, 100.0, 0.0]));
    direct(&mut stage, StageCommand::Strength(1.0));
    stage.tick();
    assert!(frames(page.take())[0].iter().all(|agent| agent.2 == 2), "sliders act at once");
    // Damaged agents are refused with a sentence, and the stage goes on without them.
    direct(&mut stage, play(2, Snapshot(shipped.0[..1000].to_vec())));
    let events = page.take();
    assert!(
        matches!(&events[0], WorkerEvent::Failed(failure) if failure.sentence.key == "worker-agents-cannot-play"),
        "{events:?}"
    );
    direct(&mut stage, play(1, shipped.clone()));
    direct(&mut stage, play(3, shipped));
    stage.tick();
    assert_eq!(frames(page.take())[0].len(), 12);
}

fn court(query: &str) -> RunConfig {
    config(&format!("world=basketball&paths=100&{query}"))
}

fn load<C>(world: &str, bytes: &[u8]) -> WorkerMessage<C> {
    WorkerMessage::Load { world: world.into(), name: "some.file".into(), bytes: bytes.to_vec() }
}

fn refused<E>(event: &WorkerEvent<E>) -> bool {
    match event {
        WorkerEvent::Loaded { name, found: Err(failure), .. } => {
            name == "some.file" && failure.sentence.key == "worker-file-not-loaded"
        }
        _ => false,
    }
}

#[test]
fn files_reach_both_workers_and_bad_ones_change_nothing() {
    let (page, watcher) = (Page::default(), Page::default());
    let (mut trainer, mut stage) = (trainer(&page), Stage::new(watcher.clone()));
    open(&mut trainer, 1, vec![court("method=bc")], vec![]);
    page.take();
    for (world, bytes) in [("basketball", &b"hello"[..]), ("basketball", b""), ("circle2d", b"x"), ("nowhere", b"x")] {
        block_on(trainer.handle(TrainerInput::Message(load(world, bytes))));
        stage.handle(StageInput::Message(load(world, bytes)));
        let (from_trainer, from_stage) = (page.take(), watcher.take());
        assert!(matches!(&from_trainer[..], [event] if refused(event)), "{from_trainer:?}");
        assert!(matches!(&from_stage[..], [event] if refused(event)), "{from_stage:?}");
    }
    send(&mut trainer, TrainerCommand::Step);
    assert_eq!(step_of(&page.take()), Some((1, RunState::Paused)), "the run goes on");
}

#[test]
fn a_path_drawn_by_hand_is_explained() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![court("method=bc-pmi"), court("method=bc")], vec![]);
    page.take();
    send(&mut trainer, TrainerCommand::InspectDrawn { xy: vec![40.0, 10.0, 20.0, 20.0, 6.0, 25.0] });
    let events = page.take();
    let untrained = timelines(&events);
    assert_eq!((untrained.len(), untrained[0].xy.len()), (2, 48));
    assert!(
        untrained.iter().all(|one| one.pmi.is_empty() && one.weight.is_empty()),
        "no numbers of an untrained critic"
    );
    for xy in [vec![], vec![1.0, 1.0], vec![f32::NAN; 8], vec![0.5; 1 << 20]] {
        send(&mut trainer, TrainerCommand::InspectDrawn { xy });
        assert!(matches!(page.take()[..], [WorkerEvent::Failed(_)]));
    }
    train(trainer);
    let events = page.take();
    let mut timelines = timelines(&events);
    timelines.drain(..timelines.len() - 2);
    assert!(timelines.iter().all(|one| (one.trajectory, one.style, one.xy.len()) == (None, 0, 48)), "{timelines:?}");
    assert_eq!((timelines[0].pmi.len(), timelines[0].weight.len(), timelines[1].pmi.len()), (24, 24, 0));
}

#[test]
fn agents_start_where_they_are_put() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    let run = court("method=bc");
    open(&mut trainer, 1, vec![run.clone()], vec![]);
    send(&mut trainer, TrainerCommand::Step);
    let snapshot = snapshots(&page.take()).pop();
    let page = Page::default();
    let mut stage = Stage::new(page.clone());
    direct(&mut stage, StageCommand::Play { run: RunId(1), lane: 0, config: run, snapshot: snapshot.unwrap() });
    stage.tick();
    direct(&mut stage, StageCommand::Place { agent: 3, at: Some([30.0, 40.0]) });
    direct(&mut stage, StageCommand::Place { agent: 77, at: Some([f32::NAN, 0.0]) });
    page.take();
    for _ in 0..400 {
        stage.tick();
    }
    let seen = frames(page.take());
    let begins: Vec<_> = seen.iter().map(|frame| frame[3]).filter(|agent| agent.3).collect();
    assert!(begins.len() > 2, "25 steps of six frames end twice in 400 frames");
    assert!(begins.iter().all(|(x, y, ..)| (x - 30.0).hypot(y - 40.0) < 2.0), "{begins:?}");
}

fn subscribe(trainer: &mut Trainer<TrainerPage>, subscribed: bool) {
    block_on(trainer.handle(TrainerInput::Subscription(PolicySubscription(subscribed))));
}

#[test]
fn policies_go_to_the_stage_while_it_animates() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=cbc", "method=bc-pmi"].map(config).to_vec(), vec![]);
    send(&mut trainer, TrainerCommand::Step);
    assert!(page.take_sent().is_empty(), "no stage is connected");
    subscribe(&mut trainer, true);
    let sent = page.take_sent();
    assert_eq!(
        sent.iter().map(|update| (update.run, update.lane, update.step)).collect::<Vec<_>>(),
        [(RunId(1), 0, 1), (RunId(1), 1, 1)]
    );
    let full = snapshots(&page.take());
    assert!(
        sent.iter().zip(&full).all(|(update, full)| 2 * update.snapshot.0.len() < full.0.len()),
        "no optimiser state"
    );
    subscribe(&mut trainer, false);
    send(&mut trainer, TrainerCommand::Step);
    assert!(page.take_sent().is_empty(), "the tab is hidden");
    subscribe(&mut trainer, true);
    assert!(page.take_sent().iter().all(|update| update.step == 2), "the newest on return");
    // A new run has no policy before its first step.
    open(&mut trainer, 2, vec![config("method=cbc")], vec![]);
    assert!(page.take_sent().is_empty());
    // A restarted stage subscribes through its own port.
    send(&mut trainer, TrainerCommand::Step);
    page.take_sent();
    block_on(trainer.handle(TrainerInput::Message(WorkerMessage::Connect)));
    subscribe(&mut trainer, true);
    assert!(matches!(page.take_sent()[..], [PolicyUpdate { run: RunId(2), step: 1, .. }]));
}

#[test]
fn a_restarted_trainer_sends_what_it_resumes_and_snapshots_on_request() {
    let page = Page::default();
    let mut first = trainer(&page);
    open(&mut first, 1, vec![config("method=cbc")], vec![]);
    send(&mut first, TrainerCommand::Step);
    let saved = snapshots(&page.take()).pop();
    let mut second = trainer(&page);
    subscribe(&mut second, true);
    open(&mut second, 1, vec![config("method=cbc")], vec![saved.clone()]);
    assert!(matches!(page.take_sent()[..], [PolicyUpdate { run: RunId(1), lane: 0, step: 1, .. }]));
    assert!(snapshots(&page.take()).is_empty(), "the page has it");
    send(&mut second, TrainerCommand::SendSnapshots);
    assert_eq!(snapshots(&page.take()).pop(), saved);
}

#[test]
fn the_stage_plays_the_newest_policy_of_the_current_run() {
    let (page, watcher) = (Page::default(), Page::default());
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![config("")], vec![]);
    subscribe(&mut trainer, true);
    send(&mut trainer, TrainerCommand::Step);
    let update = page.take_sent().pop().unwrap();
    let policy = |run| StageInput::Policy(PolicyUpdate { run: RunId(run), ..update.clone() });
    let mut stage = Stage::new(watcher.clone());
    let posted = || {
        (watcher.take().into_iter().map(|event| match event {
            WorkerEvent::Event(StageEvent::Playing { run, step, .. }) => (run.0, step),
            other => panic!("{other:?}"),
        }))
        .collect::<Vec<_>>()
    };
    stage.handle(StageInput::Message(WorkerMessage::Connect));
    direct(&mut stage, StageCommand::Animate(false));
    direct(&mut stage, StageCommand::Animate(true));
    let subscriptions = [true, false, true].map(PolicySubscription);
    assert_eq!(watcher.take_sent(), subscriptions);
    direct(&mut stage, StageCommand::Open { run: RunId(2), lanes: 1 });
    stage.handle(policy(1));
    assert!(posted().is_empty(), "a policy of an older run is dropped");
    stage.handle(policy(2));
    assert_eq!(posted(), [(2, 1)]);
    stage.tick();
    let before = frames(watcher.take()).remove(0);
    // A shipped policy that arrives late does not replace it, and the agents of a later run go on from here.
    let shipped =
        StageCommand::Play { run: RunId(2), lane: 0, config: config("seed=9"), snapshot: update.snapshot.clone() };
    direct(&mut stage, shipped);
    stage.handle(policy(3));
    assert_eq!(posted(), [(3, 1)]);
    direct(&mut stage, StageCommand::Open { run: RunId(3), lanes: 1 });
    stage.tick();
    let after = frames(watcher.take()).remove(0);
    assert!(before.iter().zip(&after).all(|(a, b)| !b.3 && (a.0 - b.0).hypot(a.1 - b.1) < 1.0), "{before:?} {after:?}");
    direct(&mut stage, StageCommand::Open { run: RunId(4), lanes: 1 });
    stage.tick();
    assert_eq!(frames(watcher.take()), [vec![]], "an older policy does not move agents of this run");
}

#[test]
fn a_live_change_is_reported_with_the_step_it_was_made_at_and_repeated_from_the_link() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=cbc", "method=bc-pmi"].map(config).to_vec(), vec![]);
    (0..3).for_each(|_| send(&mut trainer, TrainerCommand::Step));
    page.take();
    send(&mut trainer, TrainerCommand::SetKnob { knob: "critic_rate".into(), value: Value::Number(0.02) });
    let events = page.take();
    let changed: Vec<_> = reports(&events)
        .into_iter()
        .filter_map(|(lane, report)| match report {
            LaneReport::Changed(run) => Some((lane, run.clone())),
            _ => None,
        })
        .collect();
    let [(1, run)] = &changed[..] else { panic!("only the second lane has a critic: {changed:?}") };
    assert!(run.to_query().ends_with("&at=3:critic_rate:0.02"), "{}", run.to_query());
    (0..2).for_each(|_| send(&mut trainer, TrainerCommand::Step));
    let live = snapshots(&page.take());

    open(&mut trainer, 2, vec![run.clone()], vec![]);
    let mut applied = Vec::new();
    let mut last = Vec::new();
    for step in 1..=5 {
        page.take();
        send(&mut trainer, TrainerCommand::Step);
        let events = page.take();
        let reached = reports(&events).iter().any(|(_, report)| matches!(report, LaneReport::Applied(_)));
        applied.extend(reached.then_some(step));
        last = snapshots(&events);
    }
    assert_eq!(applied, [4], "before the fourth step");
    assert_eq!(last.last(), live.last(), "the same bits as the run that was changed live");
}

#[test]
fn a_new_run_does_not_report_the_speed_of_the_last() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    let speed = || {
        let events = page.take();
        let mut rates = reports(&events).into_iter().filter_map(|(_, report)| match report {
            LaneReport::Progress(progress) => Some(progress.steps_per_second),
            _ => None,
        });
        rates.next_back()
    };
    open(&mut trainer, 1, vec![config("method=bc")], vec![]);
    // Steps are counted over half a second.
    std::thread::sleep(std::time::Duration::from_millis(550));
    send(&mut trainer, TrainerCommand::Step);
    assert!(speed().is_some_and(|rate| rate > 0.0));
    open(&mut trainer, 2, vec![config("method=bc")], vec![]);
    assert_eq!(speed(), Some(0.0));
}

#[test]
fn a_run_that_breaks_down_keeps_its_last_good_snapshot() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![config("method=bc")], vec![]);
    send(&mut trainer, TrainerCommand::Step);
    let good = snapshots(&page.take()).pop().unwrap();
    // All parameters so large that the next step leads out of all numbers.
    let mut bundle = Bundle::from_snapshot(&good, usize::MAX).unwrap();
    bundle.tables.get_mut("policy.parameters").unwrap().2.fill(f32::MAX);
    open(&mut trainer, 2, vec![config("method=bc")], vec![Some(bundle.to_snapshot().unwrap())]);
    page.take();
    send(&mut trainer, TrainerCommand::Step);
    let events = page.take();
    let said = |event: &&FromTrainer| matches!(event, WorkerEvent::Failed(failure) if failure.sentence.key.starts_with("error-diverged"));
    assert_eq!(events.iter().filter(said).count(), 1, "one sentence: {events:?}");
    assert!(snapshots(&events).is_empty(), "the page keeps the last good one");
    assert_eq!(step_of(&events).map(|(_, state)| state), Some(RunState::Paused));
    send(&mut trainer, TrainerCommand::Train);
    let again = page.take();
    assert_eq!((again.iter().filter(said).count(), reports(&again).len()), (1, 0), "it does not go on: {again:?}");
}

#[test]
fn a_snapshot_of_another_world_moves_nobody() {
    let page = Page::default();
    let mut stage = Stage::new(page.clone());
    let snapshot = Snapshot(std::fs::read("../../datasets/pretrained/circle2d-bc-pmi.bpk").unwrap());
    let config = config("world=overlap");
    direct(&mut stage, StageCommand::Play { run: RunId(1), lane: 0, config, snapshot });
    stage.tick();
    let refused = |event: &FromStage| matches!(event, WorkerEvent::Failed(failure) if failure.sentence.key == "worker-agents-cannot-play");
    assert!(page.take().iter().any(refused));
}

#[test]
fn a_finished_run_has_a_digest_that_names_it() {
    let digests = |events: &[FromTrainer]| -> Vec<u64> {
        let digest = |(_, report): (_, &LaneReport)| match report {
            LaneReport::Digest(digest) => Some(*digest),
            _ => None,
        };
        reports(events).into_iter().filter_map(digest).collect()
    };
    let trained = |query: &str| {
        let page = Page::default();
        let mut first = trainer(&page);
        open(&mut first, 1, vec![config(query)], vec![]);
        assert!(digests(&page.take()).is_empty(), "a run that has not begun has none");
        train(first);
        let events = page.take();
        (digests(&events).pop().unwrap(), snapshots(&events).pop().unwrap())
    };
    let (digest, snapshot) = trained("method=bc-pmi");
    assert_eq!(trained("method=bc-pmi").0, digest, "the same settings give the same networks");
    assert_ne!(trained("method=bc-pmi&seed=2").0, digest);
    let page = Page::default();
    let mut again = trainer(&page);
    open(&mut again, 1, vec![config("method=bc-pmi")], vec![Some(snapshot)]);
    assert_eq!(digests(&page.take()), [digest], "a run that opens finished has that of its networks");
}
