//! Finished runs: shipped ones, kept ones, and what stays of them when settings change.

use super::fixture::{demos, opened, opened_in};
use super::{Condition, Model, Playing, Quantity, ShippedRun, StoredRun};
use crate::actions::{Action, Effect};
use protocol::{
    Calibration, LaneEvent, LaneReport, Progress, Reading, Role, RunConfig, RunState, Snapshot, StageCommand,
    TellingMoment, TrainerCommand, TrainerEvent, Value, text,
};

fn report(model: &mut Model, lane: u8, report: LaneReport) -> Vec<Effect> {
    model.on_trainer(TrainerEvent::Lane(LaneEvent { run: model.run, lane, report }))
}

fn progress(model: &mut Model, lane: u8, step: u32) {
    let state = if step == 10 { RunState::Done } else { RunState::Paused };
    let phase = text!("critic");
    let progress = Progress { state, phase, step, steps: 10, steps_per_second: 0.0, seconds: 0.0 };
    report(model, lane, LaneReport::Progress(progress));
}

/// The lane is trained to its end: its charts, its snapshot and its agents are here.
fn train(model: &mut Model, lane: u8) {
    let reading = Reading { series: "mi-heldout".into(), step: 10, value: 0.5, spread: 0.0 };
    report(model, lane, LaneReport::Readings(vec![reading]));
    report(model, lane, LaneReport::Calibration(Calibration::new(10, vec![vec![4, 0, 0], vec![1, 3, 0]], vec![])));
    report(model, lane, LaneReport::Snapshot { step: 10, snapshot: Snapshot(vec![lane + 1]) });
    progress(model, lane, 10);
    model.on_playing(model.run, lane, 10);
}

fn shipped(method: &str) -> ShippedRun {
    ShippedRun { world: "plane".into(), method: method.into() }
}

fn set_noise(model: &mut Model, value: f64) {
    model.perform(Action::SetKnob { knob: "noise".into(), value: Value::Number(value) });
}

fn plays(effects: &[Effect]) -> usize {
    effects.iter().filter(|effect| matches!(effect, Effect::Stage(StageCommand::Play { .. }))).count()
}

#[test]
fn a_default_run_opens_from_the_shipped_one_in_both_workers() {
    let mut model = opened_in("plane");
    assert!(model.awaits_shipped());
    assert_eq!(model.shipped_runs_needed(), [shipped("pmi")]);
    let effects = model.on_shipped(&shipped("pmi"), &Snapshot(vec![9]));
    assert_eq!(plays(&effects), 1);
    assert!(effects.contains(&Effect::OpenRun(Role::Trainer)), "{effects:?}");
    assert!(!model.awaits_shipped() && model.shipped_runs_needed().is_empty());
    assert_eq!(model.lanes[0].snapshot, Some((0, Snapshot(vec![9]))));
    progress(&mut model, 0, 10);
    model.on_playing(model.run, 0, 10);
    let lane = &model.lanes[0];
    assert_eq!((lane.snapshot.as_ref().map(|(step, _)| *step), lane.playing), (Some(10), Playing::Pretrained));
    assert_eq!((model.state(), model.stale()), (RunState::Done, None));
}

#[test]
fn a_shipped_run_that_does_not_fit_or_arrive_leaves_a_run_from_scratch() {
    let mut model = opened_in("plane");
    let effects = model.on_shipped_missing(&shipped("pmi"), Some("gone".into()));
    assert!(effects.contains(&Effect::OpenRun(Role::Trainer)));
    assert_eq!((model.notices.all().len(), model.lanes[0].playing), (1, Playing::Nothing));
    let mut model = opened_in("plane");
    model.on_shipped(&shipped("pmi"), &Snapshot(vec![9]));
    progress(&mut model, 0, 0);
    assert!(model.lanes[0].snapshot.is_none() && !model.lanes[0].shipped, "the trainer started from scratch");
    let mut model = opened_in("plane");
    model.perform(Action::Train);
    model.on_shipped(&shipped("pmi"), &Snapshot(vec![9]));
    assert!(model.lanes[0].snapshot.is_none(), "the visitor has not waited for it");
}

#[test]
fn shipped_agents_that_play_a_run_with_other_settings_are_marked() {
    let mut requested = RunConfig::default();
    requested.knobs.insert("noise".into(), Value::Number(3.0));
    let mut model = opened(requested, &[]);
    assert!(!model.awaits_shipped(), "the trainer need not wait");
    let effects = model.on_shipped(&shipped("pmi"), &Snapshot(vec![9]));
    assert_eq!(plays(&effects), 1);
    assert!(model.lanes[0].snapshot.is_none() && model.is_stale(0));
    assert_eq!(model.stale().map(|text| text.key), Some("page-stale-shipped".into()));
    model.on_playing(model.run, 0, 3);
    assert_eq!(model.stale(), None, "now they are its own");
}

