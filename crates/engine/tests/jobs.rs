//! Work that the trainer does in slices: files of a run, and how much a label would tell.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::RefCell;
use std::rc::Rc;

use engine::exports;
use engine::nn::Device;
use engine::rollout::{RecurrentState, StyleRequest};
use engine::session::{Chosen, Session, catalog, report, run_of};
use engine::worker::{Host, Trainer, TrainerInput};
use pollster::block_on;
use protocol::questions::Export;
use protocol::{
    Answer, PolicyUpdate, Question, Rule, RunConfig, RunId, TrainerCommand, TrainerEvent, WorkerEvent, WorkerMessage,
    decode, encode, text,
};
use safetensors::SafeTensors;
use worlds::Files;
use worlds::data::Rng;

fn config(query: &str) -> RunConfig {
    let small = "trajectories=5&epochs=1&critic_epochs=1&hidden=16&critic_hidden=16&critic_folds=2";
    catalog().settle(&RunConfig::from_query(&format!("{small}&{query}")).0).0
}

fn trained(query: &str) -> Session {
    let mut session = Session::open(&config(query), &Files::default(), None, &Device::Cpu, None).unwrap();
    block_on(session.advance(session.steps().1)).unwrap();
    session
}

fn file(session: &mut Session, what: Export) -> (String, Vec<u8>) {
    block_on(exports::whole(session, what)).unwrap()
}

