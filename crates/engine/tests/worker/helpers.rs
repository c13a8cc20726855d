//! Lanes in workers of their own: here the helpers are trainers in the same thread.

use std::cell::Cell;

use super::*;
use engine::worker::{FromHelper, Helper};
use protocol::{Question, TextValue, encode};

/// A trainer that helps another one. Commands are carried out at once; events wait until they are fetched.
struct Shared {
    page: TrainerPage,
    trainer: RefCell<Trainer<TrainerPage>>,
    /// What it was sent, by name.
    received: RefCell<Vec<String>>,
    ended: Cell<bool>,
}

struct LocalHelper(Rc<Shared>);

impl Helper for LocalHelper {
    fn send(&self, message: &WorkerMessage<TrainerCommand>) {
        let name = format!("{message:?}").replace("Command(", "");
        self.0.received.borrow_mut().push(name.split([' ', '(', ')']).next().unwrap().to_owned());
        let input = match message {
            WorkerMessage::Start { .. } => TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked"))),
            other => TrainerInput::Message(other.clone()),
        };
        block_on(self.0.trainer.borrow_mut().handle(input));
    }

    fn subscribe(&self, subscription: PolicySubscription) {
        block_on(self.0.trainer.borrow_mut().handle(TrainerInput::Subscription(subscription)));
    }
}

impl Drop for LocalHelper {
    fn drop(&mut self) {
        self.0.ended.set(true);
    }
}

/// A trainer with helpers, and the page that watches it.
struct Team {
    page: TrainerPage,
    trainer: Trainer<TrainerPage>,
    /// All that were ever started.
    helpers: Rc<RefCell<Vec<Rc<Shared>>>>,
}

impl Team {
    fn new() -> Self {
        let (page, helpers) = (Page::default(), Rc::new(RefCell::new(Vec::new())));
        let started = helpers.clone();
        let start = move |id: u32| {
            assert_eq!(id as usize, started.borrow().len());
            let page = Page::default();
            let trainer = RefCell::new(Trainer::new(page.clone(), Box::new(|_, _| {})));
            let shared = Rc::new(Shared { page, trainer, received: RefCell::default(), ended: Cell::default() });
            started.borrow_mut().push(shared.clone());
            Some(Box::new(LocalHelper(shared)) as Box<dyn Helper>)
        };
        let mut trainer = trainer(&page).with_helpers(Box::new(start));
        // Asked for by name, so that it is not tested again with every run.
        send(&mut trainer, TrainerCommand::Device(DeviceChoice::Cpu));
        block_on(trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked")))));
        page.take();
        Self { page, trainer, helpers }
    }

    fn open(&mut self, run: u32, lanes: &[&str]) {
        open(&mut self.trainer, run, lanes.iter().map(|lane| config(lane)).collect(), vec![]);
        self.deliver();
    }

    fn send(&mut self, command: TrainerCommand) {
        send(&mut self.trainer, command);
        self.deliver();
    }

    /// Hands what helpers have sent to their trainer.
    fn deliver(&mut self) {
        for id in 0..self.helpers.borrow().len() {
            let page = self.helpers.borrow()[id].page.clone();
            let events = page.take().into_iter().map(FromHelper::Event);
            for message in events.chain(page.take_sent().into_iter().map(FromHelper::Policy)) {
                block_on(self.trainer.handle(TrainerInput::Helper(id as u32, message)));
            }
        }
    }

    fn lose(&mut self, id: u32) {
        let lost = FromHelper::Lost(TextValue::from("out of memory"));
        block_on(self.trainer.handle(TrainerInput::Helper(id, lost)));
        self.deliver();
    }

    fn ended(&self) -> Vec<bool> {
        self.helpers.borrow().iter().map(|helper| helper.ended.get()).collect()
    }
}

const COMPARED: [&str; 3] = ["method=cbc", "method=bc-pmi", "method=sorl"];

/// Some steps, and then the snapshot of every lane.
fn snapshots_after(steps: usize, mut step: impl FnMut(TrainerCommand), page: &TrainerPage) -> Vec<(u8, Snapshot)> {
    (0..steps).for_each(|_| step(TrainerCommand::Step));
    page.take();
    step(TrainerCommand::SendSnapshots);
    let events = page.take();
    let snapshot = |(lane, report): (u8, &LaneReport)| match report {
        LaneReport::Snapshot { snapshot, .. } => Some((lane, snapshot.clone())),
        _ => None,
    };
    let mut found: Vec<_> = reports(&events).into_iter().filter_map(snapshot).collect();
    found.sort_by_key(|(lane, _)| *lane);
    found
}

/// What lanes of one worker come to.
fn alone(steps: usize) -> Vec<(u8, Snapshot)> {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, COMPARED.map(config).to_vec(), vec![]);
    snapshots_after(steps, |command| send(&mut trainer, command), &page)
}

