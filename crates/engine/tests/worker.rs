//! Both roles of the worker, driven by commands and watched by their events, without a browser.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use engine::session::{Chosen, catalog};
use engine::worker::{Host, Inbox, Item, Stage, Trainer};
use pollster::block_on;
use protocol::{Calibration, Command, DeviceChoice, Event, RunConfig, RunId, RunState, Snapshot, Value};

#[derive(Clone, Default)]
struct Page(Rc<RefCell<Vec<Event>>>);

impl Host for Page {
    fn post(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }

    async fn pause(&self, _milliseconds: u32) {}
}

impl Page {
    fn take(&self) -> Vec<Event> {
        self.0.take()
    }
}

fn config(query: &str) -> RunConfig {
    let small = "trajectories=5&epochs=1&critic_epochs=1&hidden=16&critic_hidden=16";
    catalog().settle(&RunConfig::from_query(&format!("{small}&{query}")).0).0
}

fn trainer(page: &Page) -> Trainer<Page> {
    let mut trainer = Trainer::new(page.clone(), Box::new(|_, _| {}));
    block_on(trainer.handle(Item::Device(Chosen::cpu("test"))));
    trainer
}

fn tell<H: Host>(trainer: &mut Trainer<H>, command: Command) {
    block_on(trainer.handle(Item::Command(command)));
}

fn open(trainer: &mut Trainer<Page>, run: u32, lanes: Vec<RunConfig>, resume: Vec<Option<Snapshot>>) {
    tell(trainer, Command::Open { run: RunId(run), lanes, resume });
}

fn snapshots(events: &[Event]) -> Vec<Snapshot> {
    let snapshot = |event: &Event| match event {
        Event::Snapshot { snapshot, .. } => Some(snapshot.clone()),
        _ => None,
    };
    events.iter().filter_map(snapshot).collect()
}

fn step_of(events: &[Event]) -> Option<(u32, RunState)> {
    events.iter().rev().find_map(|event| match event {
        Event::Progress { progress, .. } => Some((progress.step, progress.state)),
        _ => None,
    })
}

#[test]
fn a_step_is_a_step_in_every_lane() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=bc", "method=cbc", "method=bc-pmi"].map(config).to_vec(), vec![]);
    let opened = page.take();
    let Some(Event::Opened { lanes, demos, notices, .. }) =
        opened.iter().find(|event| matches!(event, Event::Opened { .. }))
    else {
        panic!("not opened: {opened:?}")
    };
    assert_eq!((lanes.len(), demos.trajectories, demos.pairs), (3, 24, 24 * 300));
    assert!(notices.is_empty() && demos.paths.len() == 4 * 6 && demos.ideals.len() == 4, "{notices:?}");
    tell(&mut trainer, Command::Step);
    let events = page.take();
    assert_eq!(step_of(&events), Some((1, RunState::Paused)));
    assert_eq!(snapshots(&events).len(), 3);
}

#[test]
fn clusters_say_what_they_are_responsible_for() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=sorl", "method=bc"].map(config).to_vec(), vec![]);
    tell(&mut trainer, Command::Step);
    let told = |event| match event {
        Event::Responsibilities { lane, responsibilities, .. } => Some((lane, responsibilities)),
        _ => None,
    };
    let told: Vec<_> = page.take().into_iter().filter_map(told).collect();
    let [(0, responsibilities)] = &told[..] else { panic!("only SORL clusters: {told:?}") };
    // Five trajectories of each of four circles train; a sixth is held out.
    assert_eq!((responsibilities.some.len(), responsibilities.means.len()), (20, 4));
    let whole = |shares: &[f32]| shares.len() == 4 && (shares.iter().sum::<f32>() - 1.0).abs() < 1e-3;
    assert!(responsibilities.some.iter().all(|one| whole(&one.shares)), "{responsibilities:?}");
    assert!(responsibilities.means.iter().all(|means| whole(means)), "{responsibilities:?}");
}

