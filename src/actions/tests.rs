//! Each action, and the effects that the page has to execute.

use super::{Action, Effect};
use crate::permalink;
use crate::state::fixture::{demos, opened, opened_in};
use crate::state::{Dialog, JoystickInput, Language, LinkCopy, Model, Recording, Speed, Theme};
use protocol::{
    DeviceChoice, LaneEvent, LaneReport, MAX_CHANGES, PlayRecording, Progress, Role, RunConfig, RunState, Snapshot,
    StageCommand, Stick, TrainerCommand, TrainerEvent, Value, text,
};

/// What every new run does to a page whose workers are ready and need no file.
fn restart() -> Vec<Effect> {
    let open = [Effect::OpenRun(Role::Trainer), Effect::OpenRun(Role::Stage)];
    [Effect::ClearFrame].into_iter().chain(open).chain([Effect::WriteAddress]).collect()
}

fn set_knob(knob: &str, value: f64) -> Action {
    Action::SetKnob { knob: knob.into(), value: Value::Number(value) }
}

fn report(model: &mut Model, state: RunState, step: u32) {
    let phase = text!("critic");
    let progress = Progress { state, phase, step, steps: 10, steps_per_second: 1.0, seconds: 1.0 };
    let event = LaneEvent { run: model.run, lane: 0, report: LaneReport::Progress(progress) };
    model.on_trainer(TrainerEvent::Lane(event));
}

#[test]
fn a_choice_that_decides_the_run_starts_another() {
    for action in [
        Action::ChooseLabel("speed".into()),
        Action::ChooseMethod("a".into()),
        Action::ChooseRecipe("strong".into()),
        Action::SetSeed(5.0),
        Action::Compare(true),
        set_knob("noise", 3.0),
        Action::Reset,
    ] {
        let mut model = opened_in("plane");
        let run = model.run;
        let mut effects = model.perform(action.clone());
        effects.retain(|effect| *effect != Effect::NewHistoryEntry);
        assert_eq!(effects, restart(), "{action:?}");
        assert_eq!(model.run.0, run.0 + 1);
        assert!(!model.training);
    }
}

#[test]
fn what_does_not_exist_or_is_chosen_already_changes_nothing() {
    for action in [
        Action::ChooseWorld("nowhere".into()),
        Action::ChooseWorld("plane".into()),
        Action::ChooseLabel("taste".into()),
        Action::ChooseMethod("magic".into()),
        Action::ChooseRecipe("plain".into()),
        Action::ChooseRecipe("magic".into()),
        Action::Compare(false),
        set_knob("bogus", 3.0),
        set_knob("noise", 1.0),
        Action::SetStyleStrength(f32::NAN),
        Action::PlaceAgent { agent: 0, at: [f32::NAN, 0.0] },
        Action::SelectNextDemonstration,
        Action::DownloadSnapshot,
        Action::DownloadPlays,
        Action::LearnFromPlays,
    ] {
        let mut model = opened_in("plane");
        let run = model.run;
        assert_eq!(model.perform(action.clone()), [], "{action:?}");
        assert_eq!(model.run, run);
    }
}

#[test]
fn another_world_frees_the_agents_and_opens_its_own_run() {
    let mut model = opened_in("court");
    model.perform(Action::PlaceAgent { agent: 2, at: [0.5, 0.5] });
    let effects = model.perform(Action::ChooseWorld("plane".into()));
    assert_eq!(effects[..2], [Effect::NewHistoryEntry, Effect::Stage(StageCommand::Place { agent: 2, at: None })]);
    assert_eq!(effects[2..], restart());
    assert_eq!((model.requested.world.as_str(), model.starts.len()), ("plane", 0));
}

#[test]
fn a_compared_method_comes_to_the_front_without_another_run() {
    let mut model = opened(RunConfig::default(), &["a", "pmi"]);
    assert_eq!(model.perform(Action::ChooseMethod("a".into())), [Effect::WriteAddress]);
    assert_eq!((model.focus(), model.compare.len()), (0, 2));
    assert_eq!(model.perform(Action::ChooseMethod("c".into()))[1..], restart());
    assert_eq!(model.compare, ["a", "c"]);
    assert_eq!(model.perform(Action::ToggleCompared("a".into())), [], "one method is no comparison");
    assert_eq!(model.perform(Action::ToggleCompared("b".into())), restart());
    assert_eq!(model.compare, ["a", "b", "c"]);
}

