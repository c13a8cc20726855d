//! Conditions on models that meet them, and on models that do not.

use super::fixture::{demos, opened, opened_in};
use super::{Condition, Dialog, FileSource, Model, Quantity};
use crate::actions::{Action, ActionCategory};
use protocol::{
    Calibration, LaneEvent, LaneReport, Progress, Reading, RunConfig, RunState, Timeline, TrainerEvent, Value,
    WeightHistogram, text,
};

fn report(model: &mut Model, lane: u8, report: LaneReport) {
    model.on_trainer(TrainerEvent::Lane(LaneEvent { run: model.run, lane, report }));
}

fn open(model: &mut Model) {
    let lanes = model.lanes.iter().map(|lane| lane.config.clone()).collect();
    model.on_trainer(TrainerEvent::Opened { run: model.run, lanes, notices: vec![], demos: demos() });
}

fn above(quantity: Quantity, value: f64) -> Condition {
    Condition::Above { quantity, value }
}

#[test]
fn a_run_opens_trains_and_is_trained() {
    let mut model = opened_in("plane");
    assert!(!Condition::Opened.holds(&model));
    open(&mut model);
    assert!(Condition::Opened.holds(&model) && !Condition::Training.holds(&model));
    model.perform(Action::Train);
    assert!(Condition::Training.holds(&model));
    let progress =
        |state, step| Progress { state, phase: text!("critic"), step, steps: 20, steps_per_second: 1.0, seconds: 1.0 };
    report(&mut model, 0, LaneReport::Progress(progress(RunState::Running, 10)));
    assert!(above(Quantity::TrainingSteps, 9.0).holds(&model) && !Condition::Trained.holds(&model));
    report(&mut model, 0, LaneReport::Progress(progress(RunState::Done, 20)));
    assert!(Condition::Trained.holds(&model) && !Condition::Training.holds(&model));
}

#[test]
fn choices_of_the_visitor_are_seen() {
    let mut model = opened_in("plane");
    let changed = |model: &mut Model, action: Action, condition: Condition| {
        assert!(!condition.holds(model), "{condition:?} holds before {action:?}");
        model.perform(action.clone());
        assert!(condition.holds(model), "{condition:?} does not hold after {action:?}");
    };
    let set = |knob: &str, value: f64| Action::SetKnob { knob: knob.into(), value: Value::Number(value) };
    open(&mut model);
    changed(&mut model, set("beta", 3.0), above(Quantity::Knob("beta".into()), 2.0));
    changed(&mut model, set("rate", 2.0), Condition::KnobIs { knob: "rate".into(), value: Value::Number(2.0) });
    let share = Action::SetStyleShare { style: 1, percent: 80.0 };
    changed(&mut model, share, above(Quantity::StyleShare(1), 70.0));
    changed(&mut model, Action::SetStyleStrength(1.5), above(Quantity::StyleStrength, 1.0));
    changed(&mut model, Action::SelectDemonstration(9), Condition::DemonstrationSelected(9));
    changed(&mut model, Action::SelectStep(2), Condition::StepSelected);
    changed(&mut model, Action::DrawPath(vec![0.0; 4]), Condition::Drawn);
    assert!(!Condition::DemonstrationSelected(9).holds(&model), "the drawn path is explained instead");
    changed(&mut model, Action::PlaceAgent { agent: 0, at: [0.1, 0.2] }, Condition::AgentPlaced);
    changed(&mut model, Action::StartPlaying, Condition::VisitorPlays);
    changed(&mut model, Action::OpenDialog(Dialog::Help), Condition::DialogOpen(Dialog::Help));
    changed(
        &mut model,
        Action::Compare(true),
        Condition::All(vec![Condition::Comparing, Condition::Compared("a".into())]),
    );
    changed(&mut model, Action::ChooseMethod("a".into()), Condition::MethodIs("a".into()));
    changed(&mut model, Action::ChooseLabel("speed".into()), Condition::LabelIs("speed".into()));
    changed(&mut model, Action::ChooseWorld("court".into()), Condition::WorldIs("court".into()));
}

#[test]
fn actions_count_from_where_a_lesson_says() {
    let mut model = opened_in("plane");
    let moved = Condition::Performed(ActionCategory::Styles);
    model.perform(Action::SetStyleStrength(1.0));
    assert!(moved.holds(&model));
    model.forget_performed();
    assert!(!moved.holds(&model));
    model.perform(Action::SetStyleShare { style: 0, percent: 10.0 });
    assert!(moved.holds(&model));
}

#[test]
fn a_loaded_file_is_seen_in_its_world_only() {
    let mut model = opened_in("court");
    let loaded = Condition::FileLoaded { knob: "source".into(), choice: "real".into() };
    assert!(!loaded.holds(&model));
    model.unlock("court", "real.pack", FileSource::Visitor);
    assert!(loaded.holds(&model));
    model.perform(Action::ChooseWorld("plane".into()));
    assert!(!loaded.holds(&model));
}