#[test]
fn training_runs_to_the_end_and_says_so() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![config("method=bc-pmi")], vec![]);
    tell(&mut trainer, Command::Inspect { trajectory: Some(0) });
    tell(&mut trainer, Command::Train);
    let inbox = Inbox::default();
    // The loop never ends by itself: run it until it waits for a message after the last step.
    let mut run = Box::pin(trainer.run(&inbox, DeviceChoice::Cpu));
    inbox.push(Item::Device(Chosen::cpu("test")));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(run.as_mut().poll(&mut context).is_pending());
    let events = page.take();
    let (step, phase) = step_of(&events).unwrap();
    // Each critic is kept from a third of the demonstrations.
    assert_eq!((step, phase), (32 + 46, RunState::Done));
    let has = |found: fn(&Event) -> bool| events.iter().any(found);
    assert!(has(|event| matches!(event, Event::Readings { .. })));
    assert!(has(|event| matches!(event, Event::Weights { .. })));
    assert!(has(|event| matches!(event, Event::Timeline { .. })));
    let calibration = events.iter().find_map(|event| match event {
        Event::Calibrated { calibration, .. } => Some(calibration.clone()),
        _ => None,
    });
    let Calibration { counts, step, .. } = calibration.unwrap();
    assert_eq!((counts.len(), counts.iter().flatten().sum::<u32>(), step), (4, 100, 78));
}

#[test]
fn a_run_resumes_and_moves_between_devices_where_it_was() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![config("method=cbc")], vec![]);
    for _ in 0..3 {
        tell(&mut trainer, Command::Step);
    }
    block_on(trainer.handle(Item::Device(Chosen::cpu("moved"))));
    tell(&mut trainer, Command::Step);
    let events = page.take();
    assert_eq!(step_of(&events), Some((4, RunState::Paused)));
    let saved = snapshots(&events).pop();
    open(&mut trainer, 2, vec![config("method=cbc")], vec![saved.clone()]);
    assert_eq!(step_of(&page.take()), Some((4, RunState::Paused)));
    // A snapshot of another method does not fit: said, and the run starts from scratch.
    open(&mut trainer, 3, vec![config("method=bc-pmi")], vec![saved]);
    let events = page.take();
    assert!(events.iter().any(|event| matches!(event, Event::Trouble(_))));
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
    let Some(Event::Opened { lanes, notices, .. }) = events.iter().find(|event| matches!(event, Event::Opened { .. }))
    else {
        panic!("{events:?}")
    };
    assert_eq!((lanes[0].world.as_str(), lanes[0].number("hidden")), ("circle2d", 64.0));
    assert_eq!(notices.len(), 3, "{notices:?}");
    tell(&mut trainer, Command::Tune { knob: "rate".into(), value: Value::Number(f64::INFINITY) });
    tell(&mut trainer, Command::Tune { knob: "no such knob".into(), value: Value::Word("x".into()) });
    tell(&mut trainer, Command::Inspect { trajectory: Some(u32::MAX) });
    tell(&mut trainer, Command::Speed(Some(f32::NAN)));
    tell(&mut trainer, Command::Step);
    assert_eq!(step_of(&page.take()), Some((1, RunState::Paused)));
}

