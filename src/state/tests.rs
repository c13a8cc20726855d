//! From links to lanes, with a small catalog of its own.

use super::Model;
use protocol::{
    Catalog, Choice, FileCard, KnobCard, KnobGroup, KnobKind, LabelCard, MethodCard, Offer, RunConfig, Text, Value,
    View, WorldCard,
};

fn knob(id: &str, live: bool) -> KnobCard {
    let kind = KnobKind::Number { min: 0.0, max: 10.0, step: 1.0, logarithmic: false, unit: None };
    let (name, about) = (Text::new(id.to_string()), Text::new(""));
    KnobCard { id: id.into(), name, about, group: KnobGroup::Policy, kind, default: Value::Number(1.0), live }
}

/// Where data come from: made here, or from a file.
fn source() -> KnobCard {
    let choice = |id: &str| Choice { id: id.into(), name: Text::new(id.to_string()), about: Text::new("From a file.") };
    let kind = KnobKind::Choice(vec![choice("real"), choice("made")]);
    KnobCard { kind, default: Value::Word("made".into()), ..knob("source", false) }
}

fn file() -> FileCard {
    let offers = Some(Offer { knob: "source".into(), choice: "real".into() });
    FileCard { name: "real.pack".into(), about: Text::new(""), needed: false, offers }
}

fn method(id: &str, has_critic: bool) -> MethodCard {
    let knobs = if has_critic { vec![knob("rate", true), knob("beta", true)] } else { vec![knob("rate", true)] };
    let (name, about, equation) = (Text::new(id.to_uppercase()), Text::new(""), String::new());
    MethodCard {
        id: id.into(),
        name,
        about,
        equation,
        knobs,
        series: vec![],
        follows_style: has_critic,
        finds_styles: false,
        has_critic,
    }
}

fn catalog() -> Catalog {
    let styles = vec![Text::new("left"), Text::new("right")];
    let label = |id: &str| LabelCard {
        id: id.into(),
        name: Text::new(id.to_string()),
        about: Text::new(""),
        styles: styles.clone(),
        telling_share: 1.0,
        ranges: None,
        marks: vec![],
    };
    let world = |id: &str| WorldCard {
        id: id.into(),
        name: Text::new(id.to_string()),
        about: Text::new(""),
        source: Text::new(""),
        labels: vec![label("side")],
        knobs: vec![knob("noise", false), source()],
        defaults: if id == "court" { [("rate".into(), Value::Number(5.0))].into() } else { Default::default() },
        view: View { left: 0.0, bottom: 0.0, right: 1.0, top: 1.0 },
        unit: None,
        screen: None,
        marks: vec![],
        sweeps: vec![],
        files: vec![file()],
        starts: false,
        draws: false,
    };
    let first = RunConfig { world: "plane".into(), method: "pmi".into(), ..RunConfig::default() };
    let methods = vec![method("a", false), method("b", false), method("c", false), method("pmi", true)];
    Catalog { worlds: vec![world("plane"), world("court")], methods, first }
}

fn opened(wish: RunConfig, compare: &[&str]) -> Model {
    let compare = compare.iter().map(|id| id.to_string()).collect();
    let mut model = Model { wish, compare, ..Model::default() };
    model.adopt(catalog());
    model
}

#[test]
fn an_empty_link_opens_the_first_run() {
    let model = opened(RunConfig::default(), &[]);
    assert_eq!((model.wish.world.as_str(), model.wish.method.as_str(), model.lanes.len()), ("plane", "pmi", 1));
    assert_eq!(model.mix, vec![50.0, 50.0]);
    assert!(model.notes.all().is_empty());
    assert_eq!(model.run.0, 1);
    assert_eq!(model.critic_lane(), Some(0));
}