#[test]
fn lanes_apart_come_to_the_same_bits() {
    let mut team = Team::new();
    team.open(1, &COMPARED);
    assert_eq!(team.helpers.borrow().len(), 2, "the first lane stays");
    let opened = team.page.take().into_iter().find_map(|event| match event {
        WorkerEvent::Event(TrainerEvent::Opened { lanes, .. }) => Some(lanes),
        _ => None,
    });
    assert_eq!(opened, Some(COMPARED.map(config).to_vec()));
    let page = team.page.clone();
    let apart = snapshots_after(5, |command| team.send(command), &page);
    assert_eq!(apart.len(), 3);
    assert_eq!(apart, alone(5));
}

#[test]
fn policies_of_all_lanes_reach_the_stage_while_it_animates() {
    let mut team = Team::new();
    subscribe(&mut team.trainer, true);
    team.open(1, &COMPARED);
    team.send(TrainerCommand::Step);
    let lanes = |sent: Vec<PolicyUpdate>| {
        let mut lanes: Vec<_> = sent.iter().map(|update| (update.lane, update.step)).collect();
        lanes.dedup();
        lanes.sort_unstable();
        lanes.dedup();
        lanes
    };
    assert_eq!(lanes(team.page.take_sent()), [(0, 1), (1, 1), (2, 1)]);
    subscribe(&mut team.trainer, false);
    team.send(TrainerCommand::Step);
    assert!(team.page.take_sent().is_empty(), "the tab is hidden");
    subscribe(&mut team.trainer, true);
    team.deliver();
    assert_eq!(lanes(team.page.take_sent()), [(0, 2), (1, 2), (2, 2)]);
}

#[test]
fn a_lane_whose_helper_is_lost_goes_on_to_the_same_bits() {
    let mut team = Team::new();
    team.open(1, &COMPARED);
    let page = team.page.clone();
    snapshots_after(2, |command| team.send(command), &page);
    // The first two times another helper takes over, then the trainer itself.
    for (id, step) in [(0, 2), (2, 3), (3, 4)] {
        team.lose(id);
        let told = page.take().into_iter().any(|event| {
            matches!(event, WorkerEvent::Event(TrainerEvent::Notice(text)) if text.key == "worker-lane-restarts")
        });
        assert!(told && team.ended()[id as usize]);
        let after = snapshots_after(1, |command| team.send(command), &page);
        assert_eq!(after, alone(step + 1), "after the loss of helper {id}");
    }
    assert_eq!(team.helpers.borrow().len(), 4, "no further one is started");
    team.lose(1);
    assert_eq!(snapshots_after(1, |command| team.send(command), &page), alone(6), "all in one worker");
}

#[test]
fn a_helper_that_is_silent_is_replaced() {
    let mut team = Team::new();
    team.open(1, &COMPARED[..2]);
    let ping = |team: &mut Team| {
        block_on(team.trainer.handle(TrainerInput::Message(WorkerMessage::Ping)));
    };
    (0..12).for_each(|_| ping(&mut team));
    assert_eq!(team.helpers.borrow().len(), 1);
    ping(&mut team);
    assert_eq!((team.helpers.borrow().len(), team.ended()), (2, vec![true, false]));
    for _ in 0..30 {
        ping(&mut team);
        let alive = FromHelper::Event(WorkerEvent::Alive { megabytes: 30 });
        block_on(team.trainer.handle(TrainerInput::Helper(1, alive)));
    }
    assert_eq!(team.helpers.borrow().len(), 2, "one that answers stays");
}

#[test]
fn helpers_end_with_the_comparison_and_their_world() {
    let mut team = Team::new();
    team.open(1, &COMPARED);
    team.open(2, &COMPARED[..2]);
    assert_eq!(team.ended(), [false, true], "one lane less");
    team.open(3, &["method=cbc&world=overlap", "method=bc-pmi&world=overlap"]);
    assert_eq!(team.ended(), [true, true, false], "another world, another worker");
    team.open(4, &["method=cbc"]);
    assert_eq!(team.ended(), [true, true, true]);
    team.page.take();
    // What was under way when they ended is not passed on.
    let late = FromHelper::Event(WorkerEvent::Event(TrainerEvent::Notice(text!("device-testing"))));
    block_on(team.trainer.handle(TrainerInput::Helper(2, late)));
    assert!(team.page.take().is_empty());
}