#[test]
fn a_method_has_its_own_defaults_and_what_was_chosen_stays() {
    let mut model = opened_in("court");
    let rate_of = |model: &mut Model, method: &str| {
        model.perform(Action::ChooseMethod(method.into()));
        let knob = model.knobs().into_iter().find(|card| card.id == "rate").unwrap();
        model.knob_value(&knob)
    };
    assert_eq!(["a", "b", "c"].map(|method| rate_of(&mut model, method)), [5.0, 9.0, 5.0].map(Value::Number));
    model.perform(Action::SetKnob { knob: "rate".into(), value: Value::Number(7.0) });
    assert_eq!(["b", "a"].map(|method| rate_of(&mut model, method)), [7.0; 2].map(Value::Number));
}

#[test]
fn a_live_knob_reaches_the_run_as_it_goes_on() {
    let mut model = opened_in("plane");
    let run = model.run;
    let effects = model.perform(set_knob("beta", 99.0));
    let value = Value::Number(10.0);
    let tune = TrainerCommand::SetKnob { knob: "beta".into(), value: value.clone() };
    assert_eq!(effects, [Effect::Trainer(tune), Effect::WriteAddress]);
    assert_eq!(model.lanes[0].config.knobs["beta"], value);
    assert_eq!(model.notices.all().len(), 1, "it was lowered to the largest value");
    assert!(model.tuned.is_empty(), "nothing is trained yet");
    report(&mut model, RunState::Running, 3);
    model.perform(set_knob("beta", 2.0));
    assert!(model.tuned.contains("beta") && model.run == run);
}

#[test]
fn a_change_in_mid_run_is_in_the_link_until_the_run_begins_again() {
    let mut model = opened_in("plane");
    model.perform(set_knob("beta", 3.0));
    assert!(model.lanes[0].config.changes.is_empty(), "before the first step it is how the run begins");
    report(&mut model, RunState::Running, 40);
    model.perform(set_knob("beta", 2.0));
    assert!(permalink::write(&model).ends_with("beta=3&noise=1&rate=1&source=made&at=40:beta:2"));
    // The trainer was further than the page knew.
    let mut config = model.lanes[0].config.clone();
    config.changes[0].step = 52;
    let event = LaneEvent { run: model.run, lane: 0, report: LaneReport::Changed(config) };
    assert_eq!(model.on_trainer(TrainerEvent::Lane(event)), [Effect::WriteAddress]);
    let link = permalink::write(&model);
    assert!(link.ends_with("beta=3&noise=1&rate=1&source=made&at=52:beta:2"), "{link}");
    model.perform(Action::Reset);
    assert!(model.tuned.is_empty() && permalink::write(&model).ends_with("beta=2&noise=1&rate=1&source=made"));

    let mut again = permalink::read(&link);
    again.set_catalog(crate::state::fixture::catalog());
    assert_eq!(permalink::write(&again), link);
    assert_eq!(again.requested.knobs["beta"], Value::Number(3.0), "the knob shows what is in effect");
    let reached = LaneReport::Applied(again.lanes[0].config.changes.clone());
    again.on_trainer(TrainerEvent::Lane(LaneEvent { run: again.run, lane: 0, report: reached }));
    assert_eq!((&again.requested.knobs["beta"], again.tuned.len()), (&Value::Number(2.0), 1));
    again.perform(Action::Reset);
    assert_eq!(again.lanes[0].config.knobs["beta"], Value::Number(2.0), "a new run begins with what is shown");
    assert!(again.lanes[0].config.changes.is_empty());
}

#[test]
fn a_run_with_too_many_changes_takes_no_more() {
    let mut model = opened_in("plane");
    // The first is the default and changes nothing; the last is one too many.
    for step in 1..=MAX_CHANGES as u32 + 2 {
        report(&mut model, RunState::Running, step);
        model.perform(set_knob("beta", f64::from(step % 7)));
    }
    assert_eq!(model.lanes[0].config.changes.len(), MAX_CHANGES);
    assert_eq!(model.requested.knobs["beta"], Value::Number(((MAX_CHANGES + 1) % 7) as f64), "the last that was taken");
    assert_eq!(model.notices.all()[0].text.key, "page-too-many-changes");
}

#[test]
fn training_starts_pauses_and_starts_again_from_the_beginning() {
    let mut model = opened_in("plane");
    let start = [Effect::Trainer(TrainerCommand::Speed(None)), Effect::Trainer(TrainerCommand::Train)];
    assert_eq!(model.perform(Action::ToggleTraining), start);
    assert_eq!(model.perform(Action::ToggleTraining), [Effect::Trainer(TrainerCommand::Pause)]);
    model.perform(Action::Train);
    assert_eq!(model.perform(Action::TrainStep), [Effect::Trainer(TrainerCommand::Step)]);
    assert!(!model.training);
    report(&mut model, RunState::Done, 10);
    let run = model.run;
    assert_eq!(model.perform(Action::Train), restart(), "a run that is sent while training is on starts by itself");
    assert!(model.training && model.run != run && model.lanes[0].progress.is_none());
}

