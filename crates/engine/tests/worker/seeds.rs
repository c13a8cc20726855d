//! Seeds in workers of their own: here the workers are in the same thread.

use std::collections::VecDeque;
use std::pin::Pin;

use super::*;
use engine::session::{SeedsCommand, SeedsReply, SeedsWorker};
use engine::worker::{SeedsRole, StartedSeeds};

/// Carries out commands at once and keeps the replies. What it was sent is in a list that all workers share.
struct LocalSeeds {
    role: RefCell<SeedsRole>,
    replies: RefCell<VecDeque<SeedsReply>>,
    received: Rc<RefCell<Vec<String>>>,
    /// It is lost with the first command after this many.
    lives: RefCell<usize>,
}

impl SeedsWorker for LocalSeeds {
    fn send(&self, command: SeedsCommand) {
        let name = format!("{command:?}");
        self.received.borrow_mut().push(name.split([' ', '(']).next().unwrap().to_owned());
        let mut lives = self.lives.borrow_mut();
        let reply = match lives.checked_sub(1) {
            Some(left) => {
                *lives = left;
                block_on(self.role.borrow_mut().perform(command))
            }
            None => Some(SeedsReply::Lost("out of memory".into())),
        };
        self.replies.borrow_mut().extend(reply);
    }

    fn try_reply(&self) -> Option<SeedsReply> {
        self.replies.borrow_mut().pop_front()
    }

    fn reply(&self) -> Pin<Box<dyn Future<Output = SeedsReply> + '_>> {
        Box::pin(async { self.try_reply().expect("a reply") })
    }
}

impl StartedSeeds for LocalSeeds {
    fn load(&self, world: &str, name: &str, bytes: &[u8]) {
        self.role.borrow_mut().load(world, name, bytes);
    }
}

