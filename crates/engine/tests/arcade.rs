//! A game with its cartridge: played by a visitor, learnt from, and played by what was learnt.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

#[path = "../../worlds/tests/console/ale.rs"]
mod ale;

use std::cell::RefCell;
use std::rc::Rc;

use engine::nn::Device;
use engine::session::{Session, catalog};
use engine::worker::{Host, Stage, StageInput};
use pollster::block_on;
use protocol::{
    LaneFrame, PolicySubscription, Replayed, RunConfig, RunId, Screen, Snapshot, StageCommand, StageEvent, Stick,
    WorkerEvent, WorkerMessage,
};
use worlds::Files;
use worlds::atari::{Game, Recording};

#[derive(Clone, Default)]
struct Page(Rc<RefCell<Vec<WorkerEvent<StageEvent>>>>);

impl Host for Page {
    type Event = StageEvent;
    type PeerMessage = PolicySubscription;

    fn post(&self, message: WorkerEvent<StageEvent>) {
        self.0.borrow_mut().push(message);
    }

    fn send_to_peer(&self, _: PolicySubscription) {}

    async fn pause(&self, _milliseconds: u32) {}
}

fn send(stage: &mut Stage<Page>, command: StageCommand) {
    stage.handle(StageInput::Message(WorkerMessage::Command(command)));
}

fn config(game: Game) -> RunConfig {
    let small = "stretches=20&epochs=1&critic_epochs=1&hidden=16&critic_hidden=16&batch=64&player=own&method=bc-pmi";
    catalog().settle(&RunConfig::from_query(&format!("world={}&{small}", game.id())).0).0
}

/// Plays for some seconds, moving the joystick to and fro, and returns the recording.
fn visit(stage: &mut Stage<Page>, page: &Page, game: Game, seconds: usize) -> (String, Vec<u8>, Vec<u32>) {
    send(stage, StageCommand::TakeJoystick { run: RunId(1), config: config(game) });
    for frame in 0..60 * seconds {
        let x = if frame / 90 % 2 == 0 { 1 } else { -1 };
        send(
            stage,
            StageCommand::MoveJoystick(Stick { x, y: if frame / 50 % 2 == 0 { -1 } else { 1 }, fire: frame % 40 < 9 }),
        );
        stage.tick();
    }
    send(stage, StageCommand::ReleaseJoystick);
    let recorded = page.0.take().into_iter().find_map(|event| match event {
        WorkerEvent::Event(StageEvent::Recorded(recording)) => {
            Some((recording.name, recording.bytes, recording.styles))
        }
        _ => None,
    });
    recorded.expect("a recording")
}

fn screens(page: &Page) -> Vec<Vec<Screen>> {
    let frame = |event| match event {
        WorkerEvent::Event(StageEvent::Frame { mut frame, .. }) => Some(frame.lanes.remove(0)),
        _ => None,
    };
    page.0.take().into_iter().filter_map(frame).map(|lane: LaneFrame| lane.screens).collect()
}

async fn trained(run: &RunConfig, files: &Files) -> (Session, Snapshot) {
    let mut session = Session::open(run, files, None, &Device::Cpu, None).unwrap();
    session.advance(u32::MAX).await.unwrap();
    let snapshot = session.snapshot().await.unwrap();
    (session, snapshot)
}