#[test]
fn a_seed_that_is_none_gets_a_notice() {
    let mut model = opened_in("plane");
    for seed in [f64::NAN, -1.0, f64::INFINITY] {
        assert_eq!(model.perform(Action::SetSeed(seed)), []);
    }
    assert_eq!(model.notices.all().len(), 1);
    model.perform(Action::SetSeed(2.6));
    assert_eq!(model.lanes[0].config.seed, 3);
}

#[test]
fn sliders_reach_the_stage_and_the_address() {
    let mut model = opened_in("plane");
    let effects = model.perform(Action::SetStyleShare { style: 1, percent: 100.0 });
    assert_eq!(effects, [Effect::Stage(StageCommand::Mix(vec![0.0, 100.0])), Effect::WriteAddress]);
    let effects = model.perform(Action::SetStyleStrength(9.0));
    assert_eq!(effects, [Effect::Stage(StageCommand::Strength(4.0)), Effect::WriteAddress]);
    let effects = model.perform(Action::ChooseDevice(DeviceChoice::Cpu));
    assert_eq!(effects, [Effect::Trainer(TrainerCommand::Device(DeviceChoice::Cpu)), Effect::WriteAddress]);
    let effects = model.perform(Action::SetSpeed(Speed::Full));
    assert_eq!(effects, [Effect::Trainer(TrainerCommand::Speed(None)), Effect::WriteAddress]);
}

#[test]
fn a_world_has_its_own_style_strength_until_one_is_chosen() {
    assert_eq!(opened_in("plane").strength(), 0.0);
    let mut model = opened_in("court");
    assert_eq!(model.strength(), 1.0);
    assert!(!permalink::write(&model).contains("strength"), "the link leaves it to the world");
    model.perform(Action::SetStyleStrength(0.0));
    assert_eq!(model.strength(), 0.0);
    assert!(permalink::write(&model).contains("&strength=0"));
}

#[test]
fn demonstrations_are_selected_in_a_circle() {
    let mut model = opened_in("plane");
    model.demos = Some(demos().into());
    let inspect = |trajectory| [Effect::Trainer(TrainerCommand::Inspect { trajectory: Some(trajectory) })];
    for expected in [4, 7, 9, 4] {
        assert_eq!(model.perform(Action::SelectNextDemonstration), inspect(expected));
    }
    assert_eq!(model.perform(Action::SelectPreviousDemonstration), inspect(9));
    let drawn = TrainerCommand::InspectDrawn { xy: vec![0.0, 1.0] };
    assert_eq!(model.perform(Action::DrawPath(vec![0.0, 1.0])), [Effect::Trainer(drawn)]);
    assert_eq!(model.perform(Action::SelectDemonstration(7)), inspect(7));
    assert!(model.drawn.is_none());
}

#[test]
fn the_visitor_plays_and_learns_from_it() {
    let mut model = opened_in("game");
    let moved = Action::MoveJoystick { input: JoystickInput::Touch, stick: Stick { x: 1, y: 0, fire: false } };
    assert_eq!(model.perform(moved.clone()), [], "there is nothing to move yet");
    let effects = model.perform(Action::StartPlaying);
    assert!(matches!(&effects[..], [Effect::Stage(StageCommand::TakeJoystick { .. }), Effect::PollGamepad]));
    assert_eq!(model.perform(moved.clone()).len(), 1);
    assert_eq!(model.perform(moved), [], "it is there already");
    assert_eq!(model.perform(Action::StopPlaying), [Effect::Stage(StageCommand::ReleaseJoystick)]);
    assert_eq!(model.perform(Action::StopPlaying), []);
    let (world, name) = ("game".to_string(), "yours.bin".to_string());
    let mut played =
        PlayRecording { world, name, score: 10, plays: 1, decisions: 200, styles: vec![1, 0], bytes: vec![7] };
    model.on_recorded(played.clone());
    assert_eq!(model.perform(Action::LearnFromPlays), []);
    assert_eq!(model.notices.all()[0].text.key, "page-play-too-little");
    played.styles = vec![1, 2];
    model.on_recorded(played);
    let store = Effect::StoreFile { world: "game".into(), name: "yours.bin".into(), bytes: vec![7].into() };
    assert_eq!(model.perform(Action::LearnFromPlays), [store]);
    let download = Effect::Download { name: "yours.bin".into(), bytes: vec![7].into() };
    assert_eq!(model.perform(Action::DownloadPlays), [download]);
    assert!(matches!(&model.recording, Some(Recording { stretches: 3, .. })));
}

