//! From links to lanes.

use super::fixture::{opened, opened_in};
use super::{FileSource, Model};
use protocol::{RunConfig, Value};

fn number(model: &Model, knob: &str) -> f64 {
    match model.lanes[0].config.knobs.get(knob) {
        Some(Value::Number(number)) => *number,
        other => panic!("{knob} is {other:?}"),
    }
}

#[test]
fn a_choice_that_a_file_made_possible_does_not_follow_into_a_world_without_that_file() {
    let mut model = opened_in("court");
    model.unlock("court", "real.pack", FileSource::Visitor);
    let source = |model: &Model| model.requested.knobs.get("source").cloned();
    assert_eq!(source(&model), Some(Value::Word("real".into())));
    model.enter_world("plane");
    assert_eq!(source(&model), Some(Value::Word("real".into())), "it needs no file there, and is there on return");
    model.enter_world("game");
    assert_ne!(source(&model), Some(Value::Word("real".into())), "nor where its file is not loaded, by way of another");
    let mut model = opened_in("court");
    model.unlock("court", "real.pack", FileSource::Visitor);
    model.enter_world("game");
    assert_ne!(source(&model), Some(Value::Word("real".into())), "its file is not loaded there");
}

#[test]
fn an_empty_link_opens_the_default_run() {
    let model = opened(RunConfig::default(), &[]);
    assert_eq!(
        (model.requested.world.as_str(), model.requested.method.as_str(), model.lanes.len()),
        ("plane", "pmi", 1)
    );
    assert_eq!(model.shares, vec![50.0, 50.0]);
    assert!(model.notices.all().is_empty());
    assert_eq!(model.run.0, 1);
    assert_eq!(model.critic_lane(), Some(0));
}

#[test]
fn clamped_and_unknown_values_are_named_once() {
    let mut requested = RunConfig::default();
    requested.knobs.insert("rate".into(), Value::Number(99.0));
    requested.knobs.insert("bogus".into(), Value::Number(1.0));
    let mut model = opened(requested, &["a", "b", "pmi"]);
    assert_eq!(model.notices.all().len(), 2);
    assert_eq!(number(&model, "rate"), 10.0);
    model.notices = Default::default();
    model.reopen();
    assert!(model.notices.all().is_empty());
}

#[test]
fn switching_methods_forgets_no_knob() {
    let mut model = opened(RunConfig::default(), &[]);
    model.requested.knobs.insert("beta".into(), Value::Number(3.0));
    for method in ["a", "pmi"] {
        model.requested.method = method.into();
        model.reopen();
    }
    assert_eq!(number(&model, "beta"), 3.0);
}

#[test]
fn comparisons_have_two_or_three_lanes_and_the_chosen_method() {
    let usual = opened(RunConfig::default(), &["1"]);
    assert_eq!(usual.compare, ["a", "b", "pmi"]);
    assert_eq!(usual.focus(), 2);
    let mut model = opened(RunConfig::default(), &["pmi", "nope", "c"]);
    assert_eq!(model.compare, ["c", "pmi"]);
    assert_eq!(model.notices.all().len(), 1);
    model.toggle_compared("c");
    assert_eq!(model.compare.len(), 2, "one lane is no comparison");
    model.toggle_compared("a");
    model.toggle_compared("b");
    assert_eq!(model.compare, ["a", "c", "pmi"], "three is all that fits");
    model.toggle_compared("pmi");
    assert_eq!((model.compare.len(), model.requested.method.as_str()), (2, "c"));
    assert_eq!(model.lanes.len(), 2);
}

#[test]
fn another_world_drops_selections() {
    let mut model = opened(RunConfig::default(), &[]);
    model.selected = Some(3);
    model.shares = vec![90.0, 10.0];
    model.enter_world("court");
    model.reopen();
    assert_eq!((model.selected, model.shares.clone()), (None, vec![50.0, 50.0]));
    assert_eq!(model.lanes[0].config.world, "court");
}

#[test]
fn knobs_take_the_defaults_of_the_world_unless_they_were_changed() {
    let mut model = opened(RunConfig::default(), &[]);
    model.requested.knobs.insert("beta".into(), Value::Number(3.0));
    model.enter_world("court");
    model.reopen();
    assert_eq!((number(&model, "rate"), number(&model, "beta")), (5.0, 3.0));
    model.enter_world("plane");
    model.reopen();
    assert_eq!((number(&model, "rate"), number(&model, "beta")), (1.0, 3.0));
}

#[test]
fn a_file_of_the_site_is_chosen_unless_the_link_chose() {
    let requested = RunConfig { world: "court".into(), ..RunConfig::default() };
    let mut model = opened(requested.clone(), &[]);
    assert!(model.is_locked("source", "real") && model.chosen_by_file(&model.lanes[0].config).is_empty());
    assert!(model.unlock("court", "real.pack", FileSource::Site), "the run restarts with the data of the file");
    model.reopen();
    assert!(!model.is_locked("source", "real"));
    let chosen = [("source".to_string(), Value::Word("real".into()))];
    assert_eq!(model.chosen_by_file(&model.lanes[0].config), chosen);
    assert_eq!(model.source().map(|source| source.key), Some("page-source-chosen".into()));
    let mut elsewhere = opened(requested.clone(), &[]);
    elsewhere.enter_world("plane");
    assert!(!elsewhere.unlock("court", "real.pack", FileSource::Site), "the run in another world goes on");
    elsewhere.enter_world("court");
    elsewhere.reopen();
    assert_eq!(elsewhere.chosen_by_file(&elsewhere.lanes[0].config), chosen);
    let mut asked = requested;
    asked.knobs.insert("source".into(), Value::Word("made".into()));
    let mut model = opened(asked, &[]);
    assert!(!model.unlock("court", "real.pack", FileSource::Site));
    assert!(model.chosen_by_file(&model.lanes[0].config).is_empty());
}