#[test]
fn files_reach_helpers_that_start_later() {
    let mut team = Team::new();
    let weights = include_bytes!("../../../../datasets/nba-twin.weights");
    block_on(team.trainer.handle(TrainerInput::Message(load("basketball", weights))));
    team.open(1, &["world=basketball&method=bc", "world=basketball&method=cbc"]);
    let helpers = team.helpers.clone();
    let received = |helper: usize| helpers.borrow()[helper].received.borrow().clone();
    assert_eq!(received(0)[..4], ["Start", "Connect", "Load", "OpenLane"]);
    // A file for another world is no business of this helper.
    let later = received(0).len();
    block_on(team.trainer.handle(TrainerInput::Message(load("alien", &[1; 64]))));
    assert_eq!(received(0).len(), later);
    // So much is not kept twice: the lanes of the next run are trained here.
    block_on(team.trainer.handle(TrainerInput::Message(load("alien", &vec![1; 33 << 20]))));
    team.open(2, &COMPARED);
    assert_eq!((team.helpers.borrow().len(), team.ended()), (1, vec![true]));
}

#[test]
fn commands_about_one_lane_go_to_its_worker() {
    let mut team = Team::new();
    team.open(1, &COMPARED);
    (0..4).for_each(|_| team.send(TrainerCommand::Step));
    let helpers = team.helpers.clone();
    let received = |helper: usize| helpers.borrow()[helper].received.borrow().clone();
    let (first, second) = (received(0).len(), received(1).len());
    team.page.take();
    // Only the second lane has a critic.
    let question = encode(&Question::SlowMotion { trajectory: 0, moment: 3 }).unwrap();
    team.send(TrainerCommand::Ask { id: 5, question });
    let answers = team.page.take();
    assert!(matches!(answers[..], [WorkerEvent::Event(TrainerEvent::Answered { id: 5, .. })]), "{answers:?}");
    assert_eq!(received(0)[first..], ["Ask"]);
    team.send(TrainerCommand::Recall { lane: 2, step: Some(1) });
    assert_eq!(received(1)[second..], ["Recall"]);
    let events = team.page.take();
    let recalled =
        reports(&events).iter().any(|(lane, report)| *lane == 2 && matches!(report, LaneReport::Recalled(_)));
    assert!(recalled, "{events:?}");
    let (run, knob, value) = (RunId(2), "beta".to_owned(), Value::Number(2.0));
    team.send(TrainerCommand::Fork { run, lane: 1, step: 2, knob, value });
    let lanes = team.page.take().into_iter().find_map(|event| match event {
        WorkerEvent::Event(TrainerEvent::Opened { run: RunId(2), lanes, .. }) => Some(lanes.len()),
        _ => None,
    });
    assert_eq!((lanes, team.ended()), (Some(2), vec![false, true]), "the fork is in the worker of its lane");
    team.send(TrainerCommand::Step);
    let events = team.page.take();
    let mut stepped: Vec<u8> = reports(&events).iter().map(|(lane, _)| *lane).collect();
    stepped.sort_unstable();
    stepped.dedup();
    assert_eq!(stepped, [0, 1]);
}

#[test]
fn a_graphics_device_and_a_single_lane_need_no_helpers() {
    let page = Page::default();
    let start = |_| -> Option<Box<dyn Helper>> { panic!("no helper is needed") };
    let mut testing = Trainer::new(page.clone(), Box::new(|_, _| {})).with_helpers(Box::new(start));
    open(&mut testing, 1, COMPARED.map(config).to_vec(), vec![]);
    let mut team = Team::new();
    team.open(1, &COMPARED[..1]);
    assert!(team.helpers.borrow().is_empty());
    // Lanes that were opened while devices were tested part when it is the CPU.
    let mut team = Team::new();
    let request = TrainerInput::Message(WorkerMessage::Command(TrainerCommand::Device(DeviceChoice::Cpu)));
    block_on(team.trainer.handle(request));
    team.open(1, &COMPARED);
    assert!(team.helpers.borrow().is_empty(), "the device is not known yet");
    block_on(team.trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked")))));
    team.deliver();
    assert_eq!(team.helpers.borrow().len(), 2);
    let page = team.page.clone();
    assert_eq!(snapshots_after(3, |command| team.send(command), &page), alone(3));
}
