//! A small catalog for tests.

use super::Model;
use protocol::{
    Catalog, Choice, DemosView, FileCard, KnobCard, KnobGroup, KnobKind, LabelCard, MethodCard, Offer, PathView,
    RecipeCard, RunConfig, Text, Value, View, WorldCard, text,
};

fn knob(id: &str, live: bool) -> KnobCard {
    let kind = KnobKind::Number { min: 0.0, max: 10.0, step: 1.0, logarithmic: false, unit: None };
    let name = Text::new(id.to_string());
    let about = name.about();
    KnobCard { id: id.into(), name, about, group: KnobGroup::Policy, kind, default: Value::Number(1.0), live }
}

/// Demonstrations are simulated, or come from a file.
fn source() -> KnobCard {
    let choice = |id: &str| Choice { id: id.into(), name: Text::new(id.to_string()), about: text!("from-file") };
    let kind = KnobKind::Choice(vec![choice("real"), choice("made")]);
    KnobCard { kind, default: Value::Word("made".into()), ..knob("source", false) }
}

pub fn file(name: &str, needed: bool) -> FileCard {
    let offers = (!needed).then(|| Offer { knob: "source".into(), choice: "real".into() });
    FileCard { name: name.into(), about: text!("about-file"), needed, offers }
}

fn method(id: &str, has_critic: bool) -> MethodCard {
    let name = Text::new(id.to_string());
    MethodCard {
        id: id.into(),
        about: name.about(),
        name,
        equation: String::new(),
        knobs: if has_critic { vec![knob("rate", true), knob("beta", true)] } else { vec![knob("rate", true)] },
        recipes: if has_critic { recipes() } else { vec![] },
        series: vec![],
        follows_style: has_critic,
        finds_styles: false,
        has_critic,
        takes_weights: false,
        sees_pictures: false,
    }
}

/// The court has another value of the second.
fn recipes() -> Vec<RecipeCard> {
    let recipe = |id, key, beta| RecipeCard::new(id, key, [("beta".into(), Value::Number(beta))].into());
    vec![recipe("plain", "recipe-plain", 1.0), recipe("strong", "recipe-strong", 4.0)]
}

fn label(id: &str) -> LabelCard {
    LabelCard {
        id: id.into(),
        name: Text::new(id.to_string()),
        about: text!("about-label"),
        styles: vec![text!("left"), text!("right")],
        telling_share: 1.0,
        ranges: None,
        marks: vec![],
    }
}

fn world(id: &str, files: Vec<FileCard>) -> WorldCard {
    let name = Text::new(id.to_string());
    WorldCard {
        id: id.into(),
        about: name.about(),
        name,
        source: text!("simulated"),
        labels: vec![label("side"), label("speed")],
        knobs: vec![knob("noise", false), source()],
        presets: vec![],
        defaults: if id == "court" { [("rate".into(), Value::Number(5.0))].into() } else { Default::default() },
        defaults_of: match id {
            "court" => [("b".into(), [("rate".into(), Value::Number(9.0))].into())].into(),
            _ => Default::default(),
        },
        choice_defaults: vec![],
        recipes: match id {
            "court" => [("strong".into(), [("beta".into(), Value::Number(6.0))].into())].into(),
            _ => Default::default(),
        },
        strength: if id == "court" { 1.0 } else { 0.0 },
        view: View { left: 0.0, bottom: 0.0, right: 1.0, top: 1.0 },
        unit: None,
        screen: None,
        marks: vec![],
        sweeps: vec![],
        files,
        ends: true,
        starts: false,
        draws: false,
    }
}

/// Three worlds: without files, with a file that it can do without, and with one that it needs.
pub fn catalog() -> Catalog {
    let first = RunConfig { world: "plane".into(), method: "pmi".into(), ..RunConfig::default() };
    let methods = vec![method("a", false), method("b", false), method("c", false), method("pmi", true)];
    let worlds = vec![
        world("plane", vec![]),
        world("court", vec![file("real.pack", false)]),
        world("game", vec![file("plays.bin", true), file("real.pack", false)]),
    ];
    Catalog { worlds, methods, first }
}

pub fn opened(requested: RunConfig, compare: &[&str]) -> Model {
    let compare = compare.iter().map(|id| id.to_string()).collect();
    let mut model = Model { requested, compare, ..Model::default() };
    model.set_catalog(catalog());
    model
}

pub fn opened_in(world: &str) -> Model {
    opened(RunConfig { world: world.into(), ..RunConfig::default() }, &[])
}

/// Demonstrations 4 (held out), 7 and 9 are on the stage, three steps each.
pub fn demos() -> DemosView {
    let path = |trajectory| PathView { trajectory, style: 0, held_out: trajectory == 4, xy: vec![0.0; 6] };
    DemosView {
        trajectories: 10,
        pairs: 30,
        held_out_trajectories: 1,
        paths: vec![path(4), path(7), path(9)],
        ideals: vec![],
        prior: vec![0.5, 0.5],
        stride: None,
    }
}