#[test]
fn clamped_and_unknown_values_are_named_once() {
    let mut wish = RunConfig::default();
    wish.knobs.insert("rate".into(), Value::Number(99.0));
    wish.knobs.insert("bogus".into(), Value::Number(1.0));
    let mut model = opened(wish, &["a", "b", "pmi"]);
    assert_eq!(model.notes.all().len(), 2);
    assert_eq!(model.lanes[0].config.number("rate"), 10.0);
    model.notes = Default::default();
    model.reopen();
    assert!(model.notes.all().is_empty());
}

#[test]
fn switching_methods_forgets_no_knob() {
    let mut model = opened(RunConfig::default(), &[]);
    model.wish.knobs.insert("beta".into(), Value::Number(3.0));
    for method in ["a", "pmi"] {
        model.wish.method = method.into();
        model.reopen();
    }
    assert_eq!(model.lanes[0].config.number("beta"), 3.0);
}

#[test]
fn comparisons_have_two_or_three_lanes_and_the_method_at_hand() {
    let usual = opened(RunConfig::default(), &["1"]);
    assert_eq!(usual.compare, ["a", "b", "pmi"]);
    assert_eq!(usual.focus(), 2);
    let mut model = opened(RunConfig::default(), &["pmi", "nope", "c"]);
    assert_eq!(model.compare, ["c", "pmi"]);
    assert_eq!(model.notes.all().len(), 1);
    model.toggle_lane("c");
    assert_eq!(model.compare.len(), 2, "one lane is no comparison");
    model.toggle_lane("a");
    model.toggle_lane("b");
    assert_eq!(model.compare, ["a", "c", "pmi"], "three is all that fits");
    model.toggle_lane("pmi");
    assert_eq!((model.compare.len(), model.wish.method.as_str()), (2, "c"));
    assert_eq!(model.lanes.len(), 2);
}

#[test]
fn another_world_lets_go_of_what_was_picked() {
    let mut model = opened(RunConfig::default(), &[]);
    model.selected = Some(3);
    model.mix = vec![90.0, 10.0];
    model.enter("court");
    model.reopen();
    assert_eq!((model.selected, model.mix.clone()), (None, vec![50.0, 50.0]));
    assert_eq!(model.lanes[0].config.world, "court");
}

#[test]
fn knobs_begin_where_the_world_says_unless_they_were_touched() {
    let mut model = opened(RunConfig::default(), &[]);
    model.wish.knobs.insert("beta".into(), Value::Number(3.0));
    model.enter("court");
    model.reopen();
    assert_eq!((model.lanes[0].config.number("rate"), model.lanes[0].config.number("beta")), (5.0, 3.0));
    model.enter("plane");
    model.reopen();
    assert_eq!((model.lanes[0].config.number("rate"), model.lanes[0].config.number("beta")), (1.0, 3.0));
}

#[test]
fn a_file_of_the_site_is_chosen_unless_the_link_chose() {
    let wish = RunConfig { world: "court".into(), ..RunConfig::default() };
    let mut model = opened(wish.clone(), &[]);
    assert!(model.closed("source", "real") && model.chosen_by_file(&model.lanes[0].config).is_empty());
    assert!(model.take_file("court", "real.pack", false), "the run begins anew, with what the file holds");
    model.reopen();
    assert!(!model.closed("source", "real"));
    let chosen = [("source".to_string(), Value::Word("real".into()))];
    assert_eq!(model.chosen_by_file(&model.lanes[0].config), chosen);
    assert_eq!(model.source().map(|text| crate::text::words(&text)), Some("real. From a file.".into()));
    let mut elsewhere = opened(wish.clone(), &[]);
    elsewhere.enter("plane");
    assert!(!elsewhere.take_file("court", "real.pack", false), "who has gone on is not interrupted");
    elsewhere.enter("court");
    elsewhere.reopen();
    assert_eq!(elsewhere.chosen_by_file(&elsewhere.lanes[0].config), chosen);
    let mut asked = wish;
    asked.knobs.insert("source".into(), Value::Word("made".into()));
    let mut model = opened(asked, &[]);
    assert!(!model.take_file("court", "real.pack", false));
    assert!(model.chosen_by_file(&model.lanes[0].config).is_empty());
}