#[test]
fn a_visitor_plays_and_is_imitated_on_four_consoles() {
    let (page, game) = (Page::default(), Game::MsPacman);
    let world = worlds::find(game.id()).unwrap();
    let mut stage = Stage::new(page.clone());
    send(&mut stage, StageCommand::TakeJoystick { run: RunId(1), config: config(game) });
    let refused = page.0.take();
    assert!(
        matches!(&refused[..], [WorkerEvent::Failed(why)] if why.sentence.key == "worker-cannot-play-yet"),
        "{refused:?}"
    );

    let mut files = Files::default();
    let wrong = world.load(&mut files, "ms_pacman.bin", &ale::rom(Game::Alien)).unwrap_err().text();
    assert_eq!(wrong.key, "error-other-cartridge");
    world.load(&mut files, "ms_pacman.bin", &ale::rom(game)).unwrap();
    assert_eq!(world.unplayable(&files), None);
    let load = WorkerMessage::Load { world: game.id().into(), name: "mine.bin".into(), bytes: ale::rom(game) };
    stage.handle(StageInput::Message(load));
    assert!(matches!(&page.0.take()[..], [WorkerEvent::Loaded { found: Ok(_), .. }]));

    let (name, bytes, styles) = visit(&mut stage, &page, game, 40);
    assert!(styles.iter().sum::<u32>() >= 3, "{styles:?}");
    world.load(&mut files, &name, &bytes).unwrap();
    let run = config(game);
    let (mut session, snapshot) = block_on(trained(&run, &files));
    let calibration = block_on(session.calibration(0.0)).unwrap();
    assert_eq!(calibration.counts.iter().flatten().sum::<u32>(), 4 * 25);
    assert!(calibration.rewards.len() == 4 && calibration.rewards.iter().all(|points| *points >= 0.0));
    let again = block_on(session.calibration(0.0)).unwrap();
    assert_eq!(again, calibration, "the same seed gives the same rollouts");

    send(&mut stage, StageCommand::Play { run: RunId(1), lane: 0, config: run, snapshot });
    for _ in 0..300 {
        stage.tick();
    }
    let shown = screens(&page);
    assert_eq!(shown.len(), 300);
    let first = &shown[0];
    assert_eq!(first.iter().map(|screen| screen.style).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(first.iter().all(|screen| screen.pixels.len() == 160 * 210 && screen.pmi.is_some()));
    assert_ne!(shown[0][0].pixels, shown[299][0].pixels, "the picture moves");
    assert!(shown[299].iter().all(|screen| screen.achieved.is_some()), "75 decisions tell a style");
    send(&mut stage, StageCommand::Mix(vec![0.0, 0.0, 100.0, 0.0]));
    stage.tick();
    assert!(screens(&page)[0].iter().all(|screen| screen.style == 2), "sliders steer the consoles");
}

#[test]
fn without_a_cartridge_training_works_and_demonstrations_are_shown() {
    let (page, game) = (Page::default(), Game::SpaceInvaders);
    let world = worlds::find(game.id()).unwrap();
    let ram = |decision: usize| {
        let mut ram = [0; 128];
        ram[28] = 35 + (decision % 80) as u8;
        ram
    };
    let play = worlds::atari::Playthrough {
        rams: (0..450).map(ram).collect(),
        actions: (0..450).map(|decision| if decision % 5 == 0 { 1 } else { 3 }).collect(),
        score: 0,
    };
    let recording = worlds::atari::Recording { game, playthroughs: vec![play; 6] }.write();
    let mut files = Files::default();
    world.load(&mut files, "own-space_invaders.plays", &recording).unwrap();
    let run = config(game);
    let (mut session, snapshot) = block_on(trained(&run, &files));
    let why = block_on(session.calibration(0.0)).unwrap_err().text();
    assert_eq!(why.key, "error-no-cartridge");
    let mut stage = Stage::new(page.clone());
    let load = WorkerMessage::Load { world: game.id().into(), name: "own.plays".into(), bytes: recording };
    stage.handle(StageInput::Message(load));
    page.0.take();
    send(&mut stage, StageCommand::Play { run: RunId(1), lane: 0, config: run, snapshot });
    for _ in 0..8 {
        stage.tick();
    }
    let frames: Vec<_> = page.0.take();
    let lane = |event: &WorkerEvent<StageEvent>| match event {
        WorkerEvent::Event(StageEvent::Frame { frame, .. }) => frame.lanes[0].clone(),
        other => panic!("{other:?}"),
    };
    let (first, last) = (lane(&frames[0]), lane(&frames[7]));
    assert!(first.replayed == Replayed::Demonstrations && first.screens.is_empty() && first.agents.len() == 12);
    assert_ne!(first.agents, last.agents, "demonstrations move");
}

/// What agents did where there was a cartridge is shown where there is none.
#[test]
fn recorded_rollouts_are_shown_without_the_cartridge() {
    let (page, game) = (Page::default(), Game::Magpie);
    let world = worlds::find(game.id()).unwrap();
    let (mut whole, mut bare) = (Files::default(), Files::default());
    let recording = std::fs::read("../../datasets/atari-magpie.plays").unwrap();
    for files in [&mut whole, &mut bare] {
        world.load(files, "atari-magpie.plays", &recording).unwrap();
    }
    world.load(&mut whole, "magpie.a26", &std::fs::read("../../datasets/magpie.a26").unwrap()).unwrap();
    let small = "stretches=20&epochs=1&critic_epochs=1&hidden=16&critic_hidden=16&batch=64&method=bc-pmi";
    let run = catalog().settle(&RunConfig::from_query(&format!("world=magpie&{small}")).0).0;
    let (mut session, _) = block_on(trained(&run, &bare));
    block_on(session.record_rollouts()).unwrap();
    assert_eq!(session.record().rollouts, None, "there is nothing to play on");
    session.set_files(&whole);
    block_on(session.record_rollouts()).unwrap();
    let finished = block_on(session.finished_snapshot()).unwrap();
    let mut again = Session::open(&run, &bare, None, &Device::Cpu, Some(&finished)).unwrap();
    assert_eq!(again.record(), session.record());
    let windows = again.record().rollouts.as_ref().unwrap().windows(world);
    assert_eq!(
        windows.iter().map(|window| window.style).collect::<Vec<_>>(),
        [[0; 5], [1; 5], [2; 5], [3; 5]].concat()
    );
    assert!(windows.iter().any(|window| window.path.len() == 200), "whole windows of a hundred decisions");
    let snapshot = block_on(again.play_only_snapshot()).unwrap();
    let mut stage = Stage::new(page.clone());
    let load = |bytes: &[u8], name: &str| WorkerMessage::Load {
        world: game.id().into(),
        name: name.into(),
        bytes: bytes.into(),
    };
    stage.handle(StageInput::Message(load(&recording, "atari-magpie.plays")));
    page.0.take();
    send(&mut stage, StageCommand::Play { run: RunId(1), lane: 0, config: run, snapshot });
    let tick = |stage: &mut Stage<Page>| {
        page.0.take();
        stage.tick();
        match page.0.take().pop() {
            Some(WorkerEvent::Event(StageEvent::Frame { mut frame, .. })) => frame.lanes.remove(0),
            other => panic!("{other:?}"),
        }
    };
    let first = tick(&mut stage);
    assert_eq!((first.replayed, first.agents.len()), (Replayed::Rollouts, 4));
    assert!(!first.others.is_empty() && first.screens.is_empty(), "the cats are there, as positions");
    let last = (0..200).map(|_| tick(&mut stage)).last().unwrap();
    assert_ne!(first.agents, last.agents);
    send(&mut stage, StageCommand::Mix(vec![0.0, 0.0, 1.0, 0.0]));
    assert!(tick(&mut stage).agents.iter().all(|agent| agent.style == 2), "rollouts of the requested style");
    stage.handle(StageInput::Message(load(&std::fs::read("../../datasets/magpie.a26").unwrap(), "magpie.a26")));
    let played = tick(&mut stage);
    assert_eq!((played.replayed, played.screens.len()), (Replayed::No, 4), "with the cartridge they play");
}

/// Our own game, whose cartridge and recording ship: learnt from scripted players, and played on the console.
#[test]
fn magpie_is_learnt_and_played_as_it_ships() {
    let (page, game) = (Page::default(), Game::Magpie);
    let world = worlds::find(game.id()).unwrap();
    let mut files = Files::default();
    for card in world.card().files.iter().filter(|card| card.needed) {
        let bytes = std::fs::read(format!("../../datasets/{}", card.name)).unwrap();
        assert_eq!(world.load(&mut files, &card.name, &bytes).unwrap().counts_as, card.name);
    }
    assert_eq!(world.unplayable(&files), None);
    for (label, styles) in [("area", 4), ("range", 3), ("boldness", 2)] {
        let small = "stretches=500&epochs=8&hidden=32&critic_hidden=64&batch=128&rate=0.003&method=bc-pmi";
        let wish = RunConfig::from_query(&format!("world=magpie&label={label}&{small}")).0;
        let run = catalog().settle(&wish).0;
        let (mut session, snapshot) = block_on(trained(&run, &files));
        let calibration = block_on(session.calibration(session.strength())).unwrap();
        let chance = 1.0 / styles as f32;
        assert!(calibration.share > chance + 0.1, "{label}: {} of {chance}", calibration.share);
        assert!(calibration.rewards.len() == styles && calibration.rewards.iter().all(|points| *points > 5.0));
        let mut stage = Stage::new(page.clone());
        for card in world.card().files.iter().filter(|card| card.needed) {
            let bytes = std::fs::read(format!("../../datasets/{}", card.name)).unwrap();
            let load = WorkerMessage::Load { world: game.id().into(), name: card.name.clone(), bytes };
            stage.handle(StageInput::Message(load));
        }
        page.0.take();
        send(&mut stage, StageCommand::Play { run: RunId(1), lane: 0, config: run, snapshot });
        for _ in 0..300 {
            stage.tick();
        }
        let shown = screens(&page);
        assert!(shown[0].iter().map(|screen| screen.style).collect::<Vec<_>>().starts_with(&[0, 1]));
        assert_ne!(shown[0][0].pixels, shown[299][0].pixels, "the picture moves");
        assert!(shown[299].iter().all(|screen| screen.achieved.is_some()), "75 decisions tell a style");
    }
}

#[test]
fn a_new_stage_goes_on_with_what_was_played() {
    let (page, game) = (Page::default(), Game::Magpie);
    let cartridge = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/magpie.a26")).unwrap();
    let load = || WorkerMessage::Load { world: game.id().into(), name: "magpie.a26".into(), bytes: cartridge.clone() };
    let mut first = Stage::new(page.clone());
    first.handle(StageInput::Message(load()));
    let (name, bytes, _) = visit(&mut first, &page, game, 4);
    let mut next = Stage::new(page.clone());
    next.handle(StageInput::Message(load()));
    send(&mut next, StageCommand::RestorePlays { world: game.id().into(), name: name.clone(), bytes: bytes.clone() });
    let (_, both, _) = visit(&mut next, &page, game, 4);
    let plays = |bytes: &[u8]| Recording::read(bytes).unwrap().playthroughs;
    assert_eq!((plays(&bytes).len(), plays(&both).len()), (1, 2));
    assert_eq!(plays(&both)[0], plays(&bytes)[0]);
    // What cannot be read does no harm.
    send(&mut next, StageCommand::RestorePlays { world: game.id().into(), name, bytes: vec![1; 40] });
}