#[test]
fn what_was_trained_before_the_data_changed_stays_and_is_marked() {
    let mut model = opened_in("plane");
    train(&mut model, 0);
    set_noise(&mut model, 3.0);
    let lane = &model.lanes[0];
    assert_eq!((lane.playing, model.is_stale(0), model.state()), (Playing::Earlier, true, RunState::Paused));
    assert_eq!(lane.agents.as_ref().map(|agents| agents.snapshot.clone()), Some(Snapshot(vec![1])));
    assert_eq!(model.stale().map(|text| text.key), Some("page-stale-data".into()));
    assert!(lane.stale.curves && lane.stale.calibration && lane.calibration.is_some());
    assert_eq!(Quantity::Calibration.read(&model), None, "no measurement of this run");
    assert_eq!(Quantity::Series("mi-heldout".into()).read(&model), None);
    let reading = Reading { series: "mi-heldout".into(), step: 1, value: 0.1, spread: 0.0 };
    report(&mut model, 0, LaneReport::Readings(vec![reading]));
    assert_eq!(model.lanes[0].series["mi-heldout"].points().len(), 1, "new curves replace the old ones");
    assert!(!model.lanes[0].stale.curves && model.lanes[0].stale.calibration);
    model.on_playing(model.run, 0, 1);
    assert_eq!(model.stale(), None);
}

#[test]
fn other_settings_are_told_apart_from_other_data() {
    let mut model = opened_in("plane");
    train(&mut model, 0);
    model.perform(Action::SetKnob { knob: "beta".into(), value: Value::Number(2.0) });
    assert_eq!(model.stale().map(|text| text.key), Some("page-stale-knobs".into()), "β was changed after the end");
    model.on_playing(model.run, 0, 10);
    assert!(model.stale().is_some(), "the same policy again");
    model.perform(Action::SetKnob { knob: "beta".into(), value: Value::Number(1.0) });
    assert_eq!(model.stale(), None);
    model.perform(Action::SetSeed(7.0));
    assert_eq!(model.stale().map(|text| text.key), Some("page-stale-data".into()));
}

#[test]
fn settings_that_come_back_bring_their_run_back() {
    let mut model = opened_in("plane");
    train(&mut model, 0);
    for change in [Action::ChooseMethod("a".into()), Action::ChooseWorld("court".into())] {
        model.perform(change);
        assert!(model.lanes[0].snapshot.is_none());
    }
    model.perform(Action::ChooseWorld("plane".into()));
    model.perform(Action::ChooseMethod("pmi".into()));
    let lane = &model.lanes[0];
    assert_eq!((lane.snapshot.clone(), lane.playing), (Some((10, Snapshot(vec![1]))), Playing::Own { step: 10 }));
    assert!(!model.awaits_shipped(), "the visitor's own run comes before the shipped one");
    set_noise(&mut model, 3.0);
    set_noise(&mut model, 1.0);
    assert_eq!((model.lanes[0].snapshot.is_some(), model.stale()), (true, None));
}

#[test]
fn comparing_keeps_the_trained_run() {
    let mut model = opened_in("plane");
    set_noise(&mut model, 3.0);
    train(&mut model, 0);
    model.perform(Action::Compare(true));
    let kept: Vec<_> = model.lanes.iter().map(|lane| lane.snapshot.is_some()).collect();
    assert_eq!((model.compare.clone(), kept), (vec!["a".into(), "b".into(), "pmi".into()], vec![false, false, true]));
    (0..3).for_each(|lane| train(&mut model, lane));
    model.perform(Action::Compare(false));
    assert_eq!(model.lanes[0].snapshot, Some((10, Snapshot(vec![3]))));
    model.perform(Action::Compare(true));
    assert!(model.lanes.iter().all(|lane| lane.snapshot.is_some()));
}

#[test]
fn training_again_and_resetting_start_from_scratch() {
    for action in [Action::Train, Action::Reset] {
        let mut model = opened_in("plane");
        train(&mut model, 0);
        model.perform(action);
        let lane = &model.lanes[0];
        assert!(lane.snapshot.is_none() && !lane.awaits_shipped && lane.stale.curves);
        assert_eq!((lane.playing, model.stale()), (Playing::Earlier, None), "the same settings");
    }
}

#[test]
fn only_the_last_runs_are_kept() {
    let mut model = opened_in("plane");
    for seed in 0..12 {
        model.perform(Action::SetSeed(f64::from(seed)));
        train(&mut model, 0);
    }
    let mut found = |seed: u32| {
        model.perform(Action::SetSeed(f64::from(seed)));
        model.lanes[0].snapshot.is_some()
    };
    assert!(found(11) && found(5) && !found(0));
}

