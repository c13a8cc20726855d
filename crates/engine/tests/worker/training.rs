//! Training: steps, live changes, the end, and what breaks down.

use super::*;

#[test]
fn a_step_is_a_step_in_every_lane() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=bc", "method=cbc", "method=bc-pmi"].map(config).to_vec(), vec![]);
    let opened = page.take();
    let [WorkerEvent::Event(TrainerEvent::Opened { lanes, demos, notices, .. }), ..] = &opened[1..] else {
        panic!("not opened: {opened:?}")
    };
    assert_eq!((lanes.len(), demos.trajectories, demos.pairs), (3, 24, 24 * 300));
    assert!(notices.is_empty() && demos.paths.len() == 4 * 6 && demos.ideals.len() == 4, "{notices:?}");
    send(&mut trainer, TrainerCommand::Step);
    let events = page.take();
    assert_eq!(step_of(&events), Some((1, RunState::Paused)));
    assert_eq!(snapshots(&events).len(), 3);
}

#[test]
fn clusters_say_what_they_are_responsible_for() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=sorl", "method=bc"].map(config).to_vec(), vec![]);
    send(&mut trainer, TrainerCommand::Step);
    let events = page.take();
    let clusters = |report: &(u8, &LaneReport)| matches!(report.1, LaneReport::Responsibilities(_));
    let reported: Vec<_> = reports(&events).into_iter().filter(clusters).collect();
    let [(0, LaneReport::Responsibilities(responsibilities))] = reported[..] else {
        panic!("only SORL clusters: {reported:?}")
    };
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
    send(&mut trainer, TrainerCommand::Inspect { trajectory: Some(0) });
    train(trainer);
    let events = page.take();
    let (step, phase) = step_of(&events).unwrap();
    // The critic's steps, and as many of the policy.
    assert_eq!((step, phase), (46 + 46, RunState::Done));
    let reports = reports(&events);
    let has = |found: fn(&LaneReport) -> bool| reports.iter().any(|(_, report)| found(report));
    assert!(has(|report| matches!(report, LaneReport::Readings(_))));
    assert!(has(|report| matches!(report, LaneReport::Weights(_))));
    assert!(has(|report| matches!(report, LaneReport::Timeline(_))));
    let calibration = reports.iter().find_map(|(_, report)| match report {
        LaneReport::Calibration(calibration) => Some(calibration),
        _ => None,
    });
    let Calibration { counts, step, .. } = calibration.unwrap();
    assert_eq!((counts.len(), counts.iter().flatten().sum::<u32>(), *step), (4, 100, 92));
}

#[test]
fn a_live_change_is_reported_with_the_step_it_was_made_at_and_repeated_from_the_link() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, ["method=cbc", "method=bc-pmi"].map(config).to_vec(), vec![]);
    (0..3).for_each(|_| send(&mut trainer, TrainerCommand::Step));
    page.take();
    send(&mut trainer, TrainerCommand::SetKnob { knob: "critic_rate".into(), value: Value::Number(0.02) });
    let events = page.take();
    let changed: Vec<_> = reports(&events)
        .into_iter()
        .filter_map(|(lane, report)| match report {
            LaneReport::Changed(run) => Some((lane, run.clone())),
            _ => None,
        })
        .collect();
    let [(1, run)] = &changed[..] else { panic!("only the second lane has a critic: {changed:?}") };
    assert!(run.to_query().ends_with("&at=3:critic_rate:0.02"), "{}", run.to_query());
    (0..2).for_each(|_| send(&mut trainer, TrainerCommand::Step));
    let live = snapshots(&page.take());

    open(&mut trainer, 2, vec![run.clone()], vec![]);
    let mut applied = Vec::new();
    let mut last = Vec::new();
    for step in 1..=5 {
        page.take();
        send(&mut trainer, TrainerCommand::Step);
        let events = page.take();
        let reached = reports(&events).iter().any(|(_, report)| matches!(report, LaneReport::Applied(_)));
        applied.extend(reached.then_some(step));
        last = snapshots(&events);
    }
    assert_eq!(applied, [4], "before the fourth step");
    assert_eq!(last.last(), live.last(), "the same bits as the run that was changed live");
}

#[test]
fn a_new_run_does_not_report_the_speed_of_the_last() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    let speed = || {
        let events = page.take();
        let mut rates = reports(&events).into_iter().filter_map(|(_, report)| match report {
            LaneReport::Progress(progress) => Some(progress.steps_per_second),
            _ => None,
        });
        rates.next_back()
    };
    open(&mut trainer, 1, vec![config("method=bc")], vec![]);
    // Steps are counted over half a second.
    std::thread::sleep(std::time::Duration::from_millis(550));
    send(&mut trainer, TrainerCommand::Step);
    assert!(speed().is_some_and(|rate| rate > 0.0));
    open(&mut trainer, 2, vec![config("method=bc")], vec![]);
    assert_eq!(speed(), Some(0.0));
}

#[test]
fn a_run_that_breaks_down_keeps_its_last_good_snapshot() {
    let page = Page::default();
    let mut trainer = trainer(&page);
    open(&mut trainer, 1, vec![config("method=bc")], vec![]);
    send(&mut trainer, TrainerCommand::Step);
    let good = snapshots(&page.take()).pop().unwrap();
    // All parameters so large that the next step leads out of all numbers.
    let mut bundle = Bundle::from_snapshot(&good, usize::MAX).unwrap();
    bundle.tables.get_mut("policy.parameters").unwrap().2.fill(f32::MAX);
    open(&mut trainer, 2, vec![config("method=bc")], vec![Some(bundle.to_snapshot().unwrap())]);
    page.take();
    send(&mut trainer, TrainerCommand::Step);
    let events = page.take();
    let said = |event: &&FromTrainer| matches!(event, WorkerEvent::Failed(failure) if failure.sentence.key.starts_with("error-diverged"));
    assert_eq!(events.iter().filter(said).count(), 1, "one sentence: {events:?}");
    assert!(snapshots(&events).is_empty(), "the page keeps the last good one");
    assert_eq!(step_of(&events).map(|(_, state)| state), Some(RunState::Paused));
    send(&mut trainer, TrainerCommand::Train);
    let again = page.take();
    assert_eq!((again.iter().filter(said).count(), reports(&again).len()), (1, 0), "it does not go on: {again:?}");
}

#[test]
fn a_finished_run_has_a_digest_that_names_it() {
    let digests = |events: &[FromTrainer]| -> Vec<u64> {
        let digest = |(_, report): (_, &LaneReport)| match report {
            LaneReport::Digest(digest) => Some(*digest),
            _ => None,
        };
        reports(events).into_iter().filter_map(digest).collect()
    };
    let trained = |query: &str| {
        let page = Page::default();
        let mut first = trainer(&page);
        open(&mut first, 1, vec![config(query)], vec![]);
        assert!(digests(&page.take()).is_empty(), "a run that has not begun has none");
        train(first);
        let events = page.take();
        (digests(&events).pop().unwrap(), snapshots(&events).pop().unwrap())
    };
    let (digest, snapshot) = trained("method=bc-pmi");
    assert_eq!(trained("method=bc-pmi").0, digest, "the same settings give the same networks");
    assert_ne!(trained("method=bc-pmi&seed=2").0, digest);
    let page = Page::default();
    let mut again = trainer(&page);
    open(&mut again, 1, vec![config("method=bc-pmi")], vec![Some(snapshot)]);
    assert_eq!(digests(&page.take()), [digest], "a run that opens finished has that of its networks");
}
