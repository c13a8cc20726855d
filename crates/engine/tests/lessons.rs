//! What lessons ask of the trainer: answers from the open run, the true PMI, earlier steps shown again, and forks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::RefCell;
use std::rc::Rc;

use engine::nn::Device;
use engine::session::{Chosen, Session, catalog};
use engine::worker::{Host, Trainer, TrainerInput};
use pollster::block_on;
use protocol::questions::{Optimum, Shift, SlowMotion};
use protocol::{
    Answer, Calibration, LaneReport, PolicySubscription, PolicyUpdate, Question, RecalledStep, RunConfig, RunId,
    Snapshot, Timeline, TrainerCommand, TrainerEvent, Value, WorkerEvent, WorkerMessage, decode, encode, text,
};
use worlds::Files;
use worlds::circle2d::truth::CirclePmi;

/// Collects what the trainer posts to the page and sends to the stage.
#[derive(Clone, Default)]
struct Page {
    posted: Rc<RefCell<Vec<WorkerEvent<TrainerEvent>>>>,
    sent: Rc<RefCell<Vec<PolicyUpdate>>>,
}

impl Host for Page {
    type Event = TrainerEvent;
    type PeerMessage = PolicyUpdate;

    fn post(&self, message: WorkerEvent<TrainerEvent>) {
        self.posted.borrow_mut().push(message);
    }

    fn send_to_peer(&self, message: PolicyUpdate) {
        self.sent.borrow_mut().push(message);
    }

    async fn pause(&self, _milliseconds: u32) {}
}

/// A trainer on the CPU and the page it reports to.
struct Lesson {
    page: Page,
    trainer: Trainer<Page>,
}

const SMALL: &str = "trajectories=3&epochs=2&critic_epochs=3&hidden=16&critic_hidden=16&batch=512";

fn config(query: &str) -> RunConfig {
    catalog().settle(&RunConfig::from_query(&format!("{SMALL}&{query}")).0).0
}

impl Lesson {
    fn new(lanes: &[&str]) -> Self {
        Self::resumed(lanes.iter().map(|query| config(query)).collect(), vec![])
    }