fn frames(events: Vec<Event>) -> Vec<Vec<(f32, f32, u8, bool)>> {
    let frame = |event| match event {
        Event::Frame { frame, .. } => {
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
    let play = |run, snapshot| Command::Play { run: RunId(run), lanes: vec![config("")], snapshots: vec![snapshot] };
    stage.handle(Item::Command(play(1, Some(shipped.clone()))));
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
    stage.handle(Item::Command(Command::Mix(vec![0.0, 0.0, 100.0, 0.0])));
    stage.handle(Item::Command(Command::Strength(1.0)));
    stage.tick();
    assert!(frames(page.take())[0].iter().all(|agent| agent.2 == 2), "sliders act at once");
    // Damaged agents are refused with a sentence, and the stage goes on without them.
    stage.handle(Item::Command(play(2, Some(Snapshot(shipped.0[..1000].to_vec())))));
    let events = page.take();
    assert!(
        matches!(&events[0], Event::Trouble(failure) if failure.sentence.to_string().contains("damaged")),
        "{events:?}"
    );
    stage.handle(Item::Command(play(1, Some(shipped.clone()))));
    stage.handle(Item::Command(play(3, Some(shipped))));
    stage.tick();
    assert_eq!(frames(page.take())[0].len(), 12);
}

fn court(query: &str) -> RunConfig {
    config(&format!("world=basketball&paths=100&{query}"))
}

#[test]
fn files_reach_both_workers_and_bad_ones_change_nothing() {
    let page = Page::default();
    let (mut trainer, mut stage) = (trainer(&page), Stage::new(page.clone()));
    let load = |world: &str, bytes: &[u8]| Command::Load {
        world: world.into(),
        name: "some.file".into(),
        bytes: bytes.to_vec(),
    };
    open(&mut trainer, 1, vec![court("method=bc")], vec![]);
    page.take();
    for (world, bytes) in [("basketball", &b"hello"[..]), ("basketball", b""), ("circle2d", b"x"), ("nowhere", b"x")] {
        tell(&mut trainer, load(world, bytes));
        stage.handle(Item::Command(load(world, bytes)));
        let events = page.take();
        let refused = |event: &Event| match event {
            Event::Loaded { name, found: Err(failure), .. } => {
                name == "some.file" && failure.sentence.to_string().ends_with('.')
            }
            _ => false,
        };
        assert!(events.len() == 2 && events.iter().all(refused), "{events:?}");
    }
    tell(&mut trainer, Command::Step);
    assert_eq!(step_of(&page.take()), Some((1, RunState::Paused)), "the run goes on");
}

#[test]
fn a_path_drawn_by_hand_is_explained() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![court("method=bc-pmi"), court("method=bc")], vec![]);
    page.take();
    tell(&mut trainer, Command::Explain { xy: vec![40.0, 10.0, 20.0, 20.0, 6.0, 25.0] });
    let told: Vec<_> = page
        .take()
        .into_iter()
        .filter_map(|event| match event {
            Event::Timeline { timeline, .. } => Some(timeline),
            _ => None,
        })
        .collect();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|told| (told.trajectory, told.style, told.xy.len()) == (None, 0, 48)), "{told:?}");
    assert_eq!((told[0].pmi.len(), told[0].weight.len(), told[1].pmi.len()), (24, 24, 0));
    for xy in [vec![], vec![1.0, 1.0], vec![f32::NAN; 8], vec![0.5; 1 << 20]] {
        tell(&mut trainer, Command::Explain { xy });
        assert!(matches!(page.take()[..], [Event::Trouble(_)]));
    }
}

#[test]
fn agents_start_where_they_are_put() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    let run = court("method=bc");
    open(&mut trainer, 1, vec![run.clone()], vec![]);
    tell(&mut trainer, Command::Step);
    let snapshot = snapshots(&page.take()).pop();
    let mut stage = Stage::new(page.clone());
    stage.handle(Item::Command(Command::Play { run: RunId(1), lanes: vec![run], snapshots: vec![snapshot] }));
    stage.tick();
    stage.handle(Item::Command(Command::Place { agent: 3, at: Some([30.0, 40.0]) }));
    stage.handle(Item::Command(Command::Place { agent: 77, at: Some([f32::NAN, 0.0]) }));
    page.take();
    (0..400).for_each(|_| stage.tick());
    let seen = frames(page.take());
    let begins: Vec<_> = seen.iter().map(|frame| frame[3]).filter(|agent| agent.3).collect();
    assert!(begins.len() > 2, "25 steps of six frames end twice in 400 frames");
    assert!(begins.iter().all(|(x, y, ..)| (x - 30.0).hypot(y - 40.0) < 2.0), "{begins:?}");
}
