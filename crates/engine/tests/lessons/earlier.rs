//! Earlier steps shown again, and forks from them.

use super::*;

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