#[test]
fn measured_numbers_are_compared_by_method() {
    let mut model = opened(RunConfig::default(), &["a", "pmi"]);
    let share = |share: f32| {
        let counts = vec![vec![8, 2, 0], vec![5, 5, 0]];
        LaneReport::Calibration(Calibration { step: 1, counts, share, rewards: vec![], recorded: false })
    };
    let of = |method: &str| Quantity::Of { method: method.into(), quantity: Box::new(Quantity::Calibration) };
    let better = Condition::Exceeds { quantity: of("pmi"), other: of("a"), by: 0.05 };
    report(&mut model, 0, share(0.5));
    assert!(!better.holds(&model), "nothing is known of the other method yet");
    report(&mut model, 1, share(0.9));
    assert!(better.holds(&model) && above(Quantity::Calibration, 0.8).holds(&model));
    assert!(Condition::Not(Box::new(above(of("a"), 0.8))).holds(&model));
    let drift = Quantity::Achieved { asked: 0, achieved: 1 };
    assert_eq!(drift.read(&model), Some(0.2));
}

#[test]
fn curves_weights_and_the_selected_step_are_read() {
    let mut model = opened_in("plane");
    open(&mut model);
    let reading = |value| Reading { series: "mi-heldout".into(), step: 1, value, spread: 0.0 };
    report(&mut model, 0, LaneReport::Readings(vec![reading(0.25), reading(f32::NAN)]));
    let mi = Quantity::Series("mi-heldout".into());
    assert_eq!(mi.read(&model), None, "the curve is not a number any more");
    report(&mut model, 0, LaneReport::Readings(vec![reading(0.5)]));
    assert!(above(mi.clone(), 0.4).holds(&model) && Condition::Below { quantity: mi, value: 0.6 }.holds(&model));
    let histogram = WeightHistogram { edges: vec![], counts: vec![], effective_sample_size: 30.0, pairs: 120 };
    report(&mut model, 0, LaneReport::Weights(histogram));
    assert_eq!(Quantity::EffectiveSampleShare.read(&model), Some(0.25));
    assert_eq!(Quantity::EffectiveSampleSize.read(&model), Some(30.0));
    let timeline = Timeline {
        trajectory: model.selected,
        style: 0,
        xy: vec![0.0; 6],
        scores: vec![],
        pmi: vec![0.5, -1.0, 0.0],
        weighed: vec![],
        weight: vec![1.5, 0.25, 1.0],
        formula: None,
        posterior: vec![0.8, 0.2, 0.1, 0.9, 0.5, 0.5],
        prior: vec![0.5, 0.5],
        followed: vec![0, 1, 0],
        by_hand: vec![],
        true_pmi: vec![],
    };
    report(&mut model, 0, LaneReport::Timeline(timeline));
    model.perform(Action::SelectStep(1));
    assert_eq!(Quantity::SelectedPmi.read(&model), Some(-1.0));
    assert_eq!(Quantity::SelectedPosterior.read(&model), Some(f64::from(0.1f32)));
    assert!(Condition::DriftSelected.holds(&model));
    let least_telling = |quantity: Quantity| {
        let (quantity, other) = (Quantity::SelectedPmi, quantity);
        Condition::Not(Box::new(Condition::Exceeds { quantity, other, by: 0.0 }))
    };
    assert!(least_telling(Quantity::SmallestPmi).holds(&model));
    model.perform(Action::SelectStep(0));
    assert!(!least_telling(Quantity::SmallestPmi).holds(&model) && least_telling(Quantity::LargestPmi).holds(&model));
    assert!(!Condition::DriftSelected.holds(&model));
    model.previewed_step = Some(1);
    assert_eq!(model.step_of(3), 1, "what is under the pointer is shown");
    assert!(!Condition::DriftSelected.holds(&model), "and not selected");
    model.perform(Action::SelectStep(0));
    assert_eq!(model.step_of(3), 0, "a selection ends the preview");
    model.perform(Action::SelectStep(1));
    assert!(Condition::Below { quantity: Quantity::SelectedWeight, value: 1.0 }.holds(&model));
}

#[test]
fn conditions_and_actions_are_written_and_read() {
    let condition = Condition::Any(vec![
        Condition::Trained,
        above(Quantity::Knob("beta".into()), 2.0),
        Condition::Performed(ActionCategory::Styles),
    ]);
    let bytes = protocol::encode(&condition).unwrap();
    assert_eq!(protocol::decode::<Condition>(&bytes).unwrap(), condition);
    let action = Action::SetKnob { knob: "beta".into(), value: Value::Number(2.0) };
    let bytes = protocol::encode(&action).unwrap();
    assert_eq!(protocol::decode::<Action>(&bytes).unwrap(), action);
    let json = r#"{"Above":{"quantity":{"Knob":"beta"},"value":2.0}}"#;
    assert_eq!(serde_json::from_str::<Condition>(json).unwrap(), above(Quantity::Knob("beta".into()), 2.0));
}
