//! The stage: agents that play, follow the sliders and take new policies from the trainer.

use super::*;

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
