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

#[path = "lessons/earlier.rs"]
mod earlier;
#[path = "lessons/questions.rs"]
mod questions;

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
