//! Files and drawn paths that a visitor gives.

use super::*;

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