    fn resumed(lanes: Vec<RunConfig>, resume: Vec<Option<Snapshot>>) -> Self {
        let page = Page::default();
        let mut trainer = Trainer::new(page.clone(), Box::new(|_, _| {}));
        block_on(trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked")))));
        block_on(trainer.handle(TrainerInput::Subscription(PolicySubscription(true))));
        let mut lesson = Self { page, trainer };
        lesson.send(TrainerCommand::Open { run: RunId(1), lanes, resume });
        lesson
    }

    fn send(&mut self, command: TrainerCommand) {
        block_on(self.trainer.handle(TrainerInput::Message(WorkerMessage::Command(command))));
    }

    /// Takes steps one by one.
    fn steps(&mut self, count: u32) {
        (0..count).for_each(|_| self.send(TrainerCommand::Step));
    }

    fn ask(&mut self, question: &Question) -> Answer {
        self.page.posted.take();
        self.send(TrainerCommand::Ask { id: 7, question: encode(question).unwrap() });
        match self.page.posted.take().as_slice() {
            [WorkerEvent::Event(TrainerEvent::Answered { id: 7, answer })] => decode(answer).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// The last report of a lane that `pick` takes.
    fn last<T>(&self, lane: u8, pick: impl Fn(&LaneReport) -> Option<T>) -> Option<T> {
        let posted = self.page.posted.borrow();
        posted.iter().rev().find_map(|event| match event {
            WorkerEvent::Event(TrainerEvent::Lane(event)) if event.lane == lane => pick(&event.report),
            _ => None,
        })
    }

    fn timeline(&mut self, trajectory: u32) -> Timeline {
        self.page.posted.take();
        self.send(TrainerCommand::Inspect { trajectory: Some(trajectory) });
        let timeline = |report: &LaneReport| match report {
            LaneReport::Timeline(timeline) => Some(timeline.clone()),
            _ => None,
        };
        self.last(0, timeline).expect("a timeline")
    }

    fn calibration(&self) -> Option<Calibration> {
        self.last(0, |report| match report {
            LaneReport::Calibration(calibration) => Some(calibration.clone()),
            _ => None,
        })
    }

    fn policy(&self) -> (u32, Snapshot) {
        self.page.sent.borrow().last().map(|update| (update.step, update.snapshot.clone())).expect("a policy")
    }

    fn recalled(&self) -> Option<RecalledStep> {
        self.last(0, |report| match report {
            LaneReport::Recalled(shown) => Some(*shown),
            _ => None,
        })
    }

    fn key_frames(&self) -> Vec<u32> {
        let frames = |report: &LaneReport| match report {
            LaneReport::KeyFrames(steps) => Some(steps.clone()),
            _ => None,
        };
        self.last(0, frames).unwrap_or_default()
    }

    fn snapshot(&mut self, lane: u8) -> (u32, Snapshot) {
        self.send(TrainerCommand::SendSnapshots);
        let snapshot = |report: &LaneReport| match report {
            LaneReport::Snapshot { step, snapshot } => Some((*step, snapshot.clone())),
            _ => None,
        };
        self.last(lane, snapshot).expect("a snapshot")
    }

    fn failures(&self) -> Vec<String> {
        let failure = |event: &WorkerEvent<TrainerEvent>| match event {
            WorkerEvent::Failed(failure) => Some(failure.sentence.key.to_string()),
            _ => None,
        };
        self.page.posted.borrow().iter().filter_map(failure).collect()
    }
}

const AT: (u32, u32) = (0, 150);

fn refusal(answer: Answer) -> String {
    match answer {
        Answer::Refused(why) => why.key.into(),
        other => panic!("{other:?}"),
    }
}

fn steps(lesson: &Lesson) -> u32 {
    let all = |report: &LaneReport| match report {
        LaneReport::Progress(progress) => Some(progress.steps),
        _ => None,
    };
    lesson.last(0, all).expect("progress")
}

/// A finished run of BC-PMI beside one of BC.
fn finished() -> Lesson {
    let run = config("method=bc-pmi&critic_epochs=20&epochs=10&batch=64");
    let mut session = Session::open(&run, &Files::default(), None, &Device::Cpu, None).unwrap();
    block_on(session.advance(u32::MAX)).unwrap();
    let snapshot = block_on(session.snapshot()).unwrap();
    Lesson::resumed(vec![config("method=bc"), run], vec![None, Some(snapshot)])
}

#[test]
fn questions_that_need_a_critic_say_so_without_one() {
    let moment = Question::SlowMotion { trajectory: AT.0, moment: AT.1 };
    assert_eq!(refusal(Lesson::new(&["method=cbc"]).ask(&moment)), "question-no-critic");
    let mut lesson = Lesson::new(&["method=bc-pmi"]);
    assert_eq!(refusal(lesson.ask(&moment)), "question-critic-untrained");
    assert_eq!(refusal(lesson.ask(&Question::SlowMotion { trajectory: 999, moment: 0 })), "question-no-path");
    lesson.page.posted.take();
    lesson.send(TrainerCommand::Ask { id: 3, question: vec![255; 9] });
    let posted = lesson.page.posted.take();
    let [WorkerEvent::Event(TrainerEvent::Answered { id: 3, answer })] = posted.as_slice() else {
        panic!("{posted:?}")
    };
    assert_eq!(refusal(decode(answer).unwrap()), "question-unknown");
    let table = lesson.ask(&Question::CountTable { counts: vec![3, 1, 1, 3], styles: 2, actions: 2 });
    assert!(matches!(table, Answer::CountTable(table) if (table.information - 0.130_812).abs() < 1e-6));
}

#[test]
fn strays_are_known_without_a_critic() {
    let strays = |link: &str| match Lesson::new(&[link]).ask(&Question::Strays { paths: vec![0, 1, 999] }) {
        Answer::Strays(strays) => strays,
        other => panic!("{other:?}"),
    };
    let found = strays("method=cbc&spells=0.4&trajectories=2");
    assert!(!found.is_empty() && found.iter().all(|stretch| stretch.path < 2 && stretch.from >= 75), "{found:?}");
    assert!(strays("method=cbc&spells=0").is_empty());
}

#[test]
fn a_trained_run_answers_from_its_own_networks() {
    let mut lesson = finished();
    let timeline = {
        lesson.page.posted.take();
        lesson.send(TrainerCommand::Inspect { trajectory: Some(AT.0) });
        lesson.last(1, |report| match report {
            LaneReport::Timeline(timeline) => Some(timeline.clone()),
            _ => None,
        })
    }
    .unwrap();
    let (style, moment) = (usize::from(timeline.style), AT.1 as usize);
    shift_stands_still(lesson.ask(&Question::Shift { constant: 3.5, trajectory: AT.0, moment: AT.1 }));
    let Answer::SlowMotion(slow) = lesson.ask(&Question::SlowMotion { trajectory: AT.0, moment: AT.1 }) else {
        panic!("no slow motion")
    };
    slow_motion_agrees(&slow, &timeline, moment);
    let betas = vec![0.0, 1.0, 4.0];
    let Answer::Optimum(optimum) = lesson.ask(&Question::Optimum { trajectory: AT.0, moment: AT.1, betas }) else {
        panic!("no optimum")
    };
    optimum_agrees(&optimum, slow.posterior[style]);
    assert_eq!(refusal(lesson.ask(&Question::SlowMotion { trajectory: 0, moment: 300 })), "question-no-moment");
    let endless = Question::Shift { constant: f64::NAN, trajectory: 0, moment: 0 };
    assert_eq!(refusal(lesson.ask(&endless)), "question-constant");
}

fn shift_stands_still(answer: Answer) {
    let Answer::Shift(Shift { constant, pairs, before, after }) = answer else { panic!("{answer:?}") };
    assert_eq!((constant, pairs), (3.5, 4 * 300));
    assert!(
        (after.mean_score - before.mean_score - 3.5).abs() < 1e-9 && (after.score - before.score - 3.5).abs() < 1e-9
    );
    assert!((after.bound - before.bound).abs() < 1e-9 && (after.pmi - before.pmi).abs() < 1e-9);
    assert!(before.bound > 0.05 && before.bound < 4f64.ln(), "{before:?}");
}

fn slow_motion_agrees(slow: &SlowMotion, timeline: &Timeline, moment: usize) {
    let style = usize::from(slow.style);
    assert!((slow.posterior.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{slow:?}");
    assert!((slow.pmi[style] - f64::from(timeline.pmi[moment])).abs() < 1e-5);
    assert!((slow.posterior[style] - slow.prior[style] * slow.pmi[style].exp()).abs() < 1e-9);
    assert_eq!((slow.weight, slow.by_hand), (f64::from(timeline.weight[moment]), 1.0));
    let expected = slow.formula.weight(slow.capped as f32);
    assert!((slow.weight - f64::from(expected)).abs() < 1e-5, "{slow:?}");
    assert!(slow.gradient_length > 1e-3 && slow.parameters == 14 * 16 + 16 + 16 * 16 + 16 + 16 * 4 + 4, "{slow:?}");
    let ratio = slow.weighted_length / slow.gradient_length;
    assert!((ratio - slow.weight).abs() < 1e-4, "{ratio} and {}", slow.weight);
}

fn optimum_agrees(optimum: &Optimum, own_posterior: f64) {
    assert_eq!((optimum.candidates.len(), optimum.neighbours, optimum.optimum.len()), (3, 64, 3));
    let shares: f64 = optimum.candidates.iter().map(|candidate| candidate.prior).sum();
    assert!((shares - 1.0).abs() < 1e-9 && optimum.candidates.iter().all(|candidate| candidate.prior > 0.0));
    let own = &optimum.candidates[0];
    assert_eq!((own.trajectory, own.moment), AT);
    assert!((own.posterior - own_posterior).abs() < 1e-6);
    for (beta, row) in [0.0, 1.0, 4.0].iter().zip(&optimum.optimum) {
        let odds = optimum.candidates.iter().map(|one| one.prior * one.posterior.powf(1.0 + beta));
        let odds: Vec<f64> = odds.collect();
        let all: f64 = odds.iter().sum();
        assert!(row.iter().zip(&odds).all(|(found, odds)| (found - odds / all).abs() < 1e-9), "{optimum:?}");
    }
}

#[test]
fn the_true_pmi_stands_beside_the_estimate_while_it_is_shown() {
    let mut lesson = Lesson::new(&["method=bc-pmi"]);
    assert!(lesson.timeline(1).true_pmi.is_empty(), "off at first");
    lesson.send(TrainerCommand::ShowTruth(true));
    let timeline = lesson.timeline(1);
    assert_eq!(timeline.true_pmi.len(), 300);
    // Much more precisely counted.
    let reference = CirclePmi::new(0.2, 0.2, 0.0, 3000).unwrap();
    let run = config("method=bc-pmi");
    let demos = worlds::find("circle2d").unwrap().demos(&run, &Files::default()).unwrap();
    let path = &demos.trajectories[1];
    let pairs = path.observations.chunks(10).zip(path.actions.chunks(2));
    let exact = pairs.map(|(state, action)| reference.pmi(state, action)[path.style]);
    let apart =
        exact.zip(&timeline.true_pmi).map(|(exact, shown)| (exact - f64::from(*shown)).abs()).sum::<f64>() / 300.0;
    assert!(apart < 0.1, "{apart} nats apart on average");
    let (mut own, mut strays) = (Vec::new(), Vec::new());
    for (index, path) in demos.trajectories.iter().enumerate() {
        let pmi = lesson.timeline(index as u32).true_pmi;
        for (pmi, followed) in pmi.iter().zip(&path.followed).skip(100) {
            if usize::from(*followed) == path.style { own.push(*pmi) } else { strays.push(*pmi) }
        }
    }
    let [own, strays] = [own, strays].map(|all| all.iter().sum::<f32>() / all.len() as f32);
    assert!(own > strays + 0.5, "{own} nats on its own circle, {strays} on others");
    assert_eq!(lesson.timeline(1).true_pmi, timeline.true_pmi);
    lesson.send(TrainerCommand::ShowTruth(false));
    assert!(lesson.timeline(1).true_pmi.is_empty());
    let mut elsewhere = Lesson::new(&["world=overlap&method=bc-pmi"]);
    elsewhere.send(TrainerCommand::ShowTruth(true));
    assert!(elsewhere.timeline(1).true_pmi.is_empty(), "this world does not know it");
}

/// An earlier step: its number, its policy and its calibration, the first time through.
struct Moment {
    policy: (u32, Snapshot),
    calibration: Calibration,
    timeline: Timeline,
}

fn moment(lesson: &mut Lesson) -> Moment {
    let (policy, calibration) = (lesson.policy(), lesson.calibration().expect("a calibration"));
    Moment { policy, calibration, timeline: lesson.timeline(1) }
}

#[test]
fn an_earlier_step_is_shown_again_to_the_bit() {
    let mut lesson = Lesson::new(&["method=bc-pmi&at=25:beta:2"]);
    let all = steps(&lesson);
    let early = 12;
    lesson.steps(early);
    let first = moment(&mut lesson);
    lesson.steps(all - 6 - early);
    let later = moment(&mut lesson);
    lesson.steps(6);
    let newest = lesson.snapshot(0);
    assert!((10..=24).contains(&lesson.key_frames().len()), "{:?}", lesson.key_frames());
    for (known, step) in [(&first, early), (&later, all - 6), (&first, early)] {
        lesson.page.posted.take();
        lesson.send(TrainerCommand::Recall { lane: 0, step: Some(step) });
        assert_eq!(lesson.recalled(), Some(RecalledStep { step, newest: false, exact: true }));
        assert_eq!(lesson.policy(), known.policy, "step {step}");
        assert_eq!(lesson.calibration().as_ref(), Some(&known.calibration));
        assert_eq!(lesson.timeline(1), known.timeline, "weights of step {step}");
    }
    lesson.send(TrainerCommand::Recall { lane: 0, step: None });
    assert_eq!(lesson.recalled(), Some(RecalledStep { step: all, newest: true, exact: true }));
    assert_eq!((lesson.policy().0, lesson.snapshot(0)), (all, newest));
}

#[test]
fn whatever_changes_a_run_goes_on_from_its_newest_step() {
    let mut lesson = Lesson::new(&["method=cbc&epochs=10"]);
    lesson.steps(20);
    let mut straight = Lesson::new(&["method=cbc&epochs=10"]);
    straight.steps(21);
    lesson.send(TrainerCommand::Recall { lane: 0, step: Some(9) });
    assert_eq!(lesson.policy().0, 9);
    lesson.steps(1);
    assert_eq!(lesson.policy(), straight.policy());
    lesson.send(TrainerCommand::Recall { lane: 0, step: Some(3) });
    assert_eq!(lesson.snapshot(0), straight.snapshot(0), "a download is of the newest step");
    lesson.send(TrainerCommand::Recall { lane: 9, step: Some(3) });
    lesson.send(TrainerCommand::Recall { lane: 0, step: Some(u32::MAX) });
    assert_eq!(lesson.recalled(), Some(RecalledStep { step: 21, newest: true, exact: true }));
    assert!(lesson.failures().is_empty(), "{:?}", lesson.failures());
}

#[test]
fn a_run_that_was_opened_finished_is_computed_again_from_its_start() {
    let mut lesson = Lesson::new(&["method=cbc"]);
    let all = steps(&lesson);
    lesson.steps(all / 2);
    let half = lesson.policy();
    lesson.steps(all - all / 2);
    let (_, snapshot) = lesson.snapshot(0);
    let mut opened = Lesson::resumed(vec![config("method=cbc")], vec![Some(snapshot)]);
    opened.send(TrainerCommand::Recall { lane: 0, step: Some(all / 2) });
    assert_eq!(opened.policy(), half);
    assert!(!opened.key_frames().is_empty(), "the way there leaves key frames");
}

#[test]
fn a_fork_is_the_run_whose_link_has_the_change() {
    let mut lesson = Lesson::new(&["method=bc-pmi"]);
    let all = steps(&lesson);
    lesson.steps(all);
    let straight = lesson.snapshot(0);
    let at = all - 9;
    let fork = |step, knob: &str| TrainerCommand::Fork {
        run: RunId(2),
        lane: 0,
        step,
        knob: knob.into(),
        value: Value::Number(4.0),
    };
    lesson.send(fork(at, "hidden"));
    lesson.send(fork(all, "beta"));
    assert_eq!(lesson.failures(), ["worker-fork-not-live", "worker-fork-at-end"]);
    lesson.page.posted.take();
    lesson.send(fork(at, "beta"));
    let posted = lesson.page.posted.borrow().clone();
    let opened = posted.iter().find_map(|event| match event {
        WorkerEvent::Event(TrainerEvent::Opened { run, lanes, .. }) => Some((*run, lanes.clone())),
        _ => None,
    });
    let (run, lanes) = opened.expect("both runs are open");
    assert_eq!((run, lanes.len()), (RunId(2), 2));
    assert!(lanes[1].to_query().ends_with(&format!("&at={at}:beta:4")), "{}", lanes[1].to_query());
    assert!(lesson.key_frames().iter().all(|step| *step <= at) && !lesson.key_frames().is_empty());
    lesson.steps(9);
    assert_eq!(lesson.snapshot(0), straight, "the first lane is the run itself");
    let mut linked = Lesson::resumed(vec![lanes[1].clone()], vec![]);
    linked.steps(all);
    assert_eq!(lesson.snapshot(1), linked.snapshot(0), "the second lane is what its link says");
    assert_ne!(lesson.snapshot(1).1, straight.1);
}

#[test]
fn a_link_that_only_adds_a_change_goes_on_from_the_key_frame_before_it() {
    let mut lesson = Lesson::new(&["method=bc-pmi"]);
    let all = steps(&lesson);
    lesson.steps(all);
    let at = all - 9;
    let forked = config(&format!("method=bc-pmi&at={at}:beta:4"));
    lesson.page.posted.take();
    lesson.send(TrainerCommand::Open { run: RunId(2), lanes: vec![forked.clone()], resume: vec![] });
    let (start, _) = lesson.snapshot(0);
    assert!(start <= at && start + 4 > at, "it starts at step {start}, and the change is at {at}");
    lesson.steps(all - start);
    let mut scratch = Lesson::resumed(vec![forked], vec![]);
    scratch.steps(all);
    assert_eq!(lesson.snapshot(0), scratch.snapshot(0));
    for other in ["method=bc-pmi", "method=bc-pmi&beta=3", "method=bc-pmi&seed=2&at=30:beta:4"] {
        lesson.send(TrainerCommand::Open { run: RunId(3), lanes: vec![config(other)], resume: vec![] });
        assert_eq!(lesson.snapshot(0).0, 0, "{other} starts from scratch");
    }
}