#[test]
fn a_new_run_ends_the_visitors_game() {
    let mut model = opened_in("plane");
    model.perform(Action::StartPlaying);
    let effects = model.perform(Action::Reset);
    assert_eq!(effects[0], Effect::Stage(StageCommand::ReleaseJoystick));
    assert_eq!(effects[1..], restart());
}

#[test]
fn files_go_to_the_world_on_the_page() {
    let mut model = opened_in("court");
    let load = Action::LoadFile { name: "real.pack".into(), bytes: vec![1, 2] };
    let store = Effect::StoreFile { world: "court".into(), name: "real.pack".into(), bytes: vec![1, 2].into() };
    assert_eq!(model.perform(load.clone()), [store]);
    assert_eq!(opened_in("plane").perform(load), [], "this world reads no files");
}

#[test]
fn a_snapshot_is_downloaded_under_a_name_that_says_what_it_is() {
    let mut model = opened_in("plane");
    let snapshot = LaneReport::Snapshot { step: 40, snapshot: Snapshot(vec![9]) };
    model.on_trainer(TrainerEvent::Lane(LaneEvent { run: model.run, lane: 0, report: snapshot }));
    let download = Effect::Download { name: "plane-pmi-seed1-step40.bpk".into(), bytes: vec![9].into() };
    assert_eq!(model.perform(Action::DownloadSnapshot), [download]);
}

#[test]
fn a_snapshot_is_opened_with_its_run_and_takes_the_place_of_the_open_one() {
    for query in ["world=plane&method=pmi&seed=1", "world=plane&method=pmi&seed=9"] {
        let mut model = opened_in("plane");
        model.lanes[0].snapshot = Some((40, Snapshot(vec![9])));
        let (query, bytes) = (format!("?{query}&panel=export"), vec![5, 6]);
        model.perform(Action::OpenSnapshot { query, step: 12, finished: false, bytes: bytes.clone() });
        assert_eq!(model.lanes[0].snapshot, Some((12, Snapshot(bytes))));
        assert_eq!(model.view.panel.as_deref(), Some("export"));
        assert!(model.notices.all().is_empty(), "{:?}", model.notices.all());
    }
}

#[test]
fn a_download_while_training_is_of_the_run_as_it_is_now() {
    let mut model = opened_in("plane");
    model.training = true;
    let report = |step| {
        let snapshot = LaneReport::Snapshot { step, snapshot: Snapshot(vec![9]) };
        TrainerEvent::Lane(LaneEvent { run: model.run, lane: 0, report: snapshot })
    };
    let (old, new, next) = (report(40), report(77), report(90));
    let downloads = |mut effects: Vec<Effect>| {
        effects.retain(|effect| matches!(effect, Effect::Download { .. }));
        effects
    };
    assert_eq!(downloads(model.on_trainer(old)), []);
    assert_eq!(model.perform(Action::DownloadSnapshot), [Effect::Trainer(TrainerCommand::SendSnapshots)]);
    let download = Effect::Download { name: "plane-pmi-seed1-step77.bpk".into(), bytes: vec![9].into() };
    assert_eq!(downloads(model.on_trainer(new)), [download]);
    assert_eq!(downloads(model.on_trainer(next)), [], "once");
}

#[test]
fn the_page_itself_is_changed_by_actions_too() {
    let mut model = opened_in("plane");
    assert_eq!(model.perform(Action::SetTheme(Theme::Dark)), [Effect::ApplyTheme(Theme::Dark)]);
    let chinese = [Effect::ApplyLanguage(Language::Chinese), Effect::WriteAddress];
    assert_eq!(model.perform(Action::SetLanguage(Language::Chinese)), chinese);
    assert!(permalink::write(&model).ends_with("&lang=zh"));
    assert_eq!(model.perform(Action::CopyLink), [Effect::WriteAddress, Effect::CopyLink]);
    model.link_copy = LinkCopy::Refused("link".into());
    model.perform(Action::CloseLink);
    model.perform(Action::OpenDialog(Dialog::Help));
    model.perform(Action::ShowEnds(true));
    model.perform(Action::Draw(true));
    assert_eq!((model.link_copy.clone(), model.dialog), (LinkCopy::None, Some(Dialog::Help)));
    assert!(model.show_ends && model.drawing);
    model.perform(Action::CloseDialog);
    assert_eq!(model.dialog, None);
    model.notices.worker_lost(text!("stopped"), Role::Stage, true);
    assert_eq!(model.perform(Action::RestartWorker(Role::Stage)), [Effect::RestartWorker(Role::Stage)]);
    model.notices.info(text!("read-this"));
    let id = model.notices.all()[0].id;
    model.perform(Action::DismissNotice(id));
    assert!(model.notices.all().is_empty());
}