/// The outputs of layers `prefix.0`, `prefix.2`, ... with ReLU between them.
fn forward(tensors: &SafeTensors, prefix: &str, input: Vec<f32>) -> Vec<f32> {
    let numbers = |name: String| -> Option<Vec<f32>> {
        let data = tensors.tensor(&name).ok()?.data().to_vec();
        Some(data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    };
    let mut value = input;
    for layer in (0..).step_by(2) {
        let Some(weights) = numbers(format!("{prefix}.{layer}.weight")) else { break };
        if layer > 0 {
            value.iter_mut().for_each(|number| *number = number.max(0.0));
        }
        let biases = numbers(format!("{prefix}.{layer}.bias")).unwrap();
        let rows = weights.chunks_exact(value.len()).zip(biases);
        value = rows.map(|(row, bias)| row.iter().zip(&value).map(|(w, x)| w * x).sum::<f32>() + bias).collect();
    }
    value
}

#[test]
fn exported_networks_compute_what_the_page_computes() {
    let mut session = trained("world=circle2d&method=bc-pmi");
    let (name, bytes) = file(&mut session, Export::Policy);
    assert!(name.starts_with("circle2d-bc-pmi-seed1-step") && name.ends_with("-policy.safetensors"), "{name}");
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let path = session.demonstration(0).unwrap();
    let mut player = block_on(session.players()).unwrap().remove(0);
    for (moment, observation) in path.observations.as_chunks::<10>().0.iter().enumerate().step_by(37) {
        let style = moment % 4;
        let request = StyleRequest { style, strength: 0.0, temperature: 1.0 };
        let (mut state, mut rng) = (RecurrentState::default(), Rng::stream(1, "test", 0));
        let expected = player.head_inputs(observation, request, &mut state, &mut rng).to_vec();
        let one_hot = (0..4).map(|z| f32::from(u8::from(z == style)));
        let found = forward(&tensors, "0.0", one_hot.chain(observation.iter().copied()).collect());
        let off = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(found.len() == expected.len() && off < 1e-5, "{found:?} {expected:?}");
    }
    let critics = file(&mut session, Export::Critic).1;
    let critics = SafeTensors::deserialize(&critics).unwrap();
    assert!(critics.tensor("0.1.4.weight").is_ok(), "one critic per fold");
}

#[test]
fn tables_hold_every_moment_with_the_weight_it_was_trained_with() {
    let mut session = trained("world=circle2d&method=bc-pmi");
    let text = String::from_utf8(file(&mut session, Export::StepsCsv).1).unwrap();
    let moments: usize = session.demos()[0].trajectories.iter().map(|path| path.steps()).sum();
    assert_eq!(text.lines().count(), moments + 1);
    let timeline = session.timeline(3).unwrap();
    let line = text.lines().find(|line| line.starts_with("3,120,")).unwrap();
    let columns: Vec<f32> = line.split(',').map(|value| value.parse().unwrap()).collect();
    assert_eq!((columns[6], columns[7]), (timeline.pmi[120], timeline.weight[120]));
    assert!(file(&mut session, Export::StepsNpz).1.len() > moments * 4 * 12);
    let curves = String::from_utf8(file(&mut session, Export::Curves).1).unwrap();
    assert_eq!(curves.lines().count(), session.record().readings().len() + 1);
    let run: RunConfig = serde_json::from_slice(&file(&mut session, Export::Run).1).unwrap();
    assert_eq!(run, session.run);
}

#[test]
fn a_method_without_a_critic_has_a_policy_but_no_weights() {
    let mut session = trained("world=circle2d&method=cbc");
    file(&mut session, Export::Policy);
    for what in [Export::Critic, Export::StepsCsv, Export::StepsNpz] {
        assert_eq!(block_on(exports::whole(&mut session, what)).unwrap_err().key, "export-no-critic");
    }
}

#[test]
fn a_snapshot_says_what_it_is_of() {
    let mut session = trained("world=circle2d&method=bc-pmi&seed=7");
    let (whole, finished) = (block_on(session.snapshot()).unwrap(), block_on(session.finished_snapshot()).unwrap());
    for (snapshot, over) in [(&whole, false), (&finished, true)] {
        let said = report(snapshot).unwrap();
        assert_eq!((said.step, said.finished), (session.steps().0, over));
        assert_eq!(run_of(snapshot).unwrap().0, session.run);
    }
    assert!(report(&block_on(session.play_only_snapshot()).unwrap()).is_err());
    assert!(report(&protocol::Snapshot(vec![1, 2, 3])).is_err());
}

/// Collects what the trainer posts.
#[derive(Clone, Default)]
struct Page(Rc<RefCell<Vec<WorkerEvent<TrainerEvent>>>>);

impl Host for Page {
    type Event = TrainerEvent;
    type PeerMessage = PolicyUpdate;

    fn post(&self, message: WorkerEvent<TrainerEvent>) {
        self.0.borrow_mut().push(message);
    }

    fn send_to_peer(&self, _: PolicyUpdate) {}

    async fn pause(&self, _milliseconds: u32) {}
}

impl Page {
    /// Answers since the last call, with their questions' numbers.
    fn answers(&self) -> Vec<(u32, Answer)> {
        let answer = |event| match event {
            WorkerEvent::Event(TrainerEvent::Answered { id, answer }) => Some((id, decode(&answer).unwrap())),
            _ => None,
        };
        self.0.take().into_iter().filter_map(answer).collect()
    }
}

fn open(query: &str) -> (Page, Trainer<Page>) {
    let page = Page::default();
    let mut trainer = Trainer::new(page.clone(), Box::new(|_, _| {}));
    block_on(trainer.handle(TrainerInput::Device(Chosen::cpu(text!("device-cpu-asked")))));
    send(&mut trainer, TrainerCommand::Open { run: RunId(1), lanes: vec![config(query)], resume: vec![] });
    page.answers();
    (page, trainer)
}

fn send(trainer: &mut Trainer<Page>, command: TrainerCommand) {
    block_on(trainer.handle(TrainerInput::Message(WorkerMessage::Command(command))));
}

fn ask(trainer: &mut Trainer<Page>, id: u32, question: &Question) {
    send(trainer, TrainerCommand::Ask { id, question: encode(question).unwrap() });
}

fn finish(trainer: &mut Trainer<Page>) {
    (0..1000).for_each(|_| trainer.work_on_job());
    assert!(!trainer.has_job());
}

fn rule(text: &str) -> Rule {
    RunConfig::from_query(&format!("rule={text}")).0.rule.unwrap()
}

#[test]
fn files_come_in_parts_and_another_run_ends_an_unfinished_one() {
    let (page, mut trainer) = open("world=circle2d&method=bc-pmi");
    ask(&mut trainer, 1, &Question::Export { lane: 0, what: Export::Run });
    finish(&mut trainer);
    let parts = page.answers();
    assert!(matches!(&parts[..], [(1, Answer::Exported(part))] if part.last && part.name.ends_with("run.json")));
    // Without a trained critic there is no PMI.
    ask(&mut trainer, 2, &Question::Export { lane: 0, what: Export::StepsCsv });
    finish(&mut trainer);
    assert!(matches!(&page.answers()[..], [(2, Answer::Refused(_))]));
    ask(&mut trainer, 3, &Question::Export { lane: 0, what: Export::Policy });
    assert!(trainer.has_job());
    send(&mut trainer, TrainerCommand::Open { run: RunId(2), lanes: vec![config("seed=2")], resume: vec![] });
    assert!(matches!(&page.answers()[..], [(3, Answer::Refused(why))] if why.key == "export-interrupted"));
    ask(&mut trainer, 4, &Question::Export { lane: 5, what: Export::Run });
    assert!(matches!(&page.answers()[..], [(4, Answer::Refused(why))] if why.key == "export-no-run"));
}

#[test]
fn a_label_that_follows_the_path_tells_much_and_one_by_chance_little() {
    let (page, mut trainer) = open("world=overlap&method=cbc&overlap=0");
    let estimate = |trainer: &mut Trainer<Page>, text: &str| {
        ask(trainer, 1, &Question::Tells { rule: rule(text) });
        finish(trainer);
        let answers = page.answers();
        let shares: Vec<f32> = answers
            .iter()
            .filter_map(|(_, answer)| match answer {
                Answer::Tells(tells) => Some(tells.done),
                _ => None,
            })
            .collect();
        assert!(shares.is_sorted() && shares.len() > 5, "{shares:?}");
        match answers.last() {
            Some((1, Answer::Tells(tells))) => *tells,
            other => panic!("{other:?}"),
        }
    };
    // Where a path ends is which lane it took; how far it turns on average is noise.
    let (end, turn) = (estimate(&mut trainer, "end_y:-0.7,0.7"), estimate(&mut trainer, "turn:0.205,0.215"));
    assert!(end.information > 0.5 && end.information <= end.entropy, "{end:?}");
    assert!(turn.information < 0.5 * end.information, "{turn:?} {end:?}");
    // A region that every path ends in tells the same as no rule: one class is empty.
    ask(&mut trainer, 2, &Question::Tells { rule: rule("inside*-9*-9*99*-9*99*99*-9*99:0.2,0.4") });
    assert!(matches!(&page.answers()[..], [(2, Answer::Refused(why))] if why.key == "error-empty-class"));
}
