//! Whatever a link says, it becomes a run that exists, and what was changed is named.
#![allow(clippy::unwrap_used, clippy::panic)]

mod english;

use engine::session::catalog;
use protocol::drawing::Drawing;
use protocol::{
    Catalog, KnobCard, KnobKind, MAX_CHANGES, MAX_SEED, MAX_STRETCHES, MAX_WEIGHT, PAGE_SETTINGS, RunConfig, Value,
    decode, encode,
};

/// Enough to be different each time, and the same each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

const VALUES: [&str; 22] = [
    "0",
    "1",
    "-1",
    "0.5",
    "1e308",
    "-1e308",
    "1e999",
    "NaN",
    "inf",
    "-inf",
    "",
    "%",
    "%zz",
    "%00",
    "%FF%FE",
    "+",
    "☃",
    "true",
    "on",
    "18446744073709551616",
    "null",
    "<b>",
];

fn hostile(dice: &mut Dice, keys: &[String]) -> String {
    let count = dice.roll(12);
    let mut pair = || {
        let key = keys[dice.roll(keys.len())].clone();
        let mark = dice.pick(&["=", "", "==", "=&"]);
        format!("{key}{mark}{}", dice.pick(&VALUES))
    };
    let pairs: Vec<String> = (0..count).map(|_| pair()).collect();
    format!("{}{}", dice.pick(&["", "?", "??", "&"]), pairs.join("&"))
}

fn in_range(card: &KnobCard, value: &Value) -> bool {
    match (&card.kind, value) {
        (KnobKind::Number { min, max, .. }, Value::Number(number)) => (*min..=*max).contains(number),
        (KnobKind::Whole { min, max, .. }, Value::Number(number)) => {
            number.fract() == 0.0 && (f64::from(*min)..=f64::from(*max)).contains(number)
        }
        (KnobKind::Choice(choices), Value::Word(word)) => choices.iter().any(|choice| choice.id == *word),
        (KnobKind::Columns, Value::Word(word)) => !word.is_empty(),
        (KnobKind::Drawing(choices), Value::Word(word)) => {
            choices.iter().any(|choice| choice.id == *word) || Drawing::from_text(word).is_ok()
        }
        _ => false,
    }
}

/// The run exists: world, label and method are listed, and each of their knobs has a value it can take.
fn assert_exists(run: &RunConfig, catalog: &Catalog, query: &str) {
    let world = catalog.world(&run.world).unwrap_or_else(|| panic!("{query}: no world {}", run.world));
    let method = catalog.method(&run.method).unwrap_or_else(|| panic!("{query}: no method {}", run.method));
    assert!(world.label(&run.label).is_some(), "{query}: no label {}", run.label);
    assert!(run.seed <= MAX_SEED);
    assert!(run.changes.len() <= MAX_CHANGES && run.changes.is_sorted_by_key(|change| change.step), "{query}");
    for change in &run.changes {
        let card = method.knobs.iter().find(|card| card.id == change.knob && card.live);
        assert!(card.is_some_and(|card| in_range(card, &change.value)) && change.step > 0, "{query}: {change:?}");
    }
    assert!(run.weigh.len() <= MAX_STRETCHES && (method.takes_weights || run.weigh.is_empty()), "{query}");
    assert!(run.weigh.iter().all(|stretch| (0.0..=MAX_WEIGHT).contains(&stretch.weight)), "{query}: {:?}", run.weigh);
    let cards: Vec<_> = world.knobs.iter().chain(&method.knobs).collect();
    assert_eq!(run.knobs.len(), cards.len(), "{query}: {:?}", run.knobs);
    for card in cards {
        assert!(in_range(card, &run.knobs[&card.id]), "{query}: {} is {:?}", card.id, run.knobs[&card.id]);
    }
}

#[test]
fn any_link_becomes_a_run_that_exists() {
    let catalog = catalog();
    let mut keys: Vec<String> =
        ["v", "world", "label", "method", "seed", "device", "mix", "strength", "nonsense", "%", ""]
            .map(String::from)
            .to_vec();
    keys.extend(catalog.first.knobs.keys().cloned());
    keys.extend(
        ["at", "at=12:rate:0.5&at=", "at=4294967295:beta", "at=0:beta:3&at=9:beta:", "at=5:hidden:9&"]
            .map(String::from),
    );
    keys.extend(["weigh", "weigh=1:2-3:0.5,", "weigh=1:2-3", "weigh=4:0-9:9,1:1-1"].map(String::from));
    let mut dice = Dice(2);
    for _ in 0..5_000 {
        let query = hostile(&mut dice, &keys);
        let (wish, _) = RunConfig::from_query(&query);
        let (run, _) = catalog.settle(&wish);
        assert_exists(&run, catalog, &query);
        let (again, notices) = catalog.settle(&run);
        assert_eq!(again, run, "{query}: settling is not final");
        assert!(notices.is_empty(), "{query}: a settled run has notices: {notices:?}");
        let (read, notices) = RunConfig::from_query(&run.to_query());
        assert_eq!((read, notices), (run, Vec::new()), "{query}: the link of the settled run is another run");
    }
}

#[test]
fn what_is_changed_is_named() {
    let catalog = catalog();
    for (query, word) in [
        ("v=99", "99"),
        ("world=nowhere", "nowhere"),
        ("method=magic", "magic"),
        ("seed=99999999999", "seed"),
        ("batch=1e30", "Batch"),
        ("batch=-3", "Batch"),
        ("rate=NaN", "rate"),
        ("nonsense=1", "nonsense"),
        ("at=12:nonsense:1", "nonsense"),
        ("at=12", "12"),
        ("at=-1:rate:0.1", "-1:rate:0.1"),
        ("at=1e3:rate:0.1", "1e3"),
        ("at=12:rate:1e9", "rate"),
        ("at=12:hidden:32", "Hidden"),
    ] {
        let (wish, mut notices) = RunConfig::from_query(query);
        notices.extend(catalog.settle(&wish).1);
        let notices: Vec<String> = notices.iter().map(english::say).collect();
        assert!(notices.iter().any(|notice| notice.contains(word)), "{query}: {notices:?}");
    }
    assert!(catalog.settle(&RunConfig::from_query("").0).1.is_empty(), "an empty link needs no notice");
}

#[test]
fn messages_survive_the_way_and_damage_is_an_error() {
    let catalog = catalog();
    let bytes = encode(&catalog).unwrap();
    assert_eq!(decode::<Catalog>(&bytes).unwrap(), *catalog);
    for end in (0..bytes.len()).step_by(97) {
        assert!(decode::<Catalog>(&bytes[..end]).is_err(), "a message cut at {end} was read");
    }
}

#[test]
fn no_setting_of_the_page_has_the_name_of_a_knob() {
    let catalog = catalog();
    let knobs = catalog.worlds.iter().flat_map(|card| &card.knobs);
    for card in knobs.chain(catalog.methods.iter().flat_map(|card| &card.knobs)) {
        assert!(!PAGE_SETTINGS.contains(&card.id.as_str()), "a link could not set the knob {}", card.id);
    }
}