/// A trainer on a machine with `cores`; its workers last for some commands. Returns what they are sent, too.
fn team(cores: usize, lives: usize) -> (TrainerPage, Trainer<TrainerPage>, Rc<RefCell<Vec<String>>>) {
    let (page, received) = (Page::default(), Rc::new(RefCell::new(Vec::new())));
    let all = received.clone();
    let start = move || {
        let (role, replies) = (RefCell::default(), RefCell::default());
        let local = LocalSeeds { role, replies, received: all.clone(), lives: RefCell::new(lives) };
        Some(Rc::new(local) as Rc<dyn StartedSeeds>)
    };
    let mut trainer = trainer(&page).with_seed_workers(Box::new(start), cores);
    // Asked for by name, so that it is not tested again with every run.
    send(&mut trainer, TrainerCommand::Device(DeviceChoice::Cpu));
    block_on(trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked")))));
    (page, trainer, received)
}

/// Everything about the run that a page gets, in the order in which it comes: curves, calibration, final snapshot and digest.
#[derive(Debug, Default, PartialEq)]
struct Told {
    readings: Vec<protocol::Reading>,
    calibration: Option<Calibration>,
    weights: Option<protocol::WeightHistogram>,
    snapshot: Option<Snapshot>,
    digest: Option<u64>,
}

fn told(page: &TrainerPage) -> Told {
    let mut told = Told::default();
    for (_, report) in reports(&page.take()) {
        match report {
            LaneReport::Readings(readings) => told.readings.extend(readings.iter().cloned()),
            LaneReport::Calibration(calibration) => told.calibration = Some(calibration.clone()),
            LaneReport::Weights(weights) => told.weights = Some(weights.clone()),
            LaneReport::Snapshot { snapshot, .. } => told.snapshot = Some(snapshot.clone()),
            LaneReport::Digest(digest) => told.digest = Some(*digest),
            _ => {}
        }
    }
    told
}

/// Trains a run to its end in slices of `steps`, with a command in front of some of them.
fn train(trainer: &mut Trainer<TrainerPage>, query: &str, steps: u32, between: &[(usize, TrainerCommand)]) {
    open(trainer, 1, vec![config(query)], vec![]);
    send(trainer, TrainerCommand::Train);
    for slice in 0.. {
        between.iter().filter(|(at, _)| *at == slice).for_each(|(_, command)| send(trainer, command.clone()));
        if !trainer.is_running() {
            break;
        }
        block_on(trainer.take_slice(steps));
    }
}

fn knob(value: f64) -> TrainerCommand {
    TrainerCommand::SetKnob { knob: "rate".into(), value: Value::Number(value) }
}

#[test]
fn seeds_apart_come_to_the_same_bits() {
    let ask = TrainerCommand::Ask { id: 1, question: protocol::encode(&protocol::Question::Columns).unwrap() };
    for (query, cores, steps) in [
        ("method=bc-pmi&seeds=3&critic=classifier&critic_folds=2&slips=on", 2, 7),
        ("method=bc-pmi&seeds=4&critic=sampled&critic_folds=1&slips=off&weigh=3:10-60:0", 4, 7),
        ("method=cbc&networks=separate&seeds=5", 3, 1),
        ("method=bc&seeds=2", 2, 5),
        ("method=ctvae&seeds=2", 2, 1),
        ("world=basketball&method=cbc&seeds=3", 2, 7),
    ] {
        // A knob is changed on the way, and a question brings the seeds together for a moment.
        let between = [(2, knob(0.0005)), (4, ask.clone())];
        let (page, mut trainer, received) = team(1, 0);
        train(&mut trainer, query, steps, &between);
        let alone = told(&page);
        assert!(received.borrow().is_empty() && alone.digest.is_some() && alone.readings.len() > 4, "{query}");
        let (page, mut trainer, received) = team(cores, usize::MAX);
        train(&mut trainer, query, steps, &between);
        assert_eq!(told(&page), alone, "{query}");
        let received = received.borrow();
        let times = |name: &str| received.iter().filter(|command| *command == name).count();
        assert_eq!(times("Take"), 2 * times("Open"), "{query}: {received:?}");
        assert!(times("Open") > 0 && times("Advance") > 5 && times("SetKnob") == times("Open"), "{received:?}");
    }
}

#[test]
fn methods_whose_seeds_depend_on_each_other_and_single_runs_stay_in_one_worker() {
    for query in ["method=sorl&seeds=2", "method=bc&seeds=1"] {
        let (_, mut trainer, received) = team(4, usize::MAX);
        open(&mut trainer, 1, vec![config(query)], vec![]);
        send(&mut trainer, TrainerCommand::Train);
        block_on(trainer.take_slice(2));
        assert!(received.borrow().is_empty(), "{query}: {received:?}");
    }
    let (_, mut trainer, received) = team(4, usize::MAX);
    open(&mut trainer, 1, vec![config("method=bc&seeds=2"), config("method=cbc&seeds=2")], vec![]);
    send(&mut trainer, TrainerCommand::Train);
    block_on(trainer.take_slice(2));
    assert!(received.borrow().is_empty(), "a comparison has a worker per lane");
}

#[test]
fn a_run_whose_seeds_are_lost_goes_on_to_the_same_bits() {
    let query = "method=bc-pmi&seeds=2";
    let (page, mut trainer, _) = team(1, 0);
    train(&mut trainer, query, 7, &[]);
    let alone = told(&page);
    for lives in [0, 1, 2, 9] {
        let (page, mut trainer, _) = team(2, lives);
        train(&mut trainer, query, 7, &[]);
        let events = page.posted.borrow().clone();
        let notice = |event: &FromTrainer| matches!(event, WorkerEvent::Event(TrainerEvent::Notice(text)) if text.key == "worker-lane-restarts");
        assert_eq!(events.iter().filter(|event| notice(event)).count(), 1, "{lives} commands");
        let after = told(&page);
        assert_eq!(
            (after.snapshot, after.digest, after.calibration),
            (alone.snapshot.clone(), alone.digest, alone.calibration.clone()),
            "{lives}"
        );
    }
}
