//! Runs that are opened: finished, resumed, hostile.

use super::*;

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