#[test]
fn the_telling_moment_is_shown_until_the_visitor_chooses() {
    let mut model = opened_in("plane");
    let (run, lanes) = (model.run, vec![model.lanes[0].config.clone()]);
    model.on_trainer(TrainerEvent::Opened { run, lanes, notices: vec![], demos: demos() });
    assert_eq!((model.selected, model.step_of(3)), (Some(7), 1));
    let telling = |trajectory| LaneReport::Telling(TellingMoment { trajectory, moment: 2, pmi: -1.0 });
    let effects = report(&mut model, 0, telling(9));
    assert!(effects.contains(&Effect::Trainer(TrainerCommand::Inspect { trajectory: Some(9) })));
    assert_eq!((model.selected, model.step_of(3)), (Some(9), 2));
    assert!(!Condition::StepSelected.holds(&model), "the visitor has chosen nothing");
    model.perform(Action::SelectStep(0));
    assert_eq!(model.step_of(3), 0);
    model.perform(Action::SelectDemonstration(4));
    report(&mut model, 0, telling(7));
    assert_eq!(model.selected, Some(4));
}

fn kept(effects: &[Effect]) -> Option<StoredRun> {
    effects.iter().find_map(|effect| match effect {
        Effect::KeepRun { run, .. } => Some(run.clone()),
        _ => None,
    })
}

/// The page on a later visit, on which the browser has these runs.
fn later(link: &str, stored: Vec<StoredRun>) -> Model {
    let first = opened_in("plane");
    let mut model = crate::permalink::read(link);
    model.stored.extend(stored.into_iter().map(|run| (run.key.clone(), run)));
    model.set_catalog(first.catalog.as_deref().cloned().unwrap());
    model
}

#[test]
fn a_trained_run_is_stored_and_opens_on_a_later_visit() {
    let mut model = opened_in("plane");
    model.on_shipped(&shipped("pmi"), &Snapshot(vec![9]));
    let unchanged = report(&mut model, 0, LaneReport::Snapshot { step: 10, snapshot: Snapshot(vec![9]) });
    assert_eq!(kept(&unchanged), None, "what ships need not be stored");
    set_noise(&mut model, 0.25);
    let nothing = report(&mut model, 0, LaneReport::Snapshot { step: 0, snapshot: Snapshot(vec![1]) });
    assert_eq!(kept(&nothing), None, "no step was taken");
    let some = report(&mut model, 0, LaneReport::Snapshot { step: 4, snapshot: Snapshot(vec![5]) });
    let run = kept(&some).unwrap();
    assert_eq!((run.step, run.finished), (4, false));

    let mut again = later(&run.key, vec![run.clone()]);
    assert!(again.awaits_shipped(), "the trainer waits for it");
    assert_eq!(again.stored_runs_needed(), std::slice::from_ref(&run));
    let effects = again.on_stored(&run, Some(Snapshot(vec![5])));
    assert!(effects.contains(&Effect::OpenRun(Role::Trainer)) && effects.contains(&Effect::Play), "{effects:?}");
    let lane = &again.lanes[0];
    assert_eq!((lane.snapshot.clone(), lane.playing), (Some((4, Snapshot(vec![5]))), Playing::Own { step: 4 }));
    assert!(!again.is_stale(0) && again.stored_runs_needed().is_empty());
    assert!(again.on_stored(&run, None).is_empty(), "a late answer changes nothing");

    let elsewhere = later("?noise=0.75", vec![run]);
    assert!(elsewhere.stored_runs_needed().is_empty(), "other settings");
}

#[test]
fn a_stored_run_that_cannot_be_read_gives_way_to_the_shipped_one() {
    let mut model = opened_in("plane");
    model.perform(Action::Train);
    let effects = report(&mut model, 0, LaneReport::Snapshot { step: 4, snapshot: Snapshot(vec![5]) });
    let run = kept(&effects).unwrap();
    let mut again = later("", vec![run.clone(), StoredRun { key: "seed=&&%%".into(), ..run.clone() }]);
    assert_eq!(again.stored_runs_needed(), std::slice::from_ref(&run));
    let effects = again.on_stored(&run, None);
    assert!(again.awaits_shipped() && !effects.contains(&Effect::OpenRun(Role::Trainer)));
    again.on_shipped(&shipped("pmi"), &Snapshot(vec![9]));
    assert!(again.lanes[0].shipped);
}

#[test]
fn the_last_word_on_a_run_is_that_it_is_finished() {
    let mut model = opened_in("plane");
    model.perform(Action::Train);
    report(&mut model, 0, LaneReport::Snapshot { step: 10, snapshot: Snapshot(vec![5]) });
    let phase = text!("critic");
    let done = Progress { state: RunState::Done, phase, step: 10, steps: 10, steps_per_second: 0.0, seconds: 0.0 };
    let effects = report(&mut model, 0, LaneReport::Progress(done));
    assert_eq!(kept(&effects).map(|run| (run.step, run.finished)), Some((10, true)));
}
